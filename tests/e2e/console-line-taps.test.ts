import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Line, Package } from "#contract/lines";
import { dayMs } from "#contract/values/time";
import { signIn } from "../support/site/console.ts";
import { ConsoleAdmin } from "../support/site/console-admin.ts";
import { MovedClock } from "../support/site/moved-clock.ts";
import { type Session, tell } from "../support/site/tell.ts";
import { expectFits, testBrowser } from "../support/site/test-browser.ts";
import { testSite } from "../support/site/test-site.ts";

// What a provider asks of lines, on a phone of 360 x 640, counted in taps from the list.

const dir = mkdtempSync(join(tmpdir(), "line-taps-"));
const clock = new MovedClock(dir);
const { site, visitors } = testSite({ clock });
const browser = testBrowser();

beforeAll(async () => {
  const owner: Session = { origin: site().origin, cookie: await signIn(site(), site().seeded.demo) };
  const { package: home } = await tell<{ package: Package }>(owner, "POST", "/api/admin/packages", {
    name: "Home 10",
    price: 1_500,
    period: { months: 1 },
    uploadMbps: 5,
    downloadMbps: 10,
    graceDays: 3,
    daysFrom: 200,
  });
  const add = async (name: string, login: string, days: number) => {
    const { line } = await tell<{ line: Line }>(owner, "POST", "/api/admin/lines", {
      customer: { name, phoneNumber: "0722 100 200" },
      routerId: visitors().routerId,
      packageId: home.id,
      login,
      password: "fibre4you",
    });
    await tell(owner, "POST", `/api/admin/lines/${line.id}/days`, { days });
  };
  await add("Mercy Wanjiru", "mercy", 1);
  await add("Baraka Clinic", "baraka", 9);
  clock.pass(2 * dayMs);
});
afterAll(() => {
  clock.close();
  rmSync(dir, { recursive: true, force: true });
});

async function onLines(): Promise<{
  admin: ConsoleAdmin;
  page: Page;
  tap: (what: Locator) => Promise<void>;
  taps: () => number;
}> {
  const admin = await ConsoleAdmin.come(site(), browser(), { width: 360, height: 640 });
  const { page } = admin;
  await admin.open("/admin/lines");
  await card(page, "Baraka Clinic").waitFor();
  let count = 0;
  const tap = async (what: Locator) => {
    await what.click();
    count += 1;
  };
  return { admin, page, tap, taps: () => count };
}
const card = (page: Page, name: string) =>
  page.getByRole("list", { name: "Lines" }).getByRole("listitem").filter({ hasText: name });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

it("who is overdue: one tap", async () => {
  const { admin, page, tap, taps } = await onLines();
  await tap(button(page, "Overdue"));
  await card(page, "Baraka Clinic").waitFor({ state: "detached" });
  await card(page, "Mercy Wanjiru").getByText("still on").waitFor();
  expect(taps()).toBe(1);
  await expectFits(page);
  await admin.leave();
});

it("why is he offline: two taps, and the answer in words", async () => {
  const { admin, page, tap, taps } = await onLines();
  await tap(button(page, "Not dialling"));
  await tap(card(page, "Baraka Clinic").getByRole("button").first());
  const sheet = page.getByRole("dialog");
  await sheet.getByText("Why it is offline").waitFor();
  await sheet.getByText(/its device never dialled in|cannot be reached/).waitFor();
  expect(taps()).toBe(2);
  await expectFits(page);
  await admin.leave();
});

it("three days for somebody: three taps", async () => {
  const { admin, page, tap, taps } = await onLines();
  await tap(card(page, "Mercy Wanjiru").getByRole("button").first());
  await tap(button(page, "Give days"));
  await page.getByRole("dialog").last().getByLabel("Days").waitFor();
  await expectFits(page);
  await tap(button(page, "Give them"));
  await page.getByText("3 days for Mercy Wanjiru").first().waitFor();
  expect(taps()).toBe(3);
  await admin.leave();
});

it("the sheet's other acts and the hours fit the phone", async () => {
  const { admin, page } = await onLines();
  await card(page, "Baraka Clinic").getByRole("button").first().click();
  await button(page, "More for this line").click();
  await button(page, "Change the package").click();
  await page.getByRole("dialog").last().getByLabel("Package").waitFor();
  await expectFits(page);
  await button(page, "Cancel").click();
  await button(page, "When it is blocked").click();
  await page.getByRole("dialog").last().getByLabel("Blocked").waitFor();
  await expectFits(page);
  await button(page, "Cancel").click();
  await admin.open("/admin/lines");
  await button(page, "Packages").click();
  await page.getByText("3 days of grace · a part buys days from KSh 200").waitFor();
  await button(page, "Change hours").click();
  await page.getByRole("dialog").last().getByLabel("From").waitFor();
  await expectFits(page);
  expect(admin.faults).toEqual([]);
  await admin.leave();
});
