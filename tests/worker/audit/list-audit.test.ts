import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { listAudit } from "#contract/audit";
import { type AuditEntry, record } from "#worker/features/audit/index";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { clearAudit } from "../../support/clear-audit.ts";
import { signInOperator } from "../../support/sign-in.ts";
import { type CallOptions, call } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

let seeded: TwoProviders;
let operator: CallOptions;

beforeAll(async () => {
  seeded = await seedBoth();
  operator = { cookie: await signInOperator(seeded.operator) };
});
beforeEach(async () => {
  await clearAudit();
});

/** A line at a moment. */
async function line(at: string, entry: Partial<AuditEntry> = {}): Promise<void> {
  const full: AuditEntry = {
    actor: "system",
    actorId: null,
    providerId: null,
    action: "plan.create",
    ...entry,
  };
  await record(testContext({ now: () => Date.parse(at) }), full);
}

async function list(query: Record<string, string> = {}) {
  const answer = await call(listAudit, { query }, operator);
  if (!answer.ok) throw new Error(answer.text);
  return { lines: answer.answer, total: Number(answer.headers.get("x-total-count")) };
}
const subjects = async (query: Record<string, string> = {}) =>
  (await list(query)).lines.map(({ subject }) => subject);

test("a line says who did what, when, for whom and from where", async () => {
  const { demo } = seeded;
  await line("2026-11-20T09:00:00Z", {
    actor: "provider",
    actorId: demo.admin.id,
    providerId: demo.id,
    network: "203.0.113.7",
    action: "plan.update",
    subject: "plan-1",
    detail: { name: "Day", priceCents: 5_000 },
  });
  expect(await list()).toEqual({
    total: 1,
    lines: [
      {
        id: expect.any(String),
        at: "2026-11-20T09:00:00.000Z",
        actor: "provider",
        actorId: demo.admin.id,
        actorName: "demo",
        providerId: demo.id,
        providerName: "Demo WiFi",
        action: "plan.update",
        what: "Changed the plan Day",
        subject: "plan-1",
        network: "203.0.113.7",
        detail: { name: "Day", priceCents: 5_000 },
      },
    ],
  });
});

test("nobody known, and nothing but the act, is a line, too; a bridge has its name", async () => {
  await env.DB.prepare(
    "INSERT INTO bridges (id, provider_id, name, public_key, enrolled_at) VALUES ('b1', NULL, 'VPN host', 'k', 1)",
  ).run();
  await line("2026-11-20T09:00:00Z", { actor: "bridge", actorId: "b1", action: "bridge.enrol" });
  await line("2026-11-20T10:00:00Z", { actor: "provider", action: "admin.log_in_failed" });
  const nothing = { providerId: null, providerName: null, subject: null, network: null, detail: null };
  expect((await list()).lines).toMatchObject([
    { ...nothing, actorId: null, actorName: null, action: "admin.log_in_failed" },
    { ...nothing, actorId: "b1", actorName: "VPN host", action: "bridge.enrol" },
  ]);
});

test("the newest comes first, a page at a time, with the number of all", async () => {
  for (const day of ["18", "20", "19"]) await line(`2026-11-${day}T09:00:00Z`, { subject: day });
  // In one moment the later one is the newer.
  await line("2026-11-20T09:00:00Z", { subject: "20 again" });
  expect(await subjects()).toEqual(["20 again", "20", "19", "18"]);
  const page = await list({ page: "2", pageSize: "3" });
  expect(page.lines.map(({ subject }) => subject)).toEqual(["18"]);
  expect(page.total).toBe(4);
  expect(await list({ page: "3", pageSize: "3" })).toEqual({ lines: [], total: 4 });
});

