/**
 * The simulator as a process of its own:
 *
 *     node tests/simulators/routeros/serve.ts <options as JSON>
 *
 * Options are those of RouterSimulator without clock and store, and `state` (a file; absent: memory), `port` and
 * `controlPort` (0 or absent: free ports). Prints one line of JSON, {"port","controlPort"}, when both listen on
 * 127.0.0.1. SIGTERM and SIGINT stop it.
 */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { fileStore } from "../file-store.ts";
import { memoryStore } from "../store.ts";
import { RouterSimulator } from "./router-simulator.ts";
import type { RouterOptions } from "./settings.ts";

export interface ServeOptions extends Omit<RouterOptions, "clock" | "store"> {
  readonly state?: string;
  readonly port?: number;
  readonly controlPort?: number;
}

async function answerControl(
  router: RouterSimulator,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const method = incoming.method ?? "GET";
  const body = await text(incoming);
  const request = new Request(`http://127.0.0.1${incoming.url ?? "/"}`, {
    method,
    ...(method === "GET" || method === "HEAD" ? {} : { body }),
  });
  const answer =
    (await router.handle(request)) ?? Response.json({ error: "Nothing is here." }, { status: 404 });
  outgoing.writeHead(answer.status, { "content-type": "application/json" });
  outgoing.end(await answer.text());
}

export async function serve(
  options: ServeOptions,
): Promise<{ port: number; controlPort: number; stop(): Promise<void> }> {
  const store = options.state === undefined ? memoryStore() : fileStore(options.state);
  const router = new RouterSimulator({ ...options, clock: Date, store });
  const { port } = await router.listen(options.port ?? 0);
  const control = createServer((incoming, outgoing) => {
    answerControl(router, incoming, outgoing).catch((error: unknown) => {
      console.error(error);
      outgoing.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    control.once("error", reject);
    control.listen(options.controlPort ?? 0, "127.0.0.1", resolve);
  });
  const address = control.address() as AddressInfo;
  return {
    port,
    controlPort: address.port,
    stop: async () => {
      control.closeAllConnections();
      await new Promise<void>((resolve) => control.close(() => resolve()));
      await router.close();
    },
  };
}

if (import.meta.main) {
  const options: ServeOptions = JSON.parse(process.argv[2] ?? '{"users":[]}');
  const served = await serve(options);
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => {
      served.stop().catch((error: unknown) => console.error(error));
    });
  }
  console.log(JSON.stringify({ port: served.port, controlPort: served.controlPort }));
}
