import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { nairobiDay } from "#contract/values/duration";
import { ask } from "../support/site/ask.ts";
import { launchBrowser } from "../support/site/browser.ts";
import { ConsoleAdmin } from "../support/site/console-admin.ts";
import { MovedClock } from "../support/site/moved-clock.ts";
import { newVisitor } from "../support/site/new-visitor.ts";
import { PortalVisitor } from "../support/site/portal-visitor.ts";
import { readTenantRows } from "../support/site/read-rows.ts";
import { operatorOf, phonesOnWifi } from "../support/site/settings.ts";
import { Site } from "../support/site/site.ts";
import { until, Visitors } from "../support/site/visitor.ts";

// A provider's week on a whole site whose clock is moved, from Monday morning to the payout on Friday. Each test goes on where the
// one before it stopped.

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const nairobi = 3 * hour;
const dir = mkdtempSync(join(tmpdir(), "week-"));
const clock = new MovedClock(dir);
const television = { mac: "00:F4:6F:10:2B:3C", ip: "10.5.50.201" };
let site: Site;
let visitors: Visitors;
let browser: Browser;
/** Monday's midnight in Nairobi, UTC ms. */
let monday = 0;
/** What was paid, in shillings. */
let paid = 0;
const plans: Record<string, string> = {};

