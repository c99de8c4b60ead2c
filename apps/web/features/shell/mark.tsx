/** A seal stone: a cut stone with its strata, and one carnelian mark. */
export function Mark({ size = 22 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" className="shrink-0">
      <path d="M7.2 1.5h9.6l5.7 5.7v9.6l-5.7 5.7H7.2l-5.7-5.7V7.2z" className="fill-accent" />
      <path
        d="M6 8h12M6 12h7.5M6 16h9.5"
        className="stroke-on-accent"
        strokeWidth="2"
        strokeLinecap="square"
        fill="none"
      />
      <circle cx="17" cy="12" r="1.75" className="fill-mark stroke-on-accent" strokeWidth="1" />
    </svg>
  );
}
