import { listDurableObjectIds } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { dialText } from "#contract/bridge";
import { createBridgeCode } from "#worker/features/bridges/enrol-bridge";
import { addRouter } from "../../seed/add-router.ts";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { WorkCounter } from "../../support/count-work.ts";
import { type Fault, failStatements } from "../../support/database-faults.ts";
import { closeAllLinks, dialIn, FakeBridge, newBridgeKey } from "../../support/fake-bridge.ts";
import { giveRouter } from "../../support/give-router.ts";
import { sell } from "../../support/sell.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

let seeded: TwoProviders;
let bridge: FakeBridge;
let fault: Fault | undefined;

beforeAll(async () => {
  seeded = await seedBoth();
});

beforeEach(async () => {
  await env.DB.prepare("UPDATE routers SET bridge_id = NULL").run();
  bridge = await newBridge();
});

afterEach(async () => {
  fault?.heal();
  fault = undefined;
  vi.restoreAllMocks();
  await closeAllLinks();
});

let made = 0;

async function newBridge(provider: "demo" | "savanna" = "demo"): Promise<FakeBridge> {
  made += 1;
  const owner = { providerId: seeded[provider].id, adminId: null };
  const { code } = await createBridgeCode(testContext(), owner, `Bridge ${made}`);
  return FakeBridge.enrol(code);
}

describe("dialling in", () => {
  test("with an id that nobody has, or one that was revoked, touches no object", async () => {
    const before = await listDurableObjectIds(env.BRIDGE);
    expect((await dialIn(crypto.randomUUID())).status).toBe(404);
    await env.DB.prepare("UPDATE bridges SET revoked_at = 1 WHERE id = ?1").bind(bridge.id).run();
    expect((await dialIn(bridge.id)).status).toBe(404);
    expect(await listDurableObjectIds(env.BRIDGE)).toEqual(before);
  });

  test("without a WebSocket is refused in a sentence", async () => {
    const answer = await dialIn(bridge.id, {});
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ message: "A bridge dials in with a WebSocket." });
  });

  test("gets a nonce of its own each time", async () => {
    const nonces = (await Promise.all([bridge.dial(), bridge.dial()])).map(
      (link) => link.all("challenge")[0]?.nonce,
    );
    expect(new Set(nonces).size).toBe(2);
    expect(nonces[0]).toMatch(/^[0-9a-f]{64}$/);
  });

  test("and keeping silent ends when the next one dials", async () => {
    const silent = await bridge.dial();
    vi.setSystemTime(Date.now() + 16_000);
    const link = await bridge.connect();
    vi.useRealTimers();
    expect((await silent.end()).code).toBe(4408);
    expect(link.closed).toBeNull();
  });

  test("three hundred times with nothing to show keeps five sockets, and closes neither the link nor a bridge that shows its key", async () => {
    // So many take a slow machine longer than a bridge has for its hello.
    vi.setSystemTime(Date.now());
    const link = await bridge.connect();
    const dialling = await bridge.dial();
    const strangers: Awaited<ReturnType<FakeBridge["dial"]>>[] = [];
    for (let place = 0; place < 300; place += 1) strangers.push(await bridge.dial({ proof: null }));
    await expect.poll(() => strangers.filter(({ closed }) => closed === null).length).toBe(5);
    expect(strangers.slice(-5).map(({ closed }) => closed)).toEqual(Array(5).fill(null));
    expect([link.closed, dialling.closed]).toEqual([null, null]);
    vi.useRealTimers();
    await dialling.hello();
    await dialling.next("welcome");
  });

  test("with another's proof, one for another bridge or none counts as nothing shown; the newest of them still gets in", async () => {
    const other = await newBridge("savanna");
    const proofs = [
      await other.key.sign(dialText(bridge.id)),
      await bridge.key.sign(dialText(other.id)),
      "!",
      null,
    ];
    const links: Awaited<ReturnType<FakeBridge["dial"]>>[] = [];
    for (let place = 0; place < 8; place += 1)
      links.push(await bridge.dial({ proof: proofs[place % proofs.length] ?? null }));
    await expect.poll(() => links.filter(({ closed }) => closed === null).length).toBe(5);
    const newest = links.at(-1);
    await newest?.hello();
    await newest?.next("welcome");
  });

  test("and a hello that is looked at is not pushed away meanwhile, also of a bridge from before it showed its key", async () => {
    const holder = await bridge.connect();
    holder.isAlive = false;
    const again = bridge.restarted();
    const link = await again.dial({ proof: null });
    await link.hello();
    // The holder is asked, and takes its time.
    await holder.next("are_you_there");
    for (let place = 0; place < 20; place += 1) await bridge.dial({ proof: null });
    expect(link.closed).toBeNull();
    await link.next("welcome");
  });

  test("saying anything but hello first is not listened to", async () => {
    const sold = await sell(seeded.demo);
    const link = await bridge.dial();
    const [event] = bridge.numbered({
      kind: "started",
      ageMs: 0,
      rev: 1,
      routerId: sold.routerId,
      entitlementId: sold.id,
    });
    link.say({ type: "events", events: event ? [event] : [] });
    link.say({ type: "ask", routerId: sold.routerId, entitlementIds: ["x"] });
    await link.hello();
    await link.next("welcome");
    expect(link.received.map(({ type }) => type)).not.toContain("ack");
  });
});

