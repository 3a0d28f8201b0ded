import { rmSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import type { Site } from "../site/site.ts";
import type { Machine } from "./machines.ts";

/** How a machine in a namespace of its own reaches the worker, which listens on this one: by a socket in a file, that can be cut. */
export class WayToWorker {
  private readonly machine: Machine;
  private readonly port: string;
  private server: Server | null = null;
  private readonly sockets = new Set<Socket>();

  constructor(machine: Machine, site: Site) {
    this.machine = machine;
    this.port = new URL(site.main).port;
  }

  private get wire(): string {
    return join(this.machine.dir, "worker.sock");
  }

  /** After the machine's power came, too. */
  async open(): Promise<void> {
    await this.join();
    await this.machine.start({
      name: "relay",
      script: "tests/support/tunnels/relay-process.ts",
      arguments: [this.port, this.wire],
    });
  }

  cut(): void {
    this.server?.close();
    this.server = null;
    for (const socket of this.sockets) socket.destroy();
    rmSync(this.wire, { force: true });
  }

  async join(): Promise<void> {
    if (this.server) return;
    rmSync(this.wire, { force: true });
    const server = createServer((near) => {
      const far = connect(Number(this.port), "127.0.0.1");
      near.pipe(far).pipe(near);
      for (const socket of [near, far]) {
        this.sockets.add(socket);
        socket.on("error", () => socket.destroy());
        socket.on("close", () => {
          this.sockets.delete(socket);
          near.destroy();
          far.destroy();
        });
      }
    });
    await new Promise<void>((resolve) => server.listen(this.wire, resolve));
    this.server = server;
  }
}
