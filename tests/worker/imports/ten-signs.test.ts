import { expect, test } from "vitest";
import { claimPurchase } from "#contract/purchase-recovery";
import { generateVouchers } from "#contract/vouchers";
import { newMac } from "../../support/sell.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import {
  begin,
  bring,
  check,
  db,
  demo,
  importWorld,
  inDays,
  planId,
  redeem,
  site,
  undo,
} from "./import-world.ts";

// Codes of another system that could be ours: ten signs, as UniFi and PHPNuxBill make them (docs/decisions/0049-imports.md).

importWorld();

const becomes = async (codes: readonly string[]) => {
  const { id } = await begin(codes.length);
  const told = await bring(
    id,
    codes.map((code, place) => ({ row: place + 2, code })),
  );
  return told.map((one) => one.fault ?? one.becomes);
};
const rowsWith = (code: string) =>
  db().prepare("SELECT count(*) AS count FROM vouchers WHERE code = ?1").bind(code).first<number>("count");

test("are redeemed as they are printed, and as ours may be typed, once", async () => {
  expect(await becomes(["63864-73243", "AB12CD34EF"])).toEqual(["voucher", "voucher"]);
  const mac = newMac();
  expect((await redeem({ code: "6386473243", mac })).ok).toBe(true);
  expect((await redeem({ code: "63864-73243", mac })).ok).toBe(true);
  const other = await redeem({ code: "63864 73243" });
  expect(other.ok || other.refusal?.message).toBe("This voucher has already been used.");
  expect((await redeem({ code: "ab12cd34ef." })).ok).toBe(true);
});

test("never make two vouchers with one code, of theirs or of ours, however either is spelled", async () => {
  const body = { planId: planId(), quantity: 2 };
  const made = await call(generateVouchers, { body }, demo());
  const [own = "", revoked = ""] = made.ok ? made.answer.vouchers.map(({ code }) => code) : [];
  expect(own).toMatch(/^\w{5}-\w{5}$/);
  const misread = own.replaceAll("0", "O").replaceAll("1", "L").toLowerCase();
  expect(await check([{ row: 2, code: own }])).toEqual(["code_taken"]);
  expect(await becomes([own, misread, own.replace("-", "")])).toEqual([
    "code_taken",
    "code_taken",
    "code_taken",
  ]);
  expect(await rowsWith(own.replace("-", ""))).toBe(1);
  expect((await redeem({ code: own })).ok).toBe(true);
  const stored = revoked.replace("-", "");
  await db().prepare("UPDATE vouchers SET revoked_at = 1 WHERE code = ?1").bind(stored).run();
  expect(await check([{ row: 2, code: revoked }])).toEqual(["code_taken"]);
  expect(await becomes(["QO0QO0QO0Q", "Q00Q00Q00Q"])).toEqual(["voucher", "code_taken"]);
  expect((await redeem({ code: "QO0QO0QO0Q" })).ok).toBe(true);
});

test("of an import that was undone may come anew", async () => {
  const { id } = await begin(1);
  await bring(id, [{ row: 2, code: "7770001117" }]);
  await undo(id);
  expect((await redeem({ code: "7770001117" })).ok).toBe(false);
  expect(await becomes(["77700-01117"])).toEqual(["voucher"]);
  expect((await redeem({ code: "7770001117" })).ok).toBe(true);
});

test("are guessed no sooner than others: thirty wrong ones from a network, then a right one opens nothing", async () => {
  expect(await becomes(["5550001115", "5550001116"])).toEqual(["voucher", "voucher"]);
  const network = "197.248.7.7";
  const wrong = (place: number) => String(8_880_000_000 + place * 7_919);
  for (let place = 0; place < 30; place += 1)
    expect((await redeem({ code: wrong(place), network })).status).toBeLessThan(500);
  const right = await redeem({ code: "5550001115", network });
  expect(right.status).toBe(429);
  const usedAt = await db()
    .prepare("SELECT used_at FROM vouchers WHERE code = '5550001115'")
    .first("used_at");
  expect(usedAt).toBeNull();
  // Wrong and right are told alike.
  expect((await redeem({ code: "8881234567", network })).status).toBe(429);
  const away = await redeem({ code: "5550001116", isListed: false });
  expect(away.ok || away.refusal?.message).toMatch(/^Join the WiFi first/);
  // Ours keep themselves, and are redeemed there all the same.
  const made = await call(generateVouchers, { body: { planId: planId(), quantity: 1 } }, demo());
  expect((await redeem({ code: made.ok ? (made.answer.vouchers[0]?.code ?? "") : "", network })).ok).toBe(
    true,
  );
});

test("prove no purchase, and the form that moves one says nothing of them", async () => {
  expect(await becomes(["3330001113", "3330001114"])).toEqual(["voucher", "voucher"]);
  const macAddress = newMac();
  site().listed.add(macAddress);
  expect((await redeem({ code: "3330001114" })).ok).toBe(true);
  for (const code of ["3330001113", "3330001114", "3330001119"]) {
    const answer = await call(
      claimPurchase,
      { body: { code, macAddress, routerId: site().routerId } },
      { host: hostOf("demo"), headers: { "cf-connecting-ip": "197.248.8.8" } },
    );
    expect([answer.status, answer.ok || answer.refusal?.reason]).toEqual([404, "claim_nothing_found"]);
  }
});

test("many that are alike are refused as others are", async () => {
  const alike = Array.from(
    { length: 100 },
    (_, place) => `444444${String(place * 79 + 1_000).padStart(4, "0")}`,
  );
  expect(new Set(await becomes(alike))).toEqual(new Set(["code_guessable"]));
});

test("of a customer bring the time that is left, and what a row loses is told before and after", async () => {
  const endsAt = inDays(3);
  const { id } = await begin(4);
  const mac = newMac();
  const rows = [
    { row: 2, kind: "customer" as const, code: "22200-01112", endsAt, phone: "0712345678" },
    { row: 3, kind: "customer" as const, code: "2.54713E+11", endsAt },
    { row: 4, kind: "customer" as const, code: "old77x", mac, phone: "2.54713E+11", endsAt },
    { row: 5, kind: "customer" as const, mac: newMac().replaceAll(":", ""), phone: "254712345679.0", endsAt },
  ];
  expect(await check(rows, site().routerId)).toEqual(["code", "code", "device", "device"]);
  const told = await bring(id, rows, site().routerId);
  expect(told.map(({ notKept }) => notKept)).toEqual([
    [{ value: "phone", why: "no_device" }],
    [{ value: "code", why: "code_digits" }],
    [
      { value: "code", why: "on_device" },
      { value: "phone", why: "phone_digits" },
    ],
    [],
  ]);
  expect(told[0]?.code).toBe("22200-01112");
  expect(told[1]?.code).toMatch(/^\w{5}-\w{5}$/);
  const phone = await db()
    .prepare("SELECT phone FROM hotspot_users WHERE subject = 'device:' || ?1")
    .bind(mac)
    .first("phone");
  expect(phone).toBeNull();
});
