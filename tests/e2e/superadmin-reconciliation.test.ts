import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { platformBooks } from "#contract/values/platform-books";
import type { TwoProviders } from "../seed/two-providers.ts";
import { expectAccessible, launchBrowser } from "../support/site/browser.ts";
import { ConsoleOperator } from "../support/site/console-operator.ts";
import type { SiteDatabases } from "../support/site/open-database.ts";
import { readTenantRows } from "../support/site/read-rows.ts";
import { testSite } from "../support/site/test-site.ts";

// The reconciliation page by a real site, and the dashboard's line that leads to it. In order: each test goes on with what the
// one before left. What the page says stands in tests/ui/superadmin/reconciliation.test.ts.

const { site } = testSite({ fill });
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** Four differences, two pay bill payments, and three nights. */
async function fill({ d1, tenantDatabase }: SiteDatabases, { demo, savanna }: TwoProviders): Promise<void> {
  const now = Date.now();
  const hour = 3_600_000;
  const differs = (providerId: string, kind: string, about: string, at: number, detail: object) =>
    tenantDatabase(providerId)
      .prepare("INSERT INTO reviews (id, at, payment_id, kind, detail) VALUES (?1, ?2, ?3, ?4, ?5)")
      .bind(`${kind} ${about}`, at, kind === "unknown-receipt" ? "" : about, kind, JSON.stringify(detail))
      .run();
  const typed = (receipt: string, cents: number, account: string, note: string | null) =>
    d1
      .prepare(
        `INSERT INTO paybill_payments (short_code, receipt, gateway_id, provider_id, cents, account_typed, payer, paid_at,
          received_at, status, note)
        SELECT account_number, ?1, id, provider_id, ?2, ?3, '254733000111', ?4, ?4, 'unmatched', ?5 FROM gateways
        WHERE provider_id = ?6 AND type = 'mpesa'`,
      )
      .bind(receipt, cents, account, now - hour, note, savanna.id);
  const run = (
    day: string,
    counts: object,
    finishedAt: number | null,
    cursor: string | null = finishedAt === null ? '{"step":"again","turn":3}' : null,
  ) =>
    d1
      .prepare(
        "INSERT INTO reconciliation_runs (day, started_at, finished_at, cursor, counts) VALUES (?1, ?2, ?3, ?4, ?5)",
      )
      .bind(day, now, finishedAt, cursor, JSON.stringify(counts));
  await differs(savanna.id, "unknown-receipt", "600200 SFG1234567", now - hour, {
    receipt: "SFG1234567",
    statementCents: 15_000,
    account: "SCHOOL FEES",
    shortCode: "600200",
  });
  await differs(demo.id, "dead-letter", "gone", now - 2 * hour, {
    door: { kind: "own" },
    body: "{}",
    receivedAt: now - 2 * hour,
  });
  await differs(demo.id, "lost", "refused", now - 3 * hour, {
    detail: "no answer in 8000 ms",
    amountCents: 1_000,
  });
  await differs(platformBooks, "unknown-receipt", "600100 SFP7654321", now - 4 * hour, {
    receipt: "SFP7654321",
    statementCents: 150_000,
    account: "prov-savanna",
    shortCode: "600100",
    billedTo: savanna.businessName,
  });
  await d1.batch([
    typed("SHJ1111111", 5_000, "JOHN", null),
    typed("SHJ2222222", 2_000, "1234567", "Less money than the purchase costs."),
    run(
      "2026-11-19",
      {
        payments: 212,
        asked: 3,
        repaired: 1,
        statements: 2,
        learned: 4,
        skipped: 0,
        differences: 2,
        paidCents: 423_000,
        bookedCents: 423_000,
        receivedCents: 150_050,
      },
      now - 24 * hour,
    ),
    run("2026-11-12", { payments: 90 }, now - 24 * hour, '{"step":"switches"}'),
    run(
      "2026-11-18",
      {
        payments: 25,
        left: [
          {
            providerId: savanna.id,
            key: savanna.id,
            step: "payments",
            place: null,
            fault: "migration 0001: no such table",
            tries: 2,
            nextAt: now + hour,
          },
        ],
      },
      null,
    ),
    run(
      "2026-11-20",
      {
        payments: 187,
        asked: 1,
        repaired: 0,
        statements: 0,
        skipped: 0,
        broken: { tries: 3, nextAt: now + hour },
        faults: [
          {
            account: "sandbox 600200",
            providerId: savanna.id,
            shortCode: "600200",
            tries: 2,
            fault: "The gateway could not answer (HTTP 502).",
            nextAt: now + hour,
          },
          ...["600100", "600900"].map((shortCode) => ({
            account: `sandbox ${shortCode}`,
            providerId: platformBooks,
            shortCode,
            tries: 1,
            fault: noNumber,
            nextAt: null,
          })),
        ],
      },
      null,
    ),
  ]);
}

const noNumber =
  "The platform has no Kenyan mobile number (PLATFORM_NOMINATED_NUMBER), which a statement asks for.";

async function come(path: string, width: 360 | 1280) {
  const operator = await ConsoleOperator.come(site(), browser, { width, height: width === 360 ? 780 : 900 });
  await operator.open(path);
  return operator;
}
const toastOf = ({ page }: ConsoleOperator) => page.locator(".mantine-Notification-root");

