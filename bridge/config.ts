import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { parseIpv4 } from "./ipv4.ts";
import { isLoopbackHost } from "./loopback.ts";
import { parseNetwork } from "./networks.ts";
import type { NetworkSettings } from "./site-network.ts";

export class BadConfig extends Error {
  override readonly name = "BadConfig";
}

/** `folder` keeps everything that must survive. `server` is an origin; without one the enrolment's holds. */
export type BridgeConfig = {
  folder: string;
  server: string | undefined;
  name: string | undefined;
  network?: NetworkSettings | undefined;
  /** The voucher page listens here, where that is not the port that routers were given. */
  pagePort?: number | undefined;
  /** At a host of the platform: where its tunnel helper listens. */
  tunnels?: string | undefined;
  /** What brings other versions to this machine: the updater of its service, or a new image of its container. Absent: a person. */
  updates?: "service" | "image" | undefined;
};

const Port = z.int().min(1).max(65_535);

const Place = z.string().transform((text, context) => {
  const [address = "", port] = text.split(":");
  const place = { address, port: Number(port) };
  if (parseIpv4(address) !== undefined && Port.safeParse(place.port).success) return place;
  context.addIssue({
    code: "custom",
    message: `not an address and a port like 192.168.88.255:5678: ${text}`,
  });
  return z.NEVER;
});

const Subnet = z.string().transform((text, context) => {
  const network = parseNetwork(text);
  if (network) return network;
  context.addIssue({ code: "custom", message: `not a private network of at most 256 addresses: ${text}` });
  return z.NEVER;
});

/** `discovery` and `scan` replace the machine's own private networks and MikroTik's ports: for other sites, and for tests. */
const File = z.strictObject({
  server: z.string().optional(),
  name: z.string().optional(),
  discovery: z
    .strictObject({
      ask: z.array(Place).max(32).optional(),
      listenPort: z.union([Port, z.literal(0)]).optional(),
    })
    .optional(),
  scan: z
    .strictObject({ subnets: z.array(Subnet).max(32).optional(), ports: z.array(Port).max(8).optional() })
    .optional(),
  page: z.strictObject({ port: Port }).optional(),
});

/** From BRIDGE_DIR, MLANGO_ORIGIN and BRIDGE_NAME, else from `config.json` in the state folder. @throws BadConfig */
export function readConfig(env: Record<string, string | undefined>): BridgeConfig {
  const folder = env.BRIDGE_DIR;
  if (!folder) throw new BadConfig("Set BRIDGE_DIR to the folder in which this bridge keeps its state.");
  const file = readFile(join(folder, "config.json"));
  const server = env.MLANGO_ORIGIN || file.server;
  return {
    folder,
    server: server && originOf(server),
    name: env.BRIDGE_NAME || file.name,
    network: { ...file.discovery, ...file.scan },
    pagePort: file.page?.port,
    tunnels: env.MLANGO_TUNNELS || undefined,
    updates: updatesOf(env.MLANGO_UPDATES),
  };
}

const updatesOf = (said: string | undefined) => (said === "service" || said === "image" ? said : undefined);

/** Router passwords travel on the link: without TLS it must not leave the machine. Throws `BadConfig`. */
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
