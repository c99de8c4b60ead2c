// What the scripts print: numbered steps with their time, sentences for a person, one way to fail.

const tty = process.stdout.isTTY;
const paint = (code, text) => (tty ? `\u001b[${code}m${text}\u001b[0m` : text);

export const bold = (text) => paint(1, text);
export const dim = (text) => paint(2, text);
export const red = (text) => paint(31, text);
export const green = (text) => paint(32, text);

/** An error whose message is the whole story: one sentence of what is wrong, one of what to do. */
export class Trouble extends Error {
  /** @param {string} what @param {string} [remedy] */
  constructor(what, remedy) {
    super(remedy ? `${what}\n  ${remedy}` : what);
    this.name = "Trouble";
  }
}

/** Seconds with one digit, as the steps print them. */
export const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/**
 * Runs one named step, and prints how long it took.
 * The step may return a short note that is shown beside the time.
 * @template T
 * @param {string} name
 * @param {(progress: (text: string) => void) => Promise<T> | T} work
 * @returns {Promise<T>}
 */
export async function step(name, work) {
  const since = Date.now();
  let shown = 0;
  const progress = (text) => {
    if (tty) {
      process.stdout.write(`\r\u001b[K  ${dim("…")} ${name} ${dim(text)}`);
    } else if (Date.now() - shown > 15_000) {
      shown = Date.now();
      console.log(`  … ${name} ${text}`);
    }
  };
  progress("");
  try {
    const result = await work(progress);
    const note = typeof result === "string" ? ` ${dim(result)}` : "";
    if (tty) process.stdout.write("\r\u001b[K");
    console.log(`  ${green("✓")} ${name} ${dim(seconds(since))}${note}`);
    return result;
  } catch (error) {
    if (tty) process.stdout.write("\r\u001b[K");
    console.log(`  ${red("✗")} ${name} ${dim(seconds(since))}`);
    throw error;
  }
}

/** A progress bar of fixed width: fraction 0 to 1. */
export function bar(fraction, width = 30) {
  const full = Math.round(Math.max(0, Math.min(1, fraction)) * width);
  return `[${"#".repeat(full)}${"-".repeat(width - full)}] ${(fraction * 100).toFixed(0).padStart(3)}%`;
}

/**
 * Runs a script's main function: a Trouble prints its sentence, anything else its stack; exit code 1. Interrupted, it says so and what
 * to do next, clears up, and ends with 130 (143 for SIGTERM).
 * @param {() => Promise<void> | void} work
 * @param {{ interrupted?: { sentence?: string, cleanup?: () => Promise<unknown> } }} [options]
 */
export async function main(work, { interrupted } = {}) {
  let leaving = false;
  const leave = async (signal) => {
    // a second one does not wait for what the first has begun
    if (leaving) process.exit(130);
    leaving = true;
    console.error(`\n${red("Interrupted.")} ${interrupted?.sentence ?? ""}`.trimEnd());
    try {
      await interrupted?.cleanup?.();
    } finally {
      process.exit(signal === "SIGINT" ? 130 : 143);
    }
  };
  process.on("SIGINT", leave);
  process.on("SIGTERM", leave);
  try {
    await work();
  } catch (error) {
    // what was interrupted fails; that was said
    if (leaving) return;
    if (error instanceof Trouble) {
      console.error(`\n${red("Stopped:")} ${error.message}`);
    } else {
      console.error(`\n${red("Stopped by an unexpected error:")}`);
      console.error(error);
    }
    process.exitCode = 1;
  }
}
