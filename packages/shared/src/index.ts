export * from "./cursor.js";
export * from "./error-codes.js";
export * from "./format.js";
export type * from "./generated/graphql.js";
export * from "./time.js";
export * from "./units.js";
export * from "./words.js";
