import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { ask } from "../support/site/ask.ts";
import { ConsoleAdmin } from "../support/site/console-admin.ts";
import { control } from "../support/site/control.ts";
import { newVisitor } from "../support/site/new-visitor.ts";
import { PortalVisitor } from "../support/site/portal-visitor.ts";
import { readTenantRows } from "../support/site/read-rows.ts";
import { operatorOf } from "../support/site/settings.ts";
import { tell } from "../support/site/tell.ts";
import { until } from "../support/site/visitor.ts";
import {
  arrive,
  buy,
  clock,
  endOf,
  heardForAMinute,
  isOut,
  minute,
  operator,
  owner,
  passTo,
  period,
  plans,
  sales,
  signedIn,
  site,
  smsTo,
  time,
  visitors,
  weekWorld,
} from "./week-world.ts";

// A provider's week on a whole site, from Monday morning to the payout on Friday. Each test goes on where the one before it stopped.

const television = { mac: "00:F4:6F:10:2B:3C", ip: "10.5.50.201" };
const browser = weekWorld([television]);

it("Monday, 7 in the morning: the platform collects, plans, messages and the trial are set up", async () => {
  const { initiatorName, securityCredential } = operatorOf(site().secrets.platformApp);
  const account = { shortCode: site().secrets.platformApp.shortCode, initiatorName, securityCredential };
  await tell(await operator(), "PUT", "/api/superadmin/collection", {
    collects: true,
    fee: 20,
    least: 50,
    holdHours: 0,
    ...account,
  });
  const demo = `/api/superadmin/providers/${site().seeded.demo.id}`;
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
  for (const { id, name } of site().seeded.demo.plans) plans[name] = id;

  const { username: user, apiKey } = site().secrets.smsAccount;
  await tell(await owner(), "PUT", "/api/admin/messages/account", { username: user, apiKey });
  await tell(await owner(), "POST", "/api/admin/messages/test", { phoneNumber: "0712345678" });
  await tell(await owner(), "PUT", "/api/admin/messages/settings", {
    receipt: true,
    ending: true,
    outage: true,
    language: "en",
    segmentPrice: 0.8,
    budget: 500,
    quietFrom: "23:30",
    quietTo: "06:00",
  });
  await tell(await owner(), "PUT", "/api/admin/trial", {
    isOn: true,
    minutes: 20,
    speedMbps: 2,
    uploadMbps: 1,
    perDay: 20,
  });
});

it("Monday noon: a stranger tries it for twenty minutes, and buys half an hour", async () => {
  await arrive(0, "12:00");
  const device = newVisitor();
  const visitor = await PortalVisitor.come(site(), browser(), device, { scripts: false });
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
  expect(await visitors().isLetOut(device.mac)).toBe(true);
  await arrive(0, "12:22");
  await isOut(device.mac, false);
  await visitors().untilOnline(await buy(device, "Half an hour"));
  await arrive(0, "12:50");
  expect(await visitors().isLetOut(device.mac)).toBe(true);
  await arrive(0, "12:54");
  await isOut(device.mac, false);
});

const student = newVisitor();

it("Monday evening: a night is bought before it opens, and lets nobody in until then", async () => {
  await arrive(0, "21:30");
  await buy(student, "Night");
  await arrive(0, "21:58");
  expect(await visitors().isLetOut(student.mac)).toBe(false);
  await arrive(0, "22:02");
  await isOut(student.mac, true);
});

it("midnight: the night goes on, and ends at six", async () => {
  await arrive(1, "00:30");
  expect(await visitors().isLetOut(student.mac)).toBe(true);
  await arrive(1, "05:56");
  expect(await visitors().isLetOut(student.mac)).toBe(true);
  await arrive(1, "06:02");
  await isOut(student.mac, false);
});

it("Tuesday: the data of a day is used up, 500 MB more are bought, and the day ends when it would have", async () => {
  await arrive(1, "10:00");
  const device = newVisitor();
  const visitor = await PortalVisitor.come(site(), browser(), device, { scripts: false });
  const { page } = visitor;
  await visitor.seePlans();
  sales.paid += (await visitor.pay("Day 1 GB")).amount;
  await visitor.answer("paid");
  await isOut(device.mac, true);
  await visitors().router({ traffic: { mac: device.mac, bytesOut: 1_100_000_000 } });
  await arrive(1, "10:20");
  await isOut(device.mac, false);
  await page.goto(visitor.address("/connected"));
  await page.getByRole("link", { name: /500 MB/ }).click();
  await visitor.sendPhone();
  const prompt = await visitors().openPrompt(device.phone);
  expect(prompt.amount).toBe(20);
  sales.paid += prompt.amount;
  await visitor.answer("paid");
  await isOut(device.mac, true);
  await visitor.leave();
  await arrive(2, "09:50");
  expect(await visitors().isLetOut(device.mac)).toBe(true);
  await arrive(2, "10:06");
  await isOut(device.mac, false);
});

const family = newVisitor();

