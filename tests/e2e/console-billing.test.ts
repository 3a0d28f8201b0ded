import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OwnGateway } from "#contract/gateways";
import { expectAccessible, launchBrowser } from "../support/site/browser.ts";
import { type AdminOptions, ConsoleAdmin } from "../support/site/console-admin.ts";
import { testSite } from "../support/site/test-site.ts";

// How a provider is paid, on its Billing page: what is set for it, read only, and what is missing.

const { site } = testSite();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const call = "**/api/admin/payment-gateways";

async function come(list?: readonly OwnGateway[], options: AdminOptions = {}) {
  const admin = await ConsoleAdmin.come(site(), browser, options);
  if (list) await admin.page.route(call, (route) => route.fulfill({ json: list }));
  await admin.open("/admin/billing");
  const section = admin.page.getByRole("region", { name: "How you are paid" });
  await section.waitFor();
  return { admin, section, ways: section.getByRole("listitem") };
}

const till: OwnGateway = {
  ...{ id: "g1", type: "mpesa", service: "mpesa", accountEnd: "0200", routerName: null },
  ...{ environment: "production", status: "collects", credentials: "own", settlement: "direct" },
  ...{
    verifiedAt: "2026-11-01T09:00:00.000Z",
    fault: null,
    suspendedAt: null,
    suspendedFor: null,
    typedSince: "2026-11-02T09:00:00.000Z",
  },
};
const unproven = { ...till, verifiedAt: null, typedSince: null } as const;

describe("how you are paid", () => {
  it("names the demo provider's till by its end, and that nothing real moves in a sandbox", async () => {
    const { admin, ways } = await come();
    const mine = ways.filter({ hasText: "M-Pesa ••••" });
    await mine.getByText("All routers · Sandbox").waitFor();
    await mine
      .getByText("This is a sandbox: no real money moves. Ask the operator for production.")
      .waitFor();
    await mine.getByText("The money arrives at your account at once, by the platform's app.").waitFor();
    await expectAccessible(admin.page);
    await admin.leave();
  });

  it.each([360, 1280])("says of each what is missing and whom to ask, at %i pixels", async (width) => {
    const list: OwnGateway[] = [
      till,
      { ...unproven, id: "g2", status: "waits", accountEnd: "0300" },
      {
        ...unproven,
        id: "g3",
        status: "needs_verification",
        routerName: "Roof of the hostel",
        accountEnd: "77",
      },
      {
        ...{
          ...unproven,
          id: "g4",
          type: "bank",
          service: "kcb",
          status: "cannot_collect",
          accountEnd: "6789",
        },
        fault: "KCB needs the till as Merchant ID.",
      },
      {
        ...{ ...unproven, id: "g5", type: "airtel_money", service: "airtel_money", accountEnd: "4455" },
        ...{ status: "cannot_collect", credentials: "platform", settlement: "collected" },
      },
    ];
    const { admin, ways } = await come(list, { width });
    const { page } = admin;
    const shows = (name: string, text: string) => ways.filter({ hasText: name }).getByText(text).waitFor();
    await shows("M-Pesa •••• 0200", "Verified with KES 1:");
    await shows("M-Pesa •••• 0200", "Payments typed by hand arrive, too.");
    await shows(
      "M-Pesa •••• 0300",
      "Until the operator has verified it with KES 1, your visitors pay as before.",
    );
    await shows("M-Pesa •••• 77", "the operator has to verify it with KES 1");
    await shows("M-Pesa •••• 77", "Only at Roof of the hostel");
    await shows("KCB Bank •••• 6789", "KCB needs the till as Merchant ID. Bring it to the operator.");
    await shows("Airtel Money •••• 4455", "The platform collects the money for you.");
    await shows("Airtel Money •••• 4455", "the operator has to complete it. Ask there.");
    await expectAccessible(page);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
    await ways.first().scrollIntoViewIfNeeded();
    await admin.leave();
  });

  it("says whom to ask where nothing is set, and reads again after a failure", async () => {
    const { admin, section } = await come([]);
    await section.getByText("Nobody can pay you yet").waitFor();
    await section.getByText("Ask the platform's operator to set up M-Pesa for you.").waitFor();
    await admin.page.unroute(call);
    await admin.page.route(call, (route) => route.fulfill({ status: 500, body: "" }));
    await admin.page.reload();
    await section.getByText("Error Loading Payment Gateways").waitFor({ timeout: 30_000 });
    await admin.page.unroute(call);
    await section.getByRole("button", { name: "Try again" }).click();
    await section.getByText("M-Pesa ••••").waitFor();
    await admin.leave();
  });
});
