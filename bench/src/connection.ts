import pg from "pg";

/** A connection of the bench's. A server that goes away is told by the next statement, and not by an event that ends the process. */
export async function connect(url: string, options: pg.ClientConfig = {}): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "sealstone bench",
    ...options,
  });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}
