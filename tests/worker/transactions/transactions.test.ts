import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { textIn } from "#contract/texts";
import { listTransactions, recentTransactions, type Transaction } from "#contract/transactions";
import { deviceSubject } from "#contract/values/subject";
import type { Sql } from "#worker/db/sql";
import { setAside } from "#worker/features/entitlements/detach-device";
import { giveDevice } from "#worker/features/entitlements/index";
import { failureText } from "#worker/features/payments/failure-text";
import { paymentStats } from "#worker/features/transactions/figures";
import { pageQuery } from "#worker/features/transactions/transaction-page";
import { searchFor } from "#worker/features/transactions/transaction-search";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { giveRouter } from "../../support/give-router.ts";
import { newMac, setEntitlement } from "../../support/sell.ts";
import { signInProvider } from "../../support/sign-in.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";
import { forgetSales, nairobi, putPayment, putRedemption, start } from "./sales-rows.ts";

let seeded: TwoProviders;
let cookie: string;

const host = hostOf("demo");
const now = nairobi("2031-03-04", "09:00");
const minute = 60_000;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now });
  seeded = await seedBoth();
  cookie = await signInProvider(seeded.demo);
});
beforeEach(forgetSales);
afterAll(() => {
  vi.useRealTimers();
});

const demo = () => seeded.demo;

async function list(
  query: Record<string, string> = {},
  language = "en",
): Promise<{ rows: Transaction[]; total: number }> {
  const headers = { "accept-language": language };
  const answer = await call(listTransactions, { query }, { host, cookie, headers });
  if (!answer.ok) throw new Error(`${answer.status} ${answer.text}`);
  return { rows: answer.answer, total: Number(answer.headers.get("x-total-count")) };
}

const ids = async (query: Record<string, string> = {}) => {
  const { rows, total } = await list(query);
  expect(total).toBe(rows.length);
  return rows.map(({ id }) => id);
};

async function recent(): Promise<Transaction[]> {
  const answer = await call(recentTransactions, {}, { host, cookie });
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer;
}

