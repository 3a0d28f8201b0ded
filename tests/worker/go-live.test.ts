import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { hourMs, minuteMs } from "#contract/values/time";
import { askGateways, markGoLive, readGoLive } from "#contract/watches";
import type { Context } from "#worker/context";
import { reachGateways } from "#worker/features/payments/gateways/reach-gateways";
import { readGoLive as read } from "#worker/features/watches/go-live";
import { seedGateways, type TwoProviders } from "../seed/two-providers.ts";
import { signInOperator } from "../support/sign-in.ts";
import { call } from "../support/worker-call.ts";
import { seedBoth, testContext } from "../support/worker-context.ts";

// What the platform sees by itself of the way to a real sale, and what an operator says of the rest.

let seeded: TwoProviders;
let operator: string;
const now = Date.UTC(2026, 10, 28, 9);
const run = (sql: string, ...values: (string | number | null)[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .run();

beforeAll(async () => {
  seeded = await seedBoth();
  await seedGateways(testContext(), seeded);
  operator = await signInOperator(seeded.operator);
});
beforeEach(async () => {
  for (const table of [
    ...["sweep_progress", "watches", "mail", "provider_refunds", "paybill_payments", "provider_sales"],
    ...["tunnel_hosts", "reconciliation_runs", "go_live_marks"],
  ])
    await run(`DELETE FROM ${table}`);
  await run("UPDATE gateways SET environment = 'sandbox', verified_at = NULL");
  await run("UPDATE routers SET online_since = NULL, bridge_id = NULL");
  await run("UPDATE operators SET email = 'grace@platform.example'");
});

/** As put into service: at a domain, with everything set. */
function deployed(settings: Partial<Context["settings"]> = {}): Context {
  const base = testContext();
  return {
    ...base,
    now: () => now,
    settings: {
      ...base.settings,
      MAIN_ORIGIN: "https://wifi.example.co.ke",
      PLATFORM_MPESA_ENVIRONMENT: "production",
      MAIL_URL: "https://mail.example/emails",
      ...settings,
    },
  } as Context;
}
const step = async (id: string, ctx = deployed()) => (await read(ctx)).steps.find((one) => one.id === id);
const seen = async (id: string, ctx = deployed()) => (await step(id, ctx))?.seen ?? null;
const at = (ms: number) => new Date(ms).toISOString();

/** The demo provider's account collected KSh 1 in production an hour ago. */
const collects = () =>
  run(
    "UPDATE gateways SET environment = 'production', verified_at = ?2 WHERE provider_id = ?1",
    seeded.demo.id,
    now - hourMs,
  );
const sold = (day: string, method = "mpesa") =>
  run(
    `INSERT INTO provider_sales (provider_id, router_id, day, method, settlement, count, cents, rev)
      VALUES (?1, 'r', ?2, ?3, 'direct', 1, 100, 1)`,
    seeded.demo.id,
    day,
    method,
  );
const night = (day: string, counts: object, finishedAt: number | null = now) =>
  run(
    "INSERT INTO reconciliation_runs (day, started_at, finished_at, counts) VALUES (?1, ?2, ?3, ?4)",
    day,
    now,
    finishedAt,
    JSON.stringify(counts),
  );

test("of a platform that nobody put into service nothing is seen but what is there", async () => {
  const { steps, gateways } = await read(testContext());
  expect(steps.filter((one) => one.seen !== null || one.marked !== null)).toEqual([]);
  expect(gateways).toBeNull();
});

test("the domain is seen by the address, the token by a deployment", async () => {
  expect(await seen("domain")).toEqual({ about: "wifi.example.co.ke", at: null });
  expect(await seen("token")).toBeNull();
  await run(
    "INSERT INTO sweep_progress (name, value, updated_at) VALUES ('deployment-token', '{}', ?1)",
    now,
  );
  expect(await seen("token")).toEqual({ about: "", at: at(now) });
});

test("the deployment is seen while the work of every minute is done and letters to operators have an address", async () => {
  const minute = (ago: number) =>
    run("INSERT OR REPLACE INTO watches (id, seen_at) VALUES ('minute', ?1)", now - ago);
  expect(await seen("deploy")).toBeNull();
  await minute(minuteMs);
  expect(await seen("deploy")).not.toBeNull();
  await run("UPDATE operators SET email = ''");
  expect(await seen("deploy")).toBeNull();
  await run("UPDATE operators SET email = 'grace@platform.example'");
  await minute(10 * minuteMs);
  expect(await seen("deploy")).toBeNull();
});

test("the app is seen by its settings for production; those that are missing are named", async () => {
  expect(await seen("app")).toEqual({ about: "600100", at: null });
  expect(await seen("app", deployed({ PLATFORM_MPESA_ENVIRONMENT: "sandbox" }))).toBeNull();
  const without = await step("app", deployed({ PLATFORM_MPESA_PASSKEY: undefined }));
  expect([without?.seen, without?.lacks]).toEqual([null, ["PLATFORM_MPESA_PASSKEY"]]);
});

test("the settings are seen once every gateway lets the worker in, as the deployment or an operator asked last", async () => {
  const answering = (status: number, text: string) =>
    ({ ...deployed(), fetch: async () => new Response(text, { status }) }) as Context;
  expect(await seen("settings")).toBeNull();
  await reachGateways(answering(403, "<html><title>Request unsuccessful</title></html>"));
  expect(await seen("settings")).toBeNull();
  const { gateways } = await read(deployed());
  expect(gateways).toEqual({
    at: at(now),
    reach: [expect.objectContaining({ gateway: "M-Pesa", state: "turned_away" })],
  });
  await reachGateways(answering(400, JSON.stringify({ errorCode: "400.008.01" })));
  expect(await seen("settings")).toEqual({ about: "", at: at(now) });
  const without = await step("app", deployed({ PLATFORM_MPESA_PASSKEY: undefined }));
  expect([without?.seen, without?.lacks]).toEqual([null, ["PLATFORM_MPESA_PASSKEY"]]);
});

test("an operator asks the gateways from the console, and what they answered is kept", async () => {
  const asked = await call(askGateways, {}, { cookie: operator });
  expect(asked.ok && asked.answer.map(({ gateway }) => gateway)).toEqual(["M-Pesa"]);
  const shown = await call(readGoLive, {}, { cookie: operator });
  expect(shown.ok && shown.answer.gateways?.reach).toEqual(asked.ok && asked.answer);
});

test("a letter that was taken is seen, while none waits too long", async () => {
  const letter = (id: string, createdAt: number, sentAt: number | null) =>
    run(
      `INSERT INTO mail (id, recipient, subject, text, event, created_at, next_at, sent_at)
        VALUES (?1, 'a@b.example', 's', 't', ?1, ?2, ?2, ?3)`,
      id,
      createdAt,
      sentAt,
    );
  expect(await seen("letters")).toBeNull();
  await letter("taken", now - hourMs, now - hourMs);
  expect(await seen("letters")).toEqual({ about: "", at: at(now - hourMs) });
  expect((await step("letters", deployed({ MAIL_URL: undefined })))?.lacks).toEqual(["MAIL_URL"]);
  await letter("waits", now - hourMs, null);
  expect(await seen("letters")).toBeNull();
});

test("sales, refunds and typed payments of the sandbox prove nothing; those of a production account do", async () => {
  await sold("2026-11-28");
  await sold("2026-11-28", "voucher");
  await run(
    `INSERT INTO provider_refunds (provider_id, id, payment_id, cents, status, reason, created_at, updated_at, rev)
      VALUES (?1, 'r', 'p', 100, 'done', 'test', ?2, ?2, 1)`,
    seeded.demo.id,
    now,
  );
  await run(
    `INSERT INTO paybill_payments (short_code, receipt, gateway_id, provider_id, cents, account_typed, paid_at, received_at, status)
      VALUES ('600100', 'SHJ1', 'g', ?1, 100, 'x', ?2, ?2, 'matched')`,
    seeded.demo.id,
    now,
  );
  const steps = ["initiator", "typed", "shilling", "back", "zone"];
  const all = () => Promise.all(steps.map((id) => seen(id)));
  expect(await all()).toEqual(steps.map(() => null));
  await collects();
  const today = { about: "", at: at(now) };
  expect(await all()).toEqual([today, today, { about: "", at: "2026-11-28T09:00:00.000Z" }, today, null]);
  // Gateways and bridges come through: the zone challenges neither.
  await run("UPDATE routers SET online_since = ?2 WHERE provider_id = ?1", seeded.demo.id, now);
  expect(await seen("zone")).toEqual(today);
  expect(await seen("provider")).toEqual({ about: seeded.demo.businessName, at: null });
  const noInitiator = await step("initiator", deployed({ PLATFORM_MPESA_SECURITY_CREDENTIAL: undefined }));
  expect([noInitiator?.seen, noInitiator?.lacks]).toEqual([null, ["PLATFORM_MPESA_SECURITY_CREDENTIAL"]]);
});

test("what was redeemed or sold before the account collected is no real sale", async () => {
  await collects();
  await sold("2026-11-28", "voucher");
  await sold("2026-11-27");
  expect(await seen("shilling")).toBeNull();
});

test("a router that is reached through a host shows the host", async () => {
  const bridge = "b1";
  await run(
    "INSERT OR IGNORE INTO bridges (id, provider_id, name, public_key, enrolled_at) VALUES (?1, NULL, 'Host one', 'k', 1)",
    bridge,
  );
  await run(
    `INSERT INTO tunnel_hosts (id, name, address, public_key, private_key, bridge_id, created_at)
      VALUES ('1', 'Host one', 'vpn1.example.co.ke', 'k', 's', ?1, 1)`,
    bridge,
  );
  expect(await seen("host")).toBeNull();
  // In this order: another bridge has not reached it yet.
  await run("UPDATE routers SET bridge_id = ?2 WHERE provider_id = ?1", seeded.demo.id, bridge);
  await run("UPDATE routers SET online_since = 1 WHERE provider_id = ?1", seeded.demo.id);
  expect(await seen("host")).toEqual({ about: "Host one", at: null });
});

test("a night with real sales that agrees is seen: one without, unfinished or with anything open is not", async () => {
  await collects();
  await sold("2026-11-28");
  await night("2026-11-27", { payments: 3 });
  await night("2026-11-28", { payments: 3, differences: 1 });
  await night("2026-11-29", { payments: 3, faults: [{ account: "a" }] });
  await night("2026-11-30", { payments: 3, left: [{ providerId: "p" }] });
  await night("2026-12-01", { payments: 0 });
  await night("2026-12-02", { payments: 3 }, null);
  expect(await seen("morning")).toBeNull();
  await night("2026-12-03", { payments: 3, differences: 0 });
  expect(await seen("morning")).toEqual({ about: "", at: "2026-12-03T09:00:00.000Z" });
});

test("what the platform can't see an operator says, by name and once, and takes back; both stand in the audit", async () => {
  const mark = (isDone: boolean) =>
    call(markGoLive, { params: { step: "told" }, body: { isDone } }, { cookie: operator });
  const lines = async () => {
    const { results } = await env.DB.prepare(
      "SELECT action, subject FROM audit WHERE action LIKE 'go_live.%' ORDER BY at, rowid",
    ).all();
    return results;
  };
  for (const isDone of [true, true]) expect((await mark(isDone)).status).toBe(200);
  expect((await step("told"))?.marked).toEqual({ by: "Platform Operator", at: expect.any(String) });
  expect(await lines()).toEqual([{ action: "go_live.done", subject: "told" }]);
  for (const isDone of [false, false]) expect((await mark(isDone)).status).toBe(200);
  expect((await step("told"))?.marked).toBeNull();
  expect(await lines()).toEqual([
    { action: "go_live.done", subject: "told" },
    { action: "go_live.undone", subject: "told" },
  ]);
});
