import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { helpBooks } from "#contract/values/help";
import { seedManySales } from "../seed/many-sales.ts";
import { ask } from "../support/site/ask.ts";
import { expectAccessible, launchBrowser } from "../support/site/browser.ts";
import { originOf, signIn } from "../support/site/console.ts";
import { type AdminOptions, ConsoleAdmin } from "../support/site/console-admin.ts";
import { testSite } from "../support/site/test-site.ts";

// How every page of the provider console looks, to eyes, thumbs and readers.

const { site } = testSite({
  fill: ({ tenantDatabase }, { demo }) =>
    seedManySales(tenantDatabase(demo.id), demo, { payments: 300, vouchers: 80, days: 40, now: Date.now() }),
});
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
  await addRouters(4);
});
afterAll(() => browser.close());

const pages = [
  "dashboard",
  "plans",
  "users",
  "payments",
  "routers",
  "reports",
  "guard",
  "settings",
  "vouchers",
  "billing?tab=paid",
  "billing?tab=bill",
  "profile",
  "trial",
  "messages?tab=settings",
];
const tables = ["plans", "users", "payments", "routers", "vouchers"];
const phone = { width: 360, height: 640 };
const desk = { width: 1280, height: 800 };

/** As the form adds them; nobody answers at these addresses. */
async function addRouters(count: number): Promise<void> {
  const { demo } = site().seeded;
  const headers = { cookie: await signIn(site(), demo) };
  const origin = originOf(site(), demo);
  const [bridge] = JSON.parse((await ask(origin, "/api/admin/bridges", { headers })).text);
  for (let place = 0; place < count; place += 1) {
    const json = { name: `Estate ${place}`, host: `127.0.0.${place + 2}`, port: 8728, location: "Umoja" };
    const whole = { ...json, username: "api", password: "not known", bridgeId: bridge.id };
    const { status } = await ask(origin, "/api/admin/routers", { headers, json: whole });
    expect(status).toBe(200);
  }
}

const come = (options: AdminOptions) => ConsoleAdmin.come(site(), browser, options);

/** Opens a page whose lists have been read. */
async function open(admin: ConsoleAdmin, name: string): Promise<void> {
  await admin.open(name === "log-in" ? "/admin" : `/admin/${name}`);
  await admin.page.locator(".mantine-Skeleton-root").first().waitFor({ state: "detached" });
}

const everyLook = [
  ["360 px, light", { ...phone, dark: false }],
  ["360 px, dark", { ...phone, dark: true }],
  ["1280 px, light", { ...desk, dark: false }],
  ["1280 px, dark", { ...desk, dark: true }],
] as const;

describe.each(everyLook)("at %s", (_name, look) => {
  it("2, 18: no page has a fault of access or scrolls sideways", async () => {
    const admin = await come(look);
    const wrong: string[] = [];
    for (const name of pages) {
      await open(admin, name);
      await expectAccessible(admin.page).catch((cause: Error) => wrong.push(`${name}: ${cause.message}`));
    }
    expect(admin.faults).toEqual([]);
    await admin.page.route("**/discover", (route) => route.fulfill({ status: 500, body: "" }));
    await open(admin, "routers");
    await admin.page.getByRole("button", { name: "Add router" }).click();
    await admin.page.getByRole("dialog", { name: "Add a router" }).waitFor();
    await expectAccessible(admin.page).catch((cause: Error) => wrong.push(`ways: ${cause.message}`));
    await admin.page.getByRole("button", { name: "Discover" }).click();
    const toast = admin.page.locator(".mantine-Notification-root");
    await toast.hover();
    await expectAccessible(admin.page).catch((cause: Error) => wrong.push(`toast: ${cause.message}`));
    expect(await toast.count()).toBe(1);
    expect(wrong).toEqual([]);
    await admin.leave();
    const stranger = await come({ ...look, signedIn: false });
    await open(stranger, "log-in");
    await expectAccessible(stranger.page);
    await stranger.leave();
  });
});

describe.each(everyLook)("the handbooks at %s", (_name, look) => {
  it("have no fault of access, show their pictures, and a word leaves the topics that have it", async () => {
    const reader = await come({ ...look, signedIn: false, onMain: true });
    const { page } = reader;
    for (const book of helpBooks) {
      await page.goto(`${site().main}/help/${book}?lang=sw`);
      await expectAccessible(page);
    }
    await page.goto(`${site().main}/help/provider?lang=sw#sell-vouchers`);
    await page.locator("img").first().scrollIntoViewIfNeeded();
    const isDrawn = "[...document.images].some((image) => image.complete && image.naturalWidth === 360)";
    await expect.poll(() => page.evaluate(isDrawn)).toBe(true);
    const topics = page.locator("section").filter({ visible: true });
    const all = await topics.count();
    await page.getByRole("searchbox").fill("vocha wengine");
    const left = await topics.count();
    expect([left > 0, left < all]).toEqual([true, true]);
    await page.getByRole("searchbox").fill("zzz");
    await page.getByText("Hakuna kilichoandikwa hapa kuhusu hilo.").waitFor();
    expect(await topics.count()).toBe(0);
    await expectAccessible(page);
    expect(reader.faults).toEqual([]);
    await reader.leave();
  });
});