describe("a transaction", () => {
  test("that is a payment says who paid what, for what, where and how", async () => {
    const put = await putPayment(demo(), {
      plan: 1,
      createdAt: now,
      receipt: "TKX9ABCD12",
      phone: "254712345678",
    });
    await start(put);
    const expected = {
      id: put.id,
      type: "payment",
      status: "completed",
      phoneNumber: "254712345678",
      amount: 20,
      createdAt: new Date(now).toISOString(),
      planName: "3 Hours",
      routerName: "Main Gate",
      macAddress: put.mac,
      method: "mpesa",
      receipt: "TKX9ABCD12",
      detail: null,
      activation: "done",
      entitlementId: put.entitlementId,
      divertedTo: null,
      refunded: 0,
      topUpMegabytes: null,
    };
    expect((await list()).rows).toEqual([expected]);
    expect(await recent()).toEqual([expected]);
  });

  test("that is a redeemed voucher has the price of its slip, in whole shillings, and no phone", async () => {
    const put = await putRedemption(demo(), { plan: 4, router: 1 });
    expect((await list()).rows).toEqual([
      {
        id: put.id,
        type: "voucher",
        status: "completed",
        phoneNumber: null,
        amount: 1_000,
        createdAt: new Date(now).toISOString(),
        planName: "Month 50 GB",
        routerName: "Market Stall",
        macAddress: put.mac,
        method: "voucher",
        receipt: put.code,
        detail: null,
        activation: "none",
        entitlementId: put.entitlementId,
        divertedTo: null,
        refunded: 0,
        topUpMegabytes: null,
      },
    ]);
  });

  test("that a switch took says by four digits where it went, once it is paid; and what was given back", async () => {
    const before = (await paymentStats(testContext(), demo().id)).totalRevenue;
    const central = { switchId: "s1", centralAccount: "600987" };
    await putPayment(demo(), { shillings: 50, createdAt: now - 2, ...central });
    await putPayment(demo(), { status: "failed", createdAt: now - 1, ...central });
    const { id } = await putPayment(demo(), { shillings: 20, createdAt: now });
    await tenantDatabase(demo().id)
      .prepare("UPDATE payments SET refunded_cents = 1550 WHERE id = ?1")
      .bind(id)
      .run();
    expect((await list()).rows.map(({ divertedTo, refunded }) => [divertedTo, refunded])).toEqual([
      [null, 15.5],
      [null, 0],
      ["0987", 0],
    ]);
    expect((await paymentStats(testContext(), demo().id)).totalRevenue - before).toBe(70);
  });

  test("that failed says why in the reader's language, never in the gateway's words; one on its way is pending", async () => {
    const wrongPin = { reason: "wrong-pin", detail: "2001 The initiator information is invalid." } as const;
    await putPayment(demo(), { status: "failed", ...wrongPin, createdAt: now - 3 });
    await putPayment(demo(), { status: "pending", createdAt: now - 2 });
    await putPayment(demo(), { status: "pending", detail: "interrupted", createdAt: now - 1 });
    const { rows } = await list();
    expect(rows.map(({ status, activation }) => [status, activation])).toEqual([
      ["pending", "none"],
      ["pending", "none"],
      ["failed", "none"],
    ]);
    expect(rows.map(({ detail }) => detail)).toEqual([
      ...[null, null],
      "The payer entered a wrong M-Pesa PIN. Nothing was taken: the payer can pay again with the right one.",
    ]);
    const swahili = await list({}, "sw");
    expect(swahili.rows[2]?.detail).toMatch(/^Mlipaji aliweka PIN isiyo sahihi ya M-Pesa\./);
  });

  test.each(["insufficient", "wrong-pin", "cancelled", "network", "service", null] as const)(
    "that failed for %s has a sentence of its own",
    (reason) => {
      for (const method of ["mpesa", "airtel_money", "bank"] as const) {
        const said = textIn("en", failureText({ reason, method }, "owner"));
        expect(said).toContain("Nothing was taken");
        expect(said.includes("Airtel Money")).toBe(
          method === "airtel_money" && /PIN|account|did not/.test(said),
        );
      }
    },
  );

  test("that is a redemption is found by the code that it shows", async () => {
    const put = await putRedemption(demo(), {});
    const { rows } = await list({ q: put.code });
    expect(rows.map(({ id, receipt }) => [id, receipt])).toEqual([[put.id, put.code]]);
  });

  test("at a router that is not this provider's any more has no router's name", async () => {
    const routerId = demo().routers[1]?.id;
    await putPayment(demo(), { router: 1 });
    await giveRouter(routerId, null);
    // Names are kept for three seconds.
    vi.setSystemTime(now + 10_000);
    expect((await list()).rows[0]?.routerName).toBeNull();
    await giveRouter(routerId, demo().id);
    vi.setSystemTime(now + 20_000);
    expect((await list()).rows[0]?.routerName).toBe("Market Stall");
    vi.setSystemTime(now);
  });
});

