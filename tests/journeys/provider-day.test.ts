import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { nairobiDay } from "#contract/values/duration";
import { readPrint } from "../support/printed-pages.ts";
import { ask } from "../support/site/ask.ts";
import { expectAccessible, launchBrowser } from "../support/site/browser.ts";
import { ConsoleAdmin } from "../support/site/console-admin.ts";
import { onRouter } from "../support/site/librouteros.ts";
import { phones } from "../support/site/new-visitor.ts";
import { readTenantRows } from "../support/site/read-rows.ts";
import { newVisitor, testSite } from "../support/site/test-site.ts";
import { until } from "../support/site/visitor.ts";

// A provider's day at the console, from signing in to signing out, on a whole site. Each test goes on where the one
// before it stopped; what the router does is read by an independent client.

const run = promisify(execFile);
const { site, visitors } = testSite();
const guest = newVisitor();
const payer = newVisitor();
const price = 35;
let browser: Browser;
let admin: ConsoleAdmin;
let printed: string[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
  admin = await ConsoleAdmin.come(site(), browser, { signedIn: false });
});
afterAll(() => browser.close());

const row = (page: Page, text: string): Locator => page.getByRole("row").filter({ hasText: text });
const called = (phone: string) => `+254 ${phone.slice(3, 6)} ${phone.slice(6, 9)} ${phone.slice(9)}`;

/** Seconds until it stands there. */
async function appears(locator: Locator): Promise<number> {
  const began = performance.now();
  await locator.first().waitFor({ timeout: 45_000 });
  return (performance.now() - began) / 1_000;
}

it("signs in", async () => {
  await admin.open("/admin");
  await admin.logIn();
  await admin.page.waitForURL(/\/admin\/dashboard$/);
  await admin.page.getByText("Welcome back, Amina Wanjiru").waitFor();
});

it("creates a plan, which visitors are offered at once", async () => {
  const { page } = admin;
  await admin.open("/admin/plans");
  await page.getByRole("button", { name: "Create Plan" }).first().click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Plan Name").fill("Night pass");
  await form.getByLabel("Price (KES)").fill(String(price));
  await form.getByLabel("Speed (Mbps)").fill("6");
  await form.getByLabel("Duration (hours)").fill("10");
  await form.locator("button[type=submit]").click();
  await row(page, "Night pass").waitFor();
  const { text } = await ask(site().origin, `/?mac=${payer.mac}&routerId=${visitors().routerId}&ads=seen`);
  expect(text).toContain("Night pass");
});