beforeAll(async () => {
  const today = Math.floor((Date.now() + nairobi) / day);
  // 1 January 1970 was a Thursday.
  const daysTo = (4 - (today % 7) + 7) % 7 || 7;
  monday = (today + daysTo) * day - nairobi;
  clock.pass(monday + 7 * hour - Date.now());
  site = await Site.start({
    ...{ dir, clock, cronMs: 1_000, phones: [...phonesOnWifi(20), television] },
    gateway: { auto: "none", rule17: false },
  });
  visitors = new Visitors(site);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
  clock.close();
  rmSync(dir, { recursive: true, force: true });
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Lets the site live on to this time of the day, in steps in which nobody falls silent for long. @param weekday 0 = Monday */
async function passTo(weekday: number, time: string, step = 4 * minute): Promise<void> {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  const at = monday + weekday * day + hours * hour + minutes * minute;
  if (at < clock.now()) throw new Error(`${time} is over`);
  while (clock.now() < at) {
    clock.pass(Math.min(step, at - clock.now()));
    await pause(60);
  }
}

/** The same, until worker, bridge and router hear each other again: time that jumped is silence to them. */
async function arrive(weekday: number, time: string): Promise<void> {
  await passTo(weekday, time);
  const begins = clock.now();
  type Seen = { id: string; isOnline: boolean; lastSeen: string | null };
  await until(
    "the site is heard",
    async () => {
      clock.pass(5_000);
      const all = await tell<Seen[]>(await owner(), "GET", "/api/admin/routers");
      return all.find(({ id }) => id === visitors.routerId);
    },
    (router) => router?.isOnline === true && Date.parse(router.lastSeen ?? "") >= begins,
  );
}

type Session = { origin: string; cookie: string };
const sessions = new Map<string, { at: number; session: Session }>();

/** Signed in anew after eight minutes, so that the password counts as given just now. */
async function signedIn(
  origin: string,
  path: string,
  json: { username: string; password: string },
): Promise<Session> {
  const key = `${origin} ${json.username}`;
  const kept = sessions.get(key);
  if (kept && clock.now() - kept.at < 8 * minute) return kept.session;
  const { username, password } = json;
  const answer = await ask(origin, path, { json: { username, password } });
  if (answer.status !== 200) throw new Error(`${json.username}: ${answer.status} ${answer.text}`);
  const session = { origin, cookie: String(answer.headers["set-cookie"]).split(";")[0] ?? "" };
  sessions.set(key, { at: clock.now(), session });
  return session;
}
const owner = () => signedIn(site.origin, "/api/admin/login", site.seeded.demo.admin);
const operator = () => signedIn(site.main, "/api/superadmin/login", site.seeded.operator);

async function tell<T = Record<string, unknown>>(
  { origin, cookie }: Session,
  method: string,
  path: string,
  json?: unknown,
): Promise<T> {
  const answer = await ask(origin, path, {
    method,
    ...(json === undefined ? {} : { json }),
    headers: { cookie },
  });
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return JSON.parse(answer.text) as T;
}

const isOut = (mac: string, wanted: boolean) =>
  until(
    `${mac} is ${wanted ? "out" : "shut"}`,
    () => visitors.isLetOut(mac),
    (online) => online === wanted,
  );

/** Pays by M-Pesa. @returns the payment's id */
async function buy({ mac, phone }: { mac: string; phone: string }, plan: string): Promise<string> {
  const { transactionId } = await visitors.initiate(mac, plans[plan] ?? "", phone);
  const prompt = await visitors.openPrompt(phone);
  paid += prompt.amount;
  await visitors.answerPrompt(prompt.id, "paid");
  await visitors.untilStatus(transactionId, ({ status }) => status === "completed");
  return transactionId;
}

type Sms = { to: string; message: string };
const smsTo = (phone: string, words: RegExp) =>
  until(
    `an SMS to ${phone}`,
    async () => {
      const all = (await (await fetch(`${site.gatewayOrigin}/control/sms`)).json()) as Sms[];
      return all.find(({ to, message }) => to === `+${phone}` && words.test(message))?.message ?? "";
    },
    (message) => message !== "",
  );

it("Monday, 7 in the morning: the platform collects, plans, messages and the trial are set up", async () => {
  const { initiatorName, securityCredential } = operatorOf(site.secrets.platformApp);
  const account = { shortCode: site.secrets.platformApp.shortCode, initiatorName, securityCredential };
  await tell(await operator(), "PUT", "/api/superadmin/collection", {
    collects: true,
    fee: 20,
    least: 50,
    ...account,
  });
  const demo = `/api/superadmin/providers/${site.seeded.demo.id}`;
  const [own] = await tell<{ id: string }[]>(await operator(), "GET", `${demo}/payment-gateways`);
  await tell(await operator(), "DELETE", `${demo}/payment-gateway/${own?.id}`);
  expect(await tell(await owner(), "POST", "/api/admin/collection")).toEqual({ state: "consented" });
  await tell(await owner(), "PUT", "/api/admin/payout-destination", {
    kind: "phone",
    account: "0712 000 001",
  });

  const made = async (plan: Record<string, unknown>) => {
    const { id } = await tell<{ id: string }>(await owner(), "POST", "/api/admin/plans", plan);
    plans[String(plan.name)] = id;
  };
  await made({ name: "Half an hour", price: 5, durationMinutes: 30, speedMbps: 3 });
  await made({
    name: "Night",
    price: 30,
    durationHours: 8,
    speedMbps: 5,
    hours: { from: "22:00", until: "06:00" },
  });
  await made({
    name: "Day 1 GB",
    price: 40,
    durationHours: 24,
    speedMbps: 5,
    dataLimitGB: 1,
    topUp: { megabytes: 500, price: 20 },
  });
  for (const { id, name } of site.seeded.demo.plans) plans[name] = id;

  const { username: user, apiKey } = site.secrets.smsAccount;
  await tell(await owner(), "PUT", "/api/admin/messages/account", { username: user, apiKey });
  await tell(await owner(), "POST", "/api/admin/messages/test", { phoneNumber: "0712345678" });
  await tell(await owner(), "PUT", "/api/admin/messages/settings", {
    ...{ receipt: true, ending: true, outage: true, language: "en", segmentPrice: 0.8, budget: 500 },
    ...{ quietFrom: "23:30", quietTo: "06:00" },
  });
  await tell(await owner(), "PUT", "/api/admin/trial", {
    ...{ isOn: true, minutes: 20, speedMbps: 2, uploadMbps: 1, perDay: 20 },
  });
});

it("Monday noon: a stranger tries it for twenty minutes, and buys half an hour", async () => {
  await arrive(0, "12:00");
  const device = newVisitor();
  const visitor = await PortalVisitor.come(site, browser, device, { scripts: false });
  const { page } = visitor;
  await page.goto(visitor.address());
  await page.getByRole("link", { name: "Try 20 minutes free" }).click();
  await page.getByLabel("Phone number").fill(`0${device.phone.slice(3)}`);
  await page.getByLabel("Phone number").press("Enter");
  await page.waitForURL(/\/trial\/[0-9a-f]{32}\?/);
  const code = /\b\d{6}\b/.exec(await smsTo(device.phone, /\b\d{6}\b/))?.[0] ?? "";
  await page.getByLabel("Code").fill(code);
  await page.getByRole("button", { name: "Go online" }).click();
  await page.waitForURL(/\/pay\//);
  await isOut(device.mac, true);
  await visitor.leave();
  await arrive(0, "12:19");
  expect(await visitors.isLetOut(device.mac)).toBe(true);
  await arrive(0, "12:22");
  await isOut(device.mac, false);
  await visitors.untilOnline(await buy(device, "Half an hour"));
  await arrive(0, "12:50");
  expect(await visitors.isLetOut(device.mac)).toBe(true);
  await arrive(0, "12:54");
  await isOut(device.mac, false);
});

const student = newVisitor();

it("Monday evening: a night is bought before it opens, and lets nobody in until then", async () => {
  await arrive(0, "21:30");
  await buy(student, "Night");
  await arrive(0, "21:58");
  expect(await visitors.isLetOut(student.mac)).toBe(false);
  await arrive(0, "22:02");
  await isOut(student.mac, true);
});

it("midnight: the night goes on, and ends at six", async () => {
  await arrive(1, "00:30");
  expect(await visitors.isLetOut(student.mac)).toBe(true);
  await arrive(1, "05:56");
  expect(await visitors.isLetOut(student.mac)).toBe(true);
  await arrive(1, "06:02");
  await isOut(student.mac, false);
});

it("Tuesday: the data of a day is used up, 500 MB more are bought, and the day ends when it would have", async () => {
  await arrive(1, "10:00");
  const device = newVisitor();
  const visitor = await PortalVisitor.come(site, browser, device, { scripts: false });
  const { page } = visitor;
  await visitor.seePlans();
  paid += (await visitor.pay("Day 1 GB")).amount;
  await visitor.answer("paid");
  await isOut(device.mac, true);
  await visitors.router({ traffic: { mac: device.mac, bytesOut: 1_100_000_000 } });
  await arrive(1, "10:20");
  await isOut(device.mac, false);
  await page.goto(visitor.address("/connected"));
  await page.getByRole("link", { name: /500 MB/ }).click();
  await visitor.sendPhone();
  const prompt = await visitors.openPrompt(device.phone);
  expect(prompt.amount).toBe(20);
  paid += prompt.amount;
  await visitor.answer("paid");
  await isOut(device.mac, true);
  await visitor.leave();
  await arrive(2, "09:50");
  expect(await visitors.isLetOut(device.mac)).toBe(true);
  await arrive(2, "10:06");
  await isOut(device.mac, false);
});

const family = newVisitor();

it("Wednesday: a television comes online from the phone that bought", async () => {
  await arrive(2, "18:00");
  const visitor = await PortalVisitor.come(site, browser, family, { scripts: false });
  const { page } = visitor;
  await visitor.seePlans();
  const prompt = await visitor.pay("Week for two");
  paid += prompt.amount;
  await visitor.answer("paid");
  await isOut(family.mac, true);
  await page.goto(visitor.address("/connected"));
  await page.getByRole("link", { name: "Add a TV or another device" }).click();
  await page.getByRole("button", { name: /^Samsung\s*ending in 2B:3C/ }).click();
  await page.getByRole("button", { name: "Yes, let it in" }).click();
  await isOut(television.mac, true);
  await visitor.leave();
});

it("Thursday: a cashier is invited, sells a voucher, and sees nothing of where money goes", async () => {
  await arrive(3, "09:00");
  const { address } = await tell<{ address: string }>(
    await owner(),
    "POST",
    "/api/admin/people/invitations",
    {
      ...{ name: "Baraka Otieno", role: "cashier" },
    },
  );
  const code = /#invitation=([0-9a-f]{64})/.exec(address)?.[1] ?? "";
  const credentials = { username: "baraka", password: "a sentence of his own" };
  const accepted = await ask(site.origin, "/api/admin/invitation/accept", { json: { code, ...credentials } });
  expect(accepted.status).toBe(200);
  const cashier = await signedIn(site.origin, "/api/admin/login", credentials);
  const { vouchers } = await tell<{ vouchers: { code: string }[] }>(
    cashier,
    "POST",
    "/api/admin/vouchers/generate",
    {
      ...{ planId: plans["3 Hours"], quantity: 3 },
    },
  );
  for (const path of ["/api/admin/balance", "/api/admin/payment-gateways", "/api/admin/balance/statement"])
    expect((await ask(site.origin, path, { headers: { cookie: cashier.cookie } })).status, path).toBe(403);
  const guest = newVisitor();
  expect(await visitors.redeem(guest.mac, vouchers[0]?.code ?? "")).toMatchObject({ success: true });
  await isOut(guest.mac, true);
});

const traveller = newVisitor();

it("Thursday afternoon: a phone with a new address opens the link of its SMS, and goes on with what it bought", async () => {
  await arrive(3, "14:00");
  await visitors.untilOnline(await buy(traveller, "Day"));
  const link = /https?:\/\/\S+\/r\/\S+/.exec(await smsTo(traveller.phone, /\/r\//))?.[0] ?? "";
  const renewed = { mac: newVisitor().mac, phone: traveller.phone };
  const visitor = await PortalVisitor.come(site, browser, renewed, { scripts: false });
  const { page } = visitor;
  // What the router answers to whatever is asked for in plain http before one is online.
  await page.route("http://198.18.0.1/**", (route) =>
    route.fulfill({
      status: 302,
      headers: { location: visitor.address("/", { dst: route.request().url() }) },
    }),
  );
  await page.goto(link);
  await page.getByText("I am on this WiFi").click();
  await page.waitForURL(/mac=/);
  await page.locator("form[action='/claim'] .button-main").click();
  await isOut(renewed.mac, true);
  await isOut(traveller.mac, false);
  traveller.mac = renewed.mac;
  await visitor.leave();
});

it("Thursday evening: the power is gone for 42 minutes, and whoever lost time is given it", async () => {
  await arrive(3, "19:00");
  const ends = await endOf(traveller.mac);
  await visitors.router({ reachable: false });
  await site.bridge?.kill();
  // An alarm that comes minutes late means that the platform was away: here it is the site.
  await passTo(3, "19:42", 20_000);
  await visitors.router({ reachable: true, reboot: true });
  expect(await visitors.isLetOut(traveller.mac)).toBe(false);
  await site.startBridge();
  await isOut(traveller.mac, true);
  type Lost = { id: string; beganAt: string; endedAt: string; purchases: number };
  const [outage] = await until(
    "the outage is known",
    async () => {
      clock.pass(minute / 2);
      return tell<Lost[]>(await owner(), "GET", "/api/admin/outages");
    },
    ({ length }) => length > 0,
  );
  if (!outage) throw new Error("no outage");
  const lostMs = Date.parse(outage.endedAt) - Date.parse(outage.beganAt);
  expect(Math.abs(lostMs - 42 * minute)).toBeLessThan(4 * minute);
  // The family's week and the traveller's day; the guest's three hours were over.
  expect(outage.purchases).toBe(2);
  await tell(await owner(), "POST", `/api/admin/outages/${outage.id}/settle`, { giveBack: true });
  const given = await until(
    "time given back",
    () => endOf(traveller.mac),
    (end) => end > ends,
  );
  expect(given - ends).toBe(Math.ceil(lostMs / minute) * minute);
  await smsTo(traveller.phone, /back|longer|given/i);
});

async function endOf(mac: string): Promise<number> {
  const [row] = await readTenantRows(
    ...([site, site.seeded.demo.id] as const),
    "SELECT max(ends_at) AS at FROM entitlements WHERE mac = ?1",
    mac,
  );
  return Number(row?.at);
}

it("Friday: what the platform collected is paid out", async () => {
  await arrive(4, "10:00");
  type Balance = { owed: number; available: number; payouts: { status: string; receipt: string | null }[] };
  const balance = () => owner().then((session) => tell<Balance>(session, "GET", "/api/admin/balance"));
  expect(await balance()).toMatchObject({ owed: paid, available: paid - 20 });
  await tell(await owner(), "POST", "/api/admin/payouts", {});
  const { payouts } = await until(
    "the payout is paid",
    async () => {
      clock.pass(minute);
      return balance();
    },
    (now) => now.payouts[0]?.status === "paid",
  );
  expect(payouts).toHaveLength(1);
  const gone = (await (await fetch(`${site.gatewayOrigin}/control/payouts`)).json()) as {
    receipt: string | null;
    payout: { amount: number; receiver: string };
  }[];
  expect(gone).toMatchObject([
    { receipt: payouts[0]?.receipt, payout: { amount: paid - 20, receiver: "254712000001" } },
  ]);
  expect(await balance()).toMatchObject({ owed: 0, available: 0 });
});

it("Friday: console, CSV, statement and books say the same to the cent", async () => {
  const [books] = await readTenantRows(
    ...([site, site.seeded.demo.id] as const),
    "SELECT -sum(cents) AS cents FROM ledger WHERE account = 'sales'",
  );
  expect(books).toEqual({ cents: paid * 100 });
  const [all] = await readTenantRows(
    ...([site, site.seeded.demo.id] as const),
    "SELECT (SELECT sum(cents) FROM ledger) + (SELECT sum(cents) FROM general_ledger) AS cents",
  );
  expect(all).toEqual({ cents: 0 });
  const stats = await tell<{ totalRevenue: number }>(await owner(), "GET", "/api/admin/stats");
  expect(stats.totalRevenue).toBe(paid);
  const from = nairobiDay(monday);
  const period = `from=${from}&to=${nairobiDay(clock.now())}`;
  type Statement = { opening: number; closing: number; lines: { kind: string; amount: number }[] };
  const statement = await tell<Statement>(await owner(), "GET", `/api/admin/balance/statement?${period}`);
  const total = (kind: string) =>
    statement.lines.reduce((sum, line) => sum + (line.kind === kind ? line.amount : 0), 0);
  expect([statement.opening, total("sales"), total("payout"), statement.closing]).toEqual([
    0,
    paid,
    -paid,
    0,
  ]);

  const admin = await ConsoleAdmin.come(site, browser, { signedIn: false, width: 360, height: 740 });
  const { page } = admin;
  const [name = "", value = ""] = (await owner()).cookie.split(/=(.*)/);
  await admin.context.addCookies([
    {
      ...{ name, value, domain: new URL(site.origin).hostname, path: "/" },
      ...{ secure: true, httpOnly: true },
    },
  ]);
  await admin.open(`/admin/payments?${period}`);
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const file = readFileSync(await (await saving).path(), "utf8");
  const [head = [], ...rows] = file
    .replace(/^\uFEFF/, "")
    .trim()
    .split("\r\n")
    .map((line) => line.split(",").map((cell) => cell.replace(/^"|"$/g, "")));
  const column = (title: RegExp) => head.findIndex((cell) => title.test(cell));
  const sums = rows.filter((row) => row[column(/^Type/)] === "payment");
  expect(sums.reduce((sum, row) => sum + Number(row[column(/^Amount/)]), 0)).toBe(paid);
  await admin.open("/admin/billing");
  await page.getByText("KSh 0").first().waitFor();
  await admin.leave();
});
