import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  // one copy of graphql, the one that Node gives to everything else
  resolve: {
    alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve("graphql")) }],
  },
  test: {
    include: ["test/**/*.test.ts", "src/**/*.test.ts"],
    // only for what hangs: how long a test takes is the machine's affair
    testTimeout: 900_000,
    hookTimeout: 900_000,
    teardownTimeout: 120_000,
    // each file makes a database of its own and an API in front of it; the machine may be small
    maxWorkers: 2,
    pool: "forks",
  },
});
