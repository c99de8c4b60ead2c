type Part = string | false | null | undefined;

/** Joins class names, leaving out what is false. */
export function cn(...parts: Part[]): string {
  return parts.filter(Boolean).join(" ");
}
