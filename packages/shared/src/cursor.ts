/**
 * Keyset cursors: the sort values of the last row of a page, as opaque text. They stay valid when rows
 * are added or removed, and carry the order they were made for, so that one from another order is refused.
 */
export type CursorValue = string | number | boolean | null;

export function encodeCursor(order: string, values: readonly CursorValue[]): string {
  return base64Url(new TextEncoder().encode(JSON.stringify([order, ...values])));
}

/** NULL when the text is no cursor, or one of another order or length. */
export function decodeCursor(
  cursor: string,
  order: string,
  length: number,
): readonly CursorValue[] | null {
  try {
    const decoded: unknown = JSON.parse(new TextDecoder().decode(fromBase64Url(cursor)));
    if (!Array.isArray(decoded) || decoded[0] !== order || decoded.length !== length + 1)
      return null;
    const values: CursorValue[] = [];
    for (const value of decoded.slice(1) as unknown[]) {
      if (
        value !== null &&
        typeof value !== "string" &&
        typeof value !== "number" &&
        typeof value !== "boolean"
      ) {
        return null;
      }
      values.push(value);
    }
    return values;
  } catch {
    return null;
  }
}

function base64Url(data: Uint8Array): string {
  let binary = "";
  for (const byte of data) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64Url(text: string): Uint8Array {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
