/** Documents the console may send by hash: read from the manifest that its build writes, and read again when that changes. */
import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import type { Logger } from "pino";

export class Documents {
  readonly #path: string | undefined;
  readonly #logger: Logger;
  #known = new Map<string, string>();
  #modified = 0;
  #checkedAt = 0;

  constructor(path: string | undefined, logger: Logger) {
    this.#path = path;
    this.#logger = logger;
    this.#refresh();
  }

  get(hash: string): string | undefined {
    const found = this.#known.get(hash);
    if (found !== undefined) return found;
    if (Date.now() - this.#checkedAt > 1_000) this.#refresh();
    return this.#known.get(hash);
  }

  #refresh(): void {
    this.#checkedAt = Date.now();
    if (this.#path === undefined) return;
    try {
      const modified = statSync(this.#path).mtimeMs;
      if (modified === this.#modified) return;
      const parsed: unknown = JSON.parse(readFileSync(this.#path, "utf8"));
      if (typeof parsed !== "object" || parsed === null) throw new Error("not an object");
      const known = new Map<string, string>();
      for (const [hash, text] of Object.entries(parsed)) {
        if (typeof text !== "string") continue;
        known.set(hash, text);
        known.set(createHash("sha256").update(text).digest("hex"), text);
      }
      this.#known = known;
      this.#modified = modified;
    } catch (error) {
      this.#logger.warn(
        { err: error, path: this.#path },
        "the manifest of known documents cannot be read",
      );
    }
  }
}
