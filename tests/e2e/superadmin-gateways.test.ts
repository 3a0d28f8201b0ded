import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TwoProviders } from "../seed/two-providers.ts";
import { expectAccessible, launchBrowser } from "../support/site/browser.ts";
import { ConsoleOperator, type OperatorOptions } from "../support/site/console-operator.ts";
import type { SiteDatabases } from "../support/site/open-database.ts";
import { testSite } from "../support/site/test-site.ts";

// How a provider takes money, on its profile, by a real site. What the page says stands in
// tests/ui/superadmin/provider-profile.test.ts.

const { site } = testSite({ fill });

/** Somebody typed Savanna's pay bill for a router of Demo's. */
async function fill({ d1 }: SiteDatabases, { demo }: TwoProviders): Promise<void> {
  await d1
    .prepare(
      `INSERT INTO gateways (id, provider_id, router_id, type, is_active, environment, use_auto_api, account_number, created_at)
      VALUES ('mistyped', ?1, ?2, 'mpesa', 0, 'sandbox', 1, '600200', 1)`,
    )
    .bind(demo.id, demo.routers[0]?.id)
    .run();
}

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

async function come(options: OperatorOptions = {}) {
  const operator = await ConsoleOperator.come(site(), browser, options);
  const { id } = site().seeded.savanna;
  await operator.open(`/superadmin/providers/${id}/profile?tab=gateways`);
  await parts(operator).listed.first().waitFor();
  return operator;
}

function parts({ page }: ConsoleOperator) {
  const dialog = page.getByRole("dialog");
  return {
    dialog,
    listed: page.getByRole("list", { name: "Payment gateways" }).getByRole("listitem"),
    toast: page.locator(".mantine-Notification-root"),
    // A field that is needed has a star behind its name.
    field: (label: string) => dialog.getByLabel(new RegExp(`^${label}( \\*)?$`)),
    send: dialog.locator("button[type=submit]"),
    choose: async (select: string, option: string) => {
      await dialog.getByRole("combobox", { name: select }).click();
      await page.getByRole("option", { name: option, exact: true }).click();
    },
    button: (name: string) => page.getByRole("button", { name, exact: true }),
  };
}

it("saves a bank that cannot collect yet, and the list says why", async () => {
  const operator = await come({ width: 360, height: 740 });
  const { button, dialog, field, send, choose, toast, listed } = parts(operator);
  await button("Configure Payment Gateway").click();
  await dialog.waitFor();
  await expectAccessible(operator.page);
  await choose("Gateway Type", "Bank");
  await choose("Gateway Provider", "Equity Bank");
  await field("Account Number").fill("0123456789012");
  await field("API Key").fill("api-key-of-savanna-1111");
  await field("API Secret").fill("api-secret-of-savanna-2222");
  await send.click();
  await toast.getByText("Payment Gateway Configured").waitFor();
  const bank = listed.filter({ hasText: "Bank 0123456789012" });
  await bank.getByText("Saved, cannot collect yet: Equity signs every call").waitFor();
  await bank.getByText("API Key •••• 1111 · API Secret •••• 2222").waitFor();
  await expectAccessible(operator.page);
  await operator.leave();
});

describe("a gateway that is listed", () => {
  it("names who else collects at its account", async () => {
    const operator = await come({ width: 360, height: 740 });
    const { listed } = parts(operator);
    const other = `${site().seeded.demo.businessName} collects at this account, too.`;
    const shared = listed.filter({ hasText: "M-Pesa 600200" });
    await shared.getByText(other, { exact: false }).waitFor();
    expect(await listed.getByText(other, { exact: false }).count()).toBe(1);
    await expectAccessible(operator.page);
    await operator.leave();
  });

  it("works on while a new one in production waits for its KSh 1; who deletes that one is told that nothing changes", async () => {
    const operator = await come({ width: 360, height: 740 });
    const { button, dialog, field, send, toast, listed } = parts(operator);
    const before = await listed.count();
    await button("Configure Payment Gateway").click();
    await field("Account Number").fill("600321");
    for (const [label, value] of [
      ...[
        ["Consumer Key", "key-of-tomorrow-1111"],
        ["Consumer Secret", "secret-of-tomorrow-2222"],
      ],
      ...[
        ["Business Short Code", "600321"],
        ["Passkey", "pass-of-tomorrow-3333"],
      ],
    ])
      await field(String(label)).fill(String(value));
    await send.click();
    await toast.getByText("Verify it with KSh 1: then it takes over.").waitFor();
    const waiting = listed.filter({ hasText: "M-Pesa 600321" });
    await waiting.getByText("Takes over once verified").waitFor();
    await waiting.getByText("Until then visitors pay as before.").waitFor();
    expect(await listed.count()).toBe(before + 1);
    await listed.filter({ hasText: "M-Pesa 600200" }).getByText("Collects", { exact: true }).waitFor();
    await expectAccessible(operator.page);
    await button("Delete M-Pesa 600321").click();
    await dialog.getByText("It takes over nothing: visitors of").waitFor();
    await dialog.getByRole("button", { name: "Delete M-Pesa 600321", exact: true }).click();
    await toast.getByText("Payment Gateway Deleted").waitFor();
    await expect.poll(() => listed.count()).toBe(before);
    await operator.leave();
  });

  it("of Airtel Money shows the callback address that Airtel's portal asks for, to copy", async () => {
    const operator = await come({ width: 360, height: 740 });
    const { button, choose, field, send, listed, toast } = parts(operator);
    await operator.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await button("Configure Payment Gateway").click();
    await choose("Gateway Provider", "Airtel Money");
    await field("Account Number").fill("4455");
    await field("Client ID").fill("savanna-client");
    await field("Client Secret").fill("savanna-client-secret");
    await send.click();
    await toast.getByText("Payment Gateway Configured").waitFor();
    const airtel = listed.filter({ hasText: "Airtel Money 4455" });
    const shown = await airtel.locator("pre").innerText();
    expect(shown).toMatch(/\/cb\/a\/[0-9a-f]{32}\/[0-9a-f]{32}$/);
    await airtel.getByRole("button", { name: "Copy callback address" }).click();
    await airtel.getByRole("button", { name: "Copied" }).waitFor();
    expect(await operator.page.evaluate("navigator.clipboard.readText()")).toBe(shown);
    await expectAccessible(operator.page);
    await operator.leave();
  });
});