describe("what was bought", () => {
  const before = now - minute;
  const activation = async () => (await list()).rows[0]?.activation;

  test.each(["payment", "voucher"] as const)("by a %s is open until it was let out once", async (kind) => {
    const put =
      kind === "payment"
        ? await putPayment(demo(), { createdAt: before })
        : await putRedemption(demo(), { at: before });
    expect(await activation()).toBe("open");
    await start(put);
    expect(await activation()).toBe("done");
    await setEntitlement({ ...put, id: put.entitlementId }, { state: "ended" });
    expect(await activation()).toBe("done");
  });

  test.each(["payment", "voucher"] as const)(
    "by a %s and moved to another router is one transaction",
    async (kind) => {
      const put =
        kind === "payment"
          ? await putPayment(demo(), { createdAt: before })
          : await putRedemption(demo(), { at: before });
      await setEntitlement({ ...put, id: put.entitlementId }, { state: "moved", ended_at: now });
      await tenantDatabase(demo().id)
        .prepare(
          `INSERT INTO entitlements (id, rev, router_id, subject, source, source_id, terms, state, created_at, updated_at)
      SELECT id || '.2', 1, router_id, 'device:0A:00:00:00:00:01', source, source_id, terms, 'waiting', created_at, ?2
      FROM entitlements WHERE id = ?1`,
        )
        .bind(put.entitlementId, now)
        .run();
      expect(await activation()).toBe("open");
      expect(await ids({ activation: "open" })).toEqual([put.id]);
      await start({ ...put, entitlementId: `${put.entitlementId}.2` });
      expect(await activation()).toBe("done");
      expect(await ids({ activation: "open" })).toEqual([]);
      expect(await ids({ activation: "done" })).toEqual([put.id]);
    },
  );

  test.each([
    ["payment", "waiting"],
    ["payment", "running"],
    ["voucher", "waiting"],
    ["voucher", "running"],
  ])(
    "by a %s and %s at a router that was removed is open until it has a device again",
    async (kind, state) => {
      const put =
        kind === "payment"
          ? await putPayment(demo(), { createdAt: before, router: 1 })
          : await putRedemption(demo(), { at: before, router: 1 });
      if (state === "running") await start(put);
      await setAside(testContext(), demo().id, demo().routers[1]?.id ?? "");
      expect(await activation()).toBe("open");
      expect(await ids({ activation: "open" })).toEqual([put.id]);
      expect(await ids({ activation: "done" })).toEqual([]);
      expect(await paymentStats(testContext(), demo().id)).toMatchObject({ notActivated: 1 });

      await giveDevice(testContext(), {
        providerId: demo().id,
        entitlementId: put.entitlementId,
        subject: deviceSubject(newMac()),
        by: "provider",
        routerId: demo().routers[0]?.id ?? "",
        buyerHash: null,
        instead: null,
      });
      await start(put);
      expect(await activation()).toBe("done");
      expect(await paymentStats(testContext(), demo().id)).toMatchObject({ notActivated: 0 });
    },
  );

  test("and over, its router removed, is done where it was used and none where it was not", async () => {
    const used = await putPayment(demo(), { createdAt: before, router: 1 });
    await start(used);
    const unused = await putPayment(demo(), { createdAt: before - 1, router: 1 });
    await setAside(testContext(), demo().id, demo().routers[1]?.id ?? "");
    await setEntitlement({ ...used, id: used.entitlementId }, { ends_at: now });
    await setEntitlement({ ...unused, id: unused.entitlementId }, { state: "lapsed" });
    expect((await list()).rows.map(({ activation: how }) => how)).toEqual(["done", "none"]);
    expect(await ids({ activation: "open" })).toEqual([]);
  });

  test("and waits for its device, or its turn, or was never used, is neither open nor done", async () => {
    const first = await putPayment(demo(), { createdAt: before });
    await start(first);
    await putPayment(demo(), { createdAt: before, mac: first.mac });
    await putPayment(demo(), { createdAt: before, mac: null });
    await putPayment(demo(), { createdAt: now - 1_000 });
    const lapsed = await putPayment(demo(), { createdAt: before });
    await setEntitlement({ ...lapsed, id: lapsed.entitlementId }, { state: "lapsed" });
    expect((await list()).rows.map((row) => row.activation).sort()).toEqual([
      "done",
      "none",
      "none",
      "none",
      "none",
    ]);
    expect(await ids({ activation: "open" })).toEqual([]);
    // Its turn comes when the one before has ended.
    await setEntitlement({ ...first, id: first.entitlementId }, { state: "ended", ended_at: now });
    expect(await ids({ activation: "open" })).toHaveLength(1);
  });
});

