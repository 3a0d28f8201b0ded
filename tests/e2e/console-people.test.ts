import { expect, it } from "vitest";
import { ConsoleAdmin } from "../support/site/console-admin.ts";
import { expectFits, testBrowser } from "../support/site/test-browser.ts";
import { testSite } from "../support/site/test-site.ts";

// The people of a provider by a real site, on phones; what the pages say stands in tests/ui/admin/people.test.ts.

const { site } = testSite();
const browser = testBrowser();

const phone = { width: 360, height: 740 };
it("an owner invites a cashier by a link, makes them a technician, and removes them", async () => {
  const owner = await ConsoleAdmin.come(site(), browser(), phone);
  const { page } = owner;
  const dialog = page.getByRole("dialog");
  const toast = page.locator(".mantine-Notification-root");
  await owner.open("/admin/people");
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await dialog.getByLabel("Full name").fill("Baraka Otieno");
  await expectFits(page);
  await dialog.getByRole("button", { name: "Make the link" }).click();
  const shown = page.getByRole("dialog", { name: "Link for Baraka Otieno" });
  const link = await shown.locator("pre").innerText();
  expect(link).toContain(`${owner.origin}/admin#invitation=`);
  const byWhatsApp = await shown.getByRole("link", { name: "WhatsApp" }).getAttribute("href");
  expect(decodeURIComponent(byWhatsApp ?? "")).toContain(link);
  await expectFits(page);
  await shown.getByRole("button", { name: "Close" }).last().click();
  await page.getByText(/by .+, good until/).waitFor();

  const invited = await ConsoleAdmin.come(site(), browser(), { ...phone, signedIn: false });
  const theirs = invited.page;
  await invited.open(link.slice(invited.origin.length));
  await theirs.getByText(/invites you, Baraka Otieno, to Demo WiFi\. Your role: Cashier/).waitFor();
  await expectFits(theirs);
  await theirs.getByLabel("Username").fill("baraka");
  await theirs.getByLabel("New password", { exact: true }).fill("a sentence of his own");
  await theirs.getByLabel("Confirm new password").fill("a sentence of his own");
  await theirs.getByRole("button", { name: "Accept and sign in" }).click();
  await theirs.getByRole("heading", { name: "Sell a voucher" }).waitFor();
  await theirs.getByText("No payment today yet").or(theirs.getByRole("list").first()).first().waitFor();
  await expectFits(theirs);
  await invited.open("/admin/billing");
  await theirs.getByText("The owner opens this page").waitFor();
  await expectFits(theirs);
  await invited.open("/admin/vouchers?make=1");
  await theirs.getByRole("dialog").getByText("1 Hour").first().waitFor();

  await page.reload();
  await page.getByRole("button", { name: "More for Baraka Otieno" }).click();
  await page.getByRole("menuitem", { name: "Change role" }).click();
  await dialog.getByLabel("Technician").check();
  await expectFits(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await toast.getByText("Technician").waitFor();
  await invited.open("/admin/dashboard");
  await theirs.getByRole("list", { name: "Routers" }).getByText("Main Gate").waitFor();
  await expectFits(theirs);

  await page.getByRole("button", { name: "More for Baraka Otieno" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await page
    .getByRole("dialog", { name: "Remove Baraka Otieno?" })
    .getByRole("button", { name: "Remove" })
    .click();
  await toast.getByText("Removed").waitFor();
  await expectFits(page);
  await theirs.reload();
  await theirs.getByLabel("Username").waitFor();
  await page.getByRole("link", { name: "Who did what" }).click();
  await page.getByText("Removed baraka").waitFor();
  await expectFits(page);
  expect(owner.faults).toEqual([]);
  expect(invited.faults.filter((fault) => !/401/.test(fault))).toEqual([]);
  await owner.leave();
  await invited.leave();
});
