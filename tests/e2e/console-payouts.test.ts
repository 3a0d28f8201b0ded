import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { ConsoleAdmin } from "../support/site/console-admin.ts";
import { ConsoleOperator } from "../support/site/console-operator.ts";
import { MovedClock } from "../support/site/moved-clock.ts";
import { newVisitor } from "../support/site/new-visitor.ts";
import { operatorOf } from "../support/site/settings.ts";
import { expectFits, testBrowser } from "../support/site/test-browser.ts";
import { testSite } from "../support/site/test-site.ts";

// The platform collects for a provider and pays out, on phones, by a real site whose clock is moved over the day for which a new
// destination is held. What may go wrong stands in tests/worker/payouts, what the pages say in tests/ui/admin/billing.test.ts.

const dir = mkdtempSync(join(tmpdir(), "payouts-"));
const clock = new MovedClock(dir);
const { site, visitors } = testSite({ clock });
const browser = testBrowser();
afterAll(async () => {
  clock.close();
  rmSync(dir, { recursive: true, force: true });
});

const phone = { width: 360, height: 740, signedIn: false };

/** In how many lines the number stands to which was paid out. */
const linesOfNumber = `(() => {
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const from = text.data.indexOf("+254");
    if (from < 0) continue;
    const range = document.createRange();
    range.setStart(text, from);
    range.setEnd(text, text.length);
    return new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size;
  }
  return 0;
})()`;

async function owner(): Promise<ConsoleAdmin> {
  const admin = await ConsoleAdmin.come(site(), browser(), phone);
  await admin.page.clock.setSystemTime(clock.now());
  await admin.open("/admin");
  await admin.logIn();
  await admin.page.waitForURL(/\/admin\/dashboard$/);
  await admin.open("/admin/billing?tab=balance");
  return admin;
}

async function operator(): Promise<ConsoleOperator> {
  const one = await ConsoleOperator.come(site(), browser(), phone);
  await one.open("/superadmin");
  await one.logIn();
  await one.page.waitForURL(/\/superadmin\/dashboard$/);
  return one;
}

it("an operator turns it on, an owner consents and says where payouts go", async () => {
  const platform = await operator();
  await platform.open("/superadmin/payouts");
  await platform.page.getByRole("button", { name: "Change" }).click();
  const settings = platform.page.getByRole("dialog", { name: "Collecting for providers" });
  const { initiatorName, securityCredential } = operatorOf(site().secrets.platformApp);
  await settings.getByRole("switch", { name: /^Collect for providers that consent/ }).check();
  await settings.getByLabel("Fee of a payout (KES)").fill("5");
  await settings.getByLabel("Least payout (KES)").fill("10");
  await settings.getByLabel("Short code that pays out").fill(site().secrets.platformApp.shortCode);
  await settings.getByLabel("Initiator name").fill(initiatorName);
  await settings.getByLabel("Security credential").fill(securityCredential);
  await expectFits(platform.page);
  await settings.getByRole("button", { name: "Save" }).click();
  await platform.page.getByText("What you entered holds from now on.").waitFor();
  // The provider's own till collects already: it is deleted first.
  const demo = `/api/superadmin/providers/${site().seeded.demo.id}`;
  await platform.page.evaluate(`fetch("${demo}/payment-gateways").then((answer) => answer.json())
    .then(([one]) => fetch("${demo}/payment-gateway/" + one.id, { method: "DELETE" })).then((answer) => answer.status)`);
  expect(platform.faults).toEqual([]);
  await platform.leave();

  const admin = await owner();
  const { page } = admin;
  await page.getByRole("button", { name: "Let the platform collect for you" }).click();
  const consent = page.getByRole("dialog");
  await consent.getByRole("checkbox").check();
  await expectFits(page);
  await consent.getByRole("button", { name: "I consent" }).click();
  await page.getByText("The platform collects your visitors' M-Pesa for you.").waitFor();
  await page.getByRole("button", { name: "Say where payouts go" }).click();
  const where = page.getByRole("dialog", { name: "Where payouts go" });
  await where.getByRole("textbox").first().fill("0712 000 001");
  await expectFits(page);
  await where.getByRole("button", { name: "Save" }).click();
  await page.getByText("Nothing is paid there before").waitFor();
  await expectFits(page);
  expect(admin.faults).toEqual([]);
  await admin.leave();
});

