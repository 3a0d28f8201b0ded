import type { Locator } from "playwright-core";
import { expect, it } from "vitest";
import { ConsoleAdmin } from "../support/site/console-admin.ts";
import { ConsoleOperator } from "../support/site/console-operator.ts";
import { readTenantRows } from "../support/site/read-rows.ts";
import { expectFits, testBrowser } from "../support/site/test-browser.ts";
import { newVisitor, testSite } from "../support/site/test-site.ts";

// Money given back by a provider on a phone, and what it asks of the operator (docs/behaviour/provider-console.md, PC-67a to PC-67c).
// What the forms say stands in tests/ui/admin/give-back.test.ts.

const { site, visitors } = testSite();
const browser = testBrowser();

it("a part goes back in three taps from the dashboard; the rest is asked of the operator, who declines", async () => {
  const { mac, phone } = newVisitor();
  const { demo } = site().seeded;
  const { transactionId: id } = await visitors().initiate(mac, demo.plans[1]?.id ?? "", phone);
  await visitors().answerPrompt((await visitors().openPrompt(phone)).id, "paid");
  await visitors().untilOnline(id);
  const row = "SELECT receipt, amount_cents AS cents, refunded_cents AS back FROM payments WHERE id = ?1";
  const read = async () => (await readTenantRows(site(), demo.id, row, id))[0];
  const receipt = String((await read())?.receipt);
  const left = Number((await read())?.cents) / 100 - 1;

  const admin = await ConsoleAdmin.come(site(), browser(), { width: 360, height: 740 });
  const { page } = admin;
  let taps = 0;
  const tap = async (what: Locator) => {
    await what.click();
    taps += 1;
  };
  await admin.open("/admin/dashboard");
  await tap(page.getByRole("button", { name: "Search", exact: true }));
  await page.getByPlaceholder(/^Phone, receipt/).fill(receipt);
  await tap(page.getByText(/^Give back: /));
  const form = page.getByRole("dialog", { name: "Give money back" });
  await form.getByLabel("Amount (KSh)").fill("1");
  await form.getByRole("textbox", { name: "Reason" }).fill("Down for a while");
  await expectFits(page);
  await tap(form.getByRole("button", { name: "Give back KSh 1", exact: true }));
  const toast = page.locator(".mantine-Notification-root");
  await toast.getByText("The gateway has the refund. Its result follows.").waitFor();
  expect(taps).toBe(3);
  await expect.poll(async () => (await read())?.back).toBe(100);

  const sheet = page.getByRole("dialog", { name: "Receipt" });
  const ask = sheet.getByRole("button", { name: "Ask the operator to give it back" });
  await ask.click({ timeout: 30_000 });
  const asking = page.getByRole("dialog", { name: "Ask the operator to give it back" });
  await asking.getByRole("button", { name: "Never got online" }).click();
  await expectFits(page);
  await asking.getByRole("button", { name: "Ask the operator", exact: true }).click();
  await sheet.getByText("The operator was asked to give it back: Never got online").waitFor();
  await expectFits(page);

  const operator = await ConsoleOperator.come(site(), browser(), { width: 360, height: 740 });
  await operator.open("/superadmin/dashboard");
  await operator.page.getByRole("link", { name: "1 payment is asked to be given back" }).click();
  const asked = operator.page.getByRole("region", { name: "Asked to give back" });
  await asked.getByText(`KSh ${left}`).waitFor();
  await expectFits(operator.page);
  await operator.page.setViewportSize({ width: 1280, height: 800 });
  await expectFits(operator.page);
  await asked.getByRole("button", { name: `Decline ${receipt} of Demo WiFi` }).click();
  const declining = operator.page.getByRole("dialog");
  await declining.getByLabel("Why it is not given back").fill("The access was used");
  await expectFits(operator.page);
  await declining.getByRole("button", { name: "Decline", exact: true }).click();
  await asked.waitFor({ state: "detached" });
  await operator.leave();

  await page.reload();
  await sheet.getByText("The operator does not give it back: The access was used").waitFor();
  await ask.waitFor();
  expect(await read()).toMatchObject({ back: 100 });
  expect(admin.faults).toEqual([]);
  await admin.leave();
});
