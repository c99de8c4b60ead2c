#!/usr/bin/env node
/** sealstone-api: serve (default), admin, grants. */
const [command, ...rest] = process.argv.slice(2);

switch (command) {
  case undefined:
  case "serve":
    await import("./server.js");
    break;
  case "admin":
    process.argv = [process.argv[0] ?? "node", "admin.js", ...rest];
    await import("./admin.js");
    break;
  case "grants": {
    const { grantsSql, parseGrantArguments } = await import("./grants.js");
    process.stdout.write(grantsSql(parseGrantArguments(rest)));
    break;
  }
  default:
    console.error("usage: sealstone-api [serve | admin create ... | grants ...]");
    process.exitCode = 64;
}

export {};
