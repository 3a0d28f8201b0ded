/** A device as it announces itself by MNDP. */
export type Neighbour = {
  mac: string;
  identity: string;
  version: string;
  board: string;
  /** Null: the device has no address yet. */
  ipv4: string | null;
  ipv6?: string;
  interfaceName?: string;
  uptimeSeconds?: number;
  softwareId?: string;
};

export type Field = { type: number; value: Uint8Array };

const text = (value: string) => Buffer.from(value, "utf8");

/** Everything that RouterOS 6.45 and newer says, in its order; the uptime alone is little-endian. */
export function fieldsOf(neighbour: Neighbour): Field[] {
  const { mac, identity, version, board, ipv4, ipv6, interfaceName = "ether2" } = neighbour;
  const uptime = Buffer.alloc(4);
  uptime.writeUInt32LE(neighbour.uptimeSeconds ?? 5_596);
  return [
    { type: 1, value: Buffer.from(mac.replaceAll(":", ""), "hex") },
    { type: 5, value: text(identity) },
    { type: 7, value: text(version) },
    { type: 8, value: text("MikroTik") },
    { type: 10, value: uptime },
    { type: 11, value: text(neighbour.softwareId ?? `SIMU-${mac.slice(-5).replace(":", "")}`) },
    { type: 12, value: text(board) },
    { type: 14, value: Buffer.from([1]) },
    ...(ipv6 === undefined ? [] : [{ type: 15, value: Buffer.from(ipv6.replaceAll(":", ""), "hex") }]),
    { type: 16, value: text(interfaceName) },
    ...(ipv4 === null ? [] : [{ type: 17, value: Buffer.from(ipv4.split(".").map(Number)) }]),
  ];
}

export function packetOf(fields: readonly Field[], sequence = 0): Buffer {
  const header = Buffer.alloc(4);
  header.writeUInt16BE(sequence % 65_536, 2);
  const parts = fields.map(({ type, value }) => {
    const head = Buffer.alloc(4);
    head.writeUInt16BE(type, 0);
    head.writeUInt16BE(value.byteLength, 2);
    return Buffer.concat([head, value]);
  });
  return Buffer.concat([header, ...parts]);
}
