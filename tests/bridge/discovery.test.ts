import { createSocket } from "node:dgram";
import { once } from "node:events";
import { expect, type TestContext, test } from "vitest";
import { type Discovery, DiscoveryFailed, discover } from "#bridge/discovery";
import { DiscoverResult } from "#contract/bridge-requests";
import { NeighbourSimulator } from "../simulators/mikrotik-neighbours/neighbour-simulator.ts";
import { fieldsOf, type Neighbour, packetOf } from "../simulators/mikrotik-neighbours/packet.ts";

const gate: Neighbour = {
  mac: "C4:AD:34:00:00:01",
  identity: "Main Gate",
  version: "7.18 (stable)",
  board: "RB760iGS",
  ipv4: "192.168.88.1",
};
const other = { ...gate, mac: "C4:AD:34:00:00:02", identity: "Annex", ipv4: "192.168.88.2" };

async function neighbours(t: TestContext, ...all: Neighbour[]) {
  const simulator = new NeighbourSimulator(all);
  const { port } = await simulator.listen();
  t.onTestFinished(() => simulator.close());
  const listen = (changes: Partial<Discovery> = {}) =>
    discover({
      ask: [{ address: "127.0.0.1", port }],
      listenPort: 0,
      listenMs: 600,
      signal: new AbortController().signal,
      ...changes,
    });
  return { simulator, port, listen };
}

test("hears every device that is asked, each once, by its own address", async (t) => {
  const { simulator, listen } = await neighbours(t, gate, other);
  const found = await listen();
  expect(found).toEqual([
    {
      mac: gate.mac,
      address: "192.168.88.1",
      identity: "Main Gate",
      version: "7.18 (stable)",
      board: "RB760iGS",
    },
    {
      mac: other.mac,
      address: "192.168.88.2",
      identity: "Annex",
      version: "7.18 (stable)",
      board: "RB760iGS",
    },
  ]);
  expect(simulator.questions).toBe(3);
});

test("a device that announces itself on several interfaces is one, by the address that it told first", async (t) => {
  const lan = { ...gate, softwareId: "ABCD-1234" };
  const guests = { ...lan, mac: "C4:AD:34:00:00:0A", ipv4: "10.5.50.1", interfaceName: "bridge-hotspot" };
  const bare = { ...other, softwareId: "" };
  const { listen } = await neighbours(t, lan, guests, bare, { ...bare, mac: "C4:AD:34:00:00:0B" });
  expect((await listen()).map(({ mac }) => mac)).toEqual([gate.mac, other.mac, "C4:AD:34:00:00:0B"]);
});

test("takes the address that the packet came from where the device tells none, or one that cannot be there", async (t) => {
  const { listen } = await neighbours(
    t,
    { ...gate, ipv4: null },
    { ...other, ipv4: "203.0.113.7" },
    { ...gate, mac: "C4:AD:34:00:00:03", ipv4: "127.0.0.9" },
  );
  expect((await listen()).map(({ address }) => address)).toEqual(["127.0.0.1", "127.0.0.1", "127.0.0.9"]);
});

test("outlives everything that is no announcement, and hears the others", async (t) => {
  const { simulator, listen } = await neighbours(t, gate);
  const whole = packetOf(fieldsOf(other));
  simulator.noise = [
    new Uint8Array(4),
    Buffer.from("GET / HTTP/1.1"),
    whole.subarray(0, whole.byteLength - 3),
    Buffer.alloc(1_400, 0xff),
  ];
  expect((await listen()).map(({ mac }) => mac)).toEqual([gate.mac]);
});

test("a flood of made-up devices ends at 256, in a form that the link takes", async (t) => {
  const { simulator, listen } = await neighbours(t);
  simulator.noise = Array.from({ length: 400 }, (_, index) =>
    packetOf(
      fieldsOf({
        ...gate,
        mac: `02:00:00:00:${(index >> 8).toString(16).padStart(2, "0")}:${(index & 255).toString(16).padStart(2, "0")}`,
        identity: "é".repeat(400),
      }),
    ),
  );
  const found = await listen();
  expect(found.length).toBe(256);
  expect(DiscoverResult.safeParse(found).success).toBe(true);
});

test("hears nobody where nobody is, and says so where nobody could be asked", async (t) => {
  const { listen } = await neighbours(t);
  expect(await listen()).toEqual([]);
  await expect(listen({ ask: [] })).rejects.toThrow(DiscoveryFailed);
});

test("says so when its port is taken by a program that does not share it", async (t) => {
  const holder = createSocket("udp4");
  holder.bind(0);
  await once(holder, "listening");
  t.onTestFinished(() => void holder.close());
  const { listen } = await neighbours(t);
  await expect(listen({ listenPort: holder.address().port })).rejects.toThrow(/does not let it listen/);
});

test("ends early when it is told to, and leaves nothing open", async (t) => {
  const { listen } = await neighbours(t, gate);
  const stop = new AbortController();
  const began = performance.now();
  const listening = listen({ listenMs: 30_000, signal: stop.signal });
  setTimeout(() => stop.abort(), 200);
  expect((await listening).map(({ mac }) => mac)).toEqual([gate.mac]);
  expect(performance.now() - began).toBeLessThan(5_000);
});
