// Completes the folder that runs by itself: Next leaves the files a browser fetches beside it.
import { cpSync, existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const web = join(dirname(fileURLToPath(import.meta.url)), "..");
const alone = join(web, ".next/standalone/apps/web");
cpSync(join(web, ".next/static"), join(alone, ".next/static"), { recursive: true });
if (existsSync(join(web, "public"))) {
  cpSync(join(web, "public"), join(alone, "public"), { recursive: true });
}
