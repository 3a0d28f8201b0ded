import { createServer, type Server } from "node:net";
import { expect, type TestContext, test } from "vitest";
import { systemClock } from "#bridge/clock";
import { parseNetwork } from "#bridge/networks";
import { scanPorts } from "#bridge/scan";
import { SiteNetwork } from "#bridge/site-network";
import type { FromBridge } from "#contract/bridge";
import { say } from "#contract/texts";
import { NeighbourSimulator } from "../simulators/mikrotik-neighbours/neighbour-simulator.ts";
import { testRouter } from "./test-site.ts";

type News = Omit<Extract<FromBridge, { type: "scan" }>, "type">;

const network = (text: string) => parseNetwork(text) ?? { address: 0, prefix: 32 };

function siteNetwork(t: TestContext, settings: ConstructorParameters<typeof SiteNetwork>[0]): SiteNetwork {
  const site = new SiteNetwork(settings);
  t.onTestFinished(() => site.stop());
  return site;
}

async function listening(t: TestContext): Promise<{ server: Server; port: number; taken(): number }> {
  let taken = 0;
  const server = createServer((socket) => {
    taken += 1;
    socket.resume();
    socket.on("error", () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.onTestFinished(() => void server.close());
  const address = server.address();
  return { server, port: typeof address === "object" && address ? address.port : 0, taken: () => taken };
}

test("a scan finds the router's API among the addresses of its network, and says which port answered", async (t) => {
  const { port } = await testRouter(t, systemClock());
  const closed = await listening(t);
  closed.server.close();
  const site = siteNetwork(t, { subnets: [network("127.0.0.0/28")], ports: [port, closed.port] });
  const news: News[] = [];
  const begun = site.scan("s1", (one) => news.push(one));
  expect(begun).toMatchObject({ ok: true, result: { subnets: ["127.0.0.0/28"], total: 14 } });
  await expect.poll(() => news.at(-1)?.state).toBe("done");
  expect(news.at(-1)).toEqual({
    scanId: "s1",
    state: "done",
    checked: 14,
    total: 14,
    found: [{ address: "127.0.0.1", ports: [port] }],
  });
});

test("one scan runs at a time; it can be stopped, and another one begun", async (t) => {
  // Nobody answers in this documentation network, so that every try waits its whole time.
  const site = siteNetwork(t, { subnets: [{ address: 0xc0000200, prefix: 24 }], ports: [9] });
  const news: News[] = [];
  expect(site.scan("s1", (one) => news.push(one)).ok).toBe(true);
  expect(site.scan("s2", () => undefined)).toEqual({ ok: false, message: say("scan_running") });
  expect(site.cancel("s2").ok).toBe(false);
  expect(site.cancel("s1").ok).toBe(true);
  await expect.poll(() => news.at(-1)?.state).toBe("cancelled");
  expect(news.at(-1)?.checked).toBeLessThan(254);
  expect(site.scan("s3", () => undefined).ok).toBe(true);
});

test("a scan tries every address once and tells how far it is, forwards only", async (t) => {
  const { port } = await listening(t);
  const addresses = Array.from({ length: 200 }, (_, index) => `127.0.1.${index + 1}`);
  const told: number[] = [];
  const { checked, found } = await scanPorts({
    addresses,
    ports: [port, port],
    signal: new AbortController().signal,
    tell: (progress) => told.push(progress.checked),
  });
  expect(checked).toBe(200);
  expect(found).toEqual([]);
  expect(told).toEqual([...told].sort((one, other) => one - other));
});

test("a scan sends nothing: who listens there sees a connection that closes", async (t) => {
  const { port, taken } = await listening(t);
  const { found } = await scanPorts({
    addresses: ["127.0.0.1"],
    ports: [port],
    signal: new AbortController().signal,
    tell: () => undefined,
  });
  expect(found).toEqual([{ address: "127.0.0.1", ports: [port] }]);
  await expect.poll(taken).toBe(1);
});

test("two who look for routers at once are told the same, after one round of questions", async (t) => {
  const simulator = new NeighbourSimulator([
    { mac: "C4:AD:34:00:00:01", identity: "Main Gate", version: "7.18", board: "hEX", ipv4: "10.0.0.1" },
  ]);
  const { port } = await simulator.listen();
  t.onTestFinished(() => simulator.close());
  const site = siteNetwork(t, { ask: [{ address: "127.0.0.1", port }], listenPort: 0 });
  const [one, other] = await Promise.all([site.discover(), site.discover()]);
  expect(one).toMatchObject({
    ok: true,
    message: say("one_announced"),
    result: [{ mac: "C4:AD:34:00:00:01", address: "10.0.0.1" }],
  });
  expect(other).toBe(one);
  expect(simulator.questions).toBe(3);
});
