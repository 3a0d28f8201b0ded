import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { expectAccessible, launchBrowser } from "../support/site/browser.ts";
import { ConsoleAdmin } from "../support/site/console-admin.ts";
import { stoppableClock } from "../support/site/stopped-clock.ts";
import { newVisitor, testSite } from "../support/site/test-site.ts";
import { until } from "../support/site/visitor.ts";

// The users page in a real browser: a payer and a voucher's user, looked for, cut off, given time and moved.

const { site, visitors } = testSite();
const payer = newVisitor();
const guest = newVisitor();
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
  const plan = site().seeded.demo.plans[1]?.id ?? "";
  const { transactionId } = await visitors().initiate(payer.mac, plan, payer.phone);
  await visitors().answerPrompt((await visitors().openPrompt(payer.phone)).id, "paid");
  const redeemed = await visitors().redeem(guest.mac, site().stock.demoVouchers[0] ?? "");
  await visitors().untilOnline(transactionId);
  await visitors().untilOnline(redeemed.transactionId ?? "");
});
afterAll(() => browser.close());

const local = (phone: string) => `0${phone.slice(3, 6)} ${phone.slice(6, 9)} ${phone.slice(9)}`;
const full = (phone: string) => `+254 ${phone.slice(3, 6)} ${phone.slice(6, 9)} ${phone.slice(9)}`;
const called = local(payer.phone);
const rowOf = (page: Page, mac: string): Locator => page.getByRole("row").filter({ hasText: mac });
const button = (place: Page | Locator, name: string): Locator =>
  place.getByRole("button", { name, exact: true });

async function open(path = "/admin/users", options = {}): Promise<ConsoleAdmin> {
  const admin = await ConsoleAdmin.come(site(), browser, options);
  await admin.open(path);
  return admin;
}

it("a provider without users is told so, and what to do next", async () => {
  const admin = await open("/admin/users", { provider: site().seeded.savanna });
  await admin.page.getByText("No users found").waitFor();
  await admin.page.getByRole("link", { name: "Make vouchers" }).waitFor();
  expect(admin.faults).toEqual([]);
  await admin.leave();
});

it("a payer and a voucher's user stand in the table with everything about them", async () => {
  const admin = await open();
  const { page } = admin;
  await rowOf(page, payer.mac).waitFor();
  const heads = await page.getByRole("columnheader").allTextContents();
  expect(heads).toEqual(["User", "Contact", "Router", "Status", "Plan", "Usage", "Expires", "Actions"]);
  const row = await rowOf(page, payer.mac).innerText();
  const [router] = site().seeded.demo.routers;
  for (const text of [
    full(payer.phone),
    router?.name ?? "",
    `127.0.0.1:${site().routerPort}`,
    "Active",
    "Online Now",
    "3 Hours",
    "Mbps",
    "0h 0m",
    "View",
    "Disconnect",
  ])
    expect(row).toContain(text);
  expect(await rowOf(page, guest.mac).innerText()).toContain("No phone");
  for (const name of ["Total Users", "Active Users", "Online Now"])
    await page.getByRole("link", { name: new RegExp(`^${name}\\s*2`) }).waitFor();
  expect(admin.faults).toEqual([]);
  await admin.leave();
});

it("the search finds by address, phone and name, lives in the address, and can be cleared", async () => {
  const admin = await open();
  const { page } = admin;
  const search = page.getByRole("searchbox", { name: "Search users" });
  for (const text of [payer.mac, called, payer.phone.slice(3)]) {
    await search.fill(text);
    await rowOf(page, guest.mac).waitFor({ state: "detached" });
    await rowOf(page, payer.mac).waitFor();
    await search.press("Escape");
    await rowOf(page, guest.mac).waitFor();
  }
  await search.fill("nobody at all");
  await page.getByText("No users match your search").waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe("nobody at all");
  await page.reload();
  await page.getByText("No users match your search").waitFor();
  await page.getByRole("button", { name: "Clear search" }).filter({ hasText: "Clear search" }).click();
  await rowOf(page, guest.mac).waitFor();
  expect(new URL(page.url()).search).toBe("");
  expect(admin.faults).toEqual([]);
  await admin.leave();
});

it("every figure opens its rows", async () => {
  const admin = await open();
  const { page } = admin;
  await rowOf(page, payer.mac).waitFor();
  await page.getByRole("link", { name: /^Expired/ }).click();
  await page.getByText("Nobody is in this group right now.").waitFor();
  expect(new URL(page.url()).searchParams.get("show")).toBe("expired");
  await page.getByRole("link", { name: /^Online Now/ }).click();
  await rowOf(page, payer.mac).waitFor();
  expect(new URL(page.url()).searchParams.get("show")).toBe("online");
  await page.getByRole("link", { name: /^Total Users/ }).click();
  await expect.poll(() => new URL(page.url()).search).toBe("");
  await admin.leave();
});

it("a disconnect that the server refuses changes the row at once and back again, with its reason", async () => {
  const admin = await open();
  const { page } = admin;
  let refuse: () => void = () => undefined;
  const mayAnswer = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  await page.route("**/disconnect", async (route) => {
    await mayAnswer;
    const message = "The site cannot be reached.";
    await route.fulfill({ status: 503, json: { code: "unavailable", message, error: message } });
  });
  const row = rowOf(page, payer.mac);
  await button(row, `Disconnect ${called}`).click();
  await button(page, `Cut off ${called} now`).click();
  await row.getByText("Cut off").waitFor();
  // The list is not read again: what comes back is what was there before.
  await page.route("**/api/admin/users?**", () => undefined);
  refuse();
  await page.getByText("Disconnect Failed").waitFor();
  await page.getByText("The site cannot be reached.").waitFor();
  await row.getByText("Active").waitFor();
  expect(await visitors().isLetOut(payer.mac)).toBe(true);
  await admin.leave();
});

