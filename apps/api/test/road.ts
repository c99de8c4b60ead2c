import { connect, createServer, type Server, type Socket } from "node:net";
import { clusterUrl } from "./harness.js";

/** A way to the cluster that can be cut and mended, as when a server goes down. */
export class Road {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #cut = false;
  /** Where it leads: host and port of this. */
  #to: string;
  port = 0;

  constructor(to = clusterUrl()) {
    this.#to = to;
    this.#server = createServer((incoming) => {
      if (this.#cut) {
        incoming.destroy();
        return;
      }
      const { hostname, port } = new URL(this.#to);
      const outgoing = connect(Number(port || 5432), hostname);
      for (const socket of [incoming, outgoing]) {
        this.#sockets.add(socket);
        socket.on("error", () => undefined);
        socket.on("close", () => {
          this.#sockets.delete(socket);
          incoming.destroy();
          outgoing.destroy();
        });
      }
      incoming.pipe(outgoing).pipe(incoming);
    });
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const address = this.#server.address();
    if (typeof address === "object" && address !== null) this.port = address.port;
  }

  cut(): void {
    this.#cut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  mend(): void {
    this.#cut = false;
  }

  /** Nothing passes and nothing ends, as when a server hangs; for the connections there are. */
  freeze(): void {
    for (const socket of this.#sockets) socket.unpipe().pause();
  }

  /** From here on to another server, as when a name or an address is moved. */
  lead(to: string): void {
    this.#to = to;
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  url(url: string): string {
    const over = new URL(url);
    over.hostname = "127.0.0.1";
    over.port = String(this.port);
    return over.toString();
  }
}