it("Wednesday: a television comes online from the phone that bought", async () => {
  await arrive(2, "18:00");
  const visitor = await PortalVisitor.come(site(), browser(), family, { scripts: false });
  const { page } = visitor;
  await visitor.seePlans();
  const prompt = await visitor.pay("Week for two");
  sales.paid += prompt.amount;
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
    { name: "Baraka Otieno", role: "cashier" },
  );
  const code = /#invitation=([0-9a-f]{64})/.exec(address)?.[1] ?? "";
  const credentials = { username: "baraka", password: "a sentence of his own" };
  const accepted = await ask(site().origin, "/api/admin/invitation/accept", {
    json: { code, ...credentials },
  });
  expect(accepted.status).toBe(200);
  const cashier = await signedIn(site().origin, "/api/admin/login", credentials);
  const { vouchers } = await tell<{ vouchers: { code: string }[] }>(
    cashier,
    "POST",
    "/api/admin/vouchers/generate",
    { planId: plans["3 Hours"], quantity: 3 },
  );
  for (const path of ["/api/admin/balance", "/api/admin/payment-gateways", "/api/admin/balance/statement"])
    expect((await ask(site().origin, path, { headers: { cookie: cashier.cookie } })).status, path).toBe(403);
  const guest = newVisitor();
  expect(await visitors().redeem(guest.mac, vouchers[0]?.code ?? "")).toMatchObject({ success: true });
  await isOut(guest.mac, true);
});

const traveller = newVisitor();

it("Thursday afternoon: a phone with a new address opens the link of its SMS, and goes on with what it bought", async () => {
  await arrive(3, "14:00");
  await visitors().untilOnline(await buy(traveller, "Day"));
  const link = /https?:\/\/\S+\/r\/\S+/.exec(await smsTo(traveller.phone, /\/r\//))?.[0] ?? "";
  const renewed = { mac: newVisitor().mac, phone: traveller.phone };
  const visitor = await PortalVisitor.come(site(), browser(), renewed, { scripts: false });
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
  await arrive(3, "18:58");
  await heardForAMinute();
  const ends = await endOf(traveller.mac);
  const dark = clock.now();
  await visitors().router({ reachable: false });
  await site().bridge?.kill();
  // An alarm that comes minutes late means that the platform was away: here it is the site().
  await passTo(3, "19:42", 20_000);
  await visitors().router({ reachable: true, reboot: true });
  expect(await visitors().isLetOut(traveller.mac)).toBe(false);
  await site().startBridge();
  await isOut(traveller.mac, true);
  type Lost = { id: string; beganAt: string; endedAt: string; purchases: number };
  const outage = await time.until(
    "the outage is known",
    async () => {
      const all = await tell<Lost[]>(await owner(), "GET", "/api/admin/outages");
      return all.find(({ beganAt }) => Date.parse(beganAt) > dark - 2 * minute);
    },
    (found) => found !== undefined,
    { stepMs: minute / 2 },
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

it("Friday: what the platform collected is paid out", async () => {
  await arrive(4, "10:00");
  type Balance = { owed: number; available: number; payouts: { status: string; receipt: string | null }[] };
  const balance = () => owner().then((session) => tell<Balance>(session, "GET", "/api/admin/balance"));
  expect(await balance()).toMatchObject({ owed: sales.paid, available: sales.paid - 20 });
  await tell(await owner(), "POST", "/api/admin/payouts", {});
  const { payouts } = await time.until(
    "the payout is paid",
    balance,
    (now) => now.payouts[0]?.status === "paid",
    { stepMs: minute },
  );
  expect(payouts).toHaveLength(1);
  const gone = await control<{ receipt: string | null; payout: { amount: number; receiver: string } }[]>(
    site(),
    "/control/payouts",
  );
  expect(gone).toMatchObject([
    { receipt: payouts[0]?.receipt, payout: { amount: sales.paid - 20, receiver: "254712000001" } },
  ]);
  expect(await balance()).toMatchObject({ owed: 0, available: 0 });
});

it("Friday: console, CSV, statement and books say the same to the cent", async () => {
  const [books] = await readTenantRows(
    site(),
    site().seeded.demo.id,
    "SELECT -sum(cents) AS cents FROM ledger WHERE account = 'sales'",
  );
  expect(books).toEqual({ cents: sales.paid * 100 });
  const [all] = await readTenantRows(
    site(),
    site().seeded.demo.id,
    "SELECT (SELECT sum(cents) FROM ledger) + (SELECT sum(cents) FROM general_ledger) AS cents",
  );
  expect(all).toEqual({ cents: 0 });
  const stats = await tell<{ totalRevenue: number }>(await owner(), "GET", "/api/admin/stats");
  expect(stats.totalRevenue).toBe(sales.paid);
  type Statement = { opening: number; closing: number; lines: { kind: string; amount: number }[] };
  const statement = await tell<Statement>(await owner(), "GET", `/api/admin/balance/statement?${period()}`);
  const total = (kind: string) =>
    statement.lines.reduce((sum, line) => sum + (line.kind === kind ? line.amount : 0), 0);
  expect([statement.opening, total("sales"), total("payout"), statement.closing]).toEqual([
    0,
    sales.paid,
    -sales.paid,
    0,
  ]);

  const admin = await ConsoleAdmin.come(site(), browser(), { signedIn: false, width: 360, height: 740 });
  const { page } = admin;
  const [name = "", value = ""] = (await owner()).cookie.split(/=(.*)/);
  await admin.context.addCookies([
    { name, value, domain: new URL(site().origin).hostname, path: "/", secure: true, httpOnly: true },
  ]);
  await admin.open(`/admin/payments?${period()}`);
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
  expect(sums.reduce((sum, row) => sum + Number(row[column(/^Amount/)]), 0)).toBe(sales.paid);
  await admin.open("/admin/billing");
  await page.getByText("KSh 0").first().waitFor();
  await admin.leave();
});
