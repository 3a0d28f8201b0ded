import { expect, it } from "vitest";
import { expectAccessible } from "../support/site/browser.ts";
import { ConsoleAdmin } from "../support/site/console-admin.ts";
import { offerSms } from "../support/site/offer-sms.ts";
import { testBrowser } from "../support/site/test-browser.ts";
import { testSite } from "../support/site/test-site.ts";
import { until, Visitors } from "../support/site/visitor.ts";

// Day one of a provider without an SMS account: credits by M-Pesa on a phone, and a receipt that reaches its customer.

const { site } = testSite();
const browser = testBrowser();

it("buys credits, turns receipts on, and its next customer has one", async () => {
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
  await form.getByRole("button", { name: "Ask for KSh 100" }).click();
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
  type Accepted = { to: string; message: string; username: string };
  const accepted = await until(
    "the receipt",
    async () => {
      const answer = await fetch(`${site().gatewayOrigin}/control/sms`);
      return (await answer.json()) as Accepted[];
    },
    (all) => all.some(({ to }) => to === "+254700000311"),
    90_000,
  );
  expect(accepted.find(({ to }) => to === "+254700000311")?.message).toContain("paid for");
  await admin.open("/admin/messages?tab=settings");
  await card.getByText("What came and went").click();
  await card.getByText(/Messages · \d/).waitFor();
  await expectAccessible(page);
  expect(admin.faults).toEqual([]);
  await admin.leave();
}, 240_000);
