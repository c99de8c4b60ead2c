/** SQL that a person may copy and run: names and texts quoted as Postgres reads them. */

export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** A relation beside another, its name longer by a suffix; both as Postgres prints them, schema and name quoted where they need it. */
export const beside = (qualifiedName: string, suffix: string): string =>
  qualifiedName.endsWith('"')
    ? `${qualifiedName.slice(0, -1)}${suffix}"`
    : `${qualifiedName}${suffix}`;
