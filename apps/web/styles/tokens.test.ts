import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = new URL("..", import.meta.url).pathname;

function files(dir: string): string[] {
  return readdirSync(join(root, dir), { withFileTypes: true }).flatMap((e) => {
    const path = join(dir, e.name);
    return e.isDirectory() ? files(path) : /\.(tsx?|css)$/.test(e.name) ? [path] : [];
  });
}

it("no file but tokens.css holds a colour", () => {
  const colour = /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|oklab)\(/i;
  const found = ["app", "charts", "features", "ui", "styles"]
    .flatMap(files)
    .filter((path) => !path.endsWith("tokens.css") && !path.endsWith(".test.ts"))
    .flatMap((path) =>
      readFileSync(join(root, path), "utf8")
        .split("\n")
        .map((line, i) => `${path}:${i + 1}: ${line.trim()}`)
        .filter((line) => colour.test(line.slice(line.indexOf(": ") + 2))),
    );
  expect(found).toEqual([]);
});
