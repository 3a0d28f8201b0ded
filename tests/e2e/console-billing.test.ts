import { expect, it } from "vitest";
import { expectAccessible } from "../support/site/browser.ts";
import { ConsoleAdmin } from "../support/site/console-admin.ts";
import { testBrowser } from "../support/site/test-browser.ts";
import { testSite } from "../support/site/test-site.ts";

// The billing page in a real browser; what it says stands in tests/ui/admin/billing.test.ts, an invoice's way from the first
// sale to the verified code in tests/e2e/superadmin-billing.test.ts.

const { site } = testSite();
const browser = testBrowser();

it("names the demo provider's till by its end, takes a payment code and another account of the provider's own, on a phone", async () => {
  const admin = await ConsoleAdmin.come(site(), browser(), { width: 360, height: 740 });
  const { page } = admin;
  await admin.open("/admin/billing?tab=paid");
  const paid = page.getByRole("region", { name: "How you are paid" });
  const mine = paid.getByRole("listitem").filter({ hasText: "M-Pesa ••••" });
  await mine.getByText("All routers · Sandbox").waitFor();
  // In one line, whichever stylesheet comes first.
  const tops = await page.evaluate<number[]>(
    'Array.from(document.querySelectorAll("[role=tab]"), (tab) => tab.getBoundingClientRect().top)',
  );
  expect([tops.length, new Set(tops).size]).toEqual([3, 1]);
  await mine.getByText("The money arrives at your account at once, by the platform's app.").waitFor();
  await page.getByRole("tab", { name: "The platform's bill" }).click();
  await page.getByLabel("Payment code").fill("tkq12 ab9xz");
  await page.getByLabel("Amount paid (KSh)").fill("250");
  await page.getByRole("button", { name: "Submit code" }).click();
  await page.getByText("TKQ12AB9XZ · KSh 250").waitFor();
  await expectAccessible(page);
  await page.getByRole("tab", { name: "How you are paid" }).click();
  // Another pay bill of one's own waits for its KSh 1; until then visitors pay the former one.
  await page.getByRole("button", { name: "Change account" }).click();
  const form = page.getByRole("dialog", { name: "Where your money goes" });
  // As the sticker writes it.
  await form.getByLabel("Till or pay bill number").fill("880 100");
  await expectAccessible(page);
  await form.getByRole("button", { name: "Continue" }).click();
  const next = mine.filter({ hasText: "M-Pesa •••• 0100" });
  await next.getByText("Until KSh 1 has arrived by it, your visitors pay as before.").waitFor();
  expect(await mine.count()).toBe(2);
  expect(admin.faults).toEqual([]);
  await admin.leave();
});
