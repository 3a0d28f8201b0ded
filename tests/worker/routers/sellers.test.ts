import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { dayMs } from "#contract/values/time";
import { sellersOfBridge, sellersOfRouter } from "#worker/features/routers/index";
import { sweepFormerSellers } from "#worker/features/vouchers/index";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { giveRouter } from "../../support/give-router.ts";
import { sell, setEntitlement } from "../../support/sell.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

let seeded: TwoProviders;
const routerId = () => seeded.demo.routers[0]?.id ?? "";

beforeAll(async () => {
  seeded = await seedBoth();
  await env.DB.prepare(
    "INSERT INTO bridges (id, name, public_key, enrolled_at) VALUES ('old', '', '', 0), ('new', '', '', 0)",
  ).run();
});

beforeEach(async () => {
  await giveRouter(routerId(), seeded.demo.id);
  await serveBy(routerId(), null);
  await env.DB.prepare("DELETE FROM router_sellers").run();
});

async function serveBy(id: string, bridgeId: string | null): Promise<void> {
  await env.DB.prepare("UPDATE routers SET bridge_id = ?1 WHERE id = ?2").bind(bridgeId, id).run();
}

const ofRouter = () => sellersOfRouter(testContext(), routerId());
const ofBridge = async (id: string) => (await sellersOfBridge(testContext(), id)).sort();
const sweep = (afterDays = 0) =>
  sweepFormerSellers(testContext({ now: () => Date.now() + afterDays * dayMs + 1 }));

test("a router has the provider that it had before beside the one that it has, and none while it has none", async () => {
  const { demo, savanna } = seeded;
  expect(await ofRouter()).toEqual([demo.id]);
  await giveRouter(routerId(), null);
  expect(await ofRouter()).toEqual([]);
  await giveRouter(routerId(), savanna.id);
  expect(await ofRouter()).toEqual([savanna.id, demo.id]);
  await giveRouter(routerId(), demo.id);
  expect(await ofRouter()).toEqual([demo.id, savanna.id]);
});

test("a bridge has all that sold at its routers, and all whose routers it had", async () => {
  const { demo, savanna } = seeded;
  const both = [demo.id, savanna.id].sort();
  await serveBy(routerId(), "old");
  expect([await ofBridge("old"), await ofBridge("new")]).toEqual([[demo.id], []]);
  await serveBy(routerId(), "new");
  expect([await ofBridge("old"), await ofBridge("new")]).toEqual([[demo.id], [demo.id]]);
  await giveRouter(routerId(), savanna.id);
  expect([await ofBridge("old"), await ofBridge("new")]).toEqual([[demo.id], both]);
});

test("a seller is forgotten 40 days later at the earliest, and not while something of it lives there", async () => {
  const { demo, savanna } = seeded;
  await serveBy(routerId(), "old");
  const sold = await sell(demo, { undelivered: true });
  await setEntitlement(sold, { state: "running", started_at: 1, ends_at: Date.now() + 60 * dayMs });
  await giveRouter(routerId(), savanna.id);
  await sweep(41);
  expect(await ofRouter()).toEqual([savanna.id, demo.id]);
  await setEntitlement(sold, { state: "ended", ended_at: Date.now() + 41 * dayMs });
  await sweep(43);
  expect(await ofRouter()).toEqual([savanna.id, demo.id]);
  await sweep(49);
  expect(await ofRouter()).toEqual([savanna.id]);
  await giveRouter(routerId(), demo.id);
  await sweep(39);
  expect(await ofRouter()).toEqual([demo.id, savanna.id]);
  await sweep(41);
  expect(await ofRouter()).toEqual([demo.id]);
});

test("sellers are found by indexes", async () => {
  const statements: string[] = [];
  const { prepare } = env.DB;
  const spy = vi.spyOn(Object.getPrototypeOf(env.DB), "prepare").mockImplementation(function (
    this: D1Database,
    sql,
  ) {
    statements.push(String(sql));
    return prepare.call(this, String(sql));
  });
  await ofRouter();
  await ofBridge("old");
  await sweep();
  spy.mockRestore();
  expect(statements).toHaveLength(3);
  for (const sql of statements) {
    const values = [...new Set(sql.match(/\?\d+/g))].map((_number, place) => place);
    const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .bind(...values)
      .all<{ detail: string }>();
    const scans = results.filter(({ detail }) => /^SCAN (routers|former|router_sellers)\b/.test(detail));
    expect(scans).toEqual([]);
  }
});
