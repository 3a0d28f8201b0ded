import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listVouchers, revokeVouchers, type Voucher } from "#contract/vouchers";
import { clearAudit } from "../../support/clear-audit.ts";
import { databaseChecksum } from "../../support/database-checksum.ts";
import { abortBatches, type Fault } from "../../support/database-faults.ts";
import { emptyTenantTables, tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import {
  batches,
  list,
  make,
  redeem,
  remove,
  revoke,
  setVouchers,
  stats,
  voucherWorld,
  type World,
} from "./voucher-world.ts";

let world: World;
let fault: Fault | undefined;

beforeAll(async () => {
  world = await voucherWorld();
});

beforeEach(async () => {
  await emptyTenantTables("vouchers");
});

afterEach(() => {
  fault?.heal();
  fault = undefined;
});

const soon = () => new Date(Date.now() + 3_600_000).toISOString();
const past = () => Date.now() - 1;

/** Two active ones (one with an expiry), one used, one revoked, one expired, one used that was revoked and has expired. */
async function oneOfEach(): Promise<Voucher[]> {
  const [kept] = await make(world);
  const [open] = await make(world, { expiresAt: soon() });
  const rest = await make(world, { quantity: 4 });
  const [used, revoked, expired, all] = rest;
  if (!kept || !open || !used || !revoked || !expired || !all) throw new Error("too few");
  await setVouchers(world, [used], { used_at: 5 });
  await setVouchers(world, [revoked], { revoked_at: 5, expires_at: past() });
  await setVouchers(world, [expired], { expires_at: past() });
  await setVouchers(world, [all], { used_at: 5, revoked_at: 5, expires_at: past() });
  return [kept, open, used, revoked, expired, all];
}

const ids = (vouchers: readonly Pick<Voucher, "id">[]) => vouchers.map(({ id }) => id).sort();

describe("what was made together", () => {
  test("is one row with its own terms, what is used and what is left", async () => {
    const made = await make(world, { quantity: 5 });
    await make(world, { who: "savanna", quantity: 3 });
    const plan = world.demo.plans[0];
    const rename = (name: string) =>
      tenantDatabase(world.demo.id)
        .prepare("UPDATE plans SET name = ?2 WHERE id = ?1")
        .bind(plan?.id ?? "", name)
        .run();
    await rename("Changed");
    const [used, revoked, expired] = made as [Voucher, Voucher, Voucher];
    await setVouchers(world, [used], { used_at: 5 });
    await setVouchers(world, [revoked], { revoked_at: 5 });
    await setVouchers(world, [expired], { expires_at: past() });
    const { batches: rows, next } = await batches(world);
    expect(rows.map(({ id, used, made, left }) => [id, used, made, left])).toEqual([[used.batchId, 1, 5, 2]]);
    expect(rows[0]?.plan).toEqual(used.plan);
    expect(rows[0]?.plan.name).not.toBe("Changed");
    expect(next).toBeNull();
    await rename(used.plan?.name ?? "");
  });

  test("is listed newest first, ten at a time, each once and whole, also those of one moment", async () => {
    const made: string[] = [];
    for (let count = 0; count < 23; count += 1) {
      const [first] = await make(world, { quantity: count === 20 ? 100 : 2 });
      made.unshift(first?.batchId ?? "");
    }
    await tenantDatabase(world.demo.id)
      .prepare("UPDATE vouchers SET created_at = created_at / 20000 * 20000")
      .run();
    const found: { id: string; made: number }[] = [];
    let after: string | undefined;
    do {
      const page = await batches(world, after);
      expect(page.batches.length).toBeLessThanOrEqual(10);
      found.push(...page.batches);
      after = page.next ?? undefined;
    } while (after !== undefined);
    expect(found.map(({ id }) => id).sort()).toEqual(made.sort());
    expect(
      found
        .map(({ made: count }) => count)
        .sort((a, b) => b - a)
        .slice(0, 2),
    ).toEqual([100, 2]);
    expect((await batches(world, "no place")).batches).toHaveLength(10);
  });
});

describe("the status of a voucher", () => {
  test("is Used, else Revoked, else Expired, else Active; the list finds each by it", async () => {
    const [kept, open, used, revoked, expired, all] = await oneOfEach();
    const listed = (await list(world)).vouchers;
    const statusOf = (one: Voucher | undefined) => listed.find(({ id }) => id === one?.id)?.status;
    expect([kept, open, used, revoked, expired, all].map(statusOf)).toEqual([
      ...["active", "active", "used", "revoked", "expired", "used"],
    ]);
    for (const status of ["active", "used", "revoked", "expired"]) {
      const { vouchers, total } = await list(world, { status });
      expect(ids(vouchers)).toEqual(ids(listed.filter((voucher) => voucher.status === status)));
      expect(total).toBe(vouchers.length);
    }
  });

  test("is counted over all of them; revoked ones count under expired", async () => {
    await oneOfEach();
    await make(world, { who: "savanna", quantity: 3 });
    expect(await stats(world)).toEqual({ total: 6, active: 2, used: 2, expired: 2 });
    expect(await stats(world, "savanna")).toEqual({ total: 3, active: 3, used: 0, expired: 0 });
    await emptyTenantTables("vouchers");
    expect(await stats(world)).toEqual({ total: 0, active: 0, used: 0, expired: 0 });
  });

  test("turns at the very moment of the expiry", async () => {
    const [voucher] = await make(world, { expiresAt: soon() });
    const at = Date.parse(voucher?.expiresAt ?? "");
    const { countVouchers, vouchersPage } = await import("#worker/features/vouchers/voucher-list");
    const { testContext } = await import("../../support/worker-context.ts");
    const db = testContext().tenant(world.demo.id);
    for (const [now, status, active] of [
      [at - 1, "active", 1],
      [at, "expired", 0],
    ] as const) {
      const page = await vouchersPage(db, { now, status, limit: 10, offset: 0 });
      expect(page.vouchers).toMatchObject([{ status }]);
      expect(await countVouchers(db, now)).toMatchObject({ total: 1, active });
    }
  });
});

describe("the list of vouchers", () => {
  test("finds by plan and by batch, together with the rest of what is asked", async () => {
    const first = await make(world, { quantity: 3 });
    const second = await make(world, { quantity: 2 });
    const other = await make(world, { plan: 2, quantity: 4 });
    await setVouchers(world, first.slice(0, 1), { revoked_at: 5 });
    const planId = world.demo.plans[0]?.id ?? "";
    expect(ids((await list(world, { planId })).vouchers)).toEqual(ids([...first, ...second]));
    const batchId = first[0]?.batchId ?? "";
    expect(ids((await list(world, { batchId })).vouchers)).toEqual(ids(first));
    expect(new Set(second.map((voucher) => voucher.batchId)).size).toBe(1);
    expect((await list(world, { planId, batchId, status: "active", q: "hour" })).total).toBe(2);
    expect((await list(world, { planId, batchId: other[0]?.batchId ?? "" })).total).toBe(0);
    const page = await list(world, { planId, page: "2", pageSize: "2" });
    expect([page.vouchers.length, page.total]).toEqual([2, 5]);
    expect((await list(world, { planId: "", batchId: "", status: "", q: "" })).total).toBe(9);
    expect((await call(listVouchers, { query: { status: "sold" } }, asDemo())).status).toBe(400);
  });
});

const asDemo = () => ({ host: hostOf("demo"), cookie: world.cookies.demo });

describe("revoking", () => {
  test("stops what nobody has used, leaves the rest alone, and says how many of each", async () => {
    const made = await oneOfEach();
    const before = (await list(world)).vouchers;
    const answer = await revoke(world, ids(made));
    // Active ones and the expired one; used and revoked ones stay as they are.
    expect(answer.ok && answer.answer).toEqual({
      success: true,
      revoked: 3,
      leftAlone: 3,
      asked: 0,
      message: "3 vouchers revoked; 3 vouchers left as before",
    });
    const after = (await list(world)).vouchers;
    expect(after.filter(({ status }) => status === "used")).toEqual(
      before.filter(({ status }) => status === "used"),
    );
    expect(after.filter(({ status }) => status === "revoked")).toHaveLength(4);
    expect(await stats(world)).toEqual({ total: 6, active: 0, used: 2, expired: 4 });
    const again = await revoke(world, ids(made));
    expect(again.ok && again.answer).toMatchObject({ revoked: 0, leftAlone: 6 });
  });

  test("makes a code useless, with a sentence", async () => {
    const [voucher] = await make(world);
    const answer = await revoke(world, ids(voucher ? [voucher] : []));
    expect(answer.ok && answer.answer.message).toBe("1 voucher revoked");
    const tried = await redeem(world.demo, voucher?.code ?? "");
    expect(tried.status).toBe(409);
    expect(!tried.ok && tried.refusal?.message).toBe(
      "This voucher was revoked. Please ask where you bought it.",
    );
  });

  test("takes a thousand at once, the same one twice counting once, and no more", async () => {
    const [voucher] = await make(world);
    const { id = "" } = voucher ?? {};
    const many = Array.from({ length: 999 }, () => id);
    const answer = await revoke(world, [id, ...many]);
    expect(answer.ok && answer.answer).toMatchObject({ revoked: 1, leftAlone: 0 });
    const before = await databaseChecksum();
    for (const body of [{ ids: [] }, { ids: [id, id, ...many] }, {}, { ids: "all" }, { ids: [5] }])
      expect((await call(revokeVouchers, { body }, asDemo())).status).toBe(400);
    const none = await call(revokeVouchers, { body: { ids: [] } }, asDemo());
    expect(!none.ok && none.refusal?.message).toBe("Choose at least one voucher");
    expect(await databaseChecksum()).toBe(before);
  });

  test("does not reach another provider's, and nobody does it without a session", async () => {
    const [own] = await make(world);
    const foreign = await make(world, { who: "savanna", quantity: 2 });
    const savanna = () => databaseChecksum({ onlyProvider: world.savanna.id });
    const before = await savanna();
    const all = await databaseChecksum();
    expect((await revoke(world, ids(foreign))).status).toBe(404);
    expect((await revoke(world, ["unknown"])).status).toBe(404);
    const body = { ids: ids(foreign) };
    expect((await call(revokeVouchers, { body }, { host: hostOf("savanna") })).status).toBe(401);
    expect(await databaseChecksum()).toBe(all);
    const mixed = await revoke(world, ids([...(own ? [own] : []), ...foreign]));
    expect(mixed.ok && mixed.answer).toMatchObject({ revoked: 1, leftAlone: 0 });
    expect(await savanna()).toBe(before);
  });

  test("and redeeming at the same moment have one winner, every time", async () => {
    const made = await make(world, { quantity: 12 });
    const outcomes = await Promise.all(
      made.map(async ({ id, code }, index) => {
        const tries = [() => revoke(world, [id]), () => redeem(world.demo, code)];
        if (index % 2 === 1) tries.reverse();
        const answers = await Promise.all(tries.map((attempt) => attempt()));
        return index % 2 === 1 ? answers.reverse() : answers;
      }),
    );
    const rows = (await list(world)).vouchers;
    for (const [index, [revoked, redeemed]] of outcomes.entries()) {
      const row = rows.find(({ id }) => id === made[index]?.id);
      const wasRevoked = revoked?.ok === true && "revoked" in revoked.answer && revoked.answer.revoked === 1;
      expect([wasRevoked, redeemed?.ok]).toEqual(row?.isUsed ? [false, true] : [true, false]);
      expect([row?.isUsed, row?.isRevoked]).toEqual([!wasRevoked, wasRevoked]);
    }
    const { results } = await tenantDatabase(world.demo.id)
      .prepare("SELECT count(*) AS bought FROM entitlements")
      .all();
    expect(results).toEqual([{ bought: rows.filter(({ isUsed }) => isUsed).length }]);
    await emptyTenantTables("devices", "entitlements");
  });

  test("leaves a line of who did it and how many", async () => {
    const made = await make(world, { quantity: 2 });
    await clearAudit();
    await revoke(world, ids(made));
    const { results } = await env.DB.prepare(
      "SELECT actor, actor_id, provider_id, action, detail FROM audit",
    ).all();
    expect(results).toEqual([
      {
        actor: "provider",
        actor_id: world.demo.admin.id,
        provider_id: world.demo.id,
        action: "voucher.revoke",
        detail: JSON.stringify({ revoked: 2, leftAlone: 0, asked: 0 }),
      },
    ]);
  });
});

describe("a deleted plan", () => {
  test("leaves its vouchers redeemable on their own terms unless told otherwise", async () => {
    const [voucher] = await make(world, { plan: 1 });
    const plan = world.demo.plans[1];
    const answer = await remove(world, plan?.id ?? "");
    expect(answer.ok && answer.answer).toEqual({ success: true, revoked: 0 });
    expect((await list(world)).vouchers).toMatchObject([{ status: "active", plan: { name: plan?.name } }]);
    const redeemed = await redeem(world.demo, voucher?.code ?? "");
    expect(redeemed.ok && redeemed.answer).toMatchObject({ planName: "3 Hours", durationHours: 3 });
    expect((await remove(world, plan?.id ?? "", "revoke")).status).toBe(404);
  });

  test("takes its unused vouchers along when that is asked, and no others, and says how many", async () => {
    const unused = await make(world, { plan: 2, quantity: 3 });
    const [used] = await make(world, { plan: 2 });
    const others = await make(world, { plan: 0, quantity: 2 });
    await redeem(world.demo, used?.code ?? "");
    await clearAudit();
    const planId = world.demo.plans[2]?.id ?? "";
    const answer = await remove(world, planId, "revoke");
    expect(answer.ok && answer.answer).toEqual({ success: true, revoked: 3 });
    expect(ids((await list(world, { status: "revoked" })).vouchers)).toEqual(ids(unused));
    expect(ids((await list(world, { status: "active" })).vouchers)).toEqual(ids(others));
    expect((await list(world, { status: "used" })).total).toBe(1);
    const { results } = await env.DB.prepare("SELECT action, subject, detail FROM audit").all();
    expect(results).toEqual([
      { action: "plan.delete", subject: planId, detail: JSON.stringify({ vouchers: "revoke", revoked: 3 }) },
    ]);
  });

  test("is all or nothing: where the vouchers cannot be revoked, the plan stays", async () => {
    await make(world, { plan: 3, quantity: 2 });
    const planId = world.demo.plans[3]?.id ?? "";
    const before = await databaseChecksum();
    fault = abortBatches(/UPDATE plans/);
    expect((await remove(world, planId, "revoke")).status).toBe(500);
    fault.heal();
    expect(fault.count).toBe(1);
    expect(await databaseChecksum()).toBe(before);
    const answer = await remove(world, planId, "revoke");
    expect(answer.ok && answer.answer.revoked).toBe(2);
  });

  test("is not another provider's, and the choice is one of two", async () => {
    await make(world, { who: "savanna", quantity: 2 });
    const planId = world.savanna.plans[0]?.id ?? "";
    const before = await databaseChecksum();
    expect((await remove(world, planId, "revoke")).status).toBe(404);
    expect((await remove(world, planId, "burn", "savanna")).status).toBe(400);
    expect(await databaseChecksum()).toBe(before);
  });

  test("gets no vouchers any more, also from somebody who is just making some", async () => {
    const planId = world.demo.plans[4]?.id ?? "";
    const made = make(world, { plan: 4, quantity: 5 }).catch((cause: unknown) => String(cause));
    const [answer, outcome] = await Promise.all([remove(world, planId, "revoke"), made]);
    expect(answer.status).toBe(200);
    expect((await list(world, { status: "active" })).total).toBe(0);
    if (typeof outcome === "string") expect(outcome).toContain("404");
  });
});

test("ten thousand vouchers: a page, a search and the figures are right", async () => {
  const batches = 100;
  for (let batch = 0; batch < batches; batch += 1) await make(world, { quantity: 100 });
  const page = await list(world, { page: "1", pageSize: "50" });
  expect([page.vouchers.length, page.total]).toEqual([50, 10_000]);
  expect(await stats(world)).toEqual({ total: 10_000, active: 10_000, used: 0, expired: 0 });
  const [one] = page.vouchers;
  expect((await list(world, { q: one?.code ?? "", pageSize: "50" })).vouchers).toEqual([one]);
  const last = await list(world, { page: "200", pageSize: "50" });
  expect(last.vouchers).toHaveLength(50);
  expect((await list(world)).vouchers).toHaveLength(1_000);
});