describe("the list", () => {
  test("merges payments and redemptions, newest first; the recent ones are its first 20", async () => {
    const made: string[] = [];
    for (let index = 0; index < 24; index += 1) {
      const at = now - index * minute;
      const put =
        index % 3 === 0 ? await putRedemption(demo(), { at }) : await putPayment(demo(), { createdAt: at });
      made.push(put.id);
    }
    await putPayment(seeded.savanna);
    expect(await ids()).toEqual(made);
    expect((await recent()).map(({ id }) => id)).toEqual(made.slice(0, 20));
  });

  test("comes in pages that leave nothing out and show nothing twice, also where moments are equal", async () => {
    for (let index = 0; index < 12; index += 1) {
      const at = now - (index % 3) * minute;
      await (index % 2 === 0 ? putRedemption(demo(), { at }) : putPayment(demo(), { createdAt: at }));
    }
    const all = await ids();
    const pages: string[] = [];
    for (let page = 1; page <= 5; page += 1) {
      const { rows, total } = await list({ page: String(page), pageSize: "3" });
      expect(total).toBe(12);
      pages.push(...rows.map(({ id }) => id));
    }
    expect(pages).toEqual(all);
    expect(new Set(pages).size).toBe(12);
    expect((await list({ page: "900", pageSize: "1000" })).rows).toEqual([]);
  });

  test("is narrowed by status, type, router, and several at once, and counts what is left", async () => {
    const paid = await putPayment(demo(), { createdAt: now - 1 });
    const failed = await putPayment(demo(), { status: "failed", createdAt: now - 2 });
    const open = await putPayment(demo(), { status: "pending", createdAt: now - 3, router: 1 });
    const redeemed = await putRedemption(demo(), { at: now - 4, router: 1 });
    expect(await ids({ status: "completed" })).toEqual([paid.id, redeemed.id]);
    expect(await ids({ status: "failed" })).toEqual([failed.id]);
    expect(await ids({ status: "pending" })).toEqual([open.id]);
    expect(await ids({ type: "payment" })).toEqual([paid.id, failed.id, open.id]);
    expect(await ids({ type: "voucher" })).toEqual([redeemed.id]);
    expect(await ids({ type: "voucher", status: "failed" })).toEqual([]);
    expect(await ids({ type: "payment", status: "completed" })).toEqual([paid.id]);
    const routerId = demo().routers[1]?.id ?? "";
    expect(await ids({ routerId })).toEqual([open.id, redeemed.id]);
    expect(await ids({ routerId, status: "pending" })).toEqual([open.id]);
    expect(await ids({ routerId: seeded.savanna.routers[0]?.id ?? "" })).toEqual([]);
    // Empty filters are none.
    expect(await ids({ routerId: "", status: "", from: "", q: " " })).toHaveLength(4);
  });

  test("counts what came, was paid, failed or was redeemed since it was counted last", async () => {
    const routerId = demo().routers[0]?.id ?? "";
    const totals = async () => {
      const asked = [{ routerId }, { from: "2031-03-04" }, { routerId, status: "completed" }];
      return Promise.all(asked.map(async (query) => (await list(query)).total));
    };
    const open = await putPayment(demo(), { status: "pending" });
    expect(await totals()).toEqual([1, 1, 0]);
    await putPayment(demo(), { status: "failed" });
    expect(await totals()).toEqual([2, 2, 0]);
    await putRedemption(demo());
    expect(await totals()).toEqual([3, 3, 1]);
    await tenantDatabase(demo().id)
      .prepare("UPDATE payments SET status = 'completed', completed_at = ?2 WHERE id = ?1")
      .bind(open.id, now)
      .run();
    expect(await totals()).toEqual([3, 3, 2]);
    await putPayment(demo(), { status: "pending", router: 1, createdAt: nairobi("2031-03-03") });
    expect(await totals()).toEqual([3, 3, 2]);
  });

  test("puts a payment on the day on which it was paid, a failed one on the day on which it was asked for", async () => {
    const overMidnight = await putPayment(demo(), {
      createdAt: nairobi("2031-03-01", "23:59"),
      completedAt: nairobi("2031-03-02", "00:01"),
    });
    const late = await putPayment(demo(), {
      createdAt: nairobi("2031-02-10", "12:00"),
      completedAt: nairobi("2031-03-02", "10:00"),
    });
    const failed = await putPayment(demo(), { status: "failed", createdAt: nairobi("2031-03-01", "23:59") });
    const redeemed = await putRedemption(demo(), { at: nairobi("2031-03-01", "00:00") });
    const day = (from: string, to = from) => ids({ from, to });
    expect(await day("2031-03-01")).toEqual([failed.id, redeemed.id]);
    expect(await day("2031-03-02")).toEqual([overMidnight.id, late.id]);
    expect(await day("2031-02-10")).toEqual([]);
    expect(await day("2031-03-03")).toEqual([]);
    expect(await day("2031-01-01", "2031-03-02")).toHaveLength(4);
    expect(await ids({ from: "2031-03-02" })).toEqual([overMidnight.id, late.id]);
    expect(await ids({ to: "2031-03-01" })).toEqual([failed.id, redeemed.id]);
  });

  test("refuses filters that are none, and days in the wrong order", async () => {
    const refused = async (query: Record<string, string>) => {
      const answer = await call(listTransactions, { query }, { host, cookie });
      return answer.ok ? null : [answer.status, answer.refusal?.message];
    };
    expect(await refused({ from: "2031-03-02", to: "2031-03-01" })).toEqual([
      400,
      "The first day is after the last one.",
    ]);
    expect(await refused({ to: "1st of May" })).toEqual([400, "Give the day as YYYY-MM-DD"]);
    for (const query of [
      { status: "paid" },
      { type: "cash" },
      { page: "0" },
      { pageSize: "1001" },
      { q: "x".repeat(101) },
    ])
      expect((await refused(query as Record<string, string>))?.[0]).toBe(400);
  });
});

