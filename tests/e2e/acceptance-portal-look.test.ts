import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { english } from "#web/portal/messages/en.ts";
import { portalScreens } from "../screens/portal-screens.ts";
import { stageOf } from "../screens/stage.ts";
import { offerTopUps } from "../screens/topped-up.ts";
import { expectAccessible, launchBrowser } from "../support/site/browser.ts";
import { setBrand } from "../support/site/fill-rows.ts";
import { PortalVisitor } from "../support/site/portal-visitor.ts";
import { newVisitor, testSite } from "../support/site/test-site.ts";

// Every screen under the worst colour a provider can choose, in both languages.

const yellow = { headerColor: "#ffeb3b", primaryColor: "#ffeb3b", footerColor: "#ffeb3b" };
const { site } = testSite({
  ads: true,
  async fill({ d1, tenantDatabase }, { demo }) {
    await setBrand(d1, demo.subdomain, yellow);
    await offerTopUps(tenantDatabase(demo.id));
  },
});
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

let stage: ReturnType<typeof stageOf> | undefined;

/** Schemes that a sign-in sheet answers with an error page, and ways out of it that do not exist. */
const forbidden = `[...document.querySelectorAll("a, area, form, button")].filter((element) => {
  const address = element.getAttribute("href") || element.getAttribute("action") || element.getAttribute("formaction") || "";
  return element.hasAttribute("target") || (/^[a-z]+:/i.test(address) && !/^(https?|tel|sms):/i.test(address));
}).map((element) => element.outerHTML)`;

describe("under a yellow header, footer and buttons", () => {
  it.each(portalScreens)(
    "$name is accessible in light and dark and leads nowhere a sheet cannot go",
    async ({ show }) => {
      stage ??= stageOf(site(), browser, newVisitor);
      const visitor = await show(stage);
      const { page } = visitor;
      // The main domain is another origin than the one that this visitor came for, and a 404 is what was asked for.
      const expected = [`foreign: ${site().main}/`, "status of 404"];
      expect(visitor.faults.filter((fault) => !expected.some((part) => fault.includes(part)))).toEqual([]);
      expect(await page.evaluate(forbidden)).toEqual([]);
      for (const width of [320, 360, 1_280]) {
        await page.setViewportSize({ width, height: width === 1_280 ? 800 : 640 });
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
          await expectAccessible(page);
        }
      }
      await visitor.leave();
    },
  );

  it("field and button of the payment form are both in sight above a keyboard, in either language", async () => {
    for (const language of ["en-KE", "sw-KE"]) {
      const options = { width: 360, height: 340, language };
      const visitor = await PortalVisitor.come(site(), browser, newVisitor(), options);
      await visitor.seePlans();
      await visitor.choose();
      const outside = await visitor.page.evaluate<
        string[]
      >(`["#phone", "dialog .button-main"].filter((one) => {
        const box = document.querySelector(one).getBoundingClientRect();
        return box.top < 0 || box.bottom > innerHeight || box.height < 44;
      })`);
      expect(outside, language).toEqual([]);
      expect(await visitor.page.evaluate("document.activeElement.id")).toBe("phone");
      await visitor.leave();
    }
  });

  it("nothing is wider than the page, and nothing lies on another, on the smallest phone and enlarged to 150 and 200 %", async () => {
    const visitor = await PortalVisitor.come(site(), browser, newVisitor(), { width: 320, height: 640 });
    const { page } = visitor;
    const apart = `(() => {
      const [one, other] = [".on-wifi", ".network"].map((name) => document.querySelector(name).getBoundingClientRect());
      return one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;
    })()`;
    const look = async (screen: string) => {
      for (const width of [320, 240, 180]) {
        await page.setViewportSize({ width, height: Math.round((width * 640) / 360) });
        expect([screen, width, await page.evaluate("document.scrollingElement.scrollWidth")]).toEqual([
          screen,
          width,
          width,
        ]);
        expect([screen, width, await page.evaluate(apart)]).toEqual([screen, width, true]);
      }
    };
    await visitor.seePlans();
    await look("plans");
    await visitor.choose();
    await look("payment form");
    await visitor.sendPhone();
    await page.locator(".dial").waitFor();
    await look("waiting");
    await visitor.answer("insufficient");
    await page.getByText("Payment Unsuccessful").first().waitFor();
    await look("failure");
    await visitor.leave();
  });

  it("what has the focus is never under the header or the footer", async () => {
    const visitor = await PortalVisitor.come(site(), browser, newVisitor(), { width: 360, height: 640 });
    await visitor.seePlans();
    const { page } = visitor;
    const hidden: string[] = [];
    for (let count = 0; count < 25; count += 1) {
      await page.keyboard.press("Tab");
      const found = await page.evaluate<string | null>(`(() => {
        const element = document.activeElement;
        if (!element || element === document.body || element.closest(".header, .footer")) return null;
        const box = element.getBoundingClientRect();
        const top = document.querySelector(".header").getBoundingClientRect().bottom;
        const bottom = document.querySelector(".footer").getBoundingClientRect().top;
        return box.top >= top - 1 && box.bottom <= bottom + 1 ? null : element.outerHTML.slice(0, 120);
      })()`);
      if (found) hidden.push(found);
    }
    expect(hidden).toEqual([]);
    await visitor.leave();
  });

  it("fields are 16 px or larger and what is pressed is 44 px high", async () => {
    const visitor = await PortalVisitor.come(site(), browser, newVisitor(), { width: 360, height: 640 });
    await visitor.seePlans();
    await visitor.choose();
    const { page } = visitor;
    expect(
      await page.evaluate<number>("parseFloat(getComputedStyle(document.getElementById('phone')).fontSize)"),
    ).toBeGreaterThanOrEqual(16);
    const small = await page.evaluate(
      "[...document.querySelectorAll('.button, .field, .tab, .sheet-close')].filter((one) => one.offsetHeight > 0 && one.offsetHeight < 44).map((one) => one.outerHTML.slice(0, 120))",
    );
    expect(small).toEqual([]);
    await visitor.leave();
  });
});

