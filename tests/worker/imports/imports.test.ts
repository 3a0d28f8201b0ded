import { beforeAll, describe, expect, test, vi } from "vitest";
import { listActivity } from "#contract/audit";
import * as calls from "#contract/imports";
import { assignOfflineVouchers, listVouchers } from "#contract/vouchers";
import { newMac } from "../../support/sell.ts";
import { call } from "../../support/worker-call.ts";
import {
  begin,
  bring,
  check,
  db,
  demo,
  importWorld,
  inDays,
  planId,
  type Row,
  redeem,
  rowOf,
  savanna,
  site,
  undo,
} from "./import-world.ts";

// Vouchers and customers of another system (docs/decisions/0049-imports.md).

importWorld();

describe("a voucher of another system", () => {
  test("is redeemed by its old code, however that is typed, once, and is a voucher sale like our own", async () => {
    const { id } = await begin(1);
    expect(await bring(id, [{ row: 2, code: "wifi-Kx7o1" }])).toEqual([
      { row: 2, becomes: "voucher", fault: null, code: "wifi-Kx7o1", notKept: [] },
    ]);
    const mac = newMac();
    const first = await redeem({ code: " WIFI kX7O1 ", mac });
    expect(first.ok && first.answer.planName).toBe(site().world.seeded.demo.plans[0]?.name);
    expect((await redeem({ code: "wifikx7o1", mac })).ok).toBe(true);
    const other = await redeem({ code: "wifi-Kx7o1" });
    expect(other.ok || other.refusal?.message).toBe("This voucher has already been used.");
    // O and 0, I and 1 are different signs to the other system.
    expect((await redeem({ code: "wifi-Kx701" })).status).toBe(409);
    const sums = await db()
      .prepare("SELECT sum(count) AS count, sum(cents) AS cents FROM voucher_daily")
      .first();
    const price = await db()
      .prepare("SELECT price_cents FROM plans WHERE id = ?1")
      .bind(planId())
      .first<number>("price_cents");
    expect(sums).toEqual({ count: 1, cents: price });
    const listed = await call(listVouchers, { query: { q: "kx7o1" } }, demo());
    expect(listed.ok && listed.answer.map(({ code, status }) => [code, status])).toEqual([
      ["wifi-Kx7o1", "used"],
    ]);
  });

  test("is refused with its reason where it can't be kept", async () => {
    const { id } = await begin(1);
    await bring(id, [{ row: 2, code: "taken7" }]);
    const rows = ["", "ab1", "12345", "päss77", "1.23457E+11", "x".repeat(33), "TAKEN 7", "fresh77"];
    expect(await check(rows.map((code, place) => ({ row: place + 2, code })))).toEqual([
      ...[
        "code_missing",
        "code_short",
        "code_short",
        "code_letters",
        "code_digits",
        "code_long",
        "code_taken",
      ],
      "voucher",
    ]);
    expect(
      await check([
        { row: 2, code: "twice77" },
        { row: 3, code: "TWICE-77" },
      ]),
    ).toEqual(["voucher", "code_taken"]);
    expect(
      await check([
        { row: 2, code: "late77", endsAt: inDays(-1) },
        { row: 3, code: "lost77", planId: "none" },
      ]),
    ).toEqual(["ended", "plan_gone"]);
    const kept = await db()
      .prepare("SELECT count(*) AS count FROM vouchers WHERE code = 'FRESH77'")
      .first("count");
    expect(kept).toBe(0);
  });

  test("is never lent to a router, whose bridge knows our codes alone", async () => {
    const { id } = await begin(1);
    await bring(id, [{ row: 2, code: "notlent7", planId: planId(1) }]);
    const body = { routerId: site().routerId, planId: planId(1), quantity: 1 };
    const answer = await call(assignOfflineVouchers, { body }, demo());
    expect(answer.ok).toBe(false);
  });
});