it("a cut-off device is off the WiFi until it is allowed again", async () => {
  const admin = await open();
  const { page } = admin;
  const row = rowOf(page, payer.mac);
  await button(row, `Disconnect ${called}`).click();
  await button(page, "Cancel").click();
  await button(row, `Disconnect ${called}`).click();
  await button(page, `Cut off ${called} now`).click();
  await row.getByText("Cut off").waitFor();
  await until(
    "the device is off",
    () => visitors().isLetOut(payer.mac),
    (out) => !out,
  );
  await button(row, `Allow again ${called}`).click();
  await row.getByText("Active").waitFor();
  await until(
    "the device is on",
    () => visitors().isLetOut(payer.mac),
    (out) => out,
  );
  expect(admin.faults).toEqual([]);
  await admin.leave();
});

it("a user's sheet has an address, shows what was bought, and more time is given from there", async () => {
  const admin = await open();
  const { page } = admin;
  await button(rowOf(page, payer.mac), `View ${called}`).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByText("1 of 1 devices").waitFor();
  await sheet.getByText("Usage of the last 30 days").waitFor();
  expect(new URL(page.url()).searchParams.get("user")).toBe(payer.mac);
  const before = await sheet.getByText("Expires", { exact: true }).locator("xpath=..").innerText();
  await button(sheet, "Extend time").click();
  const dialog = page.getByRole("dialog").filter({ hasText: "How much more?" });
  await dialog.getByText("Another length").click();
  await dialog.getByLabel("Length").fill("32");
  await dialog.getByLabel("Unit").first().click();
  await page.getByRole("option", { name: "Days" }).click();
  await button(dialog, "Extend time").click();
  await dialog.getByText("At most 31 days at a time").waitFor();
  await dialog.getByText("1 day", { exact: true }).click();
  await button(dialog, "Extend time").click();
  await page.getByText("Time extended").waitFor();
  await expect
    .poll(() => sheet.getByText("Expires", { exact: true }).locator("xpath=..").innerText(), {
      timeout: 5_000,
    })
    .not.toBe(before);
  await page.reload();
  await page.getByRole("dialog").getByText("1 of 1 devices").waitFor();
  expect(admin.faults).toEqual([]);
  await admin.leave();
});

it("a purchase moves to another device; what is no device is refused in the form", async () => {
  const admin = await open();
  const { page } = admin;
  const next = newVisitor();
  const row = rowOf(page, guest.mac);
  await row.getByRole("button", { name: /^More for/ }).click();
  await page.getByRole("menuitem", { name: "Move device" }).click();
  const dialog = page.getByRole("dialog");
  const field = dialog.getByLabel("New device (MAC address)");
  await field.fill("4C:5E");
  await button(dialog, "Move device").click();
  await dialog.getByText("This is no device address.").waitFor();
  await field.fill(guest.mac);
  await button(dialog, "Move device").click();
  await dialog.getByText("This is the device that has it now.").waitFor();
  await field.fill("02:AA:BB:CC:DD:EE");
  await button(dialog, "Move device").click();
  await dialog.getByRole("alert").waitFor();
  await field.fill(next.mac.toLowerCase().replaceAll(":", "-"));
  await button(dialog, "Move device").click();
  await page.getByText(`Moved to ${next.mac}`).waitFor();
  await rowOf(page, next.mac).waitFor();
  await until(
    "the new device is on",
    () => visitors().isLetOut(next.mac),
    (out) => out,
  );
  await admin.leave();
});

it("a list that cannot be read says so and can be tried again", async () => {
  const admin = await open("/admin/dashboard");
  const { page } = admin;
  await page.route("**/api/admin/users?**", (route) => route.fulfill({ status: 500, body: "" }));
  await page.goto(`${admin.origin}/admin/users`);
  await page.getByText("Error Loading Users").waitFor();
  await page.getByText("Failed to load users. Please check your connection and try again.").waitFor();
  await page.unroute("**/api/admin/users?**");
  await button(page, "Try again").click();
  await rowOf(page, payer.mac).waitFor();
  await admin.leave();
});

it("users are read anew every 15 s, those whose time runs every 10 s, figures every 20 s", async () => {
  const admin = await open("/admin/dashboard");
  const { page } = admin;
  const clock = await stoppableClock(page);
  await page.goto(`${admin.origin}/admin/users`);
  await rowOf(page, payer.mac).waitFor();
  const count = (path: string) => admin.requests.filter((one) => one === `GET ${path}`).length;
  const paths = ["/api/admin/users", "/api/admin/users/active", "/api/admin/stats"];
  await clock.stop();
  const before = paths.map(count);
  await clock.pass(31);
  const read = paths.map((path, place) => count(path) - (before[place] ?? 0));
  expect(read).toEqual([2, 3, 1]);
  await admin.leave();
});

it("on a phone users are cards that do everything, in both looks and without a fault of access", async () => {
  for (const dark of [false, true]) {
    const admin = await open("/admin/users", { width: 360, height: 740, dark });
    const { page } = admin;
    const card = page.getByRole("listitem").filter({ hasText: payer.mac });
    await button(card, `Disconnect ${called}`).waitFor();
    await expectAccessible(page);
    await button(card, `View ${called}`).click();
    await page.getByRole("dialog").getByText("1 of 1 devices").waitFor();
    await expectAccessible(page);
    expect(admin.faults).toEqual([]);
    await admin.leave();
  }
});
