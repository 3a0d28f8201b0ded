import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { FromBridge } from "#contract/bridge";
import { cancelScan, discoverRouters, readScan, type Scan, scanNetwork } from "#contract/routers";
import { asItIs } from "#contract/texts";
import { closeAllLinks, type FakeLink } from "../../support/fake-bridge.ts";
import { newBridge, RouterWorld } from "./router-world.ts";

let world: RouterWorld;
let routerId: string;

beforeAll(async () => {
  world = await RouterWorld.make();
  routerId = (await world.added({ host: "192.168.88.1" })).id;
});
afterEach(async () => {
  vi.useRealTimers();
  await closeAllLinks();
});

const gate = {
  address: "192.168.88.1",
  mac: "C4:AD:34:00:00:01",
  identity: "Main Gate",
  version: "7.18",
  board: "hEX",
};
const annex = { ...gate, address: "192.168.88.2", mac: "C4:AD:34:00:00:02", identity: null };

/** The bridge's answer to the next request of this kind. */
async function answerNext(
  link: FakeLink,
  kind: string,
  said: { ok: boolean; message: string; result?: unknown },
) {
  const { id, request } = await link.next("request", (message) => message.request.kind === kind);
  link.say({ type: "answer", id, ...said, message: asItIs(said.message) } as FromBridge);
  return request;
}

describe("looking for routers by their announcements", () => {
  const discover = (body: Record<string, unknown> = {}, who: "demo" | "savanna" = "demo") =>
    world.ask(discoverRouters, { body }, who);

  test("lists what the bridge heard, and which of them are in use already", async () => {
    const link = await world.bridge.connect();
    const asking = discover();
    await answerNext(link, "discover", { ok: true, message: "2 answered.", result: [gate, annex] });
    const answer = await asking;
    const words = { version: "7.18", board: "hEX", ports: [] };
    expect(answer.ok && answer.answer).toEqual({
      success: true,
      message: "The bridge says: 2 answered.",
      bridgeId: world.bridge.id,
      found: [
        { address: gate.address, macAddress: gate.mac, identity: "Main Gate", ...words, routerId },
        { address: annex.address, macAddress: annex.mac, identity: null, ...words, routerId: null },
      ],
    });
  });

  test("that ran and failed is told with the bridge's sentence", async () => {
    const link = await world.bridge.connect();
    const asking = discover();
    await answerNext(link, "discover", { ok: false, message: "The port is taken." });
    const answer = await asking;
    expect(answer.ok && answer.answer).toEqual({
      success: false,
      message: "The bridge says: The port is taken.",
      bridgeId: world.bridge.id,
      found: [],
    });
  });

  test("never shows what is no list of devices, nor more than 256 of them", async () => {
    const link = await world.bridge.connect();
    for (const result of [
      { devices: 1 },
      Array.from({ length: 257 }, () => gate),
      [{ ...gate, address: 7 }],
      null,
    ]) {
      const asking = discover();
      await answerNext(link, "discover", { ok: true, message: "Here.", result });
      const answer = await asking;
      expect(answer.ok && answer.answer).toMatchObject({ success: false, found: [] });
    }
  });

  test("needs a bridge that is there, and new enough", async () => {
    expect(await world.refused(discoverRouters)).toEqual([503, "The bridge at this site is not connected."]);
    const link = await world.bridge.dial();
    await link.hello({ requests: undefined });
    await link.next("welcome");
    expect(await world.refused(discoverRouters)).toEqual([
      503,
      "The bridge at this site is too old for this. Update it there and start it again.",
    ]);
    expect(link.all("request")).toEqual([]);
  });

  test("is not done through another provider's bridge", async () => {
    const link = await world.foreignBridge.connect();
    for (const endpoint of [discoverRouters, scanNetwork])
      for (const bridgeId of [world.foreignBridge.id, "nobody"])
        expect(await world.refused(endpoint, { body: { bridgeId } })).toEqual([
          404,
          "This bridge does not exist.",
        ]);
    await link.settled();
    expect(link.all("request")).toEqual([]);
  });

  test("where a provider has several bridges uses the one that is there, else asks which", async () => {
    const second = await newBridge(world.seeded.savanna, "Second");
    const which = [400, "You have several bridges: choose the site to search."];
    expect(await world.refused(discoverRouters, {}, "savanna")).toEqual(which);
    const link = await second.connect();
    const asking = discover({}, "savanna");
    await answerNext(link, "discover", { ok: true, message: "None.", result: [] });
    const answer = await asking;
    expect(answer.ok && answer.answer.bridgeId).toBe(second.id);
    await world.foreignBridge.connect();
    expect(await world.refused(discoverRouters, {}, "savanna")).toEqual(which);
  });

  test("without any bridge says that none is installed", async () => {
    await env.DB.prepare("UPDATE bridges SET revoked_at = 1 WHERE provider_id = ?1")
      .bind(world.seeded.savanna.id)
      .run();
    expect(await world.refused(discoverRouters, {}, "savanna")).toEqual([503, "No bridge installed"]);
    await env.DB.prepare("UPDATE bridges SET revoked_at = NULL").run();
  });
});

