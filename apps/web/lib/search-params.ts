/** A choice is a step that Back takes back; what is typed, sorted or selected is not. */
export const STEP = { history: "push" } as const;
