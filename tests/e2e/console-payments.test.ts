import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { expectAccessible } from "../support/site/browser.ts";
import { ConsoleAdmin } from "../support/site/console-admin.ts";
import { openDatabase } from "../support/site/open-database.ts";
import { testBrowser } from "../support/site/test-browser.ts";
import { newVisitor, testSite } from "../support/site/test-site.ts";

// The payments page in a real browser: two who paid, one who did not, one who has not answered yet, one voucher. What the
// page says stands in tests/ui/admin/payments.test.ts.

const { site, visitors } = testSite();
const outcomes = ["paid", "paid", "cancelled", "none"] as const;
const buyers = outcomes.map((outcome) => ({ outcome, ...newVisitor() }));
const browser = testBrowser();

beforeAll(async () => {
  const plan = site().seeded.demo.plans[1]?.id ?? "";
  for (const { outcome, mac, phone } of buyers) {
    const { transactionId } = await visitors().initiate(mac, plan, phone);
    const prompt = await visitors().openPrompt(phone);
    if (outcome === "none") continue;
    await visitors().answerPrompt(prompt.id, outcome);
    await visitors().untilStatus(transactionId, ({ status }) => status !== "pending");
  }
  const redeemed = await visitors().redeem(newVisitor().mac, site().stock.demoVouchers[0] ?? "");
  await visitors().untilOnline(redeemed.transactionId ?? "");
});

/** Money that was typed at the pay bill and named no purchase. */
async function typeMoney(): Promise<void> {
  await site().worker?.stop();
  const { d1, close } = await openDatabase(join(site().dir, "state"));
  try {
    await d1
      .prepare(
        `INSERT INTO paybill_payments (short_code, receipt, gateway_id, provider_id, cents, account_typed, payer, paid_at,
          received_at, status)
        SELECT '600100', 'SGA1B2C3D4', id, provider_id, 2000, 'my house', 'ASHA', ?2, ?2, 'unmatched' FROM gateways
        WHERE provider_id = ?1`,
      )
      .bind(site().seeded.demo.id, Date.now())
      .run();
  } finally {
    await close();
  }
  await site().startWorker();
}

it("figures, receipt and file are those of the rows, and money without a purchase lets its buyer in, on a phone", async () => {
  await typeMoney();
  const admin = await ConsoleAdmin.come(site(), browser(), { width: 360, height: 740 });
  const { page } = admin;
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await page.addInitScript(
    "window.print = () => { window.printed = document.querySelector('[data-print-sheet]').innerText; window.dispatchEvent(new Event('afterprint')); }",
  );
  await admin.open("/admin/payments");
  const figures = {
    "Total Revenue": "KSh 40",
    "Today's Sales": "KSh 40",
    Transactions: "5",
    "Voucher sales": "KSh 20",
  };
  for (const [name, value] of Object.entries(figures))
    await page.getByRole("link", { name: new RegExp(`^${name}\\s*${value}`) }).waitFor();
  await button("Filters").click();
  await page.getByRole("button", { name: /^Days/ }).waitFor();
  await expectAccessible(page);
  await button("Filters").click();

  const coming = page.waitForEvent("download");
  await button("Export CSV").click();
  const file = await readFile(await (await coming).path(), "utf8");
  expect(file.trim().split(/\r?\n/)).toHaveLength(6);

  const paid = page
    .getByRole("list", { name: "Recent Payments" })
    .getByRole("listitem")
    .filter({ hasText: "Payment Completed" });
  await paid.first().getByRole("button").first().click();
  const sheet = page.getByRole("dialog");
  await sheet.getByText("M-Pesa", { exact: true }).waitFor();
  await expectAccessible(page);
  await sheet.getByRole("button", { name: "Print" }).click();
  await expect.poll(() => page.evaluate<string>("window.printed")).toContain("KSh 20");
  await sheet.getByRole("button", { name: "Close" }).click();

  const section = page.getByRole("region", { name: /^Money without a purchase/ });
  await section.getByRole("button", { name: /^Money without a purchase/ }).click();
  await section.getByText("Account typed: my house").waitFor();
  await button("Give to a purchase: SGA1B2C3D4").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: new RegExp(buyers[2]?.mac ?? "") }).click();
  await expectAccessible(page);
  await button("Give KSh 20").click();
  await page.getByText("Money given to a purchase", { exact: true }).waitFor();
  await section.waitFor({ state: "detached" });
  await expect.poll(() => visitors().isLetOut(buyers[2]?.mac ?? "")).toBe(true);
  expect(admin.faults).toEqual([]);
  await admin.leave();
});

it("what was paid and not activated is marked, counted and retried, and is done once the router is back", async () => {
  const { mac, phone } = newVisitor();
  await visitors().router({ reachable: false });
  const { transactionId } = await visitors().initiate(mac, site().seeded.demo.plans[1]?.id ?? "", phone);
  await visitors().answerPrompt((await visitors().openPrompt(phone)).id, "paid");
  await visitors().untilStatus(transactionId, ({ status }) => status === "completed");
  const admin = await ConsoleAdmin.come(site(), browser());
  const { page } = admin;
  await admin.open("/admin/payments");
  // Nobody worries in the first 30 s, and figures are read every 20 s.
  const open = page.getByRole("link", { name: /^Paid, not activated\s*1/ });
  await open.waitFor({ timeout: 70_000 });
  await open.click();
  await page.getByText("1 transaction", { exact: true }).waitFor();
  const row = page.getByRole("row").filter({ hasText: phone.slice(9) });
  await row.getByText("Paid, not activated").waitFor();
  const retry = row.getByRole("button", { name: /^Retry/ });
  await retry.click();
  // Its router is away: the press says so and nothing else.
  await page.getByText("Not activated yet", { exact: true }).waitFor();
  await visitors().router({ reachable: true });
  await visitors().untilOnline(transactionId, 60_000);
  await page.getByText("No payments match your filters").waitFor({ timeout: 30_000 });
  expect(admin.faults).toEqual([]);
  await admin.leave();
}, 240_000);
