/** Units as branded types: a number of bytes cannot be passed where milliseconds are wanted. */
declare const unit: unique symbol;
type Branded<Base, Unit extends string> = Base & { readonly [unit]: Unit };

export type Bytes = Branded<bigint, "bytes">;
export type Rows = Branded<bigint, "rows">;
export type Milliseconds = Branded<number, "milliseconds">;
/** 0 to 1 and above. */
export type Fraction = Branded<number, "fraction">;
/** Bytes before / bytes now. */
export type Ratio = Branded<number, "ratio">;

/** From the text a BigInt travels as. Throws on anything that is not a whole number. */
export function bytes(value: string | bigint): Bytes {
  return toBigInt(value) as Bytes;
}

export function rows(value: string | bigint): Rows {
  return toBigInt(value) as Rows;
}

export function milliseconds(value: number): Milliseconds {
  return value as Milliseconds;
}

export function fraction(value: number): Fraction {
  return value as Fraction;
}

export function ratio(value: number): Ratio {
  return value as Ratio;
}

function toBigInt(value: string | bigint): bigint {
  if (typeof value === "bigint") return value;
  if (!/^-?\d+$/.test(value)) throw new TypeError(`not a whole number: ${JSON.stringify(value)}`);
  return BigInt(value);
}

/**
 * For drawing only: the nearest number to a BigInt's text. Never show it, never send it back.
 */
export function approximate(value: string | bigint | null): number {
  return value === null ? Number.NaN : Number(value);
}
