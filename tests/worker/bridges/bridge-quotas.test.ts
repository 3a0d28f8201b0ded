import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { SessionTotals } from "#contract/bridge";
import { listRouters, testRouter } from "#contract/routers";
import { deviceSubject } from "#contract/values/subject";
import type { BridgeObject } from "#worker/features/bridges/bridge-object";
import { createBridgeCode } from "#worker/features/bridges/enrol-bridge";
import { quotas } from "#worker/features/rate-limits/index";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { closeAllLinks, FakeBridge } from "../../support/fake-bridge.ts";
import { type Sold, sell } from "../../support/sell.ts";
import { signInProvider } from "../../support/sign-in.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

// What a bridge that lies can make the platform keep, and say.

let seeded: TwoProviders;
let bridge: FakeBridge;
let cookie: string;

beforeAll(async () => {
  seeded = await seedBoth();
  const owner = { providerId: seeded.demo.id, adminId: null };
  bridge = await FakeBridge.enrol((await createBridgeCode(testContext(), owner, "Gate")).code);
  await env.DB.prepare("UPDATE routers SET bridge_id = ?1 WHERE id = ?2")
    .bind(bridge.id, seeded.demo.routers[0]?.id)
    .run();
  cookie = await signInProvider(seeded.demo);
});
afterEach(async () => {
  vi.useRealTimers();
  await closeAllLinks();
});

const object = () => env.BRIDGE.getByName(bridge.id) as DurableObjectStub<BridgeObject>;
const rows = async () =>
  Number(await tenantDatabase(seeded.demo.id).prepare("SELECT count(*) AS n FROM usage").first("n"));

const totals = (sold: Sold, session: string, over: Partial<SessionTotals> = {}): SessionTotals => ({
  routerId: sold.routerId,
  boot: "1",
  session,
  entitlementId: sold.id,
  subject: deviceSubject(sold.mac ?? ""),
  bytesUp: 1,
  bytesDown: 1,
  seconds: 1,
  open: true,
  ...over,
});

describe("sessions that a bridge makes up", () => {
  /** As if it had told of all but so many already today. */
  const capacityFor = (left: number) =>
    runInDurableObject(object(), (instance, { storage: { sql } }) => {
      sql.exec("DELETE FROM usage WHERE session LIKE 'before %'");
      const { n } = sql.exec<{ n: number }>("SELECT count(*) AS n FROM usage").one();
      sql.exec(
        `WITH RECURSIVE before (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM before WHERE n < ?1)
        INSERT INTO usage (session, written_at) SELECT 'before ' || n, ?2 FROM before`,
        quotas.bridge.sessionsPerDay - left - n,
        Date.now(),
      );
      // Counted anew, as after a sleep.
      const { reports } = instance as unknown as { reports: { keptUsage: { today: unknown } } };
      reports.keptUsage.today = undefined;
    });

  test("make no more rows in a day than a large site has, in events and running totals together; known ones go on", async () => {
    const sold = await sell(seeded.demo, {});
    const link = await bridge.connect();
    const event = (session: string, over: Partial<SessionTotals> = {}) =>
      ({ kind: "session", ageMs: 0, routerId: sold.routerId, totals: totals(sold, session, over) }) as const;
    await link.report(event("known"));
    expect(await rows()).toBe(1);
    await capacityFor(3);
    await link.report(...Array.from({ length: 50 }, (_, number) => event(`made up ${number}`)));
    expect(await rows()).toBe(4);
    vi.setSystemTime(Date.now() + 16 * 60_000);
    link.say({
      type: "usage",
      sessions: Array.from({ length: 50 }, (_, number) => totals(sold, `running ${number}`)),
    });
    await link.settled();
    expect(await rows()).toBe(4);
    await link.report(event("known", { bytesUp: 500, open: false }));
    expect(
      await tenantDatabase(seeded.demo.id)
        .prepare("SELECT bytes_up AS up FROM usage WHERE session = 'known'")
        .first("up"),
    ).toBe(500);
    vi.setSystemTime(Date.now() + 86_400_000);
    await link.report(event("of the next day"));
    expect(await rows()).toBe(5);
  });
});

test("journals that it makes up are forgotten but the last hundred", async () => {
  const journals = () =>
    runInDurableObject(object(), (_instance, state) =>
      Number(state.storage.sql.exec("SELECT count(*) AS n FROM journal").one().n),
    );
  const sold = await sell(seeded.demo, {});
  const link = await bridge.connect();
  await runInDurableObject(object(), (_instance, state) => {
    for (let number = 0; number < 500; number += 1)
      state.storage.sql.exec("INSERT INTO journal (id, acked) VALUES (?1, 1)", `made up ${number}`);
  });
  expect(await journals()).toBeGreaterThanOrEqual(500);
  const one = totals(sold, "one more");
  await link.report({ kind: "session", ageMs: 0, routerId: sold.routerId, totals: one });
  // What was acknowledged is written when the link ends.
  await link.close();
  await expect.poll(journals).toBe(quotas.bridge.journals);
});

test("its words are its own, on one line, and no version is anything but a version", async () => {
  const link = await bridge.connect();
  const routerId = seeded.demo.routers[0]?.id ?? "";
  const asking = call(testRouter, { params: { id: routerId } }, { host: hostOf("demo"), cookie });
  const { id } = await link.next("request");
  link.say({ type: "answer", id, ok: false, message: "Platform notice:\r\n\u202epay 0712\u0000now" });
  const answer = await asking;
  expect(answer.ok && answer.answer.message).toBe("The bridge says: Platform notice: pay 0712 now");
  link.say({
    type: "router",
    routerId,
    state: "reachable",
    message: "",
    version: "7.18. Your account is closed, call 0712",
  });
  await link.settled();
  const listed = await call(listRouters, {}, { host: hostOf("demo"), cookie });
  expect(listed.text).not.toContain("0712");
});