/** Sentences of a language's words, without those that both languages share. */
function sentences(value: unknown): string[] {
  if (typeof value === "string") return value.split(/\s+/).length >= 3 ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(sentences);
}
const englishSentences = sentences(english);

async function englishOn(page: Page): Promise<string[]> {
  const text = (await page.locator("body").innerText()).replace(/\s+/g, " ");
  return englishSentences.filter((sentence) => text.includes(sentence));
}

describe("in Kiswahili", () => {
  it("by the phone's language, from the advertisement to the failure, no English sentence is left", async () => {
    const options = { language: "sw-KE" };
    const visitor = await PortalVisitor.come(site(), browser, newVisitor(), options);
    const { page } = visitor;
    await visitor.goHome();
    expect(await page.getAttribute("html", "lang")).toBe("sw");
    await page.locator(".ad-press").waitFor();
    const left = await englishOn(page);
    await visitor.skipAds();
    left.push(...(await englishOn(page)));
    await visitor.choose();
    await visitor.sendPhone("0712");
    await page.waitForFunction("document.getElementById('phone-problem').textContent.trim() !== ''");
    left.push(...(await englishOn(page)));
    await visitor.sendPhone();
    await page.waitForURL(/\/pay\//);
    await page.locator(".dial").waitFor();
    left.push(...(await englishOn(page)));
    await visitor.answer("wrong-pin");
    await page.locator(".dial").waitFor({ state: "detached" });
    left.push(...(await englishOn(page)));
    expect(left).toEqual([]);
    expect(await page.locator("body").innerText()).not.toMatch(/The M-Pesa PIN was wrong/);
    expect(visitor.faults).toEqual([]);
    await visitor.leave();
  });

  it("by the switch on the page, and back, on the same device", async () => {
    const visitor = await PortalVisitor.come(site(), browser, newVisitor());
    const { page } = visitor;
    await visitor.seePlans();
    expect(await page.getAttribute("html", "lang")).toBe("en");
    await page.locator("a[hreflang=sw], a[lang=sw], button[lang=sw]").first().click();
    await page.waitForFunction("document.documentElement.lang === 'sw'");
    await page.locator(".plan").first().waitFor();
    expect(await englishOn(page)).toEqual([]);
    await page.locator("a[hreflang=en], a[lang=en], button[lang=en]").first().click();
    await page.waitForFunction("document.documentElement.lang === 'en'");
    await page.getByText("Choose your plan").waitFor();
    await visitor.leave();
  });

  it("with scripts off as well", async () => {
    const visitor = await PortalVisitor.come(site(), browser, newVisitor(), { scripts: false });
    const { page } = visitor;
    await visitor.goHome({ ads: "seen" });
    await page.locator("a[hreflang=sw], a[lang=sw]").first().click();
    expect(await page.getAttribute("html", "lang")).toBe("sw");
    await page.locator(".plan .button-plan").first().click();
    expect(await page.getAttribute("html", "lang")).toBe("sw");
    await visitor.leave();
  });
});
