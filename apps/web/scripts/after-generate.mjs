// The generated documents are made by calls of a constructor; said to be pure, those that a page
// does not use are left out of its scripts.
import { readFileSync, rmSync, writeFileSync } from "node:fs";

const file = new URL("../data/generated/graphql.ts", import.meta.url);
const text = readFileSync(file, "utf8");
writeFileSync(
  file,
  text.replaceAll("= new TypedDocumentString(", "= /*#__PURE__*/ new TypedDocumentString("),
);
// The console imports its documents by name; the lookup by text would ship every one of them.
for (const unused of ["gql.ts", "index.ts"]) {
  rmSync(new URL(`../data/generated/${unused}`, import.meta.url), { force: true });
}
