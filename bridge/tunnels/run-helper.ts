import { wireguardInterface, wireguardPort } from "#contract/values/tunnel-network";
import { TunnelHelper } from "./helper.ts";

/** Of the command line. `group` may ask the helper, beside root. `openvpn` is the folder of its OpenVPN. */
export const tunnelOptions = {
  network: { type: "string" },
  number: { type: "string", default: "1" },
  port: { type: "string", default: String(wireguardPort) },
  interface: { type: "string", default: wireguardInterface },
  folder: { type: "string", default: "/var/lib/mlango-tunnels" },
  socket: { type: "string", default: "/run/mlango-tunnels/helper.sock" },
  group: { type: "string" },
  openvpn: { type: "string", default: "/var/lib/mlango-openvpn" },
  "openvpn-interface": { type: "string", default: "tun-mlango" },
  "openvpn-management": { type: "string", default: "/run/mlango-openvpn" },
  "openvpn-user": { type: "string" },
} as const;

type Given = {
  network?: string | undefined;
  group?: string | undefined;
  "openvpn-user"?: string | undefined;
};
type Options = Given & Record<Exclude<keyof typeof tunnelOptions, keyof Given>, string>;

/** Until it is told to end. Tunnels stay. @throws where the machine's tools refuse */
export async function runTunnelHelper(options: Options): Promise<void> {
  const { network, group = null, number, port, interface: name, folder, socket } = options;
  if (network === undefined) throw new Error("Say which network: --network 10.67.0.0/16");
  const helper = await TunnelHelper.start({
    network,
    number: Number(number),
    port: Number(port),
    interface: name,
    folder,
    socket,
    openvpn: {
      folder: options.openvpn,
      interface: options["openvpn-interface"],
      management: options["openvpn-management"],
      user: options["openvpn-user"] ?? null,
    },
  });
  await helper.listen(group);
  console.log(JSON.stringify({ ready: true }));
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void helper.close());
}