describe("the search", () => {
  test("finds a payment by phone in any spelling, by part of it, receipt, address and id", async () => {
    const mac = "0A:1B:2C:3D:4E:5F";
    const put = await putPayment(demo(), { phone: "254712345678", receipt: "TKX9ABCD12", mac });
    await putPayment(demo(), { phone: "254700000000", receipt: "TKX9ZZZZ99" });
    await putPayment(seeded.savanna, { phone: "254712345678", receipt: "TKX9ABCD12", mac });
    for (const q of [
      ...[
        "254712345678",
        "+254 712 345 678",
        "0712345678",
        "0712 345",
        "712345678",
        "12-345-678",
        "(0712) 345.678",
      ],
      ...["TKX9ABCD12", "tkx9abcd", " 9ABCD1 "],
      ...[mac, "0a-1b-2c-3d-4e-5f", "0a1b2c3d4e5f", "1b:2c", "4E:5"],
      put.id,
      put.id.slice(0, 12).toUpperCase(),
    ])
      expect([q, await ids({ q })]).toEqual([q, [put.id]]);
    expect(await ids({ q: "TKX9" })).toHaveLength(2);
    for (const q of ["0799", "NOTHERE", "%", "_", "' OR 1=1 --", "254712345679", put.id.slice(1)])
      expect([q, await ids({ q })]).toEqual([q, []]);
  });

  test("finds a redemption by code as it is typed, by address and by id", async () => {
    const put = await putRedemption(demo(), { mac: "0A:1B:2C:3D:4E:60" });
    await putRedemption(demo());
    const bare = put.code.replace("-", "");
    for (const q of [
      put.code,
      bare.toLowerCase(),
      bare.replaceAll("0", "o").replaceAll("1", "l"),
      bare.slice(2),
    ])
      expect([q, await ids({ q })]).toEqual([q, [put.id]]);
    expect(await ids({ q: "0a1b2c3d4e60" })).toEqual([put.id]);
    for (const q of [put.id, put.id.slice(0, 12).toUpperCase()]) expect(await ids({ q })).toEqual([put.id]);
    for (const q of [`${put.id.slice(0, -1)}x`, "-", "- -", "F".repeat(100), "0".repeat(100)])
      expect([q, await ids({ q })]).toEqual([q, []]);
  });

  test("goes with every filter and over all rows, not the page", async () => {
    const phone = "254712345678";
    const failed = await putPayment(demo(), { phone, status: "failed", createdAt: nairobi("2031-03-01") });
    await putPayment(demo(), { phone });
    for (let index = 0; index < 5; index += 1) await putPayment(demo());
    expect(await ids({ q: "0712345678", status: "failed" })).toEqual([failed.id]);
    expect(await ids({ q: "0712345678", to: "2031-03-01" })).toEqual([failed.id]);
    for (const kind of [{ type: "voucher" }, { type: "payment", status: "pending" }, { activation: "done" }])
      expect(await ids({ q: "0712345678", ...kind } as Record<string, string>)).toEqual([]);
    expect((await list({ q: "0712345678", pageSize: "1", page: "2" })).rows[0]?.id).toBe(failed.id);
  });
});

