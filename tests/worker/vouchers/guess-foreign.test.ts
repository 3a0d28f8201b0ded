import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { beginImport, importRows } from "#contract/imports";
import { deviceSubject } from "#contract/values/subject";
import { redeemVoucher } from "#contract/vouchers";
import { guessForeign } from "#worker/features/vouchers/guess-foreign";
import { newMac } from "../../support/sell.ts";
import { signInProvider } from "../../support/sign-in.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { openSite, type Site } from "../rate-limits/site-world.ts";

// How fast codes of another system can be guessed by who has many networks (docs/decisions/0049-imports.md).

let site: Site;
const right = ["right70", "right71", "right72", "right73"];
const many = Array.from({ length: 35 }, (_, place) => `many${place + 100}`);

beforeAll(async () => {
  site = await openSite();
  const { demo } = site.world.seeded;
  const owner = { host: hostOf("demo"), cookie: await signInProvider(demo) };
  const all = [...right, ...many];
  const file = { fileName: "old.csv", rows: all.length, lastRow: all.length, fileHash: "7".repeat(64) };
  const begun = await call(beginImport, { body: file }, owner);
  if (!begun.ok) throw new Error(begun.text);
  const planId = demo.plans[0]?.id ?? "";
  const rows = all.map((code, place) => ({ row: place + 1, kind: "voucher" as const, planId, code }));
  await call(importRows, { params: { id: begun.answer.id }, body: { rows } }, owner);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
});
// Two days: what was counted before is over.
afterEach(() => void vi.setSystemTime(Date.now() + 2 * 86_400_000));
afterAll(async () => {
  vi.useRealTimers();
  await site.close();
});

type Guesser = { network: string; mac?: string; listed?: boolean | null; routerId?: string };

let codes = 0;
/** So many different wrong codes at one moment. @returns how many were let through to be looked up */
async function guesses(count: number, guesser: (turn: number) => Guesser): Promise<number> {
  const tries = Array.from({ length: count }, async (_, turn) => {
    codes += 1;
    const { network, mac = newMac(), listed = true, routerId = site.routerId } = guesser(turn);
    const who = {
      providerId: site.world.seeded.demo.id,
      network,
      browser: `b${codes}`,
      routerId,
      subject: deviceSubject(mac),
      listed,
    };
    return guessForeign(testContext(), who, `wrong${codes}x`).then(
      () => 1,
      (error) => {
        expect(error).toMatchObject({ code: "too_many" });
        return 0;
      },
    );
  });
  return (await Promise.all<number>(tries)).reduce((sum, one) => sum + one, 0);
}

function redeems(code: string, network: string, mac = newMac()) {
  site.listed.add(mac);
  return call(
    redeemVoucher,
    { body: { voucherCode: code, macAddress: mac, routerId: site.routerId } },
    { host: hostOf("demo"), headers: { "cf-connecting-ip": network } },
  );
}

/** One of the 256 networks of one line of IPv6. */
const ofLine = (place: number) => `2001:db8:77:${(place & 255).toString(16).padStart(2, "0")}00::/56`;
/** One of many lines. */
const line = (place: number) => `198.51.100.${place}`;

test("right codes use nothing up: a whole site redeems through one address", async () => {
  // Seven at a time: without a bridge each waits for the router.
  for (let first = 0; first < many.length; first += 7)
    await Promise.all(
      many
        .slice(first, first + 7)
        .map(async (code) => expect((await redeems(code, "197.248.1.9")).status, code).toBe(200)),
    );
});

test("one line of IPv6 has thirty wrong codes an hour, from however many networks and devices", async () => {
  expect(await guesses(45, (turn) => ({ network: ofLine(turn) }))).toBe(30);
  expect(await guesses(20, () => ({ network: "2001:db8:78:0000::/56" }))).toBe(20);
});

test("one device has thirty, from however many lines", async () => {
  const mac = newMac();
  expect(await guesses(45, (turn) => ({ network: line(turn), mac }))).toBe(30);
  expect(await guesses(20, (turn) => ({ network: line(turn) }))).toBe(20);
});

test.each([true, null])(
  "a router has sixty of all lines and devices together, one line half of them (listed: %j)",
  async (listed) => {
    expect(await guesses(40, () => ({ network: line(1), listed }))).toBe(30);
    expect(await guesses(45, (turn) => ({ network: line(turn + 2), listed }))).toBe(30);
    const routerId = site.world.seeded.demo.routers[1]?.id ?? "";
    expect(await guesses(20, (turn) => ({ network: line(turn + 2), listed, routerId }))).toBe(20);
    vi.setSystemTime(Date.now() + 3_601_000);
    expect(await guesses(20, (turn) => ({ network: line(turn), listed }))).toBe(20);
  },
);

test("the site's own network, where an old code was redeemed, is not refused for what others guess", async () => {
  const own = "197.248.10.77";
  const [first = "", second = "", third = ""] = right;
  expect((await redeems(first, own)).status).toBe(200);
  const mac = newMac();
  expect(await guesses(40, () => ({ network: line(1), mac }))).toBe(30);
  expect(await guesses(45, (turn) => ({ network: line(turn + 2) }))).toBe(30);
  expect((await redeems(second, line(200))).status).toBe(429);
  expect((await redeems(second, own, mac)).status).toBe(200);
  // It has no more than its thirty for that.
  expect(await guesses(40, () => ({ network: own }))).toBe(30);
  expect((await redeems(third, own)).status).toBe(429);
  const used = await tenantDatabase(site.world.seeded.demo.id)
    .prepare("SELECT count(*) AS count FROM vouchers WHERE used_at IS NOT NULL AND code LIKE 'RIGHT%'")
    .first("count");
  expect(used).toBe(2);
});

test("a code that is told again makes no network the site's, and of many that redeem two are", async () => {
  const [, , third = "", fourth = ""] = right;
  const mac = newMac();
  for (const network of [line(1), line(2)]) {
    expect((await redeems(third, network, mac)).status).toBe(200);
    vi.setSystemTime(Date.now() + 1_000);
  }
  expect((await redeems(fourth, line(3))).status).toBe(200);
  const who = {
    providerId: site.world.seeded.demo.id,
    network: line(4),
    browser: null,
    routerId: site.routerId,
  };
  const guess = await guessForeign(
    testContext(),
    { ...who, subject: deviceSubject(newMac()), listed: true },
    "another77",
  );
  await guess?.wasRight(true);
  // All counts that networks share are full.
  expect(await guesses(70, (turn) => ({ network: line(turn + 10) }))).toBe(60);
  const more = await Promise.all([1, 2, 3, 4].map((place) => guesses(5, () => ({ network: line(place) }))));
  expect(more).toEqual([5, 0, 5, 0]);
});
