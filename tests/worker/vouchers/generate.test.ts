import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { formatVoucherCode } from "#contract/values/voucher-code";
import { generateVouchers, listVouchers, type Voucher } from "#contract/vouchers";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { databaseChecksum } from "../../support/database-checksum.ts";
import { signInProvider } from "../../support/sign-in.ts";
import { emptyTenantTables, tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { seedBoth } from "../../support/worker-context.ts";

const [wholePrices = ""] = Object.values(
  import.meta.glob("../../../migrations/provider/0003_whole-voucher-prices.sql", {
    eager: true,
    query: "?raw",
    import: "default",
  }),
);

let seeded: TwoProviders;
let cookies: { demo: string; savanna: string };

beforeAll(async () => {
  seeded = await seedBoth();
  cookies = { demo: await signInProvider(seeded.demo), savanna: await signInProvider(seeded.savanna) };
});

beforeEach(async () => {
  await emptyTenantTables("vouchers");
});

afterEach(() => {
  vi.useRealTimers();
});

type Who = "demo" | "savanna";

function generate(body: Record<string, unknown>, options: { key?: string; who?: Who } = {}) {
  const { key, who = "demo" } = options;
  const headers: Record<string, string> = key === undefined ? {} : { "idempotency-key": key };
  const planId = seeded[who].plans[0]?.id;
  return call(
    generateVouchers,
    { body: { planId, ...body } },
    { host: hostOf(who), cookie: cookies[who], headers },
  );
}

async function made(
  body: Record<string, unknown>,
  options: { key?: string; who?: Who } = {},
): Promise<Voucher[]> {
  const answer = await generate(body, options);
  if (!answer.ok) throw new Error(`${answer.status} ${answer.text}`);
  return answer.answer.vouchers;
}

async function list(query: Record<string, string> = {}, who: Who = "demo") {
  const answer = await call(listVouchers, { query }, { host: hostOf(who), cookie: cookies[who] });
  if (!answer.ok) throw new Error(`${answer.status} ${answer.text}`);
  return { vouchers: answer.answer, total: Number(answer.headers.get("x-total-count")) };
}

describe("generating vouchers", () => {
  test("makes from 1 to 100 of them, all different, in letters and digits that nobody mistakes", async () => {
    for (const quantity of [1, 7, 100]) {
      const vouchers = await made({ quantity });
      expect(vouchers).toHaveLength(quantity);
      expect(new Set(vouchers.map(({ code }) => code)).size).toBe(quantity);
      for (const { code } of vouchers) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
    }
    const all = (await list()).vouchers.map(({ code }) => code).join("");
    // 108 codes of 10 out of 32 characters: each of them is missing with a probability of 1e-15.
    expect(new Set(all.replaceAll("-", "")).size).toBe(32);
  });

  test("costs what is charged for its plan, in whole shillings", async () => {
    const month = seeded.demo.plans.find(({ price }) => price === "999.50");
    const [voucher] = await made({ planId: month?.id, quantity: 1 });
    expect(voucher?.plan?.price).toBe(1_000);
    expect((await list()).vouchers[0]?.plan?.price).toBe(1_000);
  });

  test("so does one that was printed by an earlier version; what was sold keeps what it was booked as", async () => {
    const [unused, used] = await made({ quantity: 2 });
    const database = tenantDatabase(seeded.demo.id);
    const change = (sql: string, ...values: unknown[]) =>
      database
        .prepare(sql)
        .bind(...values)
        .run();
    await change("UPDATE vouchers SET terms = json_set(terms, '$.priceCents', 99950)");
    await change(
      "UPDATE vouchers SET redemption_id = 'r', used_at = 1, router_id = ?2 WHERE id = ?1",
      used?.id,
      seeded.demo.routers[0]?.id,
    );
    await change(wholePrices);
    const { vouchers } = await list();
    const priceOf = (one: Voucher | undefined) => vouchers.find(({ id }) => id === one?.id)?.plan?.price;
    expect([priceOf(unused), priceOf(used)]).toEqual([1_000, 999.5]);
  });

  test("says how many there are, and each in full", async () => {
    const answer = await generate({ quantity: 2, adminId: "whoever" });
    expect(answer.ok && answer.answer.message).toBe("2 vouchers generated");
    expect(answer.ok && answer.answer.vouchers[0]).toEqual({
      id: expect.any(String),
      code: expect.any(String),
      plan: {
        id: seeded.demo.plans[0]?.id,
        name: "1 Hour",
        price: 10,
        durationHours: 1,
        speedMbps: 3,
        dataLimitGB: null,
        fairUseGB: null,
        fairUseMbps: null,
        devices: 1,
        hours: null,
      },
      isUsed: false,
      isRevoked: false,
      isOffline: false,
      status: "active",
      batchId: expect.any(String),
      usedBy: null,
      usedAt: null,
      expiresAt: null,
      createdAt: expect.any(String),
    });
    const one = await generate({ quantity: 1 });
    expect(one.ok && one.answer.message).toBe("1 voucher generated");
  });

  test("is refused for 0, for 101, and for what is no number; nothing is made", async () => {
    const before = await databaseChecksum();
    for (const quantity of [0, 101, -1, 1.5, "abc", "5", null, undefined])
      expect((await generate({ quantity })).status, String(quantity)).toBe(400);
    expect(await databaseChecksum()).toBe(before);
  });

  test("is refused for another provider's plan, an archived one and one that nobody has", async () => {
    const foreign = seeded.savanna.plans[0]?.id;
    const archived = seeded.demo.plans[3]?.id;
    await tenantDatabase(seeded.demo.id)
      .prepare("UPDATE plans SET archived_at = 5 WHERE id = ?1")
      .bind(archived)
      .run();
    for (const planId of [foreign, archived, "none"]) {
      const answer = await generate({ planId, quantity: 1 });
      expect(answer.status).toBe(404);
    }
    expect((await list()).total).toBe(0);
    expect((await list({}, "savanna")).total).toBe(0);
  });

  test("takes an expiry in the future, meant in Nairobi where it names no offset", async () => {
    vi.setSystemTime(Date.parse("2026-11-20T09:00:00Z"));
    const expiryOf = async (expiresAt: string) => (await made({ quantity: 1, expiresAt }))[0]?.expiresAt;
    expect(await expiryOf("2026-11-20T18:30")).toBe("2026-11-20T15:30:00.000Z");
    expect(await expiryOf("2026-11-20T18:30:00")).toBe("2026-11-20T15:30:00.000Z");
    expect(await expiryOf("2026-11-20T18:30:00.000Z")).toBe("2026-11-20T18:30:00.000Z");
    expect(await expiryOf("2026-11-20T18:30:00-02:00")).toBe("2026-11-20T20:30:00.000Z");
    expect(await expiryOf("")).toBeNull();
  });

  test("is refused with an expiry that is past, now, or no date", async () => {
    vi.setSystemTime(Date.parse("2026-11-20T09:00:00Z"));
    for (const expiresAt of ["2026-11-20T11:59", "2026-11-20T12:00", "2020-01-01T00:00:00Z"]) {
      const answer = await generate({ quantity: 1, expiresAt });
      expect(answer.status).toBe(400);
      expect(!answer.ok && answer.refusal?.message).toBe("The expiry is in the past. Choose a later date.");
    }
    for (const expiresAt of ["tomorrow", "2026-13-01T00:00", "2026-02-30T00:00", 5])
      expect((await generate({ quantity: 1, expiresAt })).status).toBe(400);
    expect((await list()).total).toBe(0);
  });

  test("repeated with its Idempotency-Key answers with the same vouchers, also when both come at once", async () => {
    const key = crypto.randomUUID();
    const [one, two] = await Promise.all([made({ quantity: 30 }, { key }), made({ quantity: 30 }, { key })]);
    expect(two).toEqual(one);
    expect(await made({ quantity: 30 }, { key })).toEqual(one);
    expect((await list()).total).toBe(30);
    expect(await made({ quantity: 30 })).not.toEqual(one);
    expect((await list()).total).toBe(60);
  });

  test("repeated with its Idempotency-Key and another body is refused; another provider's key is another key", async () => {
    const key = crypto.randomUUID();
    await made({ quantity: 3 }, { key });
    const other = await generate({ quantity: 4 }, { key });
    expect(other.status).toBe(409);
    expect(!other.ok && other.refusal?.code).toBe("conflict");
    expect((await list()).total).toBe(3);
    expect(await made({ quantity: 4 }, { key, who: "savanna" })).toHaveLength(4);
  });
});

describe("the list of vouchers", () => {
  test("is newest first, in pages, with the number of all in X-Total-Count", async () => {
    const began = Date.now();
    for (let batch = 0; batch < 3; batch++) {
      vi.setSystemTime(began + batch * 60_000);
      await made({ quantity: 10 });
    }
    vi.useRealTimers();
    const all = await list();
    expect(all.total).toBe(30);
    const times = all.vouchers.map(({ createdAt }) => Date.parse(createdAt));
    expect(times).toEqual([...times].sort((one, other) => other - one));
    const pages = await Promise.all(["1", "2", "3", "4", "5"].map((page) => list({ page, pageSize: "7" })));
    expect(pages.map(({ vouchers }) => vouchers.length)).toEqual([7, 7, 7, 7, 2]);
    expect(pages.flatMap(({ vouchers }) => vouchers)).toEqual(all.vouchers);
    expect(pages.every(({ total }) => total === 30)).toBe(true);
    expect((await list({ page: "9", pageSize: "7" })).vouchers).toEqual([]);
  });

  test("shows a provider its own only", async () => {
    await made({ quantity: 2 });
    await made({ quantity: 3 }, { who: "savanna" });
    expect((await list()).total).toBe(2);
    const other = await list({}, "savanna");
    expect(other.vouchers.every(({ plan }) => plan?.name === "Savanna Evening")).toBe(true);
    expect(other.total).toBe(3);
  });

  test("finds by part of a code as typed, by device and by plan, and counts what it found", async () => {
    const [one] = await made({ quantity: 20 });
    const found = one ?? { code: "", id: "" };
    await tenantDatabase(seeded.demo.id)
      .prepare(
        "UPDATE vouchers SET code = '01ABCDEFGH', used_by = '02:AB:00:00:00:01', used_at = 5 WHERE id = ?1",
      )
      .bind(found.id)
      .run();
    await made({ planId: seeded.demo.plans[2]?.id, quantity: 4 });
    for (const q of [
      "01abc",
      "O1ABC-DEFGH",
      "olab",
      "02:ab:00",
      "02ab00",
      "02-AB-00",
      formatVoucherCode("01ABCDEFGH"),
    ]) {
      const { vouchers, total } = await list({ q });
      expect(
        vouchers.map(({ id }) => id),
        q,
      ).toContain(found.id);
      expect(total).toBe(vouchers.length);
    }
    expect((await list({ q: "day" })).total).toBe(4);
    expect((await list({ q: "day", page: "2", pageSize: "3" })).vouchers).toHaveLength(1);
    for (const q of ["%", "_", "'", "é".repeat(40), "-"]) expect((await list({ q })).total).toBe(0);
  });

  test("refuses a page that is none", async () => {
    for (const query of [{ page: "0" }, { page: "x" }, { pageSize: "1001" }, { pageSize: "0" }]) {
      const answer = await call(listVouchers, { query }, { host: hostOf("demo"), cookie: cookies.demo });
      expect(answer.status).toBe(400);
    }
  });
});

describe("there is room for", () => {
  /** As if so many had been made at this moment, and stand there. */
  async function stand(
    count: number,
    createdAt: number,
    more: { revokedAt?: number; expiresAt?: number } = {},
  ) {
    await tenantDatabase(seeded.demo.id)
      .prepare(
        `INSERT INTO vouchers (id, code, batch_id, plan_id, terms, created_at, expires_at, revoked_at)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
      SELECT ?2 || i, ?2 || i, 'b', ?3, '{"priceCents":0}', ?4, ?5, ?6 FROM n`,
      )
      .bind(
        count,
        `${crypto.randomUUID()} `,
        seeded.demo.plans[0]?.id,
        createdAt,
        more.expiresAt ?? null,
        more.revokedAt ?? null,
      )
      .run();
  }
  const daysAgo = (days: number) => Date.now() - days * 86_400_000;
  const count = () => tenantDatabase(seeded.demo.id).prepare("SELECT count(*) AS n FROM vouchers").first("n");

  test("50,000 unused ones of a provider and not for one more; who asks hears what to do", async () => {
    await stand(49_990, daysAgo(30));
    const refused = await generate({ quantity: 11 });
    expect([refused.status, refused.ok || refused.refusal?.message]).toEqual([
      409,
      "You have 49,990 unused vouchers, and at most 50,000 can be kept. Revoke some that you do not need, then make new ones.",
    ]);
    expect(await count()).toBe(49_990);
    await made({ quantity: 10 });
    await made({ quantity: 100 }, { who: "savanna" });
  });

  test("10,000 an hour and 20,000 a day, revoked ones too", async () => {
    await stand(9_950, Date.now() - 60_000, { revokedAt: Date.now() });
    const refused = await generate({ quantity: 51 });
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "3600"]);
    expect(refused.ok || refused.refusal?.message).toContain("in the last hour, and at most 10,000 an hour");
    await made({ quantity: 50 });
    await tenantDatabase(seeded.demo.id)
      .prepare("UPDATE vouchers SET created_at = created_at - 7200000")
      .run();
    await stand(4_990, Date.now() - 5_400_000, { revokedAt: Date.now() });
    await stand(5_000, Date.now() - 60_000, { revokedAt: Date.now() });
    const later = await generate({ quantity: 11 });
    expect([later.status, later.ok || later.refusal?.message]).toEqual([
      429,
      "You made 19,990 vouchers in the last 24 hours, and at most 20,000 a day can be made. Please go on tomorrow.",
    ]);
  });

  test("no more than that when many ask at once", async () => {
    await stand(49_850, daysAgo(30));
    const answers = await Promise.all(Array.from({ length: 8 }, () => generate({ quantity: 50 })));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(3);
    expect(await count()).toBe(50_000);
  });

  test("a repeated request when it was full meanwhile: it made its vouchers before", async () => {
    const first = await made({ quantity: 5 }, { key: "before it was full" });
    await stand(50_000, daysAgo(30));
    expect(await made({ quantity: 5 }, { key: "before it was full" })).toEqual(first);
  });

  test("old ones that ended unused no longer than 90 days: making new ones removes them, and no others", async () => {
    await stand(3, daysAgo(200), { revokedAt: daysAgo(91) });
    await stand(3, daysAgo(200), { expiresAt: daysAgo(91) });
    await stand(1, daysAgo(200), { revokedAt: daysAgo(89) });
    await stand(1, daysAgo(200), { expiresAt: daysAgo(89) });
    await stand(1, daysAgo(200));
    await stand(1, daysAgo(200), { expiresAt: daysAgo(91) });
    const last = "rowid = (SELECT max(rowid) FROM vouchers)";
    await tenantDatabase(seeded.demo.id)
      .prepare(
        `UPDATE vouchers SET used_at = 1, used_by = ?1, router_id = ?2, redemption_id = 'r' WHERE ${last}`,
      )
      .bind("02:00:00:00:00:01", seeded.demo.routers[0]?.id)
      .run();
    await made({ quantity: 1 });
    expect(await count()).toBe(5);
  });
});
