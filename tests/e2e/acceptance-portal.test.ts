import { brotliCompressSync, constants } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scriptsOf } from "../support/site/answers-of.ts";
import { ask } from "../support/site/ask.ts";
import { launchBrowser } from "../support/site/browser.ts";
import { type Device, PortalVisitor } from "../support/site/portal-visitor.ts";
import { newVisitor, testSite } from "../support/site/test-site.ts";
import { until } from "../support/site/visitor.ts";

// What a visitor can count on (docs/behaviour/visitor-portal.md). Budgets of time stand in `npm run bench`.

const { site, visitors } = testSite({ ads: true });
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

type Options = Parameters<typeof PortalVisitor.come>[3];
const come = (device: Device = newVisitor(), options: Options = {}) =>
  PortalVisitor.come(site(), browser, device, options);

const kb = (bytes: number) => bytes / 1024;
const squeezed = (text: string, quality: number) =>
  kb(brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).length);

const questions = ({ requests }: PortalVisitor) =>
  requests.filter((request) => request.startsWith("GET /api/payment/status/")).length;

async function untilOnlineOnRouter(mac: string | null): Promise<void> {
  await until(
    "let out",
    () => visitors().isLetOut(mac ?? ""),
    (online) => online,
  );
}

describe("the first answer", () => {
  it("1: is a whole shop without a script: every plan's name and price, and the provider's name", async () => {
    const visitor = await come(newVisitor(), { scripts: false });
    await visitor.goHome({ ads: "seen" });
    const text = await visitor.page.locator("body").innerText();
    for (const part of ["Demo WiFi", "1 Hour", "3 Hours", "1 Day", "Week for two", "Month 50 GB"])
      expect(text).toContain(part);
    for (const price of ["10", "20", "50", "250", "1,000"])
      expect(text.replace(/\s+/g, " ")).toContain(`KES ${price}`);
    expect(await visitor.page.locator(".plan").getByText("Select Plan").count()).toBe(5);
    await visitor.leave();
  });

  it("2: shows its plans before anything else has arrived, and asks nobody else for anything", async () => {
    const visitor = await come();
    await visitor.page.route("**/*", (route) =>
      route.request().resourceType() === "document" ? route.continue() : undefined,
    );
    await visitor.page.goto(visitor.address("/", { ads: "seen" }), { waitUntil: "commit" });
    await visitor.page.locator(".plan").getByText("Select Plan").first().waitFor();
    expect(await visitor.page.locator(".plan").count()).toBe(5);
    expect(visitor.faults).toEqual([]);
    await visitor.leave();
  });

  it("2: the script of the home page weighs at most 75 KB", async () => {
    for (const language of ["en-KE", "sw-KE"]) {
      const visitor = await come(newVisitor(), { language });
      const scripts = scriptsOf(visitor.page);
      await visitor.page.goto(visitor.address("/", { ads: "seen" }), { waitUntil: "networkidle" });
      const weights = (await scripts()).map((text) => squeezed(text, 11));
      expect(weights.length).toBeGreaterThan(0);
      expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeLessThanOrEqual(75);
      await visitor.leave();
    }
  });

  it("20: carries name, logo, colour, welcome, contacts and badge; the logo is at most 15 KB", async () => {
    const { mac } = newVisitor();
    const path = `/?mac=${mac}&routerId=${visitors().routerId}`;
    const { text } = await ask(site().origin, path);
    for (const part of ["Demo WiFi", "Karibu! Choose a plan", "+254 712 000 001", "amina@demo.example"])
      expect(text).toContain(part);
    expect(text).toContain("Provider Network");
    expect(text.toLowerCase()).toContain("#0f766e");
    const [, logo = ""] =
      /<img[^>]*class="logo"[^>]*src="([^"]+)"|<img[^>]*src="([^"]+)"[^>]*class="logo"/.exec(text) ?? [];
    expect(logo).toMatch(/^\/media\/[0-9a-f]{64}/);
    const picture = await ask(site().origin, logo);
    expect(picture.headers["content-type"]).toMatch(/^image\//);
    expect(Number(picture.headers["content-length"] ?? picture.text.length)).toBeLessThanOrEqual(15 * 1024);
  });
});

describe("a sign-in sheet that keeps nothing", () => {
  it("4: from the advertisement to online with storage that throws and no cookies, without an error", async () => {
    const visitor = await come(newVisitor(), { captiveSheet: true });
    const { page } = visitor;
    const cookies: string[] = [];
    page.on("request", (request) => {
      void request.allHeaders().then(({ cookie }) => cookie && cookies.push(cookie));
    });
    await visitor.goHome();
    await page.locator(".ad-press").click();
    await visitor.nextAd();
    await page.getByText("Advertisement 2 of 2").waitFor();
    await visitor.nextAd();
    await page.locator("#ads").waitFor({ state: "detached" });
    await visitor.pay();
    await page.locator(".dial").waitFor();
    await visitor.answer("paid");
    await page.getByText("Start Browsing the Internet").waitFor();
    await untilOnlineOnRouter(visitor.device.mac);
    await page.getByText("Start Browsing the Internet").click();
    await page.waitForURL(/\/connected/);
    await page.locator(".left-time").waitFor();
    expect(visitor.faults).toEqual([]);
    expect(cookies).toEqual([]);
    await visitor.leave();
  });

  it("13: a device that has seen the advertisements sees none again, with empty storage too", async () => {
    const first = await come();
    await first.seePlans();
    await first.leave();
    const again = await come(first.device);
    await again.goHome();
    await again.page.locator(".plan").first().waitFor();
    expect(await again.page.locator("#ads").count()).toBe(0);
    await again.leave();
    const other = await come();
    await other.goHome();
    expect(await other.page.locator("#ads").count()).toBe(1);
    await other.leave();
  });

  it("9: without scripts through the advertisements to the plans, the payment and its failure", async () => {
    const visitor = await come(newVisitor(), { scripts: false });
    const { page } = visitor;
    await visitor.goHome();
    await page.getByText("Advertisement 1 of 2").waitFor();
    await visitor.nextAd();
    await page.getByText("Advertisement 2 of 2").waitFor();
    await visitor.nextAd();
    await page.locator(".plan").first().waitFor();
    await visitor.choose();
    await visitor.sendPhone();
    await page.waitForURL(/\/pay\//);
    await visitor.answer("insufficient");
    await until(
      "the page that reloads itself",
      () => page.locator("body").innerText(),
      (text) => text.includes("Payment Unsuccessful") && text.includes("not enough money"),
    );
    await page.getByText("Try Again").click();
    await page.locator(".plan").first().waitFor();
    await visitor.leave();
  });
});

describe("a payment under way", () => {
  it("5: a fresh browser on the same device sees it wait, then sees it paid, and never its number", async () => {
    const buyer = await come();
    await buyer.seePlans();
    await buyer.pay();
    const [, id = ""] = /\/pay\/([^?]+)/.exec(buyer.page.url()) ?? [];
    const other = await come(buyer.device);
    await other.goHome();
    await other.page.getByText(/waiting for its M-Pesa PIN/).waitFor();
    expect(await other.page.content()).not.toContain(id);
    expect(await other.page.content()).not.toContain(buyer.device.phone.slice(3));
    await buyer.page.goto(buyer.address());
    await buyer.page.waitForURL(new RegExp(`/pay/${id}`));
    await buyer.page.locator(".dial").waitFor();
    await buyer.answer("paid");
    await other.page.getByText("You are online").waitFor({ timeout: 30_000 });
    await buyer.page.getByText("Payment Successful").first().waitFor();
    await Promise.all([buyer.leave(), other.leave()]);
  });

  it("5: a double click, a reload and the way back ask the phone once", async () => {
    const visitor = await come();
    const { page } = visitor;
    await visitor.seePlans();
    await visitor.choose();
    await page.locator("#phone").fill(visitor.device.phone);
    await page.locator("form[action='/buy'] button[type=submit]").dblclick();
    await page.waitForURL(/\/pay\//);
    await page.reload();
    await page.locator(".dial").waitFor();
    await page.goBack();
    await page.goForward();
    await page.locator(".dial").waitFor();
    const prompts = await visitors().prompts();
    expect(prompts.filter(({ phoneNumber }) => phoneNumber === visitor.device.phone)).toHaveLength(1);
    await visitor.answer("cancelled");
    await visitor.leave();
  });

  it("6: after a minute out of sight it asks at once, and counts from the server's time", async () => {
    const visitor = await come();
    const { page } = visitor;
    await page.addInitScript(`
      window.outOfSight = false;
      Object.defineProperty(document, "visibilityState", { get: () => (window.outOfSight ? "hidden" : "visible") });
      Object.defineProperty(document, "hidden", { get: () => window.outOfSight });
    `);
    await page.clock.install();
    await visitor.seePlans();
    await visitor.pay();
    await page.locator(".dial").waitFor();
    await pauseClock(page);
    const look = (away: boolean) =>
      page.evaluate(`window.outOfSight = ${away}; document.dispatchEvent(new Event("visibilitychange"))`);
    await look(true);
    await page.clock.runFor(2_000);
    const before = questions(visitor);
    await page.clock.runFor(58_000);
    expect(questions(visitor)).toBe(before);
    // The page's clock stands: no timer helps, the question comes with the return itself.
    const answer = page.waitForResponse(/\/api\/payment\/status\//, { timeout: 5_000 });
    const began = performance.now();
    const asked = page.waitForRequest(/\/api\/payment\/status\//, { timeout: 5_000 });
    await look(false);
    await asked;
    expect(performance.now() - began).toBeLessThan(2_000);
    await answer;
    await page.clock.runFor(1_100);
    // By this page's clock a minute has gone by; by the server's, seconds: more than a minute is left.
    await expect.poll(() => page.locator(".dial-time").innerText()).toMatch(/1:[0-5]\d/);
    await visitor.answer("cancelled");
    await visitor.leave();
  });

  it("7: success ends in a document of its own", async () => {
    const visitor = await come();
    const { page } = visitor;
    await visitor.seePlans();
    await visitor.pay();
    await visitor.answer("paid");
    await page.getByText("Start Browsing the Internet").waitFor();
    await page.evaluate("window.sameDocument = true");
    await page.getByText("Start Browsing the Internet").click();
    await page.waitForURL(/\/connected/);
    expect(await page.evaluate("window.sameDocument")).toBe(undefined);
    expect(await page.evaluate("performance.getEntriesByType('navigation')[0].type")).toBe("navigate");
    await visitor.leave();
  });

  it("8: money that comes after 150 s still ends in success", async () => {
    const visitor = await come();
    const { page } = visitor;
    await page.clock.install();
    await visitor.seePlans();
    await visitor.pay();
    await page.locator(".dial").waitFor();
    await pauseClock(page);
    // Lost questions let the page's own clock decide what time it is.
    await page.route(/\/api\/payment\/status\//, (route) => route.abort("failed"));
    await page.clock.runFor(121_000);
    await page.getByText("Payment Unsuccessful").first().waitFor();
    await page.clock.runFor(29_000);
    expect(await page.locator("body").innerText()).toMatch(/keep checking/i);
    await page.unroute(/\/api\/payment\/status\//);
    await visitor.answer("paid");
    const success = async () => (await page.getByText("Start Browsing the Internet").count()) > 0;
    await runUntil(page, success, { step: 500, limit: 120_000 });
    expect(await success()).toBe(true);
    await untilOnlineOnRouter(visitor.device.mac);
    await visitor.leave();
  });
});

describe("two devices of one model", () => {
  it("18: never see each other's payment or purchase", async () => {
    const userAgent =
      "Mozilla/5.0 (Linux; Android 9; itel A25) AppleWebKit/537.36 Chrome/72.0 Mobile Safari/537.36";
    const one = await come(newVisitor(), { userAgent });
    const other = await come(newVisitor(), { userAgent });
    await one.seePlans();
    await one.pay();
    await other.seePlans();
    expect(await other.page.locator("body").innerText()).not.toMatch(/waiting for its M-Pesa PIN/);
    await one.answer("paid");
    await one.page.getByText("Start Browsing the Internet").waitFor();
    await other.goHome();
    expect(await other.page.locator(".strip").count()).toBe(0);
    await other.page.goto(other.address("/connected"));
    await other.page.getByText("Not connected yet").waitFor();
    expect(await visitors().isLetOut(other.device.mac ?? "")).toBe(false);
    await Promise.all([one.leave(), other.leave()]);
  });

  it("18: a missing or placeholder address activates nothing", async () => {
    for (const query of [{}, { mac: "$(mac)" }]) {
      const visitor = await come({ ...newVisitor(), mac: null });
      await visitor.seePlans({ ads: "seen", ...query });
      await visitor.openVoucher();
      await visitor.sendVoucher(site().stock.demoVouchers[19] ?? "");
      await visitor.page
        .getByText(/Join the WiFi first/)
        .first()
        .waitFor();
      await visitor.leave();
    }
    const before = (await visitors().routerReport()).active.length;
    const visitor = await come({ ...newVisitor(), mac: null });
    await visitor.seePlans({ ads: "seen" });
    await visitor.pay();
    await visitor.answer("paid");
    await visitor.page
      .getByText(/starts when this device joins/)
      .first()
      .waitFor();
    expect((await visitors().routerReport()).active.length).toBe(before);
    await visitor.leave();
  });

  it("what was paid without a device goes to the one that its buyer names by a tap, and to none by an address", async () => {
    const buyer = await come({ ...newVisitor(), mac: null });
    const { page } = buyer;
    await buyer.seePlans({ ads: "seen" });
    await buyer.pay();
    await buyer.answer("paid");
    await page
      .getByText(/starts when this device joins/)
      .first()
      .waitFor();
    const [foreign, own] = [newVisitor(), newVisitor()];
    const at = ({ mac }: { mac: string | null }) => buyer.address("/", { mac: mac ?? "" });
    await page.goto(at(foreign));
    await page.getByText(/for no device yet/).waitFor();
    await page.goto(at(own));
    await page.getByRole("button", { name: `Connect this device (${own.mac?.slice(-5)})` }).click();
    await page.waitForURL(/\/connected/);
    await untilOnlineOnRouter(own.mac);
    expect(await visitors().isLetOut(foreign.mac ?? "")).toBe(false);
    await buyer.leave();
  });

  it("by its address alone nobody learns receipt, phone, voucher, transaction or recovery code", async () => {
    const buyer = await come();
    await buyer.seePlans();
    await buyer.pay();
    const [, id = ""] = /\/pay\/([^?]+)/.exec(buyer.page.url()) ?? [];
    await buyer.answer("paid");
    await buyer.page.getByText("Start Browsing the Internet").click();
    await buyer.page.waitForURL(/\/connected/);
    await buyer.page.locator(".left-time").waitFor();
    const own = await receiptOn(buyer.page);
    expect(own.transactionId).toBe(id);
    expect(own.recoveryCode).not.toBe("");
    const place = `mac=${buyer.device.mac}&routerId=${visitors().routerId}`;
    const paths = ["/", "/connected", "/claim", "/buy", "/api/plans", "/api/settings", "/api/advertisements"];
    for (const path of paths) {
      const { text } = await ask(site().origin, `${path}?${place}`);
      for (const secret of [id, own.receipt, own.recoveryCode, buyer.device.phone.slice(3)]) {
        expect(secret).toBeTruthy();
        expect(text).not.toContain(secret);
      }
    }
    await buyer.leave();
  });
});

type Receipt = { transactionId: string; receipt: string; recoveryCode: string };

/** What the page of the buyer's own cookie carries. */
function receiptOn(page: Page): Promise<Receipt> {
  return page.evaluate<Receipt>("JSON.parse(document.getElementById('page').textContent).screen.receipt");
}

/**
 * Lets the page's own clock run in small steps until something is so; answers how long that took on that clock. Between
 * the steps answers of the server may come in. The clock must have been installed and paused.
 */
async function runUntil(
  page: Page,
  so: () => Promise<boolean> | boolean,
  { step = 100, limit = 20_000 }: { step?: number; limit?: number } = {},
): Promise<number> {
  for (let passed = 0; passed <= limit; passed += step) {
    if (await so()) return passed;
    await page.clock.runFor(step);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return Number.POSITIVE_INFINITY;
}

/** Stops the page's clock where it is, or as soon after as this machine gets there: no clock is stopped in the past. */
async function pauseClock(page: Page): Promise<void> {
  for (let ahead = 50; ; ahead *= 2) {
    const now = await page.evaluate<number>("Date.now()");
    try {
      return await page.clock.pauseAt(new Date(now + ahead));
    } catch (cause) {
      if (ahead > 800 || !String(cause).includes("to the past")) throw cause;
    }
  }
}
