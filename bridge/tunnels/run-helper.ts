import { wireguardInterface, wireguardPort } from "#contract/values/tunnel-network";
import { TunnelHelper } from "./helper.ts";

/** Of the command line. `group` may ask the helper, beside root. */
export const tunnelOptions = {
  network: { type: "string" },
  number: { type: "string", default: "1" },
  port: { type: "string", default: String(wireguardPort) },
  interface: { type: "string", default: wireguardInterface },
  folder: { type: "string", default: "/var/lib/mlango-tunnels" },
  socket: { type: "string", default: "/run/mlango-tunnels/helper.sock" },
  group: { type: "string" },
} as const;

type Options = { network?: string | undefined; group?: string | undefined } & Record<
  "number" | "port" | "interface" | "folder" | "socket",
  string
>;

/** Until it is told to end. Tunnels stay. @throws where the machine's tools refuse */
export async function runTunnelHelper(options: Options): Promise<void> {
  const { network, group = null, number, port, ...rest } = options;
  if (network === undefined) throw new Error("Say which network: --network 10.67.0.0/16");
  const helper = new TunnelHelper({ ...rest, network, number: Number(number), port: Number(port) });
  await helper.listen(group);
  console.log(JSON.stringify({ ready: true }));
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void helper.close());
}
