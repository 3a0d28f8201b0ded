import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { expectAccessible, launchBrowser } from "../support/site/browser.ts";
import { ConsoleOperator } from "../support/site/console-operator.ts";
import { readTenantRows } from "../support/site/read-rows.ts";
import { newVisitor, testSite } from "../support/site/test-site.ts";

// The payments of all providers (docs/behaviour/operator-console.md, OC-31a to OC-31f), by a real site: found three ways, and
// what an operator does for a payer. What the page says stands in tests/ui/superadmin/payments.test.ts.

const { site, visitors } = testSite();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** Somebody who paid and is online. */
async function buy() {
  const { mac, phone } = newVisitor();
  const { demo } = site().seeded;
  const { transactionId: id } = await visitors().initiate(mac, demo.plans[1]?.id ?? "", phone);
  await visitors().answerPrompt((await visitors().openPrompt(phone)).id, "paid");
  await visitors().untilOnline(id);
  const [row] = await readTenantRows(
    site(),
    demo.id,
    "SELECT receipt, amount_cents AS cents FROM payments WHERE id = ?1",
    id,
  );
  const payer = `2547 ***** ${phone.slice(-3)}`;
  return {
    id,
    mac: mac ?? "",
    phone,
    payer,
    receipt: String(row?.receipt),
    amount: Number(row?.cents) / 100,
  };
}

it("finds a payment by receipt, phone and transaction, extends it, moves it and gives it back; a phone's width", async () => {
  const { id, phone, payer, receipt, amount, mac } = await buy();
  const other = newVisitor();
  const operator = await ConsoleOperator.come(site(), browser, { width: 360, height: 740 });
  const { page } = operator;
  const dialog = page.getByRole("dialog");
  const toast = page.locator(".mantine-Notification-root");
  const search = page.getByRole("searchbox", { name: "Search payments" });
  const act = (what: string) => page.getByRole("button", { name: `${what} ${receipt} of ${payer}` });
  const fits = async (width: number) => {
    await expectAccessible(page);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
  };
  await operator.open("/superadmin/payments");
  await fits(360);
  for (const asked of ["NOSUCH1234", receipt, phone, id]) {
    await search.fill(asked);
    if (asked === "NOSUCH1234") await page.getByText("No payment found").waitFor();
    else await act("Give back").waitFor();
  }
  // By the router's own word.
  await page.getByText("Online", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Demo WiFi" }).waitFor();
  await fits(360);
  await page.setViewportSize({ width: 1280, height: 800 });
  await act("Extend").waitFor();
  await fits(1280);
  const cut = `[...document.querySelectorAll(".mantine-datatable-scroll-area .mantine-ScrollArea-viewport")]
    .filter((one) => one.scrollWidth > one.clientWidth + 1).length`;
  expect(await page.evaluate(cut)).toBe(0);
  await page.setViewportSize({ width: 360, height: 740 });

  await act("Extend").click();
  await dialog.getByRole("radio", { name: "1 day" }).check();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Extend", exact: true }).click();
  await toast.getByText("Time extended").waitFor();
  await dialog.waitFor({ state: "detached" });

  await act("Move").click();
  await dialog.getByText(`Bought for ${mac}.`).waitFor();
  await dialog.getByLabel("Address of the new device").fill(other.mac ?? "");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Move", exact: true }).click();
  await toast.getByText("Moved", { exact: true }).waitFor();
  await dialog.waitFor({ state: "detached" });
  const device =
    "SELECT substr(e.subject, 8) AS mac FROM entitlements e JOIN payments p ON p.entitlement_id = e.id WHERE p.id = ?1";
  await expect
    .poll(() => readTenantRows(site(), site().seeded.demo.id, device, id))
    .toEqual([{ mac: other.mac }]);

  await act("Give back").click();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("Could not connect");
  await dialog.getByRole("button", { name: `Give back KSh ${amount}`, exact: true }).click();
  await toast.getByText("The gateway has the refund. Its result follows.").waitFor();
  await dialog.waitFor({ state: "detached" });
  const back = "SELECT refunded_cents AS cents FROM payments WHERE id = ?1";
  await expect
    .poll(() => readTenantRows(site(), site().seeded.demo.id, back, id))
    .toEqual([{ cents: amount * 100 }]);
  await page.reload();
  await page.getByText("Given back", { exact: true }).first().waitFor();
  expect(operator.faults).toEqual([]);
  await operator.leave();
});
