// Before anything is built or started: is what was asked for something that can be had? Started by scripts/bench.mjs.
import { needDisk, needOut, readWish, usage } from "./options.js";
import { Refused } from "./refused.js";

try {
  const wish = readWish(process.argv.slice(2));
  if (wish.kind === "help") console.log(usage);
  if (wish.kind === "run") {
    needOut(wish.options);
    needDisk(wish.options, process.env.SEALSTONE_BENCH_DATA ?? ".");
  }
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
