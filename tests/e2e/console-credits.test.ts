import { expect, it } from "vitest";
import { expectAccessible } from "../support/site/browser.ts";
import { ConsoleAdmin } from "../support/site/console-admin.ts";
import { control } from "../support/site/control.ts";
import { offerSms } from "../support/site/offer-sms.ts";
import { PortalVisitor } from "../support/site/portal-visitor.ts";
import { testBrowser } from "../support/site/test-browser.ts";
import { newVisitor, testSite } from "../support/site/test-site.ts";
import { until, Visitors } from "../support/site/visitor.ts";

// Day one of a provider without an SMS account: credits by M-Pesa on a phone, a receipt that reaches its customer, and a trial's code.

const { site } = testSite();
const browser = testBrowser();

type Accepted = { to: string; message: string };

async function messageTo(number: string): Promise<string> {
  const accepted = await until(
    `a message to ${number}`,
    () => control<Accepted[]>(site(), "/control/sms"),
    (all) => all.some(({ to }) => to === number),
    90_000,
  );
  return accepted.find(({ to }) => to === number)?.message ?? "";
}

it("buys credits, turns receipts and the free trial on; the next customer has a receipt, and a new one a code", async () => {
  await offerSms(site());
  const visitors = new Visitors(site());
  const admin = await ConsoleAdmin.come(site(), browser(), { width: 360, height: 740 });
  const { page } = admin;
  await admin.open("/admin/messages?tab=settings");
  const card = page.getByRole("region", { name: "SMS credits" });
  await card.getByText("KSh 0", { exact: true }).waitFor();
  await expectAccessible(page);
  await card.getByRole("button", { name: "Buy credits" }).click();
  const form = page.getByRole("dialog", { name: "Buy credits" });
  await form.getByRole("button", { name: "KSh 100", exact: true }).click();
  await form.getByLabel("M-Pesa number that pays").fill("0712 345 678");
  await expectAccessible(page);
  await form.getByRole("button", { name: "Ask for KSh 100", exact: true }).click();
  await form.getByText("Check your phone and enter your M-Pesa PIN.").waitFor();
  const prompt = await visitors.openPrompt("254712345678");
  expect(prompt.amount).toBe(100);
  await visitors.answerPrompt(prompt.id, "paid");
  await form.getByText("Paid: KSh 100").waitFor();
  await expectAccessible(page);
  await form.getByRole("button", { name: "Done" }).click();
  await card.getByText("KSh 100", { exact: true }).first().waitFor();
  await page.getByRole("switch", { name: /^Receipt/ }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Settings Saved").waitFor();

  const { demo } = site().seeded;
  const bought = await visitors.initiate("4C:5E:0C:A1:00:10", demo.plans[0]?.id ?? "", "0700 000 311");
  const paid = await visitors.openPrompt("254700000311");
  await visitors.answerPrompt(paid.id, "paid");
  await visitors.untilStatus(bought.transactionId ?? "", ({ status }) => status === "completed");
  expect(await messageTo("+254700000311")).toContain("paid for");

  // Who is new tries for nothing: the code goes out by the same credits.
  await admin.open("/admin/trial");
  await page.getByRole("switch", { name: /^Offer a free trial/ }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.locator(".mantine-Notification-root").getByText("Settings Saved").waitFor();
  const visitor = await PortalVisitor.come(site(), browser(), newVisitor(), { width: 360, height: 640 });
  await visitor.goHome();
  await visitor.page.getByRole("link", { name: /^Try \d+ minutes free$/ }).click();
  await visitor.page.getByLabel("Phone number").fill(`0${visitor.device.phone.slice(3)}`);
  await visitor.page.getByLabel("Phone number").press("Enter");
  const withCode = await messageTo(`+${visitor.device.phone}`);
  await visitor.page.getByLabel("Code").fill(/\b\d{6}\b/.exec(withCode)?.[0] ?? "");
  await visitor.page.getByRole("button", { name: "Go online" }).click();
  await visitor.page.waitForURL(/\/pay\//);
  await until(
    "let out",
    () => visitors.isLetOut(visitor.device.mac ?? ""),
    (online) => online,
  );
  await visitor.leave();

  await admin.open("/admin/messages?tab=settings");
  await card.getByText("What came and went").click();
  await card.getByText(/Messages · \d/).waitFor();
  await expectAccessible(page);
  expect(admin.faults).toEqual([]);
  await admin.leave();
}, 240_000);
