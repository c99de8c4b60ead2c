/**
 * Makes or resets a user from the command line, for the first sign-in and for a lost password.
 *
 *   node dist/admin.js create --name admin [--role ADMIN] [--password-stdin | --password-file FILE] [--if-missing | --reset]
 *
 * Without a password given, one is made and printed once. A password is never taken from the command line.
 * Reads the same environment as the server.
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { pino } from "pino";
import { checkNewPassword, generatePassword, hashPassword } from "./auth/password.js";
import { ConfigError, loadConfig } from "./config.js";
import { Home } from "./db/home.js";
import { AppError } from "./errors.js";
import { insertAudit } from "./modules/audit/sql/audit.js";
import {
  credentialsByName,
  deleteSessionsOfUser,
  insertUser,
  updateUser,
} from "./modules/identity/sql/users.js";

const usage =
  "usage: admin create --name NAME [--role VIEWER|OPERATOR|ADMIN] [--password-stdin | --password-file FILE] [--if-missing | --reset]";

class Usage extends Error {}

function readPassword(values: { readonly stdin: boolean; readonly file: string | undefined }): {
  password: string;
  made: boolean;
} {
  if (values.stdin && values.file !== undefined)
    throw new Usage("Give one of --password-stdin and --password-file.");
  if (!values.stdin && values.file === undefined)
    return { password: generatePassword(), made: true };
  const text = readFileSync(values.file ?? 0, "utf8");
  return { password: text.replace(/\r?\n$/, ""), made: false };
}

async function main(args: readonly string[]): Promise<void> {
  const [command, ...rest] = args;
  if (command !== "create") throw new Usage(usage);
  const { values } = parseArgs({
    args: rest,
    options: {
      name: { type: "string" },
      role: { type: "string", default: "ADMIN" },
      "password-stdin": { type: "boolean", default: false },
      "password-file": { type: "string" },
      "if-missing": { type: "boolean", default: false },
      reset: { type: "boolean", default: false },
    },
  });
  const { name, role } = values;
  if (name === undefined || (role !== "VIEWER" && role !== "OPERATOR" && role !== "ADMIN"))
    throw new Usage(usage);
  const { password, made } = readPassword({
    stdin: values["password-stdin"],
    file: values["password-file"],
  });
  checkNewPassword(password);
  const config = loadConfig(process.env);
  const home = new Home({
    statementTimeoutMs: 60_000,
    url: config.homeUrl,
    logger: pino({ level: "silent" }),
    onStatement: () => undefined,
  });
  try {
    const existing = await credentialsByName(home, name);
    if (existing !== null && values["if-missing"]) {
      console.log(`${name} is there already.`);
      return;
    }
    if (existing !== null && !values.reset) {
      throw new Usage(
        `There is a user ${name} already: --reset gives it a new password, --if-missing leaves it.`,
      );
    }
    const passwordHash = await hashPassword(password);
    if (existing === null) await insertUser(home, { name, passwordHash, role });
    else {
      await home.transaction("resetUser", async (client) => {
        await updateUser(client, existing.id, { role, passwordHash, disabled: false });
        await deleteSessionsOfUser(client, existing.id, null);
      });
    }
    await insertAudit(home, {
      actor: null,
      actorKind: "anonymous",
      actorId: null,
      role: null,
      action: existing === null ? "createUser" : "resetUser",
      face: "command line",
      database: null,
      target: name,
      arguments: { name, role },
      sql: [],
      outcome: "SUCCEEDED",
      address: null,
      requestId: null,
    });
    console.log(
      existing === null
        ? `Made ${name} (${role.toLowerCase()}).`
        : `Reset ${name} (${role.toLowerCase()}); its sessions are ended.`,
    );
    if (made) console.log(`Password, shown once: ${password}`);
  } finally {
    await home.end();
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof Usage || error instanceof ConfigError) console.error(error.message);
  else if (error instanceof AppError) {
    const cause =
      error.details.cause instanceof AppError
        ? error.details.cause.details.cause
        : error.details.cause;
    console.error(
      `${error.message}${error.details.hint === undefined ? "" : ` ${error.details.hint}`}`,
    );
    if (cause instanceof Error)
      console.error(
        cause.message.replaceAll(/postgres(?:ql)?:\/\/\S+/g, "postgresql://[left out]"),
      );
  } else throw error;
  process.exitCode = 1;
}
