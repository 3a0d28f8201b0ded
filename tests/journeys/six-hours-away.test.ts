import { request } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { OfflineVouchersOfPlan } from "#contract/vouchers";
import type { ControlBody } from "../simulators/routeros/index.ts";
import { ask } from "../support/site/ask.ts";
import { makeVouchers, signIn } from "../support/site/console.ts";
import { readTenantRows } from "../support/site/read-rows.ts";
import type { Phone } from "../support/site/settings.ts";
import { SteeredSite } from "../support/site/steered-site.ts";
import { testSite } from "../support/site/test-site.ts";
import { until } from "../support/site/visitor.ts";

// The internet is away for six hours of the site's time, with reboots of bridge and router in between. The worker is a
// process of its own, stopped for that long; bridge and router go by a clock that the test moves.

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const phones: Phone[] = Array.from({ length: 7 }, (_, index) => ({
  mac: `4C:5E:0C:A6:00:0${index + 1}`,
  // Addresses of this machine, so that the page sees each device at its own.
  ip: `127.0.6.${index + 1}`,
}));
const [ana = "", ben = "", caro = "", dan = "", eve = "", fay = "", gus = ""] = phones.map(({ mac }) => mac);

/** What somebody paid for, in site time, and what they got. */
type Bought = {
  name: string;
  mac: string;
  from: number;
  until: number;
  freeMs: number;
  offSince: number | null;
};

const { site } = testSite({ phones });
let steered: SteeredSite;
let cookie = "";
const bought: Bought[] = [];

beforeAll(async () => {
  steered = await SteeredSite.start(site(), phones);
  cookie = await signIn(site(), site().seeded.demo);
});
afterAll(() => steered?.stop());

const routerId = () => site().seeded.demo.routers[0]?.id ?? "";

async function provider<T>(path: string, json?: unknown): Promise<T> {
  const answer = await ask(site().origin, path, { json, headers: { cookie } });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return JSON.parse(answer.text);
}

async function vouchers(plan: number, quantity: number): Promise<string[]> {
  const planId = site().seeded.demo.plans[plan]?.id ?? "";
  return makeVouchers(site(), site().seeded.demo, cookie, { planId, quantity });
}

async function redeemAtPortal(mac: string, voucherCode: string) {
  const json = { voucherCode, macAddress: mac, routerId: routerId() };
  return ask(site().origin, "/api/voucher/redeem", { json });
}

/** On the page of the bridge, from the device's own address. */
function redeemHere(mac: string, code: string): Promise<{ status: number; text: string }> {
  const form = new URLSearchParams({ routerId: routerId(), mac, code, dst: "http://example.com/" });
  const localAddress = phones.find((phone) => phone.mac === mac)?.ip;
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: "127.0.0.1", port: steered.pagePort, method: "POST", path: "/redeem", localAddress, headers },
      (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => {
          text += chunk;
        });
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
      },
    );
    asked.on("error", reject);
    asked.end(form.toString());
  });
}

/** Time goes by at the site; who is online unpaid is counted. Steps are short where somebody's time ends or begins. */
async function pass(ms: number, longest = minute): Promise<void> {
  for (let left = ms; left > 0; ) {
    const now = steered.now();
    const ends = bought.map((one) => one.until - now).filter((away) => away > -6 * second);
    const nearest = Math.min(...ends.map((away) => (away < 3 * second ? 0 : away - 2 * second)));
    const step = Math.min(left, longest, Math.max(500, nearest));
    await steered.pass(step);
    left -= step;
    look(step);
  }
}

function look(step: number): void {
  const now = steered.now();
  for (const one of bought) {
    const isIn = steered.simulator.isOnline(one.mac);
    if (now > one.until) one.freeMs += isIn ? Math.min(step, now - one.until) : 0;
    else one.offSince = isIn ? null : (one.offSince ?? now);
  }
}

function buys(name: string, mac: string, hours: number): void {
  const from = steered.now();
  bought.push({ name, mac: mac, from, until: from + hours * hour, freeMs: 0, offSince: null });
}

const isOnline = (mac: string) => steered.simulator.isOnline(mac);

/** Everybody whose time runs is in again within five seconds. */
async function everybodyIn(): Promise<void> {
  await pass(5 * second, 500);
  const out = bought.filter((one) => one.until > steered.now() + second && !isOnline(one.mac));
  expect(out.map(({ name }) => name)).toEqual([]);
}

function router(body: ControlBody): void {
  expect(steered.simulator.control(body).status).toBe(200);
}

