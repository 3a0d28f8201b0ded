import { beforeAll, expect, it } from "vitest";
import { ageRefunds } from "../support/site/aged-refund.ts";
import { ConsoleAdmin } from "../support/site/console-admin.ts";
import { ConsoleOperator, type OperatorOptions } from "../support/site/console-operator.ts";
import { readTenantRows } from "../support/site/read-rows.ts";
import { expectFits, testBrowser } from "../support/site/test-browser.ts";
import { newVisitor, testSite } from "../support/site/test-site.ts";
import { until } from "../support/site/visitor.ts";

// The operator gives payments back. In order: each test goes on with what the one before it left.

const { site, visitors } = testSite();
const browser = testBrowser();
type Paid = { id: string; receipt: string; amount: number; payer: string };
let part: Paid;
let lost: Paid;

beforeAll(async () => {
  part = await buy();
  lost = await buy();
});

/** A visitor of the demo provider buys its second plan, and has paid. */
async function buy(): Promise<Paid> {
  const { mac, phone } = newVisitor();
  const plan = site().seeded.demo.plans[1]?.id ?? "";
  const { transactionId: id } = await visitors().initiate(mac, plan, phone);
  await visitors().answerPrompt((await visitors().openPrompt(phone)).id, "paid");
  await visitors().untilStatus(id, ({ status }) => status === "completed");
  const rows = () =>
    readTenantRows(
      site(),
      site().seeded.demo.id,
      "SELECT receipt, amount_cents AS cents FROM payments WHERE id = ?1 AND receipt <> ''",
      id,
    );
  const [row] = await until("its row", rows, ({ length }) => length === 1);
  const payer = `2547 ***** ${phone.slice(-3)}`;
  return { id, receipt: String(row?.receipt), amount: Number(row?.cents) / 100, payer };
}

async function come(query = "", options: OperatorOptions = {}) {
  const operator = await ConsoleOperator.come(site(), browser(), options);
  await operator.open(`/superadmin/reconciliation?tab=refunds${query}`);
  return operator;
}
const dialogOf = ({ page }: ConsoleOperator) => page.getByRole("dialog");
const toastOf = ({ page }: ConsoleOperator) => page.locator(".mantine-Notification-root");

/** From the search for its receipt to the dialog. */
async function choose(operator: ConsoleOperator, { receipt, payer }: Paid): Promise<void> {
  const { page } = operator;
  await page.getByRole("searchbox", { name: "Search payments" }).fill(receipt);
  await page.getByRole("button", { name: `Give back ${receipt} of ${payer}` }).click();
  await dialogOf(operator)
    .getByText(new RegExp(`receipt ${receipt}`))
    .waitFor();
}

it("finds a payment by its receipt and gives a part of it back, on a phone", async () => {
  const operator = await come("", { width: 360, height: 740 });
  const { page } = operator;
  await page.getByText("No refunds yet").waitFor();
  await expectFits(operator.page);
  await page.getByRole("main").getByRole("button", { name: "Give a payment back" }).click();
  await page.getByText("Which payment?").waitFor();
  await choose(operator, part);
  const dialog = dialogOf(operator);
  await dialog.getByText("This moves other people's money").waitFor();
  await dialog.getByText(`KSh ${part.amount} to ${part.payer}`).waitFor();
  await dialog
    .getByText(`Demo WiFi pays: it goes out of its own account, M-Pesa till ${site().secrets.till}.`)
    .waitFor();
  await expectFits(operator.page);
  await dialog.getByRole("button", { name: /^Give back KSh/ }).click();
  await dialog.getByText("Say why it is given back").waitFor();
  const amount = dialog.getByRole("textbox", { name: "Amount (KSh)" });
  await amount.fill(String(part.amount + 1));
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Slow all evening");
  await dialog.getByRole("button", { name: /^Give back KSh/ }).click();
  await dialog.getByText(`Only KSh ${part.amount} is left to give back`).waitFor();
  await amount.fill("5");
  await dialog.getByText("M-Pesa gives a payment back only once").waitFor();
  await dialog.getByText(`KSh 5 to ${part.payer}`).waitFor();
  expect(operator.requests.filter((request) => request.startsWith("POST"))).toEqual([]);
  await dialog.getByRole("button", { name: "Give back KSh 5", exact: true }).click();
  await toastOf(operator).getByText("The gateway has the refund. Its result follows.").waitFor();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("All refunds", { exact: true }).click();
  const listed = page.getByRole("list", { name: "Refunds" }).getByRole("listitem");
  await listed.getByText("Given back", { exact: true }).waitFor({ timeout: 30_000 });
  await listed.getByText("Slow all evening").waitFor();
  await expectFits(operator.page);
  expect(operator.faults).toEqual([]);
  await operator.leave();
});

