import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { makeVouchers, signIn } from "../support/site/console.ts";
import { ConsoleAdmin } from "../support/site/console-admin.ts";
import { PortalVisitor } from "../support/site/portal-visitor.ts";
import { testBrowser } from "../support/site/test-browser.ts";
import { newVisitor, testSite } from "../support/site/test-site.ts";

// The five questions that a provider asks, on a phone of 360 x 640, counted in taps from the dashboard.

const { site, visitors } = testSite();
const payer = newVisitor();
const plan = () => site().seeded.demo.plans[1]?.id ?? "";
const browser = testBrowser();

beforeAll(async () => {
  const { transactionId } = await visitors().initiate(payer.mac, plan(), payer.phone);
  await visitors().answerPrompt((await visitors().openPrompt(payer.phone)).id, "paid");
  await visitors().untilOnline(transactionId);
});

async function onDashboard(): Promise<{
  admin: ConsoleAdmin;
  page: Page;
  tap: (what: Locator) => Promise<void>;
  taps: () => number;
}> {
  const admin = await ConsoleAdmin.come(site(), browser(), { width: 360, height: 640 });
  const { page } = admin;
  await page.addInitScript(
    // This browser has printed before.
    `window.print = () => { window.printed = document.querySelectorAll('[data-voucher]').length; };
    localStorage.setItem("voucher-sheet", '{"ssid":"Kiosk"}');`,
  );
  await admin.open("/admin/dashboard");
  let count = 0;
  const tap = async (what: Locator) => {
    await what.click();
    count += 1;
  };
  return { admin, page, tap, taps: () => count };
}
const bar = (page: Page, name: string) =>
  page.locator(".mantine-AppShell-footer").getByRole("link", { name, exact: true });

