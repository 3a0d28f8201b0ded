import { formatIpv4 } from "./ipv4.ts";

// MikroTik Neighbor Discovery Protocol over UDP 5678, as Wireshark's field list and MAC-Telnet's protocol.h have it: two
// bytes of header, a sequence number, then type (u16 BE), length (u16 BE) and value, again and again. Anybody on the
// network can send such packets, so nothing in them is believed to be of a sound form.

export const mndpPort = 5678;

/** Asks every device to announce itself now; they do so by themselves about once a minute. */
export const mndpRequest: Uint8Array = new Uint8Array(4);

export type Announcement = {
  mac: string;
  /** Of the licence: the same on every interface of a device. */
  softwareId: string | null;
  identity: string | null;
  version: string | null;
  board: string | null;
  ipv4: string | null;
  ipv6: string | null;
};

const field = { mac: 1, identity: 5, version: 7, softwareId: 11, board: 12, ipv6: 15, ipv4: 17 } as const;
const headerBytes = 4;
/** One Ethernet frame; announcements are never cut into several. */
const longestPacket = 1_500;
const longestText = 100;

/** Undefined for what is no announcement: a request, another protocol, lengths that lead out of the packet. */
export function readAnnouncement(packet: Uint8Array): Announcement | undefined {
  if (packet.byteLength > longestPacket) return undefined;
  const fields = readFields(packet);
  const mac = fields?.get(field.mac);
  if (!fields || mac?.byteLength !== 6) return undefined;
  const text = (type: number) => readText(fields.get(type));
  return {
    mac: Buffer.from(mac).toString("hex").toUpperCase().match(/../g)?.join(":") ?? "",
    softwareId: text(field.softwareId),
    identity: text(field.identity),
    version: text(field.version),
    board: text(field.board),
    ipv4: readIpv4(fields.get(field.ipv4)),
    ipv6: readIpv6(fields.get(field.ipv6)),
  };
}

/** Of a type that comes twice the first counts. */
function readFields(packet: Uint8Array): Map<number, Uint8Array> | undefined {
  const view = new DataView(packet.buffer, packet.byteOffset, packet.byteLength);
  const fields = new Map<number, Uint8Array>();
  let at = headerBytes;
  // What is shorter than a type and a length is padding.
  while (at + 4 <= packet.byteLength) {
    const type = view.getUint16(at);
    const end = at + 4 + view.getUint16(at + 2);
    if (end > packet.byteLength) return undefined;
    if (!fields.has(type)) fields.set(type, packet.subarray(at + 4, end));
    at = end;
  }
  return fields;
}

/** One line of plain text: what would move a cursor or turn the direction of writing is taken out. */
function readText(bytes: Uint8Array | undefined): string | null {
  if (!bytes) return null;
  const plain = new TextDecoder().decode(bytes).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "");
  const cut = plain
    .trim()
    .slice(0, longestText)
    // A character of two halves is cut as a whole.
    .replace(/[\uD800-\uDBFF]$/, "")
    .trim();
  return cut === "" ? null : cut;
}

function readIpv4(bytes: Uint8Array | undefined): string | null {
  if (bytes?.byteLength !== 4) return null;
  const address = new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0);
  return address === 0 ? null : formatIpv4(address);
}

function readIpv6(bytes: Uint8Array | undefined): string | null {
  if (bytes?.byteLength !== 16 || bytes.every((byte) => byte === 0)) return null;
  const groups = Buffer.from(bytes).toString("hex").match(/..../g) ?? [];
  return new URL(`http://[${groups.join(":")}]`).hostname.slice(1, -1);
}
