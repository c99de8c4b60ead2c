function need(name: string): string {
  const value = process.env[name];
  if (!value)
    throw new Error(
      `${name} is not set: the end-to-end tests run on a real stack (npm test starts one)`,
    );
  return value;
}

export const url = (): string => need("SEALSTONE_E2E_URL");
export const user = (): string => need("SEALSTONE_E2E_USER");
export const password = (): string => need("SEALSTONE_E2E_PASSWORD");
export const postgres = (): string => need("SEALSTONE_E2E_PG");
export const superuser = (): string => need("SEALSTONE_E2E_SUPERUSER_PG");
/** Settings of the stack's own API, for a second one beside it. */
export const apiEnvironment = (): Record<string, string> =>
  JSON.parse(need("SEALSTONE_E2E_API_ENV")) as Record<string, string>;