it("generates 50 vouchers and prints them: each QR code decodes to its redeem address", async () => {
  const { page } = admin;
  // This browser has printed before.
  await page.addInitScript(
    `window.printed = 0; window.print = () => { window.printed += 1; }; localStorage.setItem("voucher-sheet", '{"ssid":""}');`,
  );
  await admin.open("/admin/vouchers");
  await page.getByRole("button", { name: "Generate Vouchers" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Night pass KES 35" }).click();
  await dialog.getByRole("button", { name: "50", exact: true }).click();
  await dialog.getByRole("button", { name: "Generate and print" }).click();
  await expect.poll(() => page.evaluate("window.printed")).toBe(1);
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
  const sheets = readPrint(pdf, (text) => text.match(/\b[0-9A-Z]{5}-[0-9A-Z]{5}\b/g)?.length ?? 0);
  await page.evaluate("window.dispatchEvent(new Event('afterprint'))");
  await page.getByText("50 vouchers generated").waitFor();
  const codes = await page.getByRole("dialog").locator("code").allInnerTexts();
  expect(new Set(codes).size).toBe(50);
  const addresses = sheets.flatMap(({ qr }) => qr);
  expect(addresses.sort()).toEqual(
    codes.map((code) => `${site().origin}/buy?tab=voucher&code=${code}`).sort(),
  );
  for (const { text } of sheets) for (const part of ["Night pass", "KES 35"]) expect(text).toContain(part);
  printed = addresses.map((address) => new URL(address).searchParams.get("code") ?? "");
});

it("sees who redeems a printed voucher and who pays, under users and payments, within one polling interval", async () => {
  const { page } = admin;
  await admin.open("/admin/users");
  await page.getByText("No users found").waitFor();
  const payments = await admin.context.newPage();
  await payments.goto(`${admin.origin}/admin/payments`);
  await payments.getByText("No recent payments").waitFor();

  const { text } = await ask(site().origin, `/api/plans?routerId=${visitors().routerId}`);
  const plans = JSON.parse(text) as { id: string; name: string }[];
  const night = plans.find(({ name }) => name === "Night pass")?.id ?? "";
  const redeemed = await visitors().redeem(guest.mac, printed[0] ?? "");
  expect(redeemed).toMatchObject({ status: 200, success: true, planName: "Night pass" });
  const { transactionId } = await visitors().initiate(payer.mac, night, payer.phone);
  await visitors().answerPrompt((await visitors().openPrompt(payer.phone)).id, "paid");
  await visitors().untilOnline(redeemed.transactionId ?? "");
  await visitors().untilOnline(transactionId);

  const recent = payments.getByRole("table", { name: "Recent Payments" }).getByRole("row");
  const [users, voucher, payment] = await Promise.all([
    appears(row(page, payer.mac)),
    appears(recent.filter({ hasText: "Voucher Redeemed" })),
    appears(recent.filter({ hasText: "Payment Completed" })),
  ]);
  await row(page, guest.mac).waitFor();
  // Read every 15 s and every 10 s; the rest is how long an answer may take on a busy machine.
  expect(users).toBeLessThanOrEqual(15 + 3);
  expect(Math.max(voucher, payment)).toBeLessThanOrEqual(10 + 3);
  await row(page, payer.mac).getByText("Night pass").waitFor();
  await payments.close();
});

it("disconnects one of them, and not even a fresh log-in by its address brings it back", async () => {
  const { page } = admin;
  const rejoin = async ({ mac }: { mac: string }) => {
    const ip = phones.find((phone) => phone.mac === mac)?.ip ?? "";
    await visitors().router({ host: { mac, present: false } });
    await visitors().router({ host: { mac, ip, present: true } });
  };
  const who = called(payer.phone);
  await row(page, payer.mac)
    .getByRole("button", { name: `More for ${who}` })
    .click();
  await page.getByRole("menuitem", { name: "Disconnect" }).click();
  await page.getByRole("button", { name: `Disconnect ${who} now` }).click();
  await row(page, payer.mac).getByText("Disconnected").waitFor();
  await until(
    "the device is off",
    () => onRouter(site(), payer.mac),
    ({ active, user }) => active === null && user === null,
  );
  await rejoin(payer);
  await rejoin(guest);
  // The other one shows what would have brought it back.
  await until(
    "the other device is on again",
    () => onRouter(site(), guest.mac),
    ({ active }) => active !== null,
  );
  expect(await onRouter(site(), payer.mac)).toMatchObject({ active: null, user: null });
  expect(await visitors().isLetOut(payer.mac)).toBe(false);
  expect(await visitors().isLetOut(guest.mac)).toBe(true);
  await page.reload();
  await row(page, payer.mac).getByText("Disconnected").waitFor();
});

it("reads in the day's report what the day's list adds up to, and what the books say", async () => {
  const { page } = admin;
  const day = nairobiDay(Date.now());
  await admin.open(`/admin/reports?kind=revenue&from=${day}&to=${day}`);
  const figure = page.getByRole("link", { name: /^Revenue\s*KSh/ });
  const shillings = (text: string) => Number(/KSh ([\d,.]+)/.exec(text)?.[1]?.replace(",", ""));
  const reported = shillings(await figure.innerText());
  await figure.click();
  await page.getByText("1 transaction", { exact: true }).waitFor();
  const amounts = await page.getByRole("table").getByText(/^KSh /).allInnerTexts();
  expect(amounts.map(shillings)).toEqual([price]);
  expect(reported).toBe(price);
  const [books] = await readTenantRows(
    site(),
    site().seeded.demo.id,
    "SELECT -sum(cents) AS cents FROM ledger WHERE account = 'sales' AND day = ?1",

    day,
  );
  expect(books).toEqual({ cents: price * 100 });
});

/** Names under `.localhost` go to 127.0.0.1, which Node's resolver may not know. */
const resolver = `data:text/javascript,import dns from "node:dns";
  const { lookup } = dns;
  dns.lookup = (name, ...more) => lookup(name.endsWith(".localhost") ? "127.0.0.1" : name, ...more);`;

it("lets a program list the day's payments and make vouchers, until its token is revoked", async () => {
  const { page } = admin;
  await admin.open("/admin/api");
  await page.getByRole("button", { name: "Make a token" }).first().click();
  const form = page.getByRole("dialog", { name: "Make a token" });
  await form.getByLabel("Name").fill("Till");
  for (const may of [
    "See payments with phones, receipts and used codes",
    "See plans and prices",
    "Make new vouchers",
  ])
    await form.getByLabel(may).check();
  await expectAccessible(page);
  await form.getByRole("button", { name: "Make the token" }).click();
  const shown = page.getByRole("dialog", { name: "Token for Till" });
  const token = /mlango_\S+/.exec(await shown.innerText())?.[0] ?? "";
  await shown.getByRole("button", { name: "Close" }).last().click();
  const program = () =>
    run(process.execPath, ["--import", resolver, "examples/vouchers.mjs", "Night pass"], {
      env: { MLANGO_URL: admin.origin, MLANGO_TOKEN: token },
    });
  const lines = (await program()).stdout.trim().split("\n");
  expect(lines[0]).toMatch(new RegExp(`KSh ${price} Night pass \\w{10}$`));
  const made = await readTenantRows(
    site(),
    site().seeded.demo.id,
    "SELECT code FROM vouchers ORDER BY created_at DESC LIMIT 10",
  );
  const plain = (code: unknown) => String(code).replace("-", "");
  expect(lines.slice(1).map(plain).sort()).toEqual(made.map(({ code }) => plain(code)).sort());
  await page.getByRole("button", { name: "Revoke Till" }).click();
  await page.getByRole("dialog", { name: "Revoke Till?" }).getByRole("button", { name: "Revoke" }).click();
  await page.getByText("No tokens yet").waitFor();
  await expect(program()).rejects.toThrow("This API token is not valid here");
});

it("signs out, and the session is over on the server too", async () => {
  const { page, context } = admin;
  const [cookie] = await context.cookies();
  const session = () =>
    ask(site().origin, "/api/admin/session", { headers: { cookie: `${cookie?.name}=${cookie?.value}` } });
  expect((await session()).status).toBe(200);
  await page.getByRole("button", { name: "Language, theme and logout" }).click();
  await page.getByRole("button", { name: "Logout", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Provider Admin" }).waitFor();
  expect((await session()).status).toBe(401);
  await page.goto(`${admin.origin}/admin/users`);
  await page.getByRole("heading", { level: 1, name: "Provider Admin" }).waitFor();
  expect(await page.locator("body").innerText()).not.toContain(payer.mac);
  expect(admin.faults).toEqual([]);
});