describe("on a phone", () => {
  it.each(tables)("2: the table of %s is cards, and every action is in reach of a thumb", async (name) => {
    const admin = await come(phone);
    const { page } = admin;
    await open(admin, name);
    expect(await page.getByRole("table").count()).toBe(0);
    const cards = page.getByRole("main").getByRole("listitem");
    await cards.first().waitFor();
    const out: string[] = [];
    for (const button of await page.getByRole("main").locator("li button").filter({ visible: true }).all()) {
      const box = await button.boundingBox();
      const isIn = box && box.x >= 0 && box.x + box.width <= 360 && Math.min(box.width, box.height) >= 43.5;
      if (!isIn) out.push(`${await button.textContent()} ${JSON.stringify(box)}`);
    }
    expect(out).toEqual([]);
    await admin.leave();
  });

  it.each([
    ["users", "Users"],
    ["payments", "Recent Payments"],
    ["routers", "Assigned Routers"],
    ["vouchers", "Vouchers"],
  ])("the first screen of %s has at least four whole rows", async (path, name) => {
    const admin = await come(phone);
    const { page } = admin;
    await open(admin, path);
    const rows = page.getByRole("list", { name, exact: true }).getByRole("listitem");
    await rows.nth(3).waitFor();
    const bar = await page.locator(".mantine-AppShell-footer").boundingBox();
    const fourth = await rows.nth(3).boundingBox();
    expect((fourth?.y ?? 0) + (fourth?.height ?? 1_000)).toBeLessThanOrEqual(bar?.y ?? 0);
    await admin.leave();
  });

  it.each(["en-KE", "sw-KE"])("no receipt in the list of payments is cut: %s", async (language) => {
    const admin = await come({ ...phone, language });
    const { page } = admin;
    await open(admin, "payments");
    const ends = await page.evaluate<
      number[]
    >(`[...document.querySelectorAll("main li button span")].flatMap((line) => {
      const text = [...line.childNodes].find((node) => node.nodeType === 3 && /^[A-Z0-9]{8,12}( |$)/.test(node.data));
      if (!text) return [];
      const range = document.createRange();
      range.setStart(text, 0);
      range.setEnd(text, text.data.indexOf(" ") < 0 ? text.data.length : text.data.indexOf(" "));
      const clip = /fact/.test(line.className) ? line : line.parentElement;
      return [Math.ceil(range.getBoundingClientRect().right - clip.getBoundingClientRect().right)];
    })`);
    expect(ends.length).toBeGreaterThan(5);
    expect(ends.filter((end) => end > 0)).toEqual([]);
    await admin.leave();
  });

  it("3: the menu closes with every choice, and the focus is on the heading of the page", async () => {
    const admin = await come(phone);
    const { page } = admin;
    await open(admin, "dashboard");
    const menu = page.getByRole("dialog");
    const places = [
      ...["Subscription Plans", "Users", "Payments", "Routers", "Reports", "Vouchers", "Settings"],
      ...["Profile", "Dashboard"],
    ];
    const seen = new Set<string>();
    for (const place of places) {
      await page.getByRole("button", { name: "More", exact: true }).click();
      await menu.getByRole("link", { name: place }).click();
      await menu.waitFor({ state: "detached" });
      await expect.poll(() => page.evaluate("document.activeElement.tagName")).toBe("H1");
      seen.add(await page.evaluate<string>("document.activeElement.textContent"));
    }
    expect(seen.size).toBe(places.length);
    await admin.leave();
  });

  it.each(["dashboard", ...tables])("6: %s stays where it stands while it is read", async (name) => {
    const admin = await come(phone);
    const { page } = admin;
    await watchShifts(page);
    await page.route(/\/api\//, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue();
    });
    await open(admin, name);
    await page.waitForLoadState("networkidle");
    expect(await page.evaluate("window.shifts.join(' ')")).toBe(await onlySmall(page));
    await admin.leave();
  });
});

it.each(tables)("a row of %s is 44 px high on a desk", async (name) => {
  const admin = await come(desk);
  const { page } = admin;
  await open(admin, name);
  await page.locator("main tbody tr").nth(1).waitFor();
  const heights = await page.evaluate<number[]>(
    "[...document.querySelectorAll('main tbody tr')].map((row) => Math.round(row.getBoundingClientRect().height))",
  );
  expect(heights.filter((height) => height < 40 || height > 45)).toEqual([]);
  await admin.leave();
});

/** Remembers how far things moved that nobody asked to move. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(`
    window.shifts = []; window.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (entry.hadRecentInput) continue;
        window.shifted += entry.value;
        window.shifts.push(entry.value.toFixed(3) + ": " + entry.sources.map(({ node }) =>
          node?.nodeType === 1 ? node.tagName + "." + node.className + " " + node.textContent.slice(0, 40) : "?").join(" | "));
      }
    }).observe({ type: "layout-shift", buffered: true });
  `);
}

/** What moved, where that is little enough. */
async function onlySmall(page: Page): Promise<unknown> {
  const shifted = await page.evaluate<number>("window.shifted");
  return shifted <= 0.05
    ? page.evaluate("window.shifts.join(' ')")
    : `at most 0.05, not ${shifted.toFixed(3)}`;
}

it("20: look and language are there after a reload, without a glimpse of the others", async () => {
  const admin = await come(desk);
  const { page } = admin;
  await open(admin, "plans");
  await page.getByRole("button", { name: "Language, theme and logout" }).click();
  await page.getByText("Dark", { exact: true }).first().click();
  await page.getByText("Kiswahili", { exact: true }).first().click();
  await page.getByRole("heading", { level: 1, name: "Vifurushi" }).waitFor();
  await page.addInitScript(`
    window.glimpsed = [];
    new MutationObserver(() => {
      const look = document.documentElement.dataset.mantineColorScheme;
      const heading = document.querySelector("h1")?.textContent;
      if (look === "light" || heading === "Plans") window.glimpsed.push(look + " " + heading);
    }).observe(document, { childList: true, subtree: true, attributes: true });
  `);
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "Vifurushi" }).waitFor();
  expect(await page.evaluate("document.documentElement.dataset.mantineColorScheme")).toBe("dark");
  expect(await page.evaluate("window.glimpsed")).toEqual([]);
  await admin.leave();
});
