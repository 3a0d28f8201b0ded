import { expect, it } from "vitest";
import { expectAccessible, openPage } from "../support/site/browser.ts";
import { makeVouchers, originOf, signIn } from "../support/site/console.ts";
import { ConsoleAdmin } from "../support/site/console-admin.ts";
import { PortalVisitor } from "../support/site/portal-visitor.ts";
import { readTenantRows } from "../support/site/read-rows.ts";
import { testBrowser } from "../support/site/test-browser.ts";
import { newVisitor, testSite } from "../support/site/test-site.ts";

// The plans page in a real browser with the real worker; what it says stands in tests/ui/admin/plans.test.ts.

const { site } = testSite();
const browser = testBrowser();

it("a plan is made by keyboard alone on a phone, changed, and deleted with its vouchers", async () => {
  const admin = await ConsoleAdmin.come(site(), browser(), { width: 360, height: 640 });
  const { page } = admin;
  const { demo } = site().seeded;
  const dialog = page.getByRole("dialog");
  const toast = page.locator(".mantine-Notification-root");
  await admin.open("/admin/plans");
  await page.getByRole("button", { name: "Create Plan" }).focus();
  await page.keyboard.press("Enter");
  await dialog.waitFor();
  await page.waitForFunction(
    'document.activeElement?.closest("[role=dialog]") && document.activeElement.tagName === "INPUT"',
  );
  await expectAccessible(page);
  // What a number means can be read beside it.
  for (const name of ["Unit of the speed", "Unit of the duration"]) {
    const select = `document.querySelector('[role=dialog] [aria-label="${name}"]')`;
    const room = await page.evaluate(
      `${select}.clientWidth - parseFloat(getComputedStyle(${select}).paddingLeft) - parseFloat(getComputedStyle(${select}).paddingRight)`,
    );
    expect(room, name).toBeGreaterThan(60);
  }
  // Behind the speed comes its unit.
  for (const text of ["By keyboard", "12.50", "3", ""]) {
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  }
  await page.keyboard.type("6");
  await page.keyboard.press("Enter");
  await toast.getByText("Plan created").waitFor();
  await page.getByText("KSh 12.50 for 6 Hours").waitFor();

  await page.getByRole("button", { name: "Edit By keyboard" }).click();
  await dialog.getByLabel("Price (KES)").fill("15");
  await dialog.locator("button[type=submit]").click();
  await page.getByText("KSh 15 for 6 Hours").waitFor();

  const [plan] = await readTenantRows(site(), demo.id, "SELECT id FROM plans WHERE name = 'By keyboard'");
  await makeVouchers(site(), demo, await signIn(site(), demo), { planId: String(plan?.id), quantity: 3 });
  await page.getByRole("button", { name: "Delete By keyboard" }).click();
  await dialog.getByText("What happens to its 3 unused vouchers?").waitFor();
  await expectAccessible(page);
  await dialog.getByLabel("Revoke them").check();
  await dialog.getByRole("button", { name: "Delete plan and revoke vouchers" }).click();
  await toast.getByText("3 vouchers revoked").waitFor();
  await page.getByText("KSh 15 for 6 Hours").waitFor({ state: "detached" });
  expect(admin.faults).toEqual([]);
  await admin.leave();
});

it("half an hour is made as an offer on a phone, and stands so on the visitor's page", async () => {
  const admin = await ConsoleAdmin.come(site(), browser(), { width: 360, height: 640 });
  const { page } = admin;
  const { demo } = site().seeded;
  const dialog = page.getByRole("dialog");
  await admin.open("/admin/plans");
  await page.getByRole("button", { name: "Create Plan" }).click();
  await dialog.getByLabel("Plan Name").fill("Taster");
  await dialog.getByLabel("Price (KES)").fill("5");
  await dialog.getByRole("combobox", { name: "Unit of the speed" }).selectOption("kbps");
  await dialog.getByLabel("Speed (kbps)").fill("512");
  await dialog.getByRole("combobox", { name: "Unit of the duration" }).selectOption("minutes");
  await dialog.getByLabel("Duration (minutes)").fill("30");
  await dialog.getByRole("button", { name: "Offer" }).click();
  await dialog.getByLabel("Usual price").fill("8");
  await dialog.getByLabel("Sold until").fill("2031-12-31T23:59");
  await expectAccessible(page);
  await dialog.locator("button[type=submit]").click();
  await page.getByText("KSh 5 for 30 Minutes").waitFor();
  await admin.leave();

  const visitor = await openPage(browser(), { origin: originOf(site(), demo), language: "sw-KE" });
  await visitor.page.goto(`${originOf(site(), demo)}/?ads=seen`);
  const card = visitor.page.locator(".plan").filter({ hasText: "Taster" });
  expect(await card.innerText()).toMatch(/Dakika 30/);
  expect(await card.locator("s").innerText()).toMatch(/badala ya\s8/);
  await expectAccessible(visitor.page);
  expect(visitor.faults).toEqual([]);
  await visitor.context.close();
});

/** A time of the day in Nairobi so many hours from now. */
const inHours = (hours: number) => new Date(Date.now() + (hours + 3) * 3_600_000).toISOString().slice(11, 16);

it("a plan of some hours is made on a phone, says before paying when it opens, and counts to it when it is paid", async () => {
  const admin = await ConsoleAdmin.come(site(), browser(), { width: 360, height: 640 });
  const { page } = admin;
  const dialog = page.getByRole("dialog");
  const [opens, closes] = [inHours(6), inHours(8)];
  await admin.open("/admin/plans");
  await page.getByRole("button", { name: "Create Plan" }).click();
  await dialog.getByLabel("Plan Name").fill("Off-peak");
  await dialog.getByLabel("Price (KES)").fill("15");
  await dialog.getByLabel("Speed (Mbps)").fill("4");
  await dialog.getByLabel("Duration (hours)").fill("2");
  await dialog.getByRole("button", { name: "Hours", expanded: false }).click();
  await dialog.getByRole("combobox", { name: "Hours" }).selectOption("some");
  await dialog.getByLabel("Opens at").fill(opens);
  await dialog.getByLabel("Closes at").fill(closes);
  await expectAccessible(page);
  await dialog.locator("button[type=submit]").click();
  // The form says the hours, too.
  await dialog.waitFor({ state: "detached" });
  await page.getByText(`open ${opens} to ${closes}`).waitFor();
  await admin.leave();

  const visitor = await PortalVisitor.come(site(), browser(), newVisitor(), { height: 740 });
  const card = visitor.page.locator(".plan").filter({ hasText: "Off-peak" });
  await visitor.seePlans();
  expect(await card.innerText()).toContain(`Open ${opens} to ${closes}`);
  await visitor.choose("Off-peak");
  await visitor.page.getByText("Closed now: opens").waitFor();
  await expectAccessible(visitor.page);
  await visitor.sendPhone();
  await visitor.page.waitForURL(/\/pay\//);
  await visitor.answer("paid");
  await visitor.page.getByText(`It opens by itself`).first().waitFor();
  await expectAccessible(visitor.page);
  await visitor.page.getByRole("link", { name: "See how it stands" }).click();
  await visitor.page.getByText("Paid. Closed at this hour").waitFor();
  await visitor.page.getByText("Opens in").waitFor();
  await expectAccessible(visitor.page);
  expect(visitor.faults).toEqual([]);
  await visitor.leave();
});
