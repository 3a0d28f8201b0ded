import { spawn } from "node:child_process";
import { createSocket } from "node:dgram";
import { createInterface } from "node:readline";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mndpRequest, readAnnouncement } from "#bridge/mndp";
import { Neighbour } from "#contract/bridge-requests";
import { type Field, fieldsOf, packetOf } from "../simulators/mikrotik-neighbours/packet.ts";

const gate = {
  mac: "C4:AD:34:00:91:11",
  identity: "Main Gate",
  version: "7.18 (stable)",
  board: "RB760iGS",
  softwareId: "ABCD-1234",
  ipv4: "172.18.157.1",
  ipv6: "fe80:0000:0000:0000:764d:28ff:fe91:0d2f",
};
const said = { ...gate, ipv6: "fe80::764d:28ff:fe91:d2f" };

const withField = (field: Field) => packetOf([{ type: 1, value: Buffer.from("c4ad34009111", "hex") }, field]);
const identityOf = (bytes: Uint8Array) => readAnnouncement(withField({ type: 5, value: bytes }))?.identity;

describe("an announcement", () => {
  test("tells address, name, version and board", () => {
    expect(readAnnouncement(packetOf(fieldsOf(gate), 513))).toEqual(said);
  });

  test("is read whatever stands in its header, with unknown fields and padding", () => {
    const packet = packetOf([...fieldsOf(gate), { type: 900, value: Buffer.alloc(40, 7) }]);
    packet.writeUInt32BE(0x3cc60000);
    expect(readAnnouncement(Buffer.concat([packet, Buffer.alloc(3)]))).toEqual(said);
  });

  test("of a bare device is only its MAC address", () => {
    const nothing = { softwareId: null, identity: null, version: null, board: null, ipv4: null, ipv6: null };
    expect(readAnnouncement(packetOf(fieldsOf(gate).slice(0, 1)))).toEqual({ mac: gate.mac, ...nothing });
  });

  test("counts the first of two fields of one type", () => {
    const twice = [
      ...fieldsOf(gate),
      ...fieldsOf({ ...gate, identity: "Another", mac: "00:00:00:00:00:01" }),
    ];
    expect(readAnnouncement(packetOf(twice))).toEqual(said);
  });
});

/** What Debian's `mndp`, which listens on every interface, prints of one packet. */
async function readByMndp(packet: Buffer): Promise<string> {
  // Its lines come at once only by force: they go into a pipe.
  const mndp = spawn("stdbuf", ["-oL", "mndp"], { stdio: ["ignore", "pipe", "ignore"], timeout: 15_000 });
  const socket = createSocket("udp4");
  // Until it listens, packets are lost.
  const sending = setInterval(() => socket.send(packet, 5678, "127.0.0.1"), 100);
  try {
    for await (const line of createInterface(mndp.stdout)) if (line.startsWith("127.0.0.1")) return line;
    throw new Error("mndp (of mactelnet-client) ended before it read anything");
  } finally {
    clearInterval(sending);
    socket.close();
    mndp.kill();
  }
}

test("an announcement of the simulator is one to MAC-Telnet's own reader", async () => {
  const line = await readByMndp(packetOf(fieldsOf({ ...gate, uptimeSeconds: 93_600 })));
  // It takes the address from the packet's sender, and shows no leading zeros of the bytes of a MAC address.
  expect(line.split(/\s{2,}/)).toEqual([
    ...["127.0.0.1", "c4:ad:34:0:91:11", "Main Gate (MikroTik 7.18 (stable) RB760iGS)"],
    ...["up 1 days 2 hours", "ABCD-1234 ether2"],
  ]);
});

describe("no announcement", () => {
  const whole = packetOf(fieldsOf(gate));
  test.each([
    ["a question", mndpRequest],
    ["a question of nine bytes", new Uint8Array(9)],
    ["nothing", new Uint8Array()],
    ["a packet without a MAC address", packetOf(fieldsOf(gate).slice(1))],
    ["a MAC address of five bytes", packetOf([{ type: 1, value: new Uint8Array(5) }])],
    ["a packet that is cut in a field", whole.subarray(0, whole.byteLength - 2)],
    [
      "a packet larger than a frame",
      packetOf([...fieldsOf(gate), { type: 900, value: Buffer.alloc(1_500) }]),
    ],
  ])("is %s", (_what, packet) => {
    expect(readAnnouncement(packet)).toBeUndefined();
  });

  test("is one whose length leads out of the packet", () => {
    const packet = packetOf(fieldsOf(gate));
    packet.writeUInt16BE(0xffff, 6);
    expect(readAnnouncement(packet)).toBeUndefined();
  });
});

describe("a stranger's words", () => {
  test("lose what moves a cursor or turns the direction of writing", () => {
    const text = "\u001b[2JMain\u0000\u0007\u202e Gate\r\n\u2028\u200b";
    expect(identityOf(Buffer.from(text))).toBe("[2JMain Gate");
  });

  test("are cut at 100 characters, never within one", () => {
    expect(identityOf(Buffer.from("x".repeat(600)))).toBe("x".repeat(100));
    expect(identityOf(Buffer.from(`${"x".repeat(99)}😀`))).toBe("x".repeat(99));
  });

  test("that say nothing are none", () => {
    for (const empty of ["", "   ", "\u0000\u0001"]) expect(identityOf(Buffer.from(empty))).toBeNull();
  });
});

/** What is read goes over the link: it must be of the contract's form, whatever came in. */
function expectSound(packet: Uint8Array): void {
  const read = readAnnouncement(packet);
  if (!read) return;
  const { ipv4, ipv6, ...words } = read;
  Neighbour.parse({ ...words, address: ipv4 ?? ipv6 ?? "" });
  expect(read.mac).toMatch(/^([0-9A-F]{2}:){5}[0-9A-F]{2}$/);
  for (const word of [read.identity, read.version, read.board])
    if (word !== null) expect(word).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
}

test("any bytes are read without a fault, and give sound words or nothing", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 2_000 }), expectSound), { numRuns: 2_000 });
});

test("any fields are read without a fault, also with bytes changed and the end cut off", () => {
  const someType = fc.oneof(fc.constantFrom(1, 5, 7, 8, 10, 11, 12, 14, 15, 16, 17), fc.nat(65_535));
  const someField = fc.record({ type: someType, value: fc.uint8Array({ maxLength: 200 }) });
  const mac = { type: 1, value: new Uint8Array([1, 2, 3, 4, 5, 6]) };
  const harm = fc.record({ at: fc.nat(2_000), byte: fc.nat(255), cut: fc.nat(20) });
  fc.assert(
    fc.property(fc.array(someField, { maxLength: 12 }), fc.array(harm, { maxLength: 3 }), (fields, harms) => {
      let packet = packetOf([mac, ...fields]);
      expectSound(packet);
      for (const { at, byte, cut } of harms) {
        if (at < packet.byteLength) packet[at] = byte;
        packet = packet.subarray(0, packet.byteLength - cut);
        expectSound(packet);
      }
    }),
    { numRuns: 2_000 },
  );
});
