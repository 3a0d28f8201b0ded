import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../support/site/browser.ts";
import { putAds } from "../support/site/fill-rows.ts";
import { PortalVisitor } from "../support/site/portal-visitor.ts";
import { readTenantRows } from "../support/site/read-rows.ts";
import { newVisitor, testSite } from "../support/site/test-site.ts";
import { until } from "../support/site/visitor.ts";

// The portal as far as only a browser with a whole site shows it: what stays in view, toasts, advertisements that are
// counted. Its texts stand in tests/web/portal, its forms in tests/worker/pages.

const { site } = testSite({
  fill: ({ d1 }) =>
    putAds(d1, [
      {
        id: "chapati",
        title: "Fresh chapati",
        description: "Warm every morning",
        displayDuration: 10,
        content: "<p>Ten bob each</p>",
        externalUrl: "https://chapati.example/menu",
      },
      { id: "barber", title: "Barber", content: "<p>Fifty</p>", displayDuration: 8 },
    ]),
});
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const arrive = () => PortalVisitor.come(site(), browser, newVisitor(), { height: 640 });
async function atPlans() {
  const visitor = await arrive();
  await visitor.seePlans();
  return visitor;
}
/** Title and text of what is toasted right now; it stands alone. */
async function toastOf({ page }: PortalVisitor): Promise<string> {
  const words = page.locator(".toasts .toast-words");
  await words.waitFor();
  return (await words.locator(":scope > *").allInnerTexts()).join(" - ");
}

it("keeps the header and how to get help in view, and asks for nothing again while it is left alone", async () => {
  const visitor = await arrive();
  const { page } = visitor;
  await page.clock.install();
  await visitor.seePlans();
  await page.evaluate("scrollTo(0, document.body.scrollHeight / 2)");
  const edges = `[document.querySelector(".header").getBoundingClientRect().top,
    document.querySelector(".support").getBoundingClientRect().bottom - innerHeight].map(Math.round)`;
  expect(await page.evaluate(edges)).toEqual([0, 0]);
  const before = visitor.requests.length;
  await page.clock.fastForward(299_000);
  expect(visitor.requests.slice(before).filter((request) => request.includes("/api/"))).toEqual([]);
  await visitor.leave();
});

it("finds the router of an address without one that it knew before", async () => {
  const visitor = await arrive();
  const { page } = visitor;
  const [router] = site().seeded.demo.routers;
  await page.goto(`${site().main}/?ads=seen&routerId=${router?.id}`);
  await page.waitForFunction("localStorage.getItem('hotspot_router_id') !== null");
  await page.goto(`${site().main}/?ads=seen`);
  await page.locator(".plan").first().waitFor();
  await visitor.leave();
});

