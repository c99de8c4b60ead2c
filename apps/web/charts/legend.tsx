export interface LineOf {
  key: string;
  name: string;
  /** of the categorical system */
  color: "--cat-1" | "--cat-2" | "--cat-3" | "--cat-4" | "--cat-5" | "--cat-6";
  dash?: string;
}

export function LineLegend({ lines }: { lines: readonly LineOf[] }) {
  return (
    <>
      {lines.map((line) => (
        <span key={line.key} className="inline-flex items-center gap-1.5">
          <svg width="14" height="4" aria-hidden="true">
            <line
              x1="0"
              y1="2"
              x2="14"
              y2="2"
              stroke={`var(${line.color})`}
              strokeWidth="3"
              {...(line.dash ? { strokeDasharray: line.dash } : {})}
            />
          </svg>
          {line.name}
        </span>
      ))}
    </>
  );
}