test("without paging it is cut at 1,000 lines", async () => {
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1010)
    INSERT INTO audit (id, at, actor, action) SELECT 'x' || i, i, 'system', 'many.rows' FROM n`,
  ).run();
  const { lines, total } = await list();
  expect([lines.length, total, lines[0]?.id]).toEqual([1_000, 1_010, "x1010"]);
});

test("it is narrowed by actor, provider, group of actions and days in Nairobi", async () => {
  const { demo, savanna, operator: boss } = seeded;
  await line("2026-11-19T20:59:59Z", { subject: "a", actor: "provider", providerId: demo.id });
  await line("2026-11-19T21:00:00Z", { subject: "b", action: "paybill.attribute", providerId: savanna.id });
  await line("2026-11-20T20:59:59Z", {
    subject: "c",
    actor: "platform",
    actorId: boss.id,
    action: "ad.create",
  });
  await line("2026-11-20T21:00:00Z", { subject: demo.id, actor: "platform", action: "provider.suspend" });
  expect(await subjects({ actor: "platform" })).toEqual([demo.id, "c"]);
  expect(await subjects({ providerId: demo.id })).toEqual([demo.id, "a"]);
  expect(await subjects({ providerId: savanna.id })).toEqual(["b"]);
  expect(await subjects({ action: "plan." })).toEqual(["a"]);
  expect(await subjects({ action: "ad." })).toEqual(["c"]);
  expect(await subjects({ from: "2026-11-20", to: "2026-11-20" })).toEqual(["c", "b"]);
  expect(await subjects({ from: "2026-11-21" })).toEqual([demo.id]);
  expect(await subjects({ to: "2026-11-19" })).toEqual(["a"]);
  expect(await subjects({ actor: "platform", action: "ad.", to: "2026-11-20" })).toEqual(["c"]);
  expect((await list({ providerId: demo.id, pageSize: "1" })).total).toBe(2);
});

test("a search finds names, providers, addresses and ids in any case, and takes no wildcard", async () => {
  const { demo } = seeded;
  await line("2026-11-20T09:00:00Z", { subject: "one", actor: "provider", actorId: demo.admin.id });
  await line("2026-11-20T08:00:00Z", { subject: "two", providerId: demo.id, network: "203.0.113.9" });
  await line("2026-11-20T07:00:00Z", { subject: "three_of", action: "voucher.revoke" });
  expect(await subjects({ q: "AMINA" })).toEqual(["one"]);
  expect(await subjects({ q: "demo wifi" })).toEqual(["two"]);
  expect(await subjects({ q: "0.113.9" })).toEqual(["two"]);
  expect(await subjects({ q: "Voucher.R" })).toEqual(["three_of"]);
  expect(await subjects({ q: "e_o" })).toEqual(["three_of"]);
  expect(await subjects({ q: "%" })).toEqual([]);
  expect(await subjects({ q: "   " })).toHaveLength(3);
});

test("what makes no sense is refused with a sentence", async () => {
  const refused = async (query: Record<string, string>) => {
    const answer = await call(listAudit, { query }, operator);
    return answer.ok ? null : [answer.status, answer.refusal?.message];
  };
  const backwards = [400, "The first day is after the last one."];
  expect(await refused({ from: "2026-11-20", to: "2026-11-19" })).toEqual(backwards);
  expect(await refused({ from: "yesterday" })).toEqual([400, "Give the day as YYYY-MM-DD"]);
  expect((await refused({ actor: "visitor" }))?.[0]).toBe(400);
});

test("a list of a day or a provider is read along an index", async () => {
  const plan = async (where: string) => {
    const { results } = await env.DB.prepare(
      `EXPLAIN QUERY PLAN SELECT audit.id FROM audit LEFT JOIN operators ON operators.id = audit.actor_id
      ${where} ORDER BY audit.at DESC, audit.rowid DESC LIMIT 25`,
    ).all<{ detail: string }>();
    return results.map(({ detail }) => detail).join(" | ");
  };
  for (const where of ["", "WHERE audit.at >= 5 AND audit.at < 9"]) {
    expect(await plan(where)).toContain("audit USING INDEX audit_at");
    expect(await plan(where)).not.toContain("TEMP B-TREE");
  }
});
