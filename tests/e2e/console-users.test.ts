import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { expectAccessible } from "../support/site/browser.ts";
import { ConsoleAdmin } from "../support/site/console-admin.ts";
import { testBrowser } from "../support/site/test-browser.ts";
import { newVisitor, testSite } from "../support/site/test-site.ts";
import { until } from "../support/site/visitor.ts";

// The users page in a real browser, with devices on a real WiFi: a payer and a voucher's user, looked for, cut off, given
// time and moved. What the page says stands in tests/ui/admin/users.test.ts.

const { site, visitors } = testSite();
const payer = newVisitor();
const guest = newVisitor();
const browser = testBrowser();

beforeAll(async () => {
  const plan = site().seeded.demo.plans[1]?.id ?? "";
  const { transactionId } = await visitors().initiate(payer.mac, plan, payer.phone);
  await visitors().answerPrompt((await visitors().openPrompt(payer.phone)).id, "paid");
  const redeemed = await visitors().redeem(guest.mac, site().stock.demoVouchers[0] ?? "");
  await visitors().untilOnline(transactionId);
  await visitors().untilOnline(redeemed.transactionId ?? "");
});

const called = payer.phone.replace(/^254(...)(...)(...)$/, "+254 $1 $2 $3");
const button = (place: Page | Locator, name: string): Locator =>
  place.getByRole("button", { name, exact: true });
const letOut = (mac: string, wanted: boolean) =>
  until(
    `${mac} is ${wanted ? "on" : "off"}`,
    () => visitors().isLetOut(mac),
    (out) => out === wanted,
  );

it("a device is found, cut off, allowed again, given time and moved, on a phone in the dark", async () => {
  const admin = await ConsoleAdmin.come(site(), browser(), { width: 360, height: 740, dark: true });
  const { page } = admin;
  await admin.open("/admin/users");
  const cardOf = (mac: string) => page.getByRole("listitem").filter({ hasText: mac });
  const card = cardOf(payer.mac);
  await card.getByText("Online Now").waitFor();
  for (const name of ["Total Users", "Active Users", "Online Now"])
    await page.getByRole("link", { name: new RegExp(`^${name}\\s*2`) }).waitFor();
  await expectAccessible(page);
  // The server's own search, by phone as people say it.
  await page.getByRole("searchbox", { name: "Search users" }).fill(called.replace("+254 ", "0"));
  await cardOf(guest.mac).waitFor({ state: "detached" });
  await page.getByRole("searchbox", { name: "Search users" }).press("Escape");

  await card.getByRole("button").first().click();
  const sheet = page.getByRole("dialog").filter({ hasText: "Usage of the last 30 days" });
  // What goes over the line while one looks is there within seconds, though the bridge tells totals twice a minute.
  await visitors().router({ traffic: { mac: payer.mac, bytesIn: 0, bytesOut: 2 ** 20 } });
  await sheet.getByText("1 MB").first().waitFor({ timeout: 12_000 });
  await button(sheet, "Disconnect").click();
  await button(page, `Disconnect ${called} now`).click();
  await sheet.getByText("Disconnected", { exact: true }).first().waitFor();
  await letOut(payer.mac, false);
  await button(sheet, "Allow again").click();
  await button(sheet, "Disconnect").waitFor();
  await letOut(payer.mac, true);
  await sheet.getByText("1 of 1 device").waitFor();
  await expectAccessible(page);
  const expires = () => sheet.getByText("Expires", { exact: true }).locator("xpath=..").innerText();
  const before = await expires();
  await button(sheet, "Extend time").click();
  const extend = page.getByRole("dialog").filter({ hasText: "How much more?" });
  await extend.getByText("1 day", { exact: true }).click();
  await button(extend, "Extend time").click();
  await page.getByText("Time extended").waitFor();
  await expect.poll(expires).not.toBe(before);
  await button(sheet, "Close").click();

  const next = newVisitor();
  await cardOf(guest.mac).getByRole("button").first().click();
  await button(sheet, "Move device").click();
  const move = page.getByRole("dialog").filter({ hasText: "New device" });
  await move.getByLabel("New device (MAC address)").fill("02:AA:BB:CC:DD:EE");
  await button(move, "Move device").click();
  await move.getByRole("alert").waitFor();
  await move.getByLabel("New device (MAC address)").fill(next.mac.toLowerCase().replaceAll(":", "-"));
  await expectAccessible(page);
  await button(move, "Move device").click();
  await page.getByText(`Moved to ${next.mac}`).waitFor();
  await sheet.waitFor({ state: "detached" });
  await cardOf(next.mac).waitFor();
  await letOut(next.mac, true);
  expect(admin.faults).toEqual([]);
  await admin.leave();
});