describe("who guesses codes of another system", () => {
  beforeAll(async () => {
    const { id } = await begin(2);
    await bring(id, [
      { row: 2, code: "guess9" },
      { row: 3, code: "guess8" },
    ]);
  });

  test("has thirty wrong ones an hour from one network, with however many devices; then a right one opens nothing", async () => {
    const network = "197.248.1.1";
    for (let place = 10; place < 40; place += 1)
      expect((await redeem({ code: `wrong${place}`, network })).status).toBeLessThan(500);
    const right = await redeem({ code: "guess9", network });
    expect(right.status).toBe(429);
    expect(Number(right.headers.get("retry-after"))).toBeGreaterThan(60);
    expect(
      await db().prepare("SELECT used_at FROM vouchers WHERE code = 'GUESS9'").first("used_at"),
    ).toBeNull();
    // Another network is not refused for it.
    expect((await redeem({ code: "guess9", network: "197.248.1.2" })).ok).toBe(true);
  });

  test("is not helped by many tries at one moment", async () => {
    const network = "197.248.1.3";
    const tries = Array.from({ length: 50 }, (_, place) => redeem({ code: `burst${place + 10}`, network }));
    const answers = await Promise.all(tries);
    expect(answers.filter(({ ok }) => ok)).toEqual([]);
    expect((await redeem({ code: "guess8", network })).status).toBe(429);
  });

  test("is refused unread where the router does not list the device", async () => {
    const answer = await redeem({ code: "guess8", isListed: false });
    expect(answer.ok || answer.refusal?.message).toMatch(/^Join the WiFi first/);
  });
});

describe("a customer with time left", () => {
  test("whose device is known goes on with it until then, and is no sale", async () => {
    const mac = newMac();
    const { id } = await begin(1);
    const endsAt = inDays(3);
    const row: Row = { row: 2, kind: "customer", mac, phone: "0712345678", endsAt };
    expect(await check([row])).toEqual(["router_missing"]);
    expect(await bring(id, [row], site().routerId)).toEqual([
      { row: 2, becomes: "device", fault: null, code: null, notKept: [] },
    ]);
    const bought = await db()
      .prepare(
        "SELECT state, source, ends_at, json_extract(terms, '$.priceCents') AS cents, rev FROM entitlements WHERE subject = 'device:' || ?1",
      )
      .bind(mac)
      .first();
    expect(bought).toEqual({
      state: "running",
      source: "import",
      ends_at: Date.parse(endsAt),
      cents: 0,
      rev: 1,
    });
    expect(
      await db()
        .prepare("SELECT phone FROM hotspot_users WHERE subject = 'device:' || ?1")
        .bind(mac)
        .first("phone"),
    ).toBe("254712345678");
    expect(await check([row], site().routerId)).toEqual(["device_busy"]);
    expect(await bring(id, [row], site().routerId)).toEqual([
      { row: 2, becomes: "device", fault: null, code: null, notKept: [] },
    ]);
    expect(
      await db()
        .prepare("SELECT count(*) AS n FROM entitlements WHERE subject = 'device:' || ?1")
        .bind(mac)
        .first("n"),
    ).toBe(1);
  });

  test("without a device gets it by the old code or a new one, and it ends when it would have ended", async () => {
    const { id } = await begin(4);
    const endsAt = inDays(2);
    const told = await bring(id, [
      { row: 2, kind: "customer", code: "begun 77", endsAt },
      { row: 3, kind: "customer", phone: "0712345678", endsAt },
      { row: 4, kind: "customer", code: "ab1", endsAt },
    ]);
    expect(told.map(({ becomes }) => becomes)).toEqual(["code", "code", "code"]);
    expect(told.map(({ code }) => code)).toEqual([
      "begun 77",
      expect.stringMatching(/^\w{5}-\w{5}$/),
      expect.stringMatching(/^\w{5}-\w{5}$/),
    ]);
    // Told again, the new codes are the same.
    expect(await bring(id, [{ row: 3, kind: "customer", phone: "0712345678", endsAt }])).toEqual([told[1]]);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 86_400_000 });
    try {
      const mac = newMac();
      const answer = await redeem({ code: told[1]?.code ?? "", mac });
      expect(answer.ok && Math.round(answer.answer.durationHours)).toBe(24);
      const terms = await db()
        .prepare("SELECT terms FROM entitlements WHERE subject = 'device:' || ?1")
        .bind(mac)
        .first<string>("terms");
      const { durationMs, priceCents, endsBy } = JSON.parse(terms ?? "{}");
      expect([Math.round(durationMs / 3_600_000), priceCents, endsBy]).toEqual([24, 0, undefined]);
    } finally {
      vi.useRealTimers();
    }
  });

  test("is refused without an end, and with one that is past or absurd", async () => {
    const kind = "customer" as const;
    expect(
      await check(
        [
          { row: 2, kind, code: "noend7" },
          { row: 3, kind, code: "past77", endsAt: inDays(-1) },
          { row: 4, kind, code: "farout7", endsAt: inDays(3_000) },
          { row: 5, kind, mac: "no device", endsAt: inDays(1) },
        ],
        site().routerId,
      ),
    ).toEqual(["end_missing", "ended", "end_far", "mac_wrong"]);
  });
});

