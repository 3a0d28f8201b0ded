import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import { eraseProvider, exportProviderData } from "#contract/provider-data";
import { createProvider, listProviders, platformProvider, suspendProvider } from "#contract/providers";
import { dayMs } from "#contract/values/time";
import { tenantTableNames } from "#worker/db/statement-rules";
import { erased } from "#worker/features/provider-data/erased-rows";
import { sweepErasures } from "#worker/features/provider-data/index";
import { type ProviderRecords, seedRecords } from "../../seed/provider-records.ts";
import { seedGateways, type TwoProviders } from "../../seed/two-providers.ts";
import { failStatements } from "../../support/database-faults.ts";
import { platformTableNames } from "../../support/platform-tables.ts";
import { signInOperator } from "../../support/sign-in.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

let seeded: TwoProviders;
let records: ProviderRecords;
let operator: { host: string; cookie: string };

beforeEach(async () => {
  if (operator) return;
  seeded = await seedBoth();
  await seedGateways(testContext(), seeded);
  records = await seedRecords(testContext(), seeded.demo);
  await seedRecords(testContext(), seeded.savanna);
  operator = { host: hostOf(), cookie: await signInOperator(seeded.operator) };
});

const erase = (name = "Demo WiFi", id = seeded.demo.id) =>
  call(eraseProvider, { params: { id }, body: { name } }, operator);
const reasonOf = async (answer = erase()) => {
  const { ok, refusal } = (await answer) as { ok: boolean; refusal?: { reason: string } };
  return ok ? "erased" : refusal?.reason;
};
const statusOf = (id: string) =>
  env.DB.prepare("SELECT status FROM providers WHERE id = ?").bind(id).first<string>("status");
const own = (sql: string) => tenantDatabase(seeded.demo.id).prepare(sql).run();
const backdate = () =>
  env.DB.prepare("UPDATE providers SET updated_at = updated_at - 60001 WHERE id = ?")
    .bind(seeded.demo.id)
    .run();

const tablesIn = ({ sql }: DurableObjectStorage) =>
  sql
    .exec("SELECT name FROM sqlite_master WHERE name NOT LIKE '\\_cf%' ESCAPE '\\'")
    .toArray()
    .map(({ name }) => name);

/** All that D1 has, as text. */
async function platformText(tables: readonly string[]): Promise<string> {
  const dumped = await Promise.all(
    tables.map(async (table) => (await env.DB.prepare(`SELECT * FROM ${table}`).all()).results),
  );
  return JSON.stringify(dumped);
}

async function rowsOf(providerId: string): Promise<unknown> {
  const ofTables = tenantTableNames.map((table) =>
    tenantDatabase(providerId).prepare(`SELECT * FROM ${table}`).all(),
  );
  return (await Promise.all(ofTables)).map(({ results }) => results);
}

/** Tables of which nothing goes, and why. */
const keptWhole: Readonly<Record<string, string>> = {
  operators: "of the platform alone",
  operator_invitations: "of the platform alone",
  audit: "who did what is never changed",
  invoices: "books of the platform",
  credit_notes: "books of the platform",
  provider_sales: "sums without a person",
  provider_credits: "books of the platform: sums and receipts without a person",
  credit_gifts: "a digest of an account, so that nobody gets the gift twice",
  sms_accounts: "of the platform alone",
  switch_transactions: "books of the platform: what was diverted",
  switches: "of the platform alone",
  provider_walk: "of the platform alone",
  reconciliation_runs: "of the platform alone",
  platform_settings: "of the platform alone",
  sweep_progress: "of the platform alone",
  backup_files: "names and digests of a week's files; the files go by the store's own rule",
  ads: "of the platform alone",
  media: "removed by the sweep of pictures, once no row of media_uses names it",
  customer_numbers: "a number without a person, which is never given again",
  gateway_breakers: "of the platform's own apps",
  payout_accounts: "of the platform alone",
  paybill_addresses: "a number and a version",
  short_addresses: "names payments by their id; removed after their time",
  tunnel_hosts: "of the platform alone",
  watches: "of the platform alone",
  go_live_marks: "of the platform alone: who said of a step of going live that it is done",
  bridge_waves: "of the platform alone: versions and moments",
  vpn_authorities: "of the platform alone",
  provider_snapshots: "counts changes, and says nothing of what was changed",
};

