import { chmodSync, rmSync } from "node:fs";
import { createConnection, createServer } from "node:net";
import { join } from "node:path";
import * as z from "zod";
import { parseJson } from "./parse-json.ts";

// What a running bridge says of itself to a person at its machine: over a socket in the state folder, which only its own
// user may enter. Nothing is written to the disk for it, which at many sites is a memory card.

export const Status = z.object({
  pid: z.int(),
  version: z.string(),
  bridgeId: z.string(),
  name: z.string(),
  server: z.string(),
  /** Seconds since it started. */
  uptime: z.number(),
  link: z.enum(["waiting", "dialling", "up", "stopped"]),
  /** Seconds in this state. */
  linkFor: z.number(),
  /** Set once the server runs a newer version. */
  newest: z.string().nullable(),
  /** Resident, in bytes. */
  memory: z.number(),
  routers: z.array(
    z.object({
      routerId: z.string(),
      address: z.string(),
      state: z.enum(["reachable", "unreachable", "refused", "superseded"]).nullable(),
      message: z.string(),
      /** What keeps the bridge from its work: a kind of `RouterFault`, `bridge` for its own machine, or `moved`. */
      cause: z.string().nullable(),
      version: z.string().nullable(),
    }),
  ),
  /** Purchases that are let out, or shall be. */
  served: z.int(),
  /** Events that the worker has not acknowledged yet. */
  unacknowledged: z.int(),
});
export type Status = z.infer<typeof Status>;

const socketIn = (folder: string) => join(folder, "status.sock");

/** Answers until the returned function is called. A path too long for a socket (107 bytes) goes to `failed`. */
export function serveStatus(folder: string, read: () => Status, failed: (why: string) => void): () => void {
  const path = socketIn(folder);
  rmSync(path, { force: true });
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.end(JSON.stringify(read()));
  });
  server.on("error", ({ message }) => failed(message));
  server.listen(path, () => chmodSync(path, 0o600));
  server.unref();
  return () => {
    server.close();
    rmSync(path, { force: true });
  };
}

export function askStatus(folder: string): Promise<Status | undefined> {
  return new Promise((resolve) => {
    let text = "";
    const socket = createConnection(socketIn(folder));
    socket.setTimeout(3_000, () => socket.destroy());
    socket.setEncoding("utf8");
    socket.on("data", (chunk) => {
      text += chunk;
    });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(Status.safeParse(parseJson(text)).data));
  });
}
