// What a suite's runner printed, kept so that its failures can be said once more at the very end:
// where only the end of a long run is at hand, it must still name what failed.

// biome-ignore lint/suspicious/noControlCharactersInRegex: the runners colour their lines
const COLOUR = /\u001b\[[0-9;]*m/g;
/** Lines by which vitest, Playwright, pg_regress, prove and the differential run name a failure. */
const TELLING =
  /^\s*(not ok|# Failed|# +(at|got|expected)|\d+\) |[×✗✘]|FAIL|.*\.\.\. FAILED|- |\+ |❯ .*:\d+:\d+|Failed test|Error:|.*Error\b.*:|Expected|Received|.*\(Wstat|.*differs?\b|retry x|.*\d+ (failed|flaky))/;
/** A test that passed only when tried again: vitest says so behind its name, Playwright in its summary. */
const SECOND_TRY = /✓.*\(retry x\d+\)|^\s*\d+ flaky/;
const MOST = 60;

export class Transcript {
  /** @type {string[]} */
  #lines = [];

  /** Shows a line and keeps it. */
  say(line) {
    console.log(`    ${line}`);
    this.#lines.push(line.replace(COLOUR, ""));
  }

  /** Options of run() by which all that a program prints is said here. */
  get output() {
    return { both: true, onLine: (line) => this.say(line) };
  }

  /** The lines that tell of a failure, at most sixty; the end of what was printed where none does. */
  failures() {
    const telling = this.#lines.filter((line) => TELLING.test(line));
    return telling.length > 0 ? telling.slice(-MOST) : this.#lines.slice(-15);
  }

  /** Tests that passed on a second try: a fault to look into, though not a red run. */
  secondTries() {
    return this.#lines.filter((line) => SECOND_TRY.test(line)).map((line) => line.trim());
  }

  /** The number that the last line matching `pattern` gives, 0 without one. */
  count(pattern) {
    return Number(
      this.#lines.reduce((found, line) => pattern.exec(line)?.[1] ?? found, undefined) ?? 0,
    );
  }
}