describe("from the dashboard, on a phone", () => {
  it("what was earned today and this week, over all routers: no tap", async () => {
    const { admin, page } = await onDashboard();
    for (const name of [/^Today\s*KSh 20/, /^This week\s*KSh 20/])
      await page.getByRole("main").getByRole("link", { name }).waitFor();
    await admin.leave();
  });

  it("who is online: one tap", async () => {
    const { admin, page, tap, taps } = await onDashboard();
    await tap(page.getByRole("main").getByRole("link", { name: /^Active Users\s*1/ }));
    await page.getByRole("listitem").filter({ hasText: payer.mac }).waitFor();
    expect(taps()).toBe(1);
    await admin.leave();
  });

  it("he paid and is not connected: two taps to the answer and the button that mends it", async () => {
    const other = newVisitor();
    await visitors().router({ reachable: false });
    const { transactionId } = await visitors().initiate(other.mac, plan(), other.phone);
    await visitors().answerPrompt((await visitors().openPrompt(other.phone)).id, "paid");
    await visitors().untilStatus(transactionId, ({ status }) => status === "completed");
    // Nobody worries in the first 30 s.
    await new Promise((resolve) => setTimeout(resolve, 31_000));
    const { admin, page, tap, taps } = await onDashboard();
    await tap(page.getByRole("button", { name: "Search", exact: true }));
    await page
      .getByRole("searchbox")
      .or(page.getByPlaceholder(/^Phone, receipt/))
      .first()
      .fill(`0${other.phone.slice(3)}`);
    await tap(page.getByText(/^Paid, not activated/).first());
    await page.getByRole("dialog").getByRole("button", { name: "Retry" }).waitFor();
    expect(taps()).toBe(2);
    await visitors().router({ reachable: true });
    await admin.leave();
  });

  it("50 vouchers of a plan, made and on paper: four taps", async () => {
    const { admin, page, tap, taps } = await onDashboard();
    await tap(page.getByRole("main").getByRole("link", { name: "Make vouchers" }));
    await tap(page.getByRole("radio", { name: "3 Hours KES 20" }));
    await tap(page.getByRole("dialog").getByRole("button", { name: "50", exact: true }));
    await tap(page.getByRole("button", { name: "Generate and print" }));
    await expect.poll(() => page.evaluate("window.printed")).toBe(50);
    expect(taps()).toBe(4);
    await admin.leave();
  });

  it("one voucher of a plan, made and on paper: two taps", async () => {
    const { admin, page, tap, taps } = await onDashboard();
    const sell = page.getByRole("region", { name: "Sell a voucher" });
    await tap(sell.getByRole("button", { name: "3 Hours KES 20", exact: true }));
    await tap(page.getByRole("dialog").getByRole("button", { name: "Print", exact: true }));
    await expect.poll(() => page.evaluate("window.printed")).toBe(1);
    expect(taps()).toBe(2);
    await admin.leave();
  });

  it("vouchers of one of five plans are ordered without scrolling: the buttons stand on the first screen", async () => {
    const { admin, page, tap } = await onDashboard();
    const plans = await page.evaluate<{ id: string }[]>(
      `(async () => {
        const headers = { "content-type": "application/json" };
        const read = () => fetch("/api/admin/plans").then((answer) => answer.json());
        for (let count = (await read()).length; count < 5; count += 1)
          await fetch("/api/admin/plans", { method: "POST", headers,
            body: JSON.stringify({ name: "Weekend " + count, price: "99.50", speedMbps: 5, durationHours: 48 + count }) });
        return read();
      })()`,
    );
    expect(plans.length).toBeGreaterThanOrEqual(5);
    await page.reload();
    await tap(page.getByRole("main").getByRole("link", { name: "Make vouchers" }));
    const form = page.getByRole("dialog");
    await form.getByRole("radio").nth(4).waitFor();
    for (const name of ["Generate", "Generate and print"]) {
      const box = await form.getByRole("button", { name, exact: true }).boundingBox();
      expect((box?.y ?? 640) + (box?.height ?? 0), name).toBeLessThanOrEqual(640);
    }
    await admin.leave();
  });

  it("a batch printed again: two taps", async () => {
    const { demo } = site().seeded;
    await makeVouchers(site(), demo, await signIn(site(), demo), { planId: plan(), quantity: 12 });
    const { admin, page, tap, taps } = await onDashboard();
    await tap(bar(page, "Vouchers"));
    await tap(page.getByRole("button", { name: "Print 12 of 3 Hours again" }));
    await expect.poll(() => page.evaluate("window.printed")).toBe(12);
    expect(taps()).toBe(2);
    await admin.leave();
  });
});

it("a visitor buys with two taps: the plan, and Pay", async () => {
  const visitor = await PortalVisitor.come(site(), browser(), newVisitor(), { width: 360, height: 640 });
  await visitor.seePlans();
  let taps = 0;
  const tap = async (what: Locator) => {
    await what.click();
    taps += 1;
  };
  await tap(visitor.page.locator(".plan .button-plan").nth(1));
  await visitor.page.locator("#phone").fill(`0${visitor.device.phone.slice(3)}`);
  await tap(visitor.page.locator("form[action='/buy'] button[type=submit]"));
  await visitor.page.waitForURL(/\/pay\//);
  expect(taps).toBe(2);
  await visitor.leave();
});

it("Back closes what is open before it leaves the page", async () => {
  const { admin, page, tap } = await onDashboard();
  await tap(bar(page, "Vouchers"));
  await tap(page.getByRole("button", { name: "Generate Vouchers" }));
  await page.getByRole("dialog").getByLabel("Quantity").fill("7");
  await page.goBack();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(new URL(page.url()).pathname).toBe("/admin/vouchers");
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
  await admin.leave();
});

it("a range of days is chosen on a phone: the whole week stands in the window", async () => {
  const { admin, page } = await onDashboard();
  await admin.open("/admin/reports");
  await page.getByRole("button", { name: /^Days/ }).click();
  await page.getByRole("dialog").locator("table button:visible").first().waitFor();
  const out = await page.evaluate<number>(
    "[...document.querySelectorAll('[role=dialog] table button')].filter((day) => day.getBoundingClientRect().right > 360).length",
  );
  expect(out).toBe(0);
  await admin.leave();
});
