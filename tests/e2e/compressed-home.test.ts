import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchBrowser } from "../support/site/browser.ts";
import { PortalVisitor } from "../support/site/portal-visitor.ts";
import { newVisitor, testSite } from "../support/site/test-site.ts";

// The plans page is compressed at the entry, with each device's address in it: what a browser makes of it.

const { site } = testSite();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

it.each([true, false])(
  "a page that is compressed shows its plans and leads on, scripts: %s",
  async (scripts) => {
    for (const _ of [1, 2]) {
      const visitor = await PortalVisitor.come(site(), browser, newVisitor(), { scripts });
      const { page, device } = visitor;
      const document = page.waitForResponse((response) => response.request().isNavigationRequest());
      await visitor.seePlans();
      const headers = await (await document).allHeaders();
      expect(headers["content-encoding"]).toBe("gzip");
      // The local runtime compresses what comes uncompressed, and does not know then how long it will be.
      expect(Number(headers["content-length"])).toBeGreaterThan(1_000);
      expect(await page.locator(".button-plan").first().getAttribute("href")).toContain(`mac=${device.mac}`);
      await page.locator(".plan", { hasText: "3 Hours" }).getByText("Select Plan").click();
      await page.getByLabel("M-Pesa phone number").waitFor();
      expect(visitor.faults).toEqual([]);
      await visitor.leave();
    }
  },
);