it("is seen by the provider, and the rest of it is not offered", async () => {
  const admin = await ConsoleAdmin.come(site(), browser(), { provider: site().seeded.demo });
  await admin.open("/admin/payments");
  await admin.page.getByText("Refunded KSh 5").first().waitFor();
  await admin.leave();
  const operator = await come("&view=find");
  await choose(operator, part);
  const dialog = dialogOf(operator);
  await dialog.getByText("The gateway cannot give this back").waitFor();
  await dialog.getByText("M-Pesa gives back a payment only once. Send the rest by hand.").waitFor();
  await dialog.getByRole("button", { name: `Note KSh ${part.amount - 5} as given back` }).waitFor();
  expect(await dialog.getByRole("button", { name: /^Give back KSh/ }).count()).toBe(0);
  await expectFits(operator.page);
  await operator.leave();
});

it("stays in the dialog with the gateway's words where it was refused", async () => {
  await visitors().gateway({ acks: "busy" });
  const operator = await come("&view=find");
  await choose(operator, lost);
  const dialog = dialogOf(operator);
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Paid twice");
  await dialog.getByRole("button", { name: `Give back KSh ${lost.amount}`, exact: true }).click();
  await dialog
    .getByRole("alert")
    .getByText("The gateway refused the refund. Nothing was given back.")
    .waitFor();
  await expectFits(operator.page);
  await operator.leave();
});

it("blocks a repeat while nobody knows the outcome, and is settled with the statement", async () => {
  await visitors().gateway({ acks: "lost-after-acceptance", results: "lost" });
  const operator = await come("&view=find");
  const { page } = operator;
  const dialog = dialogOf(operator);
  await choose(operator, lost);
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Paid twice");
  await dialog.getByRole("checkbox", { name: "End the access that was bought" }).check();
  await dialog.getByRole("button", { name: `Give back KSh ${lost.amount}`, exact: true }).click();
  await dialog.waitFor({ state: "detached", timeout: 30_000 });
  await page.getByRole("button", { name: `Give back ${lost.receipt} of ${lost.payer}` }).click();
  await dialog.getByText("A refund of this payment is on its way.").waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await operator.leave();

  await visitors().gateway({ acks: "normal", results: "normal" });
  await ageRefunds(site(), lost.id, 3_600_000);
  const again = await come();
  await again.page.getByRole("button", { name: `Ask again about KSh ${lost.amount} of Demo WiFi` }).click();
  await toastOf(again).getByText("Asked the gateway").waitFor();
  const table = again.page.getByRole("table", { name: "Refunds" });
  await table.getByText("Outcome unknown", { exact: true }).waitFor({ timeout: 30_000 });
  await again.page.getByText("Some refunds wait for a person").waitFor();
  await expectFits(again.page);
  await again.page.getByText("Give a payment back", { exact: true }).click();
  await choose(again, lost);
  await dialogOf(again)
    .getByText(/The outcome of an earlier refund is unknown\./)
    .waitFor();
  await again.page.keyboard.press("Escape");
  await again.leave();
  await settle();
});

async function settle(): Promise<void> {
  const operator = await come("&status=unknown", { width: 360, height: 740 });
  const { page } = operator;
  const dialog = dialogOf(operator);
  await page.getByRole("button", { name: `Settle by hand: KSh ${lost.amount} of Demo WiFi` }).click();
  await dialog.getByText(`KSh ${lost.amount} to ${lost.payer}`).waitFor();
  await dialog.getByText(/The gateway was asked .+, and did not say\./).waitFor();
  await expectFits(operator.page);
  await dialog.getByRole("button", { name: "Settle", exact: true }).click();
  await dialog.getByText("Say how it ended").waitFor();
  await dialog.getByText("Say what the statement shows").waitFor();
  await dialog.getByRole("radio", { name: "The money went back" }).check();
  await dialog.getByRole("textbox", { name: "What the statement shows" }).fill("Line 7 of the statement");
  await dialog.getByRole("button", { name: "Settle", exact: true }).click();
  await toastOf(operator).getByText("The books show it as given back.").waitFor();
  await page.getByText("Nothing matches your filters").waitFor();
  await expect
    .poll(() =>
      readTenantRows(
        site(),
        site().seeded.demo.id,
        "SELECT refunded_cents AS back FROM payments WHERE id = ?1",
        lost.id,
      ),
    )
    .toEqual([{ back: lost.amount * 100 }]);
  await operator.open("/superadmin/audit?action=refund.");
  for (const words of ["Gave a payment back", "Asked what became of a refund", "Settled a refund by hand"])
    await page.getByText(words).first().waitFor();
  expect(operator.faults).toEqual([]);
  await operator.leave();
}
