import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { ConsoleAdmin } from "../support/site/console-admin.ts";
import { offerSms } from "../support/site/offer-sms.ts";
import { PortalVisitor } from "../support/site/portal-visitor.ts";
import { readTenantRows } from "../support/site/read-rows.ts";
import { expectFits, testBrowser } from "../support/site/test-browser.ts";
import { newVisitor, testSite } from "../support/site/test-site.ts";
import { Visitors } from "../support/site/visitor.ts";

// A campaign on a phone: the provider asks, a buyer agrees at the payment form, is written to, and wants no more.

const { site } = testSite();
const browser = testBrowser();

const picture = (shown: Page, name: string) =>
  process.env.CAMPAIGN_PICTURES
    ? shown.screenshot({ path: `${process.env.CAMPAIGN_PICTURES}/${name}.png`, fullPage: true })
    : null;

it("goes to who agreed and paid, and its link ends it", async () => {
  await offerSms(site());
  const visitors = new Visitors(site());
  const admin = await ConsoleAdmin.come(site(), browser(), { width: 360, height: 740 });
  const { page } = admin;
  await admin.open("/admin/messages?tab=settings");
  await page.getByRole("button", { name: "Buy credits" }).click();
  const credits = page.getByRole("dialog", { name: "Buy credits" });
  await credits.getByRole("button", { name: "KSh 100", exact: true }).click();
  await credits.getByLabel("M-Pesa number that pays").fill("0712 345 678");
  await credits.getByRole("button", { name: "Ask for KSh 100", exact: true }).click();
  await visitors.answerPrompt((await visitors.openPrompt("254712345678")).id, "paid");
  await credits.getByText("Paid: KSh 100").waitFor();
  await admin.open("/admin/messages?tab=campaigns");
  await page.getByText("Turn the question on first").waitFor();
  await expectFits(page);
  await picture(page, "empty");
  await page.getByRole("switch", { name: /^Ask buyers/ }).click();
  await page.getByText("From now on the payment form asks.").waitFor();

  // The visitor's phone: the box is there, and is not ticked.
  const visitor = await PortalVisitor.come(site(), browser(), newVisitor(), { width: 360, height: 640 });
  const { page: phone, device } = visitor;
  await visitor.seePlans();
  await visitor.choose();
  const box = phone.getByRole("checkbox", { name: "Send me offers by SMS" });
  expect(await box.isChecked()).toBe(false);
  await expectFits(phone);
  await picture(phone, "pay");
  await box.check();
  await visitor.sendPhone();
  await visitor.answer("paid");
  await phone.getByRole("heading", { name: "Payment Successful!" }).waitFor();

  await admin.open("/admin/messages?tab=campaigns");
  await page.getByText("1 customer agreed").waitFor();
  await page.getByRole("button", { name: "New campaign" }).click();
  const form = page.getByRole("dialog", { name: "New campaign" });
  await form.getByLabel("Text").fill("Demo WiFi: half price tonight");
  await expectFits(page);
  await picture(page, "form");
  await form.getByRole("button", { name: /^Send to 1 for KSh/ }).click();
  await page.getByText("Written to 1 customer.").waitFor();
  // By day it is on its way, at night it waits until seven: what goes out when, tests/worker/campaigns/campaigns.test.ts says.
  await page.getByText(/^1 (waiting|sent|arrived)$/).waitFor();
  await expectFits(page);
  await picture(page, "sent");

  const { demo } = site().seeded;
  const sql = "SELECT phone, stop_code AS code FROM message_consents";
  const [consent] = await readTenantRows(site(), demo.id, sql);
  expect(consent?.phone).toBe(device.phone);
  await phone.goto(`${site().origin}/stop/${consent?.code}`);
  await phone.getByRole("heading", { name: "No more offers from Demo WiFi?" }).waitFor();
  await expectFits(phone);
  await picture(phone, "stop");
  await phone.getByRole("button", { name: "No more offers" }).click();
  await phone.getByRole("heading", { name: "No more offers", exact: true }).waitFor();
  await expectFits(phone);
  await admin.open("/admin/messages?tab=campaigns");
  await page.getByText("0 customers agreed").waitFor();
  expect(admin.faults).toEqual([]);
  await visitor.leave();
  await admin.leave();
}, 300_000);
