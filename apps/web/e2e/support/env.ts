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