it("six hours without the internet: ends on time, nobody cut early, lent vouchers work and count once", async () => {
  const [[a = ""], [b = ""], [c = ""]] = await Promise.all([vouchers(0, 1), vouchers(1, 1), vouchers(2, 1)]);
  const oneHour = await vouchers(0, 2);
  const threeHours = await vouchers(1, 2);
  const assign = (plan: number) => ({
    routerId: routerId(),
    planId: site().seeded.demo.plans[plan]?.id,
    quantity: 100,
  });
  // Everything that is unused is assigned, the stock of the site with it.
  for (const [mac, code] of [
    [ana, a],
    [ben, b],
    [caro, c],
  ] as const)
    expect((await redeemAtPortal(mac, code)).status).toBe(200);
  await until("everybody in", async () => [ana, ben, caro].every(isOnline), Boolean);
  buys("ana, 1 hour", ana, 1);
  buys("ben, 3 hours", ben, 3);
  buys("caro, a day", caro, 24);
  const assigned = async () => provider<OfflineVouchersOfPlan[]>("/api/admin/vouchers/offline");
  await until(
    "the loans",
    async () => {
      const held = new Set((await assigned()).map(({ plan }) => plan.id));
      for (const order of [assign(0), assign(1)])
        if (!held.has(order.planId ?? "")) await provider("/api/admin/vouchers/offline", order);
      return assigned();
    },
    (rows) => rows.length === 2 && rows.every(({ waiting, assigned: held }) => waiting === 0 && held > 0),
  );
  const before = await counted();

  await site().worker?.stop();
  const away = steered.now();
  await pass(20 * minute);
  await steered.killBridge();
  await pass(2 * minute);
  await steered.startBridge();
  await pass(30 * second, 500);
  router({ reboot: true });
  await pass(2 * second, 500);
  await everybodyIn();
  // Ben's phone leaves and comes back: served from the journal alone.
  router({ host: { mac: ben, present: false } });
  await pass(10 * minute);
  router({ host: { mac: ben, ip: phones[1]?.ip ?? "", present: true } });
  await everybodyIn();

  await pass(away + 100 * minute - steered.now());
  expect(isOnline(ana)).toBe(false);
  const first = await redeemHere(dan, oneHour[0] ?? "");
  expect([first.status, first.text]).toEqual([200, expect.stringContaining("Voucher redeemed")]);
  expect(isOnline(dan)).toBe(true);
  buys("dan, lent 1 hour", dan, 1);
  expect((await redeemHere(gus, oneHour[0] ?? "")).text).toContain("already been used");
  expect((await redeemHere(gus, "00000-00000")).status).toBe(400);
  // The power goes, for both; the router is back first.
  await pass(20 * minute);
  await steered.killBridge();
  router({ reboot: true });
  await pass(3 * minute);
  await steered.startBridge();
  await pass(4 * second, 500);
  await everybodyIn();
  // The bridge is dead while ben's time ends: the router knows it as well.
  await pass(away + 3 * hour - 30 * second - steered.now());
  await steered.killBridge();
  await pass(2 * minute);
  await steered.startBridge();
  expect(isOnline(ben)).toBe(false);

  await pass(away + 5 * hour - steered.now());
  expect((await redeemHere(eve, threeHours[0] ?? "")).status).toBe(200);
  buys("eve, lent 3 hours", eve, 3);
  await pass(20 * minute);
  await steered.killBridge();
  await steered.startBridge();
  await pass(away + 6 * hour - steered.now());

  // The link is back; the same code is entered on the page and at the portal in the same moment.
  await steered.returnWorker(steered.now() - away);
  await until(
    "the link",
    async () => {
      await pass(second);
      return assigned();
    },
    (rows) => rows.some(({ isConnected }) => isConnected),
  );
  const [here, there] = await Promise.all([
    redeemHere(fay, oneHour[1] ?? ""),
    redeemAtPortal(gus, oneHour[1] ?? ""),
  ]);
  expect([here.status, there.status].filter((status) => status === 200)).toHaveLength(1);
  const used = await until(
    "what was redeemed",
    () => counted(),
    (now) => now.count >= before.count + 3,
  );
  await pass(20 * second);
  expect(await counted()).toEqual(used);
  expect(used).toEqual({ count: before.count + 3, cents: before.cents + 1_000 + 2_000 + 1_000 });
  const purchases = await readTenantRows(
    site(),
    site().seeded.demo.id,
    "SELECT substr(subject, 8) AS mac, count(*) AS count FROM entitlements WHERE subject IN (SELECT 'device:' || value FROM json_each(?1)) GROUP BY subject ORDER BY subject",
    JSON.stringify([dan, eve, fay, gus]),
  );
  expect(purchases.map(({ count }) => count)).toEqual([1, 1, 1]);
  expect([isOnline(fay), isOnline(gus)].filter(Boolean)).toHaveLength(1);
  await everybodyIn();

  const figures = bought.map(({ name, until: end, freeMs, offSince }) => ({
    name,
    freeMs: Math.round(freeMs),
    // Seen out before the time was over, and never in again.
    cutEarlyMs: offSince === null ? 0 : Math.round(Math.min(end, steered.now()) - offSince),
  }));
  process.stdout.write(`${figures.map((one) => JSON.stringify(one)).join("\n")}\n`);
  for (const { name, freeMs, cutEarlyMs } of figures) {
    expect(freeMs, `${name}: free internet`).toBeLessThanOrEqual(5 * second);
    expect(cutEarlyMs, `${name}: cut early`).toBeLessThanOrEqual(second);
  }
}, 240_000);

async function counted(): Promise<{ count: number; cents: number }> {
  const [row] = await readTenantRows(
    site(),
    site().seeded.demo.id,
    "SELECT sum(count) AS count, sum(cents) AS cents FROM voucher_daily",
  );
  return { count: Number(row?.count ?? 0), cents: Number(row?.cents ?? 0) };
}
