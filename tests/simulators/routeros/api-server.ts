/** The listening side of the API, and who is let in before a word is spoken. */

import { createServer, type Server, type Socket } from "node:net";
import { ApiConnection, type ConnectionOwner } from "./api-connection.ts";
import { allowedBy } from "./faults.ts";
import type { RouterState } from "./state.ts";

interface ApiServerOwner extends ConnectionOwner {
  readonly state: RouterState;
  isReachable(): boolean;
  save(): void;
}

export class ApiServer {
  readonly #owner: ApiServerOwner;
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;

  constructor(owner: ApiServerOwner) {
    this.#owner = owner;
  }

  get port(): number | null {
    const address = this.#server?.address();
    return typeof address === "object" && address !== null ? address.port : null;
  }

  get peers(): string[] {
    return [...this.#sockets].map(({ remoteAddress, remotePort }) => `${remoteAddress}:${remotePort}`);
  }

  /** Rejects with the error of the system, such as EADDRINUSE. */
  listen(port: number, address = "127.0.0.1"): Promise<{ port: number }> {
    if (this.#server !== null) return Promise.reject(new Error("The router listens already."));
    const server = createServer((socket) => this.#accept(socket));
    this.#server = server;
    return new Promise((resolve, reject) => {
      server.once("error", (error) => {
        this.#server = null;
        reject(error);
      });
      server.listen(port, address, () => {
        const bound = server.address();
        resolve({ port: typeof bound === "object" && bound !== null ? bound.port : port });
      });
    });
  }

  async close(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    this.dropConnections();
    if (server !== null) await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  dropConnections(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  #accept(socket: Socket): void {
    const { faults, state } = this.#owner;
    this.#sockets.add(socket);
    socket.setNoDelay(true);
    socket.on("close", () => this.#sockets.delete(socket));
    // A peer that resets is a normal event for a router; "close" follows and is what counts.
    socket.on("error", () => socket.destroy());
    if (!this.#owner.isReachable()) {
      if (faults.unreachable === "reset") socket.resetAndDestroy();
      else socket.resume();
      return;
    }
    if (faults.accept === "close" || !allowedBy(faults.apiAddresses, socket.remoteAddress ?? "")) {
      socket.end();
      return;
    }
    if (faults.accept === "silent") {
      socket.resume();
      return;
    }
    state.connections += 1;
    this.#owner.save();
    new ApiConnection(socket, this.#owner, state.connections);
  }
}
