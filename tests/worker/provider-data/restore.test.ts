import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { adminLogIn, adminLogOut, adminSession } from "#contract/auth";
import { invitePerson, withdrawPersonInvitation } from "#contract/people";
import { updateProfile } from "#contract/profile";
import { restoreProvider } from "#contract/provider-data";
import { suspendProvider } from "#contract/providers";
import { minuteMs } from "#contract/values/time";
import { redeemVoucher } from "#contract/vouchers";
import { tenantTableNames } from "#worker/db/statement-rules";
import { copyToPlatform } from "#worker/features/copies/index";
import { addCustomer, creditStatements } from "#worker/features/customers/index";
import { recoveryHashFor } from "#worker/features/entitlements/index";
import { takeCash, undoCash } from "#worker/features/lines/cash";
import { settleAccount } from "#worker/features/lines/index";
import { sweepRestores } from "#worker/features/provider-data/index";
import { generateVouchers } from "#worker/features/vouchers/generate-vouchers";
import { type ProviderRecords, seedRecords } from "../../seed/provider-records.ts";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { newMac, sell } from "../../support/sell.ts";
import { signInOperator, signInProvider } from "../../support/sign-in.ts";
import { keepHistory } from "../../support/storage-history.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

let seeded: TwoProviders;
let earlier: ProviderRecords;
let operator: { host: string; cookie: string };

beforeAll(async () => {
  seeded = await seedBoth();
  earlier = await seedRecords(testContext(), seeded.demo);
});
beforeEach(async () => {
  pass(2 * minuteMs);
  operator = { host: hostOf(), cookie: await signInOperator(seeded.operator) };
  await env.DB.prepare("UPDATE providers SET status = 'active'").run();
  return () => vi.restoreAllMocks();
});

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
const own = (text: string, ...values: unknown[]) =>
  tenantDatabase(seeded.demo.id)
    .prepare(text)
    .bind(...values)
    .run();
const one = (text: string) => tenantDatabase(seeded.demo.id).prepare(text).first<number>();
const statusNow = () =>
  env.DB.prepare("SELECT status FROM providers WHERE id = ?").bind(seeded.demo.id).first<string>("status");

async function newVoucher(): Promise<string> {
  const input = { planId: seeded.demo.plans[0]?.id ?? "", quantity: 1 };
  const [voucher] = await generateVouchers(testContext(), seeded.demo.id, input, null);
  return voucher?.code ?? "";
}

/** On a device of its own. */
async function redeem(voucherCode: string): Promise<boolean> {
  const [routerId, macAddress] = [seeded.demo.routers[0]?.id, newMac()];
  const answer = await call(
    redeemVoucher,
    { body: { voucherCode, macAddress, routerId } },
    { host: hostOf("demo") },
  );
  return answer.ok;
}

/** What is counted for the copies is told anew. */
const counted = ["rev", "copied_rev"];