it.each([360, 1280] as const)("the dashboard leads there, and every tab is sound at %i px", async (width) => {
  const operator = await come("/superadmin/dashboard", width);
  const { page } = operator;
  const seen = (text: string) =>
    page.getByText(text, { exact: false }).filter({ visible: true }).first().waitFor();
  await seen("Money waits for a person");
  await expectAccessible(page);
  await page.getByRole("link", { name: "2 payments without a purchase" }).click();
  await page.getByRole("tab", { name: "Without a purchase (2)", selected: true }).waitFor();
  await seen("Less money than the purchase costs.");
  await expectAccessible(page);
  await page.getByRole("tab", { name: /^Differences/ }).click();
  await seen("Show each");
  await expectAccessible(page);
  await page.getByText("Still open", { exact: true }).click();
  await seen("Receipt SFG1234567");
  await expectAccessible(page);
  await page.getByRole("tab", { name: "Nights" }).click();
  await seen("No statement of 600200 (Savanna");
  const once = page.getByText(`No statement of 600100, 600900 (The platform): ${noNumber}`);
  expect(await once.filter({ visible: true }).count()).toBe(1);
  await seen("Asking once more for what is missing fails. Tried 3 times; again at");
  await seen("Paid KSh 4,230, in the books KSh 4,230, in statements KSh 1,500.50");
  await seen("does not answer: its payments are not compared to the end.");
  await seen("could not be finished within a week");
  await expectAccessible(page);
  await operator.leave();
});

it("differences are filtered, delivered again where that is possible, and resolved with a note", async () => {
  const operator = await come("/superadmin/reconciliation?state=open", 1280);
  const { page } = operator;
  const dialog = page.getByRole("dialog");
  // What is of the platform's own accounts is listed under its name, and closed like anything else.
  await page.getByRole("combobox", { name: "Provider" }).click();
  await page.getByRole("option", { name: "The platform" }).click();
  await page.getByText(`Invoices of ${site().seeded.savanna.businessName}`, { exact: false }).waitFor();
  await expect.poll(() => page.getByText("Receipt SFG1234567").count()).toBe(0);
  await page.getByRole("button", { name: "Resolve Money we do not know of The platform" }).click();
  await dialog.getByLabel("What was done").fill("Asked Savanna: it is their invoice of October.");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Resolve" }).click();
  await toastOf(operator).getByText("Resolved. It stays in the list of resolved differences.").waitFor();
  await page.getByRole("button", { name: "Show everything" }).click();
  // Its payment is gone: it says so, and stays.
  await page.getByRole("button", { name: "Replay" }).click();
  await toastOf(operator).getByText("The payment is not kept any more.").waitFor();
  for (const kind of ["Callback not delivered", "Money we do not know", "No result"]) {
    await page.getByRole("button", { name: new RegExp(`^Resolve ${kind}`) }).click();
    await dialog.getByLabel("What was done").fill("It is another business's money.");
    await dialog.getByRole("button", { name: "Resolve" }).click();
    await dialog.waitFor({ state: "detached" });
  }
  await page.getByText("Everything agrees").waitFor();
  await page.getByText("Resolved", { exact: true }).first().click();
  await page.getByText("Asked Savanna: it is their invoice of October.").waitFor();
  await operator.leave();
});

it("money without a purchase buys a plan for a device, once, after it was said in words", async () => {
  const operator = await come("/superadmin/reconciliation?tab=paybill", 360);
  const { page } = operator;
  const dialog = page.getByRole("dialog");
  const { savanna } = site().seeded;
  await page.getByRole("button", { name: "Give to a purchase: SHJ1111111" }).click();
  await dialog.getByText(`${savanna.businessName}, pay bill`, { exact: false }).waitFor();
  await dialog.getByRole("radio", { name: /A new purchase/ }).click();
  await dialog.getByRole("combobox", { name: "Plan" }).click();
  await page.getByRole("option").filter({ visible: true }).first().click();
  await dialog.getByRole("combobox", { name: "Router" }).click();
  await page.getByRole("option").filter({ visible: true }).first().click();
  await dialog.getByLabel("Phone of the buyer").fill("0733 000 111");
  await dialog.getByLabel("Device (MAC address)").fill("4C:5E:0C:A1:00:77");
  await dialog
    .getByText(/KSh 50 of SHJ1111111 buys .* for 4C:5E:0C:A1:00:77\. This cannot be undone\./)
    .waitFor();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Give KSh 50" }).click();
  await toastOf(operator).getByText("Money given to a purchase").waitFor();
  await page.getByRole("tab", { name: "Without a purchase (1)" }).waitFor();
  await page.getByText("All", { exact: true }).click();
  await page.getByText("Given to a purchase").filter({ visible: true }).first().waitFor();
  const [sale] = await readTenantRows(
    site(),
    savanna.id,
    "SELECT status, amount_cents AS cents FROM payments WHERE receipt = 'SHJ1111111'",
  );
  expect(sale).toMatchObject({ status: "completed", cents: 5_000 });
  await operator.leave();
});

it("what was given back by hand is noted with its reference, and listed by its own receipt", async () => {
  const operator = await come("/superadmin/reconciliation?tab=paybill", 360);
  const { page } = operator;
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Give back: SHJ2222222" }).click();
  await dialog.getByText("The gateway cannot give this back").waitFor();
  await dialog.getByLabel("Reference").fill("SHZ9999999");
  await dialog.getByLabel("Reason").fill("Sent back from the owner's own phone");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Note KSh 20 as given back" }).click();
  await toastOf(operator).getByText("The money is back with its payer.").waitFor();
  await page.getByRole("tab", { name: "Without a purchase", exact: true }).waitFor();
  await page.getByRole("tab", { name: "Refunds" }).click();
  await page.setViewportSize({ width: 1280, height: 900 });
  const { shortCode } = site().secrets.savannaApp;
  await page
    .getByText(`Paid with receipt SHJ2222222 · Went back with SHZ9999999 · Typed at ${shortCode}`, {
      exact: false,
    })
    .filter({ visible: true })
    .first()
    .waitFor();
  await expectAccessible(page);
  await operator.leave();
});