it("what was sold is owed, paid out a day later, and stated", async () => {
  for (let count = 0; count < 2; count += 1) {
    const { mac, phone: payer } = newVisitor();
    const planId = site().seeded.demo.plans[2]?.id ?? "";
    const { transactionId } = await visitors().initiate(mac, planId, payer);
    await visitors().answerPrompt((await visitors().openPrompt(payer)).id, "paid");
    await visitors().untilStatus(transactionId, ({ status }) => status === "completed");
  }
  clock.pass(25 * 3_600_000);
  const admin = await owner();
  const { page } = admin;
  const balance = page.getByRole("region", { name: "Your balance at the platform" });
  await balance.getByText("KSh 100").first().waitFor();
  await balance.getByRole("button", { name: "Pay out" }).click();
  const dialog = page.getByRole("dialog", { name: "Pay out" });
  await dialog.getByText("It goes to: M-Pesa of +254 712 000 001").waitFor();
  await expectFits(page);
  await dialog.getByRole("button", { name: "Pay out KSh 95", exact: true }).click();
  await page.getByText("The payout is on its way.").waitFor();
  await balance.getByText("Paid out", { exact: true }).waitFor({ timeout: 30_000 });
  await expectFits(page);
  await balance.getByRole("button", { name: "Statement" }).click();
  const statement = page.getByRole("dialog", { name: "Statement of your balance" });
  await statement.getByText("KSh -100").first().waitFor();
  await expectFits(page);
  expect(admin.faults).toEqual([]);
  await admin.leave();

  const platform = await operator();
  await platform.open("/superadmin/payouts");
  await platform.page.getByText("KSh 95").first().waitFor();
  await expectFits(platform.page);
  for (const width of [360, 1280]) {
    await platform.page.setViewportSize({ width, height: 740 });
    await platform.page
      .getByRole(width < 640 ? "list" : "table", { name: "Payouts" })
      .getByText("M-Pesa of +254 712 000 001")
      .waitFor();
    expect(await platform.page.evaluate(linesOfNumber), `${width} px`).toBe(1);
  }
  expect(platform.faults).toEqual([]);
  await platform.leave();
});

it("what was paid out goes back with the operator's tick alone, and is the provider's debt", async () => {
  const platform = await operator();
  const { page } = platform;
  const paid = (await page.evaluate(
    `fetch("/api/superadmin/payments?providerId=${site().seeded.demo.id}").then((answer) => answer.json())`,
  )) as { receipt: string; payer: string; amount: number }[];
  const [{ receipt, payer, amount } = { receipt: "", payer: "", amount: 0 }] = paid;
  await platform.open("/superadmin/reconciliation?tab=refunds&view=find");
  await page.getByRole("searchbox", { name: "Search payments" }).fill(receipt);
  await page.getByRole("button", { name: `Give back ${receipt} of ${payer}` }).click();
  const dialog = page.getByRole("dialog", { name: "Give money back" });
  await dialog.getByText(`The platform owes Demo WiFi KSh 0 now, and KSh -${amount} after this.`).waitFor();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Slow all evening");
  const send = dialog.getByRole("button", { name: `Give back KSh ${amount}`, exact: true });
  await send.click();
  await dialog.getByText("Say that you mean it").waitFor();
  await expectFits(page);
  await dialog.getByRole("checkbox", { name: "Give it back all the same" }).check();
  await send.click();
  await dialog.waitFor({ state: "detached" });
  expect(platform.faults).toEqual([]);

  await platform.open("/superadmin/payouts");
  const debts = page.getByRole("alert").filter({ hasText: "Some providers owe the platform" });
  await debts.getByText(`KSh ${amount}`).waitFor({ timeout: 90_000 });
  await expectFits(page);
  await platform.leave();

  const admin = await owner();
  await admin.page.getByRole("button", { name: "Stop this" }).click();
  const leave = admin.page.getByRole("dialog");
  await leave.getByRole("button", { name: "Stop", exact: true }).click();
  await leave.getByText(`KSh ${amount} more went back to your visitors`).waitFor();
  await expectFits(admin.page);
  await admin.leave();
});