describe("a scan of the site's networks", () => {
  const begun = { ok: true, message: "Begun.", result: { subnets: ["192.168.88.0/24"], total: 254 } };

  async function begin(link: FakeLink): Promise<Scan> {
    const asking = world.ask(scanNetwork, { body: {} });
    await answerNext(link, "scan", begun);
    const answer = await asking;
    if (!answer.ok) throw new Error(answer.text);
    return answer.answer.scan;
  }

  const read = async (id: string) => {
    const answer = await world.ask(readScan, { params: { id } });
    if (!answer.ok) throw new Error(answer.text);
    return answer.answer;
  };

  async function tell(link: FakeLink, news: Omit<Extract<FromBridge, { type: "scan" }>, "type" | "total">) {
    link.say({ type: "scan", total: 254, ...news });
    await link.settled();
  }

  /** So that the next test can begin one of its own. */
  const finish = (link: FakeLink, scanId: string) =>
    tell(link, { scanId, state: "done", checked: 254, found: [] });

  test("tells how far it is and what it found, and is kept for ten minutes after its last word", async () => {
    const link = await world.bridge.connect();
    const scan = await begin(link);
    expect(scan).toEqual({
      id: expect.any(String),
      bridgeId: world.bridge.id,
      done: false,
      checked: 0,
      total: 254,
      subnets: ["192.168.88.0/24"],
      found: [],
      message: "Checked 0 of 254 addresses.",
    });
    const one = { address: "192.168.88.1", ports: [8728, 8729] };
    await tell(link, { scanId: scan.id, state: "running", checked: 64, found: [one] });
    const nothing = { macAddress: null, identity: null, version: null, board: null };
    expect(await read(scan.id)).toMatchObject({
      done: false,
      checked: 64,
      message: "Checked 64 of 254 addresses.",
      found: [{ ...one, ...nothing, routerId }],
    });
    const both = [one, { address: "192.168.88.50", ports: [8728] }];
    await tell(link, { scanId: scan.id, state: "done", checked: 254, found: both });
    expect(await read(scan.id)).toMatchObject({ done: true, checked: 254, message: "Found 2 routers." });
    await link.close();
    vi.setSystemTime(Date.now() + 9 * 60_000);
    expect(await read(scan.id)).toMatchObject({ done: true, message: "Found 2 routers." });
    vi.setSystemTime(Date.now() + 2 * 60_000);
    expect(await world.refused(readScan, { params: { id: scan.id } })).toEqual([
      ...[404, "This scan does not exist any more."],
    ]);
  });

  test("that was told before its beginning was answered loses nothing", async () => {
    const link = await world.bridge.connect();
    const asking = world.ask(scanNetwork, { body: {} });
    const { id, request } = await link.next("request");
    const scanId = "scanId" in request ? request.scanId : "";
    const found = [{ address: "192.168.88.1", ports: [8728] }];
    await tell(link, { scanId, state: "done", checked: 254, found });
    link.say({ type: "answer", id, ...begun });
    const answer = await asking;
    expect(answer.ok && answer.answer.scan).toMatchObject({ done: true, message: "Found one router." });
  });

  test("runs once: who asks meanwhile sees the one that runs", async () => {
    const link = await world.bridge.connect();
    const scan = await begin(link);
    const again = await world.ask(scanNetwork, { body: {} });
    expect(again.ok && again.answer).toMatchObject({
      success: true,
      message: "A scan is already running at this site.",
      scan: { id: scan.id },
    });
    expect(link.all("request").filter(({ request }) => request.kind === "scan").length).toBe(1);
    await finish(link, scan.id);
    expect((await read(scan.id)).message).toBe("Nothing on these networks answers as a router.");
    const next = await begin(link);
    expect(next.id).not.toBe(scan.id);
    await finish(link, next.id);
  });

  test("can be stopped; what was found until then stays", async () => {
    const link = await world.bridge.connect();
    const scan = await begin(link);
    const answer = await world.ask(cancelScan, { params: { id: scan.id } });
    expect(answer.ok && answer.answer).toEqual({ success: true });
    const { request } = await link.next("request", (message) => message.request.kind === "cancel_scan");
    expect(request).toEqual({ kind: "cancel_scan", scanId: scan.id });
    expect(await read(scan.id)).toMatchObject({ done: true, message: "The scan was stopped." });
    const found = [{ address: "192.168.88.9", ports: [8728] }];
    await tell(link, { scanId: scan.id, state: "cancelled", checked: 30, found });
    expect(await read(scan.id)).toMatchObject({ done: true, checked: 30, message: "The scan was stopped." });
    expect((await read(scan.id)).found.length).toBe(1);
    expect((await world.ask(cancelScan, { params: { id: scan.id } })).status).toBe(200);
  });

  test("whose bridge falls silent is over, and the next one is not kept waiting", async () => {
    const link = await world.bridge.connect();
    const scan = await begin(link);
    vi.setSystemTime(Date.now() + 14_000);
    expect((await read(scan.id)).done).toBe(false);
    vi.setSystemTime(Date.now() + 2_000);
    expect(await read(scan.id)).toMatchObject({
      done: true,
      message: "The bridge fell silent before the scan was finished.",
    });
    await finish(link, (await begin(link)).id);
    await finish(link, scan.id);
  });

  test("that the bridge would not begin is refused in its words, and leaves nothing behind", async () => {
    const link = await world.bridge.connect();
    const asking = world.refused(scanNetwork, { body: {} });
    const said = "The bridge's machine is in no private network that could be scanned.";
    const { scanId } = (await answerNext(link, "scan", { ok: false, message: said })) as { scanId: string };
    expect(await asking).toEqual([409, `The bridge says: ${said}`]);
    expect(await world.refused(readScan, { params: { id: scanId } })).toEqual([
      ...[404, "This scan does not exist any more."],
    ]);
  });

  test("needs a bridge that is there, and new enough", async () => {
    expect(await world.refused(scanNetwork, { body: {} })).toEqual([
      ...[503, "The bridge at this site is not connected."],
    ]);
    const link = await world.bridge.dial();
    await link.hello({ requests: ["test", "discover"] });
    await link.next("welcome");
    expect((await world.refused(scanNetwork, { body: {} }))[1]).toMatch(/too old/);
  });

  test("of another provider is not found, neither to read nor to stop", async () => {
    const link = await world.bridge.connect();
    const scan = await begin(link);
    const none = [404, "This scan does not exist any more."];
    for (const id of [scan.id, `${world.foreignBridge.id}.0011223344556677`, "x", "x.y"]) {
      expect(await world.refused(readScan, { params: { id } }, "savanna")).toEqual(none);
      expect(await world.refused(cancelScan, { params: { id } }, "savanna")).toEqual(none);
    }
    await link.settled();
    expect(link.all("request").map(({ request }) => request.kind)).not.toContain("cancel_scan");
    expect((await read(scan.id)).done).toBe(false);
    await finish(link, scan.id);
  });

  test("that nobody here asked for is not listened to", async () => {
    const link = await world.bridge.connect();
    const found = [{ address: "6.6.6.6", ports: [8728] }];
    await tell(link, { scanId: `${world.bridge.id}.feed`, state: "done", checked: 1, found });
    expect(await world.refused(readScan, { params: { id: `${world.bridge.id}.feed` } })).toEqual([
      ...[404, "This scan does not exist any more."],
    ]);
  });

  // Last: whoever asks after it is refused.
  test("is not begun more than twenty times in ten minutes by one provider, and then by others still", async () => {
    const link = await world.bridge.connect();
    const scan = await begin(link);
    let refused = await world.ask(scanNetwork, { body: {} });
    for (let again = 0; again < 20 && refused.ok; again += 1)
      refused = await world.ask(scanNetwork, { body: {} });
    expect(refused.status).toBe(429);
    expect(!refused.ok && refused.refusal?.message).toMatch(
      /^This was asked too often\. Try again in \d+ minutes\.$/,
    );
    const foreign = await world.foreignBridge.connect();
    const asking = world.ask(scanNetwork, { body: {} }, "savanna");
    await answerNext(foreign, "scan", begun);
    expect((await asking).status).toBe(200);
    await finish(link, scan.id);
    vi.setSystemTime(Date.now() + 601_000);
    await finish(link, (await begin(link)).id);
  });
});
