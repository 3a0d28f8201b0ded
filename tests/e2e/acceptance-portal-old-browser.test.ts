import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OldPage } from "../support/old-browser.ts";
import { launchBrowser } from "../support/site/browser.ts";
import { PortalVisitor } from "../support/site/portal-visitor.ts";
import { newVisitor, testSite } from "../support/site/test-site.ts";
import { until } from "../support/site/visitor.ts";

// Chromium 72 of January 2019, as a phone has it that never updates, buys and looks right.

const { site, visitors } = testSite({ ads: true });
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const size = { width: 360, height: 640 };
const addressOf = (mac: string) => `${site().origin}/?mac=${mac}&routerId=${visitors().routerId}`;

type Box = { width: number; height: number; top: number; left: number };

const boxesOf = (selectors: readonly string[]) => `(() => {
  const boxes = {};
  for (const selector of ${JSON.stringify(selectors)}) {
    const element = document.querySelector(selector);
    if (!element) { boxes[selector] = null; continue; }
    const { width, height, top, left } = element.getBoundingClientRect();
    boxes[selector] = { width, height, top, left };
  }
  return boxes;
})()`;

/**
 * Places and sizes differ by less than a tenth of the size, or by the pixels that fonts are apart. The old engine rounds the height of each
 * line down, so that what stands lower stands up to a hundredth higher.
 */
async function expectSameLook(old: OldPage, modern: Page, selectors: readonly string[]): Promise<void> {
  const then = await old.evaluate<Record<string, Box | null>>(boxesOf(selectors));
  const now = await modern.evaluate<Record<string, Box | null>>(boxesOf(selectors));
  const apart: string[] = [];
  for (const selector of selectors) {
    const [one, other] = [then[selector], now[selector]];
    if (!one || !other) {
      apart.push(`${selector} is missing`);
      continue;
    }
    for (const side of ["width", "height", "top", "left"] as const) {
      const size = side === "width" || side === "left" ? other.width : other.height;
      const allowed = Math.max(4, 0.1 * size) + (side === "top" ? other.top / 100 : 0);
      if (Math.abs(one[side] - other[side]) > allowed)
        apart.push(`${selector} ${side}: ${Math.round(one[side])} instead of ${Math.round(other[side])}`);
    }
  }
  expect(apart).toEqual([]);
}

async function letOut(mac: string): Promise<void> {
  await until(
    "let out",
    () => visitors().isLetOut(mac),
    (online) => online,
  );
}

describe("in Chromium 72", () => {
  it("advertisements, plans, payment and success look as they do today, and the device is let out", async () => {
    const { mac, phone } = newVisitor();
    const modern = await PortalVisitor.come(site(), browser, newVisitor(), size);
    const old = await OldPage.start(size);
    try {
      await old.open(addressOf(mac));
      await old.until("scripts", "document.querySelector('.ad-press')");
      await modern.goHome();
      await modern.page.locator(".ad-press").waitFor();
      const ad = ["#ads", ".ad-content", ".ad-frame", ".ad-count", ".ad-buttons .button-main", ".ad-dots"];
      await expectSameLook(old, modern.page, ad);

      await old.click(".ad-buttons .button-main");
      await old.untilText("Advertisement 2 of 2");
      await old.click(".ad-buttons .button-second");
      await old.until("plans", "!document.querySelector('#ads')");
      await modern.skipAds();
      await old.evaluate("scrollTo(0, 0)");
      await modern.page.evaluate("scrollTo(0, 0)");
      const home = [".header", ".company", ".badge", "h1", ".plan", ".plan-popular", ".footer"];
      const card = [".plan-duration", ".price", ".button-plan", ".plan-popular .popular", ".support-phone"];
      await expectSameLook(old, modern.page, [...home, ...card]);

      await old.click(".plan-popular .button-plan");
      await old.untilText("Complete Payment");
      await modern.choose();
      const form = [
        "dialog .sheet-head",
        "dialog .tab-on",
        "#phone",
        "dialog .button-main",
        "dialog .sheet-close",
      ];
      await expectSameLook(old, modern.page, form);

      await old.click("form[action='/buy'] button[type=submit]");
      await old.untilText("Phone Number Required");
      await old.type("#phone", `0${phone.slice(3)}`);
      await old.click("form[action='/buy'] button[type=submit]");
      await old.untilText("Check your phone");
      await modern.sendPhone();
      await modern.page.locator(".dial").waitFor();
      // The number and the way out of a wrong one are for the buyer's cookie, which this browser does not keep over plain http.
      await expectSameLook(old, modern.page, [".header", ".dial", "h1", ".support"]);

      await visitors().answerPrompt((await visitors().openPrompt(phone)).id, "paid");
      await old.untilText("Start Browsing the Internet");
      await letOut(mac);
      await modern.answer("paid");
      await modern.page.getByText("Start Browsing the Internet").waitFor();
      // What only the buyer's cookie sees is left out: over plain http this browser keeps no such cookie.
      await expectSameLook(old, modern.page, [".header", ".seal", "h1", "a.button-main"]);

      await old.click("a.button-main");
      await old.until("a document of its own", "location.pathname === '/connected'");
      await old.untilText("You are online");
      expect(old.faults).toEqual([]);
    } finally {
      await old.close();
      await modern.leave();
    }
  });

  it("a voucher lets its visitor out, and a wrong one says so", async () => {
    const { mac } = newVisitor();
    const old = await OldPage.start(size);
    try {
      await old.open(`${addressOf(mac)}&ads=seen`);
      await old.click(".voucher-row .text-link");
      await old.untilText("Voucher code");
      await old.type("#code", "zzzzz-zzzzz");
      await old.click("form[action='/redeem'] button[type=submit]");
      await old.untilText("This voucher code is not known here.");
      await old.evaluate("document.getElementById('code').value = ''");
      await old.type("#code", (site().stock.demoVouchers.pop() ?? "").toLowerCase());
      await old.click("form[action='/redeem'] button[type=submit]");
      await old.untilText("Start Browsing the Internet");
      await letOut(mac);
      expect(old.faults).toEqual([]);
    } finally {
      await old.close();
    }
  });

  it("a failed payment says why, and the visitor can try again", async () => {
    const { mac, phone } = newVisitor();
    const old = await OldPage.start(size);
    try {
      await old.open(`${addressOf(mac)}&ads=seen`);
      await old.click(".plan-popular .button-plan");
      await old.type("#phone", phone);
      await old.click("form[action='/buy'] button[type=submit]");
      await old.untilText("Check your phone");
      await visitors().answerPrompt((await visitors().openPrompt(phone)).id, "wrong-pin");
      await old.untilText("Payment Unsuccessful");
      await old.untilText("PIN was wrong");
      await old.click("main .button-main");
      await old.until("plans", "document.querySelector('.plan')");
      expect(old.faults).toEqual([]);
    } finally {
      await old.close();
    }
  });
});