test("the first page of any number of transactions is read along the indexes, nothing sorted, nothing else touched", async () => {
  const query = pageQuery({}, null, { limit: 50, offset: 0, now });
  const total = (await explain(query?.total)).filter((step) => !step.includes("payments_open"));
  expect(total.join(" ")).not.toMatch(/\b(payments|vouchers)\b/);
  const plan = await explain(query?.page);
  expect(plan).toContain("SCAN payments USING COVERING INDEX payments_newest");
  expect(plan).toContain("SEARCH vouchers USING COVERING INDEX vouchers_used (used_at>?)");
  expect(plan).toContain("MERGE (UNION ALL)");
  expect(plan.filter((step) => /TEMP B-TREE|AUTOMATIC/.test(step))).toEqual([]);
  // The merged page itself is the only thing else that is passed along.
  const passed = plan.filter((step) => step.startsWith("SCAN") && !step.includes("payments_newest"));
  expect(passed).toEqual(["SCAN page"]);
});

test.each([
  ["part of a number", "0712 345", "SCAN payments USING COVERING INDEX payments_receipt"],
  [
    "a whole number",
    "0712345678",
    "SEARCH payments USING COVERING INDEX payments_receipt (method=? AND receipt=?)",
  ],
])("a search for %s passes over indexes, not over rows", async (_what, typed, receipts) => {
  const search = searchFor(testContext(), demo().id, typed);
  const query = pageQuery({}, search, { limit: 50, offset: 0, now });
  for (const part of [query?.page, query?.total]) {
    const plan = await explain(part);
    expect(plan).toContain("SCAN payments USING COVERING INDEX payments_newest");
    expect(plan).toContain(receipts);
    const others = plan.filter((step) => /^(SEARCH|SCAN) payments/.test(step) && !step.includes("COVERING"));
    expect(others.filter((step) => !step.includes("PRIMARY KEY"))).toEqual([]);
  }
});

test("what is open is found from the few purchases that have not started", async () => {
  const query = pageQuery({ activation: "open" }, null, { limit: 50, offset: 0, now });
  for (const part of [query?.page, query?.total]) {
    const plan = await explain(part);
    expect(
      plan.filter((step) => step.includes("entitlements_due (ends_at=? AND created_at<?)")).length,
    ).toBeGreaterThan(2);
    expect(
      plan.filter((step) => /^SEARCH ahead USING INDEX entitlements_due \(ends_at>\?\)/.test(step)),
    ).not.toEqual([]);
    expect(plan.filter((step) => step.includes("payments_newest"))).toEqual([]);
    expect(plan.filter((step) => step.includes("vouchers_used (used_at>?)"))).toEqual([]);
  }
});

async function explain(statement: Sql | undefined): Promise<string[]> {
  const { sql, params } = statement?.query() ?? { sql: "", params: [] };
  const { results } = await tenantDatabase(demo().id)
    .prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .bind(...params)
    .all<{ detail: string }>();
  return results.map(({ detail }) => detail);
}
