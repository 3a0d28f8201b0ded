import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Theme } from "#contract/branding";
import { superadminPages } from "#contract/values/console-pages";
import { grounds, type ThemeName } from "#contract/values/console-themes";
import { answerPrompt } from "../support/site/answer-prompt.ts";
import { ask } from "../support/site/ask.ts";
import { expectAccessible, expectReadable, fadesEnd, launchBrowser } from "../support/site/browser.ts";
import {
  ConsoleOperator,
  type OperatorOptions,
  operatorCookie,
  signInOperator,
} from "../support/site/console-operator.ts";
import { testSite } from "../support/site/test-site.ts";

// The super admin console's seven looks (docs/behaviour/operator-console.md, OC-11): each readable, each there before
// anything is drawn.

const { site } = testSite({ ads: true });
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const come = (options: OperatorOptions = {}) => ConsoleOperator.come(site(), browser, options);
const choice = (page: Page) => page.locator("nav").getByLabel("Theme").filter({ visible: true });
const lookOf = (page: Page) => page.evaluate<string>("document.documentElement.dataset.theme");
const shown = (page: Page) =>
  page.evaluate<string[]>(`[document.documentElement.dataset.mantineColorScheme,
    // The log-in's ground is the document's own.
    [document.body, document.documentElement].map((one) => getComputedStyle(one).backgroundColor)
      .find((color) => color !== "rgba(0, 0, 0, 0)")]`);

function rgb(name: Exclude<ThemeName, "system">): string {
  const value = Number.parseInt(grounds[name].slice(1), 16);
  return `rgb(${value >> 16}, ${(value >> 8) & 255}, ${value & 255})`;
}

async function keep(theme: string): Promise<void> {
  const headers = { cookie: await operatorCookie(site()) };
  const answer = await ask(site().main, "/api/superadmin/theme", { json: { theme }, headers });
  expect(answer.status).toBe(200);
}

/** Opens a page whose lists have been read. */
async function open(operator: ConsoleOperator, path: string): Promise<void> {
  await operator.open(path);
  await operator.page.locator(".mantine-Skeleton-root").first().waitFor({ state: "detached" });
}

/** A page that scrolls sideways, and tables that are cut off. */
const tooWide = `[document.documentElement, ...document.querySelectorAll(".mantine-datatable-scroll-area .mantine-ScrollArea-viewport")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.tagName + " is " + one.scrollWidth + " in " + one.clientWidth)`;

const pages = [
  ...superadminPages.map((page) => [page, `/superadmin/${page}`] as const),
  ["payments of a provider", "/superadmin/payments?providerId=:demo"] as const,
  ...["paybill", "refunds", "nights"].map(
    (tab) => [`reconciliation, ${tab}`, `/superadmin/reconciliation?tab=${tab}`] as const,
  ),
  ...["confirmations", "notifications", "overview"].map(
    (tab) => [`provider billing, ${tab}`, `/superadmin/provider-billing?tab=${tab}`] as const,
  ),
  ...["hosts", "bridges", "openvpn"].map(
    (tab) => [`routers, ${tab}`, `/superadmin/routers?tab=${tab}`] as const,
  ),
  ...["overview", "routers", "revenue", "gateways", "portal", "admins", "data"].map(
    (tab) => [`provider profile, ${tab}`, `/superadmin/providers/:demo/profile?tab=${tab}`] as const,
  ),
];

describe("in all seven looks, at 360 and 1280 px, nobody is kept out", () => {
  it.each(pages)("%s", (_name, path) => inEveryLook(path));

  it("the payment switch while one is active, with what every page says of it", async () => {
    // The switch asks for a password given in the last ten minutes; the file's own session may be older by now.
    const cookie = await signInOperator(site());
    const post = async (path: string, json: object) => {
      const headers = { cookie };
      const answer = await ask(site().main, `/api/superadmin/payment-gateway-switch${path}`, {
        json,
        headers,
      });
      expect(answer.status).toBe(200);
      return JSON.parse(answer.text);
    };
    const { id } = await post("", {
      name: "Head office",
      accountType: "mobile_money",
      centralPaymentGatewayId: "mpesa",
      centralAccountNumber: "600100",
      targetAmount: 2_500,
    });
    await post(`/${id}/try`, { phoneNumber: "0712000556" });
    await answerPrompt(site(), "254712000556", "paid");
    await expect.poll(() => post(`/${id}/payee`, { payeeName: "MLANGO LTD" })).toBeTruthy();
    await post(`/${id}/activate`, {});
    try {
      await inEveryLook("/superadmin/payment-switch");
    } finally {
      await post(`/${id}/deactivate`, {});
    }
  });

  async function inEveryLook(path: string): Promise<void> {
    await keep("light");
    const operator = await come();
    const { page } = operator;
    await open(operator, path.replace(":demo", site().seeded.demo.id));
    const wrong: string[] = [];
    for (const theme of Theme.options) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await choice(page).selectOption(theme);
      await expect.poll(() => lookOf(page)).toBe(theme);
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 800 });
        // The sidebar slides away when a window becomes narrow.
        await fadesEnd(page);
        // One look for everything that a look does not change.
        const isFirst = theme === Theme.options[0];
        const check = isFirst ? expectAccessible : expectReadable;
        await check(page).catch((cause: Error) => wrong.push(`${theme} ${width}: ${cause.message}`));
        if (isFirst) wrong.push(...(await page.evaluate<string[]>(tooWide)).map((one) => `${width}: ${one}`));
      }
    }
    expect(wrong).toEqual([]);
    expect(operator.faults).toEqual([]);
    await operator.leave();
  }

  it("log-in, which is the device's, in light and dark", async () => {
    const stranger = await come({ signedIn: false, width: 360 });
    await stranger.open("/superadmin");
    for (const colorScheme of ["light", "dark"] as const) {
      await stranger.page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await expect.poll(() => shown(stranger.page)).toEqual([colorScheme, rgb(colorScheme)]);
      await expectAccessible(stranger.page);
    }
    await stranger.leave();
  });
});

