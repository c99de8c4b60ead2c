/**
 * Prints, for one database, the SQL that makes one login per level and grants each what it needs and no
 * more. To be run in that database by a superuser; run again, it changes nothing. It sets no password:
 * ALTER ROLE ... PASSWORD does that.
 *
 *   node dist/grants.js [--owner ROLE]... [--no-home] [--read SCHEMA]...
 *
 * --owner: a role that owns series tables; the admin login acts as it, and the SQL page may read its tables.
 * --read: schemas whose tables the SQL page may read (default: public).
 */
import { parseArgs } from "node:util";
import { migrationFiles } from "./db/migrate.js";
import { quoteIdentifier, quoteLiteral } from "./db/sql.js";

export const roles = {
  viewer: "sealstone_viewer",
  operator: "sealstone_operator",
  admin: "sealstone_admin",
  sql: "sealstone_sql",
  home: "sealstone_home",
} as const;

export interface GrantOptions {
  readonly owners: readonly string[];
  readonly home: boolean;
  readonly readSchemas: readonly string[];
}

export function grantsSql(options: GrantOptions): string {
  const lines: string[] = [
    "-- Sealstone: logins of the API and what each may do. Run as a superuser in each database.",
  ];
  const say = (line: string): void => {
    lines.push(line);
  };
  for (const role of Object.values(roles)) {
    say(
      `DO $$ BEGIN CREATE ROLE ${role} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS; EXCEPTION WHEN duplicate_object THEN NULL; END $$;`,
    );
  }
  const all = Object.values(roles).join(", ");
  say(
    `DO $$ BEGIN EXECUTE format('GRANT CONNECT ON DATABASE %I TO ${all}', current_database()); END $$;`,
  );
  say("");
  say(
    "-- every level reads the extension's views and others' query texts, as pg_stat_statements would show them",
  );
  say(
    `GRANT USAGE ON SCHEMA sealstone TO ${roles.viewer}, ${roles.operator}, ${roles.admin}, ${roles.sql};`,
  );
  say(
    `GRANT SELECT ON ALL TABLES IN SCHEMA sealstone TO ${roles.viewer}, ${roles.operator}, ${roles.admin};`,
  );
  say(`GRANT pg_monitor TO ${roles.viewer}, ${roles.operator}, ${roles.admin};`);
  say("");
  say("-- operators start work that loses no data, on every series there is and on those to come");
  say(`GRANT ${roles.operator} TO ${roles.admin};`);
  say(
    `DO $$ DECLARE s regclass; BEGIN
  IF to_regprocedure('sealstone.grant_operate(regclass, regrole)') IS NOT NULL THEN
    FOR s IN SELECT relation FROM sealstone.series_info LOOP PERFORM sealstone.grant_operate(s, '${roles.operator}'::regrole); END LOOP;
  END IF;
END $$;`,
  );
  say("-- and the person behind the login is recorded with each operation");
  for (const role of [roles.operator, roles.admin]) {
    say(`DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_settings WHERE name = 'sealstone.trust_actor') THEN ALTER ROLE ${role} SET sealstone.trust_actor = on; END IF;
END $$;`);
  }
  say("");
  say(
    "-- admins change policy and drop data as the owners of the tables: Postgres itself asks for ownership",
  );
  for (const owner of options.owners) say(`GRANT ${quoteIdentifier(owner)} TO ${roles.admin};`);
  say(`DO $$ DECLARE o name; BEGIN
  FOR o IN SELECT DISTINCT r.rolname FROM sealstone.series_info s JOIN pg_class c ON c.oid = s.relation::oid JOIN pg_roles r ON r.oid = c.relowner
           WHERE NOT r.rolsuper AND r.rolname <> '${roles.admin}' LOOP EXECUTE format('GRANT %I TO ${roles.admin}', o); END LOOP;
END $$;`);
  say("-- pausing all work is for the database's owner");
  say(`DO $$ DECLARE o name; BEGIN
  SELECT r.rolname INTO o FROM pg_database d JOIN pg_roles r ON r.oid = d.datdba WHERE d.datname = current_database() AND NOT r.rolsuper;
  IF o IS NOT NULL AND o <> '${roles.admin}' THEN EXECUTE format('GRANT %I TO ${roles.admin}', o); END IF;
END $$;`);
  say("");
  say(
    "-- the SQL page: a login that owns nothing and can write nothing; this is its boundary, not the read-only transaction",
  );
  say(`ALTER ROLE ${roles.sql} SET default_transaction_read_only = on;`);
  say(`ALTER ROLE ${roles.sql} SET statement_timeout = '60s';`);
  say(`ALTER ROLE ${roles.sql} SET temp_file_limit = '1GB';`);
  say(`ALTER ROLE ${roles.sql} CONNECTION LIMIT 4;`);
  say("REVOKE CREATE ON SCHEMA public FROM PUBLIC;");
  say(
    "DO $$ BEGIN EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database()); END $$;",
  );
  for (const owner of options.owners) {
    say(
      `DO $$ BEGIN EXECUTE format('GRANT TEMPORARY ON DATABASE %I TO ${quoteIdentifier(owner).replaceAll("'", "''")}', current_database()); END $$;`,
    );
  }
  for (const schema of options.readSchemas) {
    const name = quoteIdentifier(schema);
    say(`GRANT USAGE ON SCHEMA ${name} TO ${roles.sql};`);
    say(`GRANT SELECT ON ALL TABLES IN SCHEMA ${name} TO ${roles.sql};`);
    for (const owner of options.owners) {
      say(
        `ALTER DEFAULT PRIVILEGES FOR ROLE ${quoteIdentifier(owner)} IN SCHEMA ${name} GRANT SELECT ON TABLES TO ${roles.sql};`,
      );
      say(`GRANT CREATE, USAGE ON SCHEMA ${name} TO ${quoteIdentifier(owner)};`);
    }
  }
  say("-- it reads views of the extension, and calls nothing that changes something");
  say(`DO $$ DECLARE v regclass; BEGIN
  FOR v IN SELECT c.oid::regclass FROM pg_class c WHERE c.relnamespace = 'sealstone'::regnamespace AND c.relkind = 'v' LOOP
    EXECUTE format('GRANT SELECT ON %s TO ${roles.sql}', v);
  END LOOP;
END $$;`);
  say("");
  say("-- idempotency keys live in the database of the work they belong to");
  say(`CREATE SCHEMA IF NOT EXISTS sealstone_console AUTHORIZATION ${roles.home};`);
  say(`ALTER SCHEMA sealstone_console OWNER TO ${roles.home};`);
  say(`GRANT USAGE ON SCHEMA sealstone_console TO ${roles.operator}, ${roles.admin};`);
  say(
    "CREATE TABLE IF NOT EXISTS sealstone_console.migrations (set_name text, number int, name text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (set_name, number));",
  );
  say(`ALTER TABLE sealstone_console.migrations OWNER TO ${roles.home};`);
  say(`GRANT SELECT ON sealstone_console.migrations TO ${roles.operator}, ${roles.admin};`);
  for (const file of migrationFiles("target")) {
    say(`DO $migration$ BEGIN
IF NOT EXISTS (SELECT FROM sealstone_console.migrations WHERE set_name = 'target' AND number = ${file.number}) THEN
INSERT INTO sealstone_console.migrations (set_name, number, name) VALUES ('target', ${file.number}, ${quoteLiteral(file.name)});
${file.text}END IF;
END $migration$;`);
  }
  say(`ALTER TABLE sealstone_console.idempotency OWNER TO ${roles.home};`);
  say(
    `GRANT SELECT, INSERT, UPDATE, DELETE ON sealstone_console.idempotency TO ${roles.operator}, ${roles.admin};`,
  );
  if (options.home) {
    say("");
    say(
      "-- users, sessions, tokens and audit log: made by the API itself at its first start, in the schema it owns",
    );
  }
  return `${lines.join("\n")}\n`;
}

export function parseGrantArguments(args: readonly string[]): GrantOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      owner: { type: "string", multiple: true },
      read: { type: "string", multiple: true },
      home: { type: "boolean" },
      "no-home": { type: "boolean" },
    },
  });
  return {
    owners: values.owner ?? [],
    home: values["no-home"] !== true,
    readSchemas: values.read ?? ["public"],
  };
}

if (process.argv[1]?.endsWith("grants.js") === true) {
  process.stdout.write(grantsSql(parseGrantArguments(process.argv.slice(2))));
}