describe("toasts", () => {
  it("say that the prompt is out, are gone when dismissed, and say a failure that leads back to the plans", async () => {
    const visitor = await atPlans();
    const { page } = visitor;
    await visitor.pay();
    expect(await toastOf(visitor)).toBe("Payment Initiated - Check your phone for the M-Pesa prompt");
    await page.locator(".toast-close").click();
    expect(await page.locator(".toast").count()).toBe(0);
    await visitor.answer("wrong-pin");
    expect(await toastOf(visitor)).toBe("Payment Failed - Please try again or contact support.");
    await page.getByRole("button", { name: "Choose Different Plan" }).click();
    await page.locator(".plan").first().waitFor();
    await visitor.leave();
  });

  it("stand alone, in the server's words beside the form or in their own where it said none", async () => {
    const visitor = await atPlans();
    const { page } = visitor;
    await visitor.openVoucher();
    for (const code of ["ZZZZZ-ZZZZZ", "YYYYY-YYYYY"]) {
      await visitor.sendVoucher(code);
      expect(await toastOf(visitor)).toBe(
        "Voucher Error - This voucher code is not known here. Check it, or ask where you bought it.",
      );
    }
    await page.locator(".toast-close").click();
    // A lost answer is asked for again by itself, with the same key.
    await page.route(/\/api\/voucher\/redeem$/, (route) => route.abort("failed"));
    await visitor.sendVoucher(site().stock.demoVouchers[0] ?? "");
    await page.getByText("Your connection broke. We keep asking.").waitFor();
    expect(await page.locator(".toast").count()).toBe(0);
    await page.unroute(/\/api\/voucher\/redeem$/);
    await expect
      .poll(() => toastOf(visitor))
      .toBe("Success! - Voucher redeemed successfully. You now have internet access!");
    await visitor.leave();
  });

  it("are none where a question about the payment is lost: that is said beside the wait, which goes on", async () => {
    const visitor = await atPlans();
    const { page } = visitor;
    await page.route(/\/api\/payment\/status\//, (route) => route.fulfill({ status: 500, json: {} }));
    await visitor.pay();
    await page.getByText("Network error or server issue. We keep checking.").waitFor();
    await page.getByText("Check your phone").first().waitFor();
    await visitor.leave();
  });

  it("say that a purchase was not begun, after two minutes of asking, above the failure screen", async () => {
    const visitor = await arrive();
    const { page } = visitor;
    await page.clock.install();
    await visitor.seePlans();
    await visitor.choose();
    await page.route(/\/api\/payment\/initiate$/, (route) => route.abort("failed"));
    await visitor.sendPhone();
    await page
      .getByText("Your connection broke. If a prompt appears, enter your PIN. We keep asking.")
      .waitFor();
    await until(
      "the end of asking",
      async () => {
        await page.clock.runFor(4_000);
        return page.getByText("Payment Unsuccessful").count();
      },
      (count) => count > 0,
    );
    expect(await toastOf(visitor)).toBe("Payment Error - Failed to initiate payment");
    await page.getByText("Payment Unsuccessful").first().waitFor();
    await visitor.leave();
  });
});

describe("advertisements", () => {
  async function atAds() {
    const visitor = await arrive();
    await visitor.page.clock.install();
    await visitor.goHome();
    await visitor.page.locator(".ad-press").waitFor();
    return visitor;
  }
  const second = ({ page }: PortalVisitor) => page.getByText("Advertisement 2 of 2").waitFor();
  /** What the server has noted of a device and an advertisement. */
  const noted = ({ device }: PortalVisitor, suits: (row: Record<string, unknown>) => boolean) => {
    const sql = "SELECT * FROM ad_exposures WHERE subject = 'device:' || ?1 AND ad_id = 'chapati'";
    return until(
      "a record",
      async () => (await readTenantRows(site(), site().seeded.demo.id, sql, device.mac ?? ""))[0] ?? {},
      suits,
    );
  };

  it("run out by themselves, each counted as a view, and the last one gives way to the plans", async () => {
    const visitor = await atAds();
    const { page } = visitor;
    expect(await page.getByRole("progressbar").count()).toBe(1);
    expect((await page.frameLocator("#ads iframe").locator("body").innerText()).trim()).toBe("Ten bob each");
    await page.clock.runFor(10_500);
    await second(visitor);
    await noted(visitor, ({ views }) => views === 1);
    await page.clock.runFor(9_000);
    await page.locator("#ads").waitFor({ state: "detached" });
    await visitor.leave();
  });

  it("note a press on their content; skipped, they are not shown to this device again", async () => {
    const visitor = await atAds();
    const { page, device } = visitor;
    await page.locator(".ad-press").click();
    await noted(visitor, ({ clicks }) => clicks === 1);
    await visitor.nextAd();
    await second(visitor);
    expect(await noted(visitor, ({ views }) => views === 1)).toMatchObject({ interacted: 1 });
    await visitor.skipAds();
    expect(await page.evaluate(`localStorage.getItem("ads-viewed-${device.mac}")`)).toBe("true");
    await visitor.goHome();
    await page.locator(".plan").first().waitFor();
    expect(await page.locator("#ads").count()).toBe(0);
    await visitor.leave();
  });

  it("that cannot be counted say nothing and leave the plans", async () => {
    const visitor = await arrive();
    const { page } = visitor;
    await page.route(/\/api\/advertisements/, (route) => route.fulfill({ status: 500, json: {} }));
    await visitor.goHome();
    await page.locator(".ad-press").click();
    await visitor.nextAd();
    await second(visitor);
    await visitor.nextAd();
    await page.locator("#ads").waitFor({ state: "detached" });
    expect(await page.locator(".toast").count()).toBe(0);
    await visitor.leave();
  });
});