describe("14: the look", () => {
  it("is chosen in the sidebar and in the phone's menu by its name, turns at once and is kept on the server", async () => {
    await keep("system");
    const operator = await come();
    const { page } = operator;
    await operator.open("/superadmin/dashboard");
    expect(await choice(page).locator("option").allTextContents()).toEqual([
      ...["Light", "Dark", "Ocean Blue", "Nature Green", "Royal Purple", "Cyberpunk", "System"],
    ]);
    await choice(page).selectOption({ label: "Ocean Blue" });
    expect(await shown(page)).toEqual(["dark", rgb("blue")]);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole("button", { name: "More", exact: true }).click();
    const menu = page.getByRole("dialog");
    expect(await menu.getByLabel("Theme").inputValue()).toBe("blue");
    await menu.getByLabel("Theme").selectOption({ label: "Nature Green" });
    expect(await shown(page)).toEqual(["light", rgb("green")]);
    await expect
      .poll(async () => {
        const headers = { cookie: await operatorCookie(site()) };
        return (await ask(site().main, "/api/superadmin/theme", { headers })).text;
      })
      .toBe('{"theme":"green"}');
    await operator.leave();
    // In another browser, on a device that is dark.
    const other = await come({ dark: true });
    await other.open("/superadmin/dashboard");
    expect(await shown(other.page)).toEqual(["light", rgb("green")]);
    await other.leave();
  });

  it.each(["blue", "purple", "cyberpunk"] as const)(
    "%s is there before any script runs, and nothing else is ever seen",
    async (theme) => {
      await keep(theme);
      const scheme = theme === "purple" ? "light" : "dark";
      // A device of the other kind, and scripts that never come.
      const waiting = await come({ dark: scheme === "light" });
      await waiting.page.route("**/*.js", () => undefined);
      await waiting.page.goto(`${waiting.origin}/superadmin/dashboard`, { waitUntil: "commit" });
      await waiting.page.locator("#root").waitFor({ state: "attached" });
      const drawn = await waiting.page.evaluate<
        string[]
      >(`[document.documentElement.dataset.mantineColorScheme,
        getComputedStyle(document.documentElement).backgroundColor]`);
      expect(drawn).toEqual([scheme, rgb(theme)]);
      await waiting.leave();

      const operator = await come({ dark: scheme === "light" });
      await operator.page.addInitScript(`
        window.glimpsed = []; window.shifted = 0;
        new MutationObserver(() => {
          const { theme, mantineColorScheme } = document.documentElement.dataset;
          if (theme !== "${theme}" || mantineColorScheme !== "${scheme}") window.glimpsed.push(theme + " " + mantineColorScheme);
        }).observe(document, { childList: true, subtree: true, attributes: true });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
        }).observe({ type: "layout-shift", buffered: true });
      `);
      await open(operator, "/superadmin/dashboard");
      await operator.page.waitForLoadState("networkidle");
      expect(await operator.page.evaluate("window.glimpsed")).toEqual([]);
      expect(await operator.page.evaluate("window.shifted <= 0.05")).toBe(true);
      expect(await shown(operator.page)).toEqual([scheme, rgb(theme)]);
      await operator.leave();
    },
  );

  it("comes with the log-in, before the first page, and goes with it", async () => {
    await keep("cyberpunk");
    const operator = await come({ signedIn: false });
    const { page } = operator;
    await operator.open("/superadmin");
    expect(await lookOf(page)).toBe("system");
    await operator.logIn();
    await page.getByRole("heading", { level: 1, name: "System Overview" }).waitFor();
    expect(await shown(page)).toEqual(["dark", rgb("cyberpunk")]);
    await page.getByRole("button", { name: "Sign Out", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Super Admin Portal" }).waitFor();
    expect(await lookOf(page)).toBe("system");
    await operator.leave();
  });
});