describe("an import", () => {
  test("of the same file goes on, and brings nothing twice", async () => {
    const hash = "a".repeat(64);
    const { id } = await begin(2, 3, hash);
    await bring(id, [{ row: 2, code: "again72" }]);
    const again = await begin(2, 3, hash);
    expect([again.id, again.reachedRow, again.isComplete]).toEqual([id, 2, false]);
    await bring(id, [
      { row: 2, code: "again72" },
      { row: 3, code: "again73" },
    ]);
    expect((await begin(2, 3, hash)).isComplete).toBe(true);
    expect(
      await db().prepare("SELECT count(*) AS n FROM vouchers WHERE import_id = ?1").bind(id).first("n"),
    ).toBe(2);
    const lines = await call(listActivity, { query: {} }, demo());
    const told = lines.ok ? lines.answer.map(({ what }) => what) : [];
    expect(
      told.filter((what) => what === "Imported old.csv from another system, 2 rows").length,
    ).toBeGreaterThan(0);
  });

  test("is undone but for what was used, and the file can be brought in anew", async () => {
    const { id } = await begin(3);
    const mac = newMac();
    const rows: Row[] = [
      { row: 2, code: "undo72" },
      { row: 3, code: "undo73" },
      { row: 4, kind: "customer", mac, endsAt: inDays(2) },
    ];
    await bring(id, rows, site().routerId);
    expect((await redeem({ code: "undo72" })).ok).toBe(true);
    expect(await undo(id)).toEqual({ success: true, undone: 2, leftAlone: 1 });
    expect(await undo(id)).toMatchObject({ undone: 0 });
    expect((await redeem({ code: "undo73" })).ok).toBe(false);
    expect(
      await db()
        .prepare("SELECT state FROM entitlements WHERE subject = 'device:' || ?1")
        .bind(mac)
        .first("state"),
    ).toBe("ended");
    const refused = await call(
      calls.importRows,
      { params: { id }, body: { rows: rows.map(rowOf), routerId: site().routerId } },
      demo(),
    );
    expect(refused.ok || refused.refusal?.message).toMatch(/^This import was undone/);
    expect(await check(rows, site().routerId)).toEqual(["code_taken", "voucher", "device"]);
    const anew = await begin(3);
    expect((await bring(anew.id, rows, site().routerId)).map(({ becomes }) => becomes)).toEqual([
      "refused",
      "voucher",
      "device",
    ]);
    expect((await redeem({ code: "undo73" })).ok).toBe(true);
    expect(await undo(anew.id)).toMatchObject({ undone: 1, leftAlone: 1 });
  });

  test("takes the same code from two imports at one moment once", async () => {
    const [one, two] = [await begin(1), await begin(1)];
    const [first, second] = await Promise.all([
      bring(one.id, [{ row: 2, code: "race72" }]),
      bring(two.id, [{ row: 2, code: "race72" }]),
    ]);
    expect([first?.[0]?.becomes, second?.[0]?.becomes].sort()).toEqual(["refused", "voucher"]);
  });

  test("knows no other provider's rows, plans or routers", async () => {
    const { id } = await begin(1);
    const body = { rows: [rowOf({ row: 2, code: "theirs7" })] };
    expect((await call(calls.importRows, { params: { id }, body }, savanna())).status).toBe(404);
    expect((await call(calls.undoImport, { params: { id } }, savanna())).status).toBe(404);
    const checked = await call(calls.checkImport, { body }, savanna());
    expect(checked.ok && checked.answer.verdicts[0]?.fault).toBe("plan_gone");
    const listed = await call(calls.listImports, {}, savanna());
    expect(listed.ok && listed.answer).toEqual([]);
  });
});