describe("a hello", () => {
  const refused = async (link: Awaited<ReturnType<FakeBridge["dial"]>>) => {
    const { reason } = await link.next("refused");
    const { code } = await link.end();
    expect(link.all("welcome")).toEqual([]);
    expect(link.all("desired")).toEqual([]);
    return { reason, code };
  };

  test("signed by another key is refused, and nothing is told", async () => {
    await sell(seeded.demo);
    const link = await bridge.dial();
    await link.hello({ key: await newBridgeKey() });
    expect(await refused(link)).toEqual({ reason: "signature", code: 4401 });
  });

  test("that was overheard is worth nothing against the next nonce", async () => {
    const first = await bridge.dial();
    const overheard = await first.hello();
    await first.next("welcome");
    await first.close();
    const second = await bridge.dial();
    second.say(overheard);
    expect(await refused(second)).toEqual({ reason: "signature", code: 4401 });
  });

  test("for another bridge, journal or run than it was signed for is refused", async () => {
    const other = await newBridge("savanna");
    const { journalId, bootId } = other;
    for (const change of [{ journalId }, { bootId }, { signature: "" }, { signature: "%%%" }]) {
      const link = await bridge.dial();
      await link.hello(change);
      expect(await refused(link)).toEqual({ reason: "signature", code: 4401 });
    }
    const link = await other.dial();
    await link.hello({ key: bridge.key });
    expect(await refused(link)).toEqual({ reason: "signature", code: 4401 });
  });

  test("with broken JSON, an unknown kind or bytes before it is still heard", async () => {
    const link = await bridge.dial();
    link.sayRaw("{");
    link.sayRaw(JSON.stringify({ type: "from the future", nonce: "?" }));
    await link.hello();
    await link.next("welcome");
    expect(await env.BRIDGE.getByName(bridge.id).ignoredCount()).toBe(2);
  });
});

describe("a welcome", () => {
  test("costs two trips to D1 and two calls of the seller's object, however many routers there are", async () => {
    await sell(seeded.demo);
    // The first one of a version writes it down.
    await (await bridge.connect()).settled();
    const work = await WorkCounter.start();
    const dialled = work.begin("a dial-in");
    const link = await bridge.connect();
    expect(link.all("welcome")[0]?.routers.length).toBeGreaterThan(1);
    expect(dialled.trips).toBe(2);
    expect([...dialled.calls]).toEqual([
      ["BRIDGE.fetch", 1],
      ["PROVIDER.run", 2],
    ]);
  });

  test("carries the assigned routers with their credentials, and no others", async () => {
    const link = await bridge.connect();
    const [welcome] = link.all("welcome");
    expect(welcome).toMatchObject({ journal: "keep", ackedSeq: 0 });
    // Of so few bridges; as long as 80 dial-ins a second take.
    expect(welcome?.redialWithinMs).toBeGreaterThan(0);
    expect(welcome?.redialWithinMs).toBeLessThan(1_000);
    const ids = seeded.demo.routers.map(({ id }) => id).sort();
    expect(welcome?.routers.map(({ routerId }) => routerId).sort()).toEqual(ids);
    expect(welcome?.routers[0]).toMatchObject({
      host: "192.168.88.1",
      port: 8728,
      username: "mlango",
      password: "router-password",
      macAuthPassword: "",
    });
  });

  test("leaves out routers that were archived, unassigned, or are another provider's now", async () => {
    const ctx = testContext();
    const common = { host: "10.0.0.1", port: 8728, username: "u", createdAt: 1, bridgeId: bridge.id };
    const secrets = { password: "p", macAuthPassword: "" };
    const add = async (providerId: string) => {
      const id = crypto.randomUUID();
      await addRouter(ctx, { ...common, id, name: id, secrets, providerId });
      return id;
    };
    const [archived, unassigned, foreign, kept] = [
      await add(seeded.demo.id),
      await add(seeded.demo.id),
      await add(seeded.savanna.id),
      await add(seeded.demo.id),
    ];
    await env.DB.prepare("UPDATE routers SET archived_at = 2 WHERE id = ?1").bind(archived).run();
    await giveRouter(unassigned, null);
    const [welcome] = (await bridge.connect()).all("welcome");
    const told = welcome?.routers.map(({ routerId }) => routerId);
    expect(told).toContain(kept);
    for (const id of [archived, unassigned, foreign]) expect(told).not.toContain(id);
    await env.DB.prepare("UPDATE routers SET bridge_id = NULL, archived_at = 2 WHERE id IN (?1, ?2, ?3, ?4)")
      .bind(archived, unassigned, foreign, kept)
      .run();
  });

  test("that D1 does not allow closes with try again later, and nothing was said that could cut anybody off", async () => {
    const sold = await sell(seeded.demo);
    for (const text of [/FROM bridges/i, /FROM tunnel_hosts/i, /FROM entitlements/i]) {
      const link = await bridge.dial();
      fault = failStatements(text);
      await link.hello();
      expect(await link.end()).toEqual({ code: 1013, reason: "try again later" });
      fault.heal();
      expect(fault.count).toBeGreaterThan(0);
      expect(link.received.map(({ type }) => type)).toEqual(["challenge"]);
    }
    const link = await bridge.connect();
    await link.until(() => link.desired(sold.id), "the purchase");
  });

  test("that D1 does not allow leaves the link that is there", async () => {
    const link = await bridge.connect();
    fault = failStatements(/FROM entitlements/i);
    const again = await bridge.dial();
    await again.hello();
    expect((await again.end()).code).toBe(1013);
    fault.heal();
    expect(link.closed).toBeNull();
    const sold = await sell(seeded.demo);
    await link.until(() => link.desired(sold.id), "the purchase");
  });

  test("tells to forget a router that was taken away while the bridge was offline", async () => {
    const [kept, taken] = seeded.demo.routers.map(({ id }) => id);
    await (await bridge.connect()).close();
    const sold = await sell(seeded.demo, { router: 1 });
    await env.DB.prepare("UPDATE routers SET bridge_id = NULL WHERE id = ?1").bind(taken).run();
    const link = await bridge.connect();
    expect(link.all("welcome")[0]?.routers.map(({ routerId }) => routerId)).toEqual([kept]);
    expect((await link.next("forget")).routerId).toBe(taken);
    await link.settled();
    expect(link.desired(sold.id)).toBeUndefined();
  });
});