describe("what becomes of each table of the platform", () => {
  test("is decided: it is erased, or kept for a reason", () => {
    const decided = [...Object.keys(erased), ...Object.keys(keptWhole)];
    expect(decided.toSorted()).toEqual([...platformTableNames].sort());
  });
});

describe("a provider is erased", () => {
  test("only when its name was typed, and nothing of it is open", async () => {
    expect(await reasonOf(erase("Demo"))).toBe("provider_name_typed");
    expect(await reasonOf()).toBe("provider_not_suspended");
    await call(suspendProvider, { params: { id: seeded.demo.id } }, operator);
    expect(await reasonOf()).toBe("provider_just_changed");
    await backdate();
    await own("UPDATE payments SET status = 'pending'");
    expect(await reasonOf()).toBe("erase_payments");
    await own("UPDATE payments SET status = 'completed'");
    expect(await reasonOf()).toBe("erase_recent");
    await own(`UPDATE payments SET created_at = created_at - ${4 * dayMs}`);
    await own(
      `INSERT INTO refunds (id, seq, payment_id, cents, status, reason, requested_by, created_at, updated_at)
       VALUES ('r1', 1, '${records.paymentId}', 100, 'unknown', 'slow ${records.phone}', 'x', 1, 1)`,
    );
    expect(await reasonOf()).toBe("erase_refunds");
    await own("UPDATE refunds SET status = 'done'");
    await own(
      `INSERT INTO payouts (id, seq, status, cents, fee_cents, kind, account, environment, short_code,
         requested_by, created_at, updated_at, sent_at, ended_at, next_at)
       VALUES ('p1', 1, 'sent', 100, 0, 'phone', '254700000001', 'sandbox', '600000', 'x', 1, 1, 1, NULL, 1)`,
    );
    expect(await reasonOf()).toBe("erase_payouts");
    await own(
      `UPDATE payouts SET status = 'paid', ended_at = ${Date.now()}, next_at = ${Date.now() + dayMs}`,
    );
    expect(await reasonOf()).toBe("erase_payouts_watched");
    await own("UPDATE payouts SET next_at = NULL");
    expect(await reasonOf()).toBe("erase_purchases");
    await own("UPDATE entitlements SET state = 'ended', ended_at = 1");
    expect(await reasonOf()).toBe("erase_reviews");
    await own("UPDATE reviews SET resolved_at = 1");
    expect(await reasonOf()).toBe("erase_paybill");
    await env.DB.prepare("UPDATE paybill_payments SET status = 'attributed'").run();
    await env.DB.prepare(
      `INSERT INTO invoices (id, provider_id, period_start, period_end, due_date, terms, rows, base_count,
         base_cents, amount_cents, issued_at)
       VALUES ('i1', ?, '2026-10-01', '2026-11-01', '2026-11-10', '{}', '[]', 1, 100, 5, 1)`,
    )
      .bind(seeded.demo.id)
      .run();
    expect(await reasonOf()).toBe("erase_invoices");
    await env.DB.prepare("DELETE FROM invoices").run();
    await env.DB.prepare(
      `INSERT INTO refund_appeals (id, provider_id, payment_id, plan_name, cents, back_cents, reason, status,
         asked_at) VALUES ('a1', ?, ?, '3 Hours', 100, 0, ?, 'open', 1)`,
    )
      .bind(seeded.demo.id, records.paymentId, `slow ${records.phone}`)
      .run();
    expect(await reasonOf()).toBe("erase_appeals");
    await env.DB.prepare("UPDATE refund_appeals SET status = 'declined'").run();
    expect(await statusOf(seeded.demo.id)).toBe("suspended");
  });

  test("with all its rows, here and there; sums stay under an id, and another provider loses nothing", async () => {
    const { id } = seeded.demo;
    const savannaBefore = await rowsOf(seeded.savanna.id);
    await env.DB.prepare(
      `INSERT INTO provider_sales (provider_id, router_id, day, method, settlement, count, cents, rev)
       VALUES (?, 'r', '2026-11-20', 'mpesa', 'direct', 3, 300, 1)`,
    )
      .bind(id)
      .run();
    expect(await reasonOf()).toBe("erased");
    const foreign = platformTableNames.filter((table) => table !== "audit");
    const text = await platformText(foreign);
    const { phone, receipt, mac, paymentId } = records;
    const { username } = seeded.demo.admin;
    for (const gone of [phone, receipt, mac, paymentId, username, "Demo WiFi", "demo@", '"demo"', "512345"])
      expect(text).not.toContain(gone);
    expect(text).toContain("Savanna");
    expect(
      await env.DB.prepare("SELECT business_name, subdomain, status FROM providers WHERE id = ?")
        .bind(id)
        .first(),
    ).toEqual({ business_name: `#${id.slice(0, 8)}`, subdomain: id, status: "erased" });
    expect(
      await env.DB.prepare("SELECT cents FROM provider_sales WHERE provider_id = ?").bind(id).first("cents"),
    ).toBe(300);
    await expect(rowsOf(id)).rejects.toThrow();
    expect(
      await runInDurableObject(env.PROVIDER.getByName(id), (_, { storage }) => tablesIn(storage)),
    ).toEqual([]);
    expect(await rowsOf(seeded.savanna.id)).toEqual(savannaBefore);
    expect(
      await env.DB.prepare("SELECT actor, detail FROM audit WHERE action = 'provider.erase'").first(),
    ).toEqual({
      actor: "platform",
      detail: JSON.stringify({ held: { owed: 0, underWay: 0, divertedNotSettled: 0, feesOwed: 0 } }),
    });
  });

  test("and is nowhere any more: not in the list, not by its id, not at its host, not a second time", async () => {
    const { id } = seeded.demo;
    const list = await call(listProviders, {}, operator);
    expect(list.ok && list.answer.map(({ subdomain }) => subdomain)).toEqual(["savanna"]);
    for (const answer of [
      await call(platformProvider, { params: { id } }, operator),
      await call(exportProviderData, { params: { id } }, operator),
      await erase(),
    ])
      expect(answer.status).toBe(404);
  });

  test("and what still comes for it leaves nothing: no count of a network, no table", async () => {
    const object = env.PROVIDER.getByName(seeded.demo.id);
    // A promise of a call answers any property that `expect` looks at with one more promise, which is left to itself.
    const counted = async () =>
      object.limit("attempt", ["subject", Date.now(), { key: "late", windowMs: 60_000, max: 1 }]);
    await expect(counted()).rejects.toThrow("not there");
    expect(await runInDurableObject(object, (_object, { storage }) => tablesIn(storage))).toEqual([]);
  });

  test("its subdomain and its admin's username can be given again", async () => {
    const { username } = seeded.demo.admin;
    const adminCredentials = { username, password: "another long password", name: "A", email: "a@b.example" };
    const answer = await call(
      createProvider,
      {
        body: {
          businessName: "Second",
          contactName: "S",
          email: "s@s.example",
          phone: "0700000000",
          subdomain: "demo",
          adminCredentials,
        },
      },
      operator,
    );
    expect(answer.status).toBe(200);
  });

  test("that was cut off is finished by the minute's sweep, and stays closed meanwhile", async () => {
    const { id } = seeded.savanna;
    await call(suspendProvider, { params: { id } }, operator);
    await env.DB.prepare("UPDATE providers SET updated_at = 0 WHERE id = ?").bind(id).run();
    const its = (sql: string) => tenantDatabase(id).prepare(sql).run();
    await its(`UPDATE payments SET created_at = created_at - ${4 * dayMs}`);
    await its("UPDATE entitlements SET state = 'ended', ended_at = 1");
    await its("UPDATE reviews SET resolved_at = 1");
    const fault = failStatements(/DELETE FROM operator_sessions/);
    expect(await reasonOf(erase("Savanna Net", id))).toBe("erased");
    fault.heal();
    expect(await statusOf(id)).toBe("erasing");
    expect((await call(platformProvider, { params: { id } }, operator)).status).toBe(404);
    await sweepErasures(testContext());
    expect(await statusOf(id)).toBe("erased");
  });
});
