// Prometheus's own checker, for the tests of the alert rules: the one on the PATH, else the file out of Debian's package, kept in
// the cache. The package is not installed: that would start a Prometheus.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { capture, run } from "./run.mjs";
import { cacheDir } from "./state.mjs";

/**
 * Its path; undefined where none is to be had, and the tests that use it are skipped.
 * @param {string} log
 * @param {(names: string[]) => void} announce told before anything is downloaded
 */
export async function findPromtool(log, announce) {
  const there = capture("which", ["promtool"]);
  if (there) return there;
  const kept = join(cacheDir, "promtool");
  if (existsSync(kept)) return kept;
  const work = join(cacheDir, "promtool.new");
  try {
    rmSync(work, { recursive: true, force: true });
    mkdirSync(work, { recursive: true });
    announce(["prometheus (only promtool is taken out of it)"]);
    await run("apt-get", ["-o", "APT::Sandbox::User=", "download", "prometheus"], {
      cwd: work,
      log,
    });
    const archive = readdirSync(work).find((name) => name.endsWith(".deb"));
    if (!archive) return undefined;
    await run("dpkg-deb", ["-x", archive, "."], { cwd: work, log });
    renameSync(join(work, "usr/bin/promtool"), kept);
    return kept;
  } catch {
    // no apt, or none that offers it
    return undefined;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