describe("two bridges with one key", () => {
  test("the second is refused while the first answers", async () => {
    const first = await bridge.connect();
    const second = await bridge.restarted().dial();
    await second.hello();
    expect((await second.next("refused")).reason).toBe("duplicate");
    expect((await second.end()).code).toBe(4409);
    expect(first.all("are_you_there")).toHaveLength(1);
    await first.settled();
  });

  test("the second takes over when the first keeps silent, whatever others say meanwhile", async () => {
    const first = await bridge.connect();
    first.isAlive = false;
    const bystander = await bridge.dial();
    const second = await bridge.restarted().dial();
    const began = performance.now();
    await second.hello();
    await first.next("are_you_there");
    bystander.say({ type: "here" });
    await second.next("welcome");
    expect(performance.now() - began).toBeGreaterThan(2_500);
    expect((await first.end()).code).toBe(4000);
    const sold = await sell(seeded.demo);
    await second.until(() => second.desired(sold.id), "the purchase");
  });

  test("the same run comes back at once, and what it said on the old socket counts no more", async () => {
    const first = await bridge.connect();
    const second = await bridge.connect();
    expect((await first.end()).code).toBe(4000);
    expect(first.all("are_you_there")).toEqual([]);
    await second.settled();
  });
});

describe("a journal", () => {
  test("continues where its acknowledgements end", async () => {
    const first = await bridge.connect();
    await first.report(nothing(), nothing(), nothing());
    await first.close();
    bridge.lastSeq += 2;
    const [welcome] = (await bridge.connect()).all("welcome");
    expect(welcome).toMatchObject({ journal: "keep", ackedSeq: 3 });
  });

  test("that is older than what it was acknowledged for is to be dropped", async () => {
    const first = await bridge.connect();
    await first.report(nothing(), nothing(), nothing());
    await first.close();
    bridge.lastSeq = 2;
    const [welcome] = (await bridge.connect()).all("welcome");
    expect(welcome?.journal).toBe("drop");
    await closeAllLinks();
    bridge.journalId = crypto.randomUUID();
    bridge.lastSeq = 0;
    expect((await bridge.connect()).all("welcome")[0]).toMatchObject({ journal: "keep", ackedSeq: 0 });
  });

  /** An event about something that does not exist: acknowledged and dropped. */
  const nothing = () => ({
    kind: "started" as const,
    ageMs: 0,
    rev: 1,
    routerId: seeded.demo.routers[0]?.id ?? "",
    entitlementId: "nothing",
  });
});

describe("a bridge that is revoked", () => {
  test("is told so and loses its link", async () => {
    const link = await bridge.connect();
    await env.DB.prepare("UPDATE bridges SET revoked_at = 1 WHERE id = ?1").bind(bridge.id).run();
    await env.BRIDGE.getByName(bridge.id).revoke();
    expect((await link.next("refused")).reason).toBe("revoked");
    expect((await link.end()).code).toBe(4403);
  });

  test("between its challenge and its hello is told so instead of being welcomed", async () => {
    const link = await bridge.dial();
    await env.DB.prepare("UPDATE bridges SET revoked_at = 1 WHERE id = ?1").bind(bridge.id).run();
    await link.hello();
    expect((await link.next("refused")).reason).toBe("revoked");
    expect((await link.end()).code).toBe(4403);
    expect(link.all("welcome")).toEqual([]);
  });
});