/** Of every table but the sessions, which end with a restore. */
async function rows(): Promise<Record<string, string[]>> {
  const tables = tenantTableNames.filter((name) => name !== "sessions");
  const read = tables.map(async (table) => {
    const { results } = await tenantDatabase(seeded.demo.id).prepare(`SELECT * FROM ${table}`).all();
    const isCopied = ["sales_daily", "reviews", "refunds"].includes(table);
    const texts = results.map((row) =>
      JSON.stringify(Object.entries(row).filter(([name]) => !isCopied || !counted.includes(name))),
    );
    return [table, texts.sort()] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

async function suspend(): Promise<void> {
  await call(suspendProvider, { params: { id: seeded.demo.id } }, operator);
  pass(minuteMs + 1);
}

const restore = (at: number, name = "Demo WiFi") =>
  call(
    restoreProvider,
    { params: { id: seeded.demo.id }, body: { name, at: new Date(at).toISOString() } },
    operator,
  );

test("what was changed or removed is as it was; what was sold, redeemed and booked since stays, and every sum fits", async () => {
  const { id } = seeded.demo;
  const [used, unused] = [await newVoucher(), await newVoucher()];
  await copyToPlatform(testContext(), id);
  pass(minuteMs);
  const at = Date.now();
  const history = await keepHistory(id);
  pass(minuteMs);
  const unchanged = await rows();
  await own("UPDATE plans SET name = 'Mistake', price_cents = 1");
  await own("DELETE FROM vouchers WHERE code = replace(?1, '-', '')", unused);
  expect(await redeem(used)).toBe(true);
  const later = await newVoucher();
  await seedRecords(testContext(), seeded.demo);
  await own(
    "UPDATE entitlements SET state = 'cut_off', rev = rev + 1, updated_at = ?1 WHERE id = ?2",
    Date.now(),
    earlier.entitlementId,
  );
  // More than a page.
  await own(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 900)
      INSERT INTO vouchers (id, code, batch_id, plan_id, terms, created_at)
      SELECT 'many ' || i, 'MANY' || i, 'many', plan_id, terms, ?1 FROM n
        JOIN (SELECT * FROM vouchers LIMIT 1)`,
    Date.now(),
  );
  await own(
    "INSERT INTO gifts (id, admin_id, minutes, given_at) SELECT 'given', id, 30, ?1 FROM admins LIMIT 1",
    Date.now(),
  );
  await own("UPDATE usage SET bytes_down = bytes_down + 500, updated_at = ?1", Date.now());
  await own("UPDATE reviews SET resolved_at = ?1 WHERE payment_id = ?2", Date.now(), earlier.paymentId);
  await copyToPlatform(testContext(), id);
  const before = await rows();

  await suspend();
  const answer = await restore(at);
  expect(answer.text).toMatch(/Demo WiFi is as it was at .*, with what was sold/);
  history.forget();
  expect(history.asked).toEqual([at]);
  const after = await rows();
  for (const table of tenantTableNames.filter((name) => name !== "plans" && name !== "vouchers"))
    expect([table, after[table]]).toEqual([table, before[table]]);
  expect(after.plans).toEqual(unchanged.plans);
  expect(after.vouchers).toHaveLength((before.vouchers?.length ?? 0) + 1);
  expect(after.vouchers).toEqual(expect.arrayContaining(before.vouchers ?? []));

  expect(await statusNow()).toBe("suspended");
  const sums = "SELECT sum(count) AS count, sum(cents) AS cents FROM";
  expect(await env.DB.prepare(`${sums} provider_sales WHERE provider_id = ?`).bind(id).first()).toEqual(
    await one(`${sums} sales_daily`),
  );
  await env.DB.prepare("UPDATE providers SET status = 'active'").run();
  pass(minuteMs);
  expect([await redeem(used), await redeem(unused), await redeem(later)]).toEqual([false, true, true]);
});

test("what customers paid into their accounts since, and the periods that it bought, stay; no balance is counted twice", async () => {
  const { id } = seeded.demo;
  const ctx = testContext();
  const db = ctx.tenant(id);
  const customer = { name: "Mercy", phone: "254722100200", language: null };
  const paid = (customerId: string, cents: number, payment: string) =>
    db.batch(creditStatements({ customerId, cents, at: Date.now() }, payment, 1));
  const terms = { packageId: "k", packageName: "Home", priceCents: 100_000, period: { days: 30 } };
  await addCustomer(ctx, id, "before", customer);
  await own(
    `INSERT INTO lines (id, customer_id, router_id, terms, login, login_small, password, rev, created_at, updated_at)
      VALUES ('l', 'before', ?1, ?2, 'mercy', 'mercy', '', 1, 0, 0)`,
    seeded.demo.routers[0]?.id,
    JSON.stringify({ ...terms, upKbps: 1_000, downKbps: 1_000, graceDays: 0, daysFromCents: null }),
  );
  await paid("before", 40_000, "first");
  await settleAccount(ctx, id, "before");
  pass(minuteMs);
  const at = Date.now();
  const history = await keepHistory(id);
  pass(minuteMs);
  await paid("before", 70_000, "second");
  await settleAccount(ctx, id, "before");
  await addCustomer(ctx, id, "since", customer);
  await paid("since", 5_000, "third");
  await settleAccount(ctx, id, "since");
  const by = { id: seeded.demo.admin.id, name: "Amina", role: "owner" } as const;
  await takeCash(ctx, id, { id: "cash", customerId: "before", amount: 200 }, by);
  await takeCash(ctx, id, { id: "mistake", customerId: "before", amount: 300 }, by);
  await undoCash(ctx, id, { id: "mistake", reason: "Typed twice" }, by);
  const money = [
    ...["customer_accounts", "customer_entries", "customer_cash", "lines", "line_periods"],
    ...["general_ledger", "ledger", "sales_daily", "plan_daily"],
  ];
  const before = await rows();
  await suspend();
  expect((await restore(at)).ok).toBe(true);
  history.forget();
  const after = await rows();
  for (const table of money) expect([table, after[table]]).toEqual([table, before[table]]);
  expect(await one("SELECT balance_cents FROM customer_accounts WHERE id = 'before'")).toMatchObject({
    balance_cents: 30_000,
  });
});

test("who may sign in stays as it is: no password, session or invitation of the earlier moment comes back", async () => {
  const host = hostOf("demo");
  const { id, username, password } = seeded.demo.admin;
  const cookie = await signInProvider(seeded.demo);
  const link = { name: "Baraka", role: "cashier" };
  const invited = await call(invitePerson, { body: link }, { host, cookie });
  const invitation = invited.ok ? invited.answer.invitation.id : "";
  pass(minuteMs);
  const at = Date.now();
  const history = await keepHistory(seeded.demo.id);
  pass(minuteMs);
  const withdraw = { params: { id: invitation } };
  expect((await call(withdrawPersonInvitation, withdraw, { host, cookie })).status).toBe(200);
  const newPassword = "chosen after a leak";
  const body = { name: "Amina W.", email: "amina@demo.example", currentPassword: password, newPassword };
  const changed = { ...body, confirmPassword: newPassword };
  expect((await call(updateProfile, { params: { id }, body: changed }, { host, cookie })).status).toBe(200);
  await call(adminLogOut, {}, { host, cookie });
  await suspend();
  expect((await restore(at)).status).toBe(200);
  history.forget();
  expect((await call(adminSession, {}, { host, cookie })).status).toBe(401);
  expect(await one("SELECT count(*) FROM sessions")).toEqual({ "count(*)": 0 });
  const logIn = async (given: string) =>
    (await call(adminLogIn, { body: { username, password: given } }, { host })).status;
  expect([await logIn(password), await logIn(newPassword)]).toEqual([401, 200]);
  expect(await one(`SELECT ended_at FROM admin_invitations WHERE id = '${invitation}'`)).not.toEqual({
    ended_at: null,
  });
  seeded.demo.admin.password = newPassword;
});

test("a code that came in anew since its ended row was removed is there once, and the restore ends", async () => {
  const insert = (id: string) =>
    own(
      `INSERT INTO vouchers (id, code, batch_id, plan_id, terms, created_at, revoked_at)
        SELECT ?1, 'KIOSK1', 'import', plan_id, terms, ?2, ?3 FROM vouchers LIMIT 1`,
      id,
      Date.now(),
      id === "ended" ? Date.now() : null,
    );
  await newVoucher();
  await insert("ended");
  pass(minuteMs);
  const at = Date.now();
  const history = await keepHistory(seeded.demo.id);
  pass(minuteMs);
  await own("DELETE FROM vouchers WHERE id = 'ended'");
  await insert("anew");
  await suspend();
  expect((await restore(at)).status).toBe(200);
  history.forget();
  expect(await one("SELECT id, revoked_at FROM vouchers WHERE code = 'KIOSK1'")).toEqual({
    id: "anew",
    revoked_at: null,
  });
});

test("recovery codes of a root secret that was replaced since are made anew", async () => {
  const sold = await sell(seeded.demo, { createdAt: Date.now() });
  const written = (hash: string) =>
    own("UPDATE entitlements SET recovery_hash = ?1 WHERE id = ?2", hash, sold.id);
  await written("of the earlier secret");
  pass(minuteMs);
  const at = Date.now();
  const history = await keepHistory(seeded.demo.id);
  pass(minuteMs);
  const current = recoveryHashFor(testContext(), sold.id);
  await written(current);
  await suspend();
  expect((await restore(at)).status).toBe(200);
  history.forget();
  expect(await one(`SELECT recovery_hash FROM entitlements WHERE id = '${sold.id}'`)).toEqual({
    recovery_hash: current,
  });
});

test("nothing is written from the moment when rows are taken along until they are put back", async () => {
  const { id } = seeded.demo;
  const object = () => env.PROVIDER.getByName(id);
  const [at, before] = [Date.now(), await rows()];
  const history = await keepHistory(id);
  let end = "";
  try {
    await object().restore(at, 1);
  } catch (cause) {
    end = String(cause);
  }
  expect(end).toContain("the storage goes back");
  history.forget();
  const late = { sql: "UPDATE plans SET name = 'Late'", params: [] };
  expect(await object().run([late])).toMatchObject({ failed: "error" });
  expect(await object().endRestore(1)).toBe("restored");
  expect(await rows()).toEqual(before);
  expect(await object().run([{ sql: "SELECT count(*) FROM plans", params: [] }])).toHaveLength(1);
});

test("where the storage can't go back nothing changes, and the operator is told", async () => {
  await suspend();
  const before = await rows();
  const answer = await restore(Date.now() - minuteMs);
  expect(answer.ok ? null : answer.refusal?.reason).toBe("restore_impossible");
  expect([await statusNow(), await rows()]).toEqual(["suspended", before]);
});

test("it takes the name, a moment that the provider has, and a provider that sells nothing", async () => {
  const reasonOf = async (given: ReturnType<typeof restore>) => {
    const answer = await given;
    return answer.ok ? null : answer.refusal?.reason;
  };
  const now = Date.now();
  expect(await reasonOf(restore(now - minuteMs, "Demo"))).toBe("provider_name_typed");
  expect(await reasonOf(restore(now + minuteMs))).toBe("restore_when");
  expect(await reasonOf(restore(now - 31 * 86_400_000))).toBe("restore_when");
  expect(await reasonOf(restore(now - minuteMs))).toBe("provider_not_suspended");
});

test("one that was cut off is finished by the minute's sweep, and is closed until then", async () => {
  await env.DB.prepare("UPDATE providers SET status = 'restoring', updated_at = ? WHERE id = ?")
    .bind(Date.now() - 16 * minuteMs, seeded.demo.id)
    .run();
  const before = await rows();
  expect((await restore(Date.now() - minuteMs)).status).toBe(404);
  await sweepRestores(testContext());
  expect([await statusNow(), await rows()]).toEqual(["suspended", before]);
});
