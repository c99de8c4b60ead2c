/** Copies what the server reads at run time and tsc leaves behind: the modules' schemas. */
import { cpSync, readdirSync } from "node:fs";

for (const name of readdirSync("src/modules")) {
  if (name.includes(".")) continue;
  cpSync(`src/modules/${name}/schema.graphql`, `dist/modules/${name}/schema.graphql`);
}
