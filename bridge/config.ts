import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { isLoopbackHost } from "./loopback.ts";

/** A setting is missing or cannot be used; the message says which one and how to set it. */
export class BadConfig extends Error {
  override readonly name = "BadConfig";
}

/** `folder` keeps everything that must survive. `server` is an origin; without one the enrolment's holds. */
export type BridgeConfig = { folder: string; server: string | undefined; name: string | undefined };

const File = z.strictObject({ server: z.string().optional(), name: z.string().optional() });

/**
 * From the environment (BRIDGE_DIR, MLANGO_ORIGIN, BRIDGE_NAME) and, where that is silent, from `config.json` in the
 * state folder (`server`, `name`). Throws `BadConfig`.
 */
export function readConfig(env: Record<string, string | undefined>): BridgeConfig {
  const folder = env.BRIDGE_DIR;
  if (!folder) throw new BadConfig("Set BRIDGE_DIR to the folder in which this bridge keeps its state.");
  const file = readFile(join(folder, "config.json"));
  const server = env.MLANGO_ORIGIN || file.server;
  return { folder, server: server && originOf(server), name: env.BRIDGE_NAME || file.name };
}

/** Router passwords travel on the line: without TLS it must not leave the machine. Throws `BadConfig`. */
export function originOf(server: string): string {
  const url = URL.parse(server);
  if (!url || !["http:", "https:"].includes(url.protocol))
    throw new BadConfig(`The server must be an address like https://mlango.example, not "${server}".`);
  if (url.protocol === "http:" && !isLoopbackHost(url.hostname))
    throw new BadConfig(`The server must be reached by https: ${server} would send passwords in the clear.`);
  return url.origin;
}

function readFile(path: string): z.infer<typeof File> {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return {};
    throw error;
  }
  try {
    return File.parse(JSON.parse(text));
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new BadConfig(`${path} cannot be understood: ${why}`);
  }
}
