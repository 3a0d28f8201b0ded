import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { dayMs, minuteMs } from "#contract/values/time";
import { nextDue, sweepProvider } from "#worker/sweep-provider";
import type { TwoProviders } from "../seed/two-providers.ts";
import { forgetCopies } from "../support/copies.ts";
import { sell, setEntitlement } from "../support/sell.ts";
import { emptyTenantTables, tenantDatabase } from "../support/tenant-rows.ts";
import { tenantPlan } from "../support/tenant-statements.ts";
import { seedBoth, testContext } from "../support/worker-context.ts";

let seeded: TwoProviders;
const now = Date.UTC(2031, 4, 6, 9, 30);

beforeAll(async () => {
  seeded = await seedBoth();
});

beforeEach(async () => {
  await emptyTenantTables("moves", "devices", "entitlements", "offline_vouchers", "refunds", "payments");
  await forgetCopies();
});

afterEach(() => {
  vi.restoreAllMocks();
});

const due = ({ id }: { id: string } = seeded.demo) =>
  runInDurableObject(env.PROVIDER.getByName(id), (_object, { storage }) => nextDue(storage.sql, now));

/** A purchase that is confirmed, so that only what is told of it is waited for. */
async function sold(values: Parameters<typeof setEntitlement>[1], provider = seeded.demo) {
  const one = await sell(provider, { undelivered: true, createdAt: now });
  await setEntitlement(one, { confirmed_rev: 1, updated_at: now, ...values });
  return one;
}

type Row = Record<string, string | number | null>;

async function insert(table: string, row: Row): Promise<void> {
  const columns = Object.keys(row);
  await tenantDatabase(seeded.demo.id)
    .prepare(`INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`)
    .bind(...Object.values(row))
    .run();
}

const payment = (status: string, updatedAt: number) =>
  insert("payments", {
    id: crypto.randomUUID(),
    seq: 1,
    terms: "{}",
    phone: "",
    router_id: seeded.demo.routers[0]?.id ?? "",
    plan_id: seeded.demo.plans[0]?.id ?? "",
    amount_cents: 100,
    method: "mpesa",
    settlement: "direct",
    gateway_id: "",
    status,
    created_at: updatedAt,
    updated_at: updatedAt,
  });

const refund = (status: string, createdAt: number, updatedAt: number) =>
  insert("refunds", {
    id: crypto.randomUUID(),
    seq: 1,
    payment_id: "p",
    cents: 100,
    status,
    reason: "",
    requested_by: "",
    created_at: createdAt,
    updated_at: updatedAt,
    copied_rev: 1,
  });

test("nothing is due where nothing waits", async () => {
  expect(await due()).toBeNull();
  await sold({ state: "ended", started_at: 1, ends_at: 2, ended_at: 2 });
  await payment("completed", now - dayMs);
  await refund("done", now, now);
  await refund("unknown", now - 3 * dayMs, now - dayMs);
  expect(await due()).toBeNull();
});

test("a payment whose own alarm must be lost is due at once, and no other", async () => {
  await payment("pending", now - 3 * minuteMs + 1);
  expect(await due()).toBeNull();
  await payment("pending", now - 3 * minuteMs);
  expect(await due()).toBe(now);
});

test("each kind of row is due at its own moment, and the earliest counts", async () => {
  await sold({});
  expect(await due()).toBe(now + 30 * dayMs);
  await sold({ state: "running", started_at: now - 1, ends_at: now + dayMs });
  await sold({ state: "cut_off", started_at: now - 1, ends_at: now + 2 * dayMs });
  expect(await due()).toBe(now + dayMs + 15_000);
  await refund("unknown", now, now + 10 * minuteMs);
  await refund("pending", now, now + 20 * minuteMs);
  expect(await due()).toBe(now + 13 * minuteMs);
  await payment("pending", now + 5 * minuteMs);
  await payment("pending", now + 6 * minuteMs);
  expect(await due()).toBe(now + 13 * minuteMs);
  const unconfirmed = await sold({ rev: 2, updated_at: now });
  await sold({ rev: 2, updated_at: now - 1_000, subject: null });
  expect(await due()).toBe(now + 10_000);
  await insert("moves", {
    id: "m",
    entitlement_id: unconfirmed.id,
    to_entitlement_id: "t",
    to_subject: "",
    from_router_id: "",
    to_router_id: "",
    by: "receipt",
    at: now - 7,
  });
  expect(await due()).toBe(now - 7);
  expect(await due(seeded.savanna)).toBeNull();
});

test("is found by indexes alone, however many rows there are", async () => {
  const { id } = seeded.demo;
  const statements = await runInDurableObject(env.PROVIDER.getByName(id), (_object, { storage: { sql } }) => {
    const run = vi.spyOn(Object.getPrototypeOf(sql) as SqlStorage, "exec");
    nextDue(sql, now);
    return run.mock.calls.map(([text]) => text);
  });
  vi.restoreAllMocks();
  const plans = await Promise.all(statements.map((text) => tenantPlan(id, text)));
  expect(plans).toHaveLength(32);
  // One search each, or the first row of an index that holds what waits alone: already in the order of the moments.
  const search = String.raw`SEARCH \w+ USING (COVERING )?INDEX \w+ \(`;
  const first = String.raw`SCAN \w+ USING (COVERING )?INDEX \w+_(open|waiting|unrecorded|uncopied|due)$`;
  // Messages are due only where the provider's one row of settings says so; a morning by that row alone.
  const own = "SEARCH s USING PRIMARY KEY (id=?)";
  for (const plan of plans.filter(([step, ...others]) => step !== own || others.length > 0))
    expect(plan.filter((step) => step !== own)).toEqual([expect.stringMatching(`^(${search}|${first})`)]);
});

test("what the platform has no copy of is due at once, and the sweep copies it", async () => {
  await refund("done", now, now);
  expect(await due()).toBeNull();
  await tenantDatabase(seeded.demo.id).prepare("UPDATE refunds SET reason = 'Paid by mistake'").run();
  expect(await due()).toBe(now);
  await sweepProvider(testContext(), seeded.demo.id);
  const { results } = await env.DB.prepare("SELECT provider_id AS id, reason FROM provider_refunds").all();
  expect(results).toEqual([{ id: seeded.demo.id, reason: "Paid by mistake" }]);
  expect(await due()).toBeNull();
});
