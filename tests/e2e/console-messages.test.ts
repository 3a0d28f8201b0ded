import { expect, it } from "vitest";
import { ConsoleAdmin } from "../support/site/console-admin.ts";
import { expectFits, testBrowser } from "../support/site/test-browser.ts";
import { testSite } from "../support/site/test-site.ts";

// SMS to customers by a real site, on a phone; what the pages say stands in tests/ui/admin/messages.test.ts.

const { site } = testSite();
const browser = testBrowser();

it("an owner sets messages up from the menu: the account takes a test, which stands among the sent ones", async () => {
  const owner = await ConsoleAdmin.come(site(), browser(), { width: 360, height: 740 });
  const { page } = owner;
  const { username, apiKey } = site().secrets.smsAccount;
  await owner.open("/admin/settings");
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("dialog").getByText("More tools", { exact: true }).click();
  await page.getByRole("link", { name: "Messages" }).click();
  await page.getByText("No message was sent yet").waitFor();
  await expectFits(page);
  await page.getByRole("button", { name: "Set up messages" }).click();
  await page.getByRole("button", { name: "Type the account" }).click();
  const form = page.getByRole("dialog", { name: "SMS account" });
  await form.getByLabel("User name").fill(username);
  await form.getByRole("textbox", { name: "API key" }).fill(apiKey);
  await expectFits(page);
  await form.getByRole("button", { name: "Save" }).click();
  await page.getByText("Not tried yet").waitFor();
  await expectFits(page);
  expect(await page.content()).not.toContain(apiKey);
  await page.getByLabel("Your own phone").fill("0712 345 678");
  await page.getByRole("button", { name: "Send a test message" }).click();
  await page.getByText("Ready", { exact: true }).waitFor();
  await page.getByRole("switch", { name: /^Receipt/ }).check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.locator(".mantine-Notification-root").getByText("Settings Saved").waitFor();
  await expectFits(page);
  await page.getByRole("tab", { name: "Texts" }).click();
  await page.getByRole("region", { name: "Receipt", exact: true }).getByText("1 segment").waitFor();
  await expectFits(page);
  await page.getByRole("tab", { name: "No messages to" }).click();
  await page.getByLabel("Phone").fill("0712 000 001");
  await page.getByRole("button", { name: "Add to the list" }).click();
  await page.getByRole("button", { name: "Take +254 712 000 001 off the list" }).waitFor();
  await expectFits(page);
  await page.getByRole("tab", { name: "Sent messages" }).click();
  await page.getByText("Test message").click();
  await page.getByRole("dialog").getByText("Messages to your customers come from here.").waitFor();
  await expectFits(page);
  expect(owner.faults).toEqual([]);
  await owner.leave();
});
