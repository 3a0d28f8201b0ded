import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { hopAddress } from "#contract/values/voucher-link";
import { readPrint } from "../support/printed-pages.ts";
import { expectAccessible } from "../support/site/browser.ts";
import { makeVouchers, signIn } from "../support/site/console.ts";
import { ConsoleAdmin } from "../support/site/console-admin.ts";
import { PortalVisitor } from "../support/site/portal-visitor.ts";
import { readTenantRows } from "../support/site/read-rows.ts";
import { testBrowser } from "../support/site/test-browser.ts";
import { newVisitor, testSite } from "../support/site/test-site.ts";

// Vouchers in a real browser: made, used, lent, printed, and a printed QR code's way to the internet. What the page says
// stands in tests/ui/admin/vouchers.test.ts.

const { site } = testSite();
const browser = testBrowser();

const come = async (query = "", width = 1280) => {
  const admin = await ConsoleAdmin.come(site(), browser(), { width });
  await admin.page.addInitScript("window.printed = 0; window.print = () => { window.printed += 1; };");
  await admin.open(`/admin/vouchers${query}`);
  await admin.page
    .locator("main code")
    .filter({ hasText: /^[0-9A-Z]{5}-/ })
    .first()
    .waitFor();
  return admin;
};

async function more(quantity: number, plan = 1): Promise<string[]> {
  const { demo } = site().seeded;
  session ??= signIn(site(), demo);
  return makeVouchers(site(), demo, await session, { planId: demo.plans[plan]?.id ?? "", quantity });
}
let session: Promise<string> | undefined;

const count = async (condition: string) =>
  Number(
    (
      await readTenantRows(
        site(),
        site().seeded.demo.id,
        `SELECT count(*) AS count FROM vouchers WHERE ${condition}`,
      )
    )[0]?.count,
  );

async function batchOf(code = ""): Promise<string> {
  const [row] = await readTenantRows(
    site(),
    site().seeded.demo.id,
    "SELECT batch_id AS batchId FROM vouchers WHERE code = ?",
    code.replace("-", ""),
  );
  return String(row?.batchId);
}

it("vouchers are made, exported, lent to a router's bridge, taken back and revoked, on a phone", async () => {
  const admin = await come("", 360);
  const { page } = admin;
  const dialog = page.getByRole("dialog");
  const choose = async (list: string, option: string) => {
    await dialog.getByRole("combobox", { name: list }).click();
    await page.getByRole("option", { name: option }).click();
  };
  await page.getByRole("button", { name: "Generate Vouchers" }).first().click();
  await dialog.getByRole("radio", { name: "3 Hours KES 20" }).click();
  await dialog.getByLabel("Quantity").fill("3");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Generate", exact: true }).click();
  await page.getByText("3 vouchers generated").waitFor();
  const codes = await dialog.locator("code").allInnerTexts();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Show in the list" }).click();
  const rowOf = (code: string) => page.getByRole("listitem").filter({ hasText: code });
  for (const code of codes) await rowOf(code).waitFor();
  await rowOf(codes[0] ?? "")
    .getByRole("button")
    .click();
  await dialog.getByRole("button", { name: `Copy ${codes[0]}`, exact: true }).waitFor();
  for (const name of ["Share", "Print", "Revoke voucher"])
    await dialog.getByRole("button", { name, exact: true }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });

  await page.getByRole("button", { name: "More actions" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "Export", exact: true }).click(),
  ]);
  const lines = readFileSync(await download.path(), "utf8")
    .split("\r\n")
    .slice(1);
  expect(lines.map((line) => line.split(",")[0]).sort()).toEqual([...codes].sort());

  await page.getByRole("menuitem", { name: "Without internet" }).click();
  await choose("Router", "Main Gate");
  await choose("Plan", "3 Hours");
  await dialog.getByLabel("Quantity").fill("2");
  await dialog.getByRole("button", { name: "Keep them there" }).click();
  const kept = dialog.getByRole("group", { name: "Main Gate, 3 Hours" });
  await kept.getByText("2 ready there, 0 used there in 30 days").waitFor();
  expect(await count("offline_voucher_id IS NOT NULL AND used_at IS NULL")).toBe(2);
  await expectAccessible(page);
  await kept.getByRole("button", { name: "Take back" }).click();
  const question = page.getByRole("dialog", { name: "Take back what Main Gate keeps?" });
  await question.getByRole("button", { name: "Take back" }).click();
  await kept.waitFor({ state: "detached" });
  expect(await count("offline_voucher_id IS NOT NULL")).toBe(0);
  await page.keyboard.press("Escape");

  for (const code of codes) await page.getByLabel(`Choose ${code}`).check();
  await page.getByRole("button", { name: "Revoke unused (3)" }).click();
  await dialog.getByRole("button", { name: "Revoke 3 unused vouchers" }).click();
  await page.getByText("3 vouchers revoked").waitFor();
  expect(await count("revoked_at IS NOT NULL")).toBe(3);
  expect(admin.faults).toEqual([]);
  await admin.leave();
});

/** The page's own print dialog, through to the sheet that the browser prints. */
async function printing(page: Page, paper: string): Promise<Buffer> {
  const dialog = page.getByRole("dialog");
  await dialog.getByText(paper, { exact: true }).click();
  await dialog.getByRole("button", { name: "Print", exact: true }).click();
  await expect.poll(() => page.evaluate("window.printed")).toBe(1);
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
  await page.evaluate("window.printed = 0; window.dispatchEvent(new Event('afterprint'))");
  await page.locator("[data-print-sheet]").waitFor({ state: "detached" });
  return pdf;
}

describe("printing", () => {
  const address = (code: string) => `${site().origin}/buy?tab=voucher&code=${code}`;
  const codesIn = (text: string) => text.match(/\b[0-9A-Z]{5}-[0-9A-Z]{5}\b/g) ?? [];

  it("100 vouchers are at most 5 A4 pages, none is cut, and each QR code decodes to its redeem address", async () => {
    const codes = await more(100);
    const batch = await batchOf(codes[0]);
    const admin = await come(`?batchId=${batch}`);
    const { page } = admin;
    for (let left = 4; left > 0; left -= 1) {
      await page.getByLabel("Choose all on this page").check();
      if (left > 1) {
        await page.getByRole("button", { name: "Next page" }).click();
        await page.getByText(new RegExp(`^${(5 - left) * 25 + 1} to `)).waitFor();
        // The rows of the page before stand there until the next ones have come.
        await page.locator("main [aria-busy=true]").first().waitFor({ state: "detached" });
      }
    }
    await page.getByRole("button", { name: "Print 100", exact: true }).click();
    await page.getByRole("dialog").getByLabel("Name of the WiFi").fill("Kiosk WiFi");
    await expectAccessible(page);
    const pages = readPrint(await printing(page, "A4"), (text) => codesIn(text).length);
    expect(pages.length).toBeLessThanOrEqual(5);
    for (const { size, text, qr } of pages) {
      expect(size).toEqual([210, 297]);
      // A voucher's QR code and its code stand on the same page: nothing was cut between them.
      expect([...qr].sort()).toEqual(codesIn(text).map(address).sort());
      for (const part of ["Demo WiFi", "3 Hours", "KES 20", "5 Mbps", "WiFi: Kiosk WiFi"])
        expect(text.split(part).length).toBeGreaterThan(codesIn(text).length);
    }
    expect(pages.flatMap(({ qr }) => qr).sort()).toEqual(codes.map(address).sort());
    expect(admin.faults).toEqual([]);
    await admin.leave();
  }, 300_000);

  it.each([
    ["80 mm", 80],
    ["58 mm", 58],
  ])("on a roll of %s each is cut behind its last line, and says how it is used", async (paper, width) => {
    const codes = await more(2);
    const batch = await batchOf(codes[0]);
    const admin = await come(`?batchId=${batch}`);
    const { page } = admin;
    await page.getByLabel("Choose all on this page").check();
    await page.getByRole("button", { name: "Print 2", exact: true }).click();
    const slips = readPrint(await printing(page, paper), () => 1);
    expect(slips.length).toBe(2);
    expect(slips.flatMap(({ qr }) => qr).sort()).toEqual(codes.map(address).sort());
    for (const { size, text } of slips) {
      expect(size[0]).toBe(width);
      // It was 200 mm whatever stood on it.
      expect(size[1]).toBeLessThan(90);
      expect(codesIn(text).length).toBe(1);
      expect(text).toContain("1. Join the WiFi");
      expect(text.replace(/\s+/g, " ")).toContain("2. Scan this, or open any page and type the code");
    }
    await admin.leave();
  });
});

describe("a printed QR code, scanned by a phone that has not seen the portal", () => {
  const scan = async (code: string, onHotspot: boolean) => {
    const visitor = await PortalVisitor.come(site(), browser(), newVisitor());
    const hops: string[] = [];
    await visitor.page.route("http://198.18.0.1/**", async (route) => {
      hops.push(route.request().url());
      // Elsewhere nobody answers at this address, ever.
      if (!onHotspot) return new Promise(() => {});
      const login = visitor.address("/", { dst: route.request().url() });
      return route.fulfill({ status: 302, headers: { location: login } });
    });
    await visitor.page.goto(`${site().origin}/buy?tab=voucher&code=${code}`, { waitUntil: "commit" });
    return { visitor, hops, page: visitor.page };
  };

  it("goes through the router by a tap, and is online after another", async () => {
    const [code = ""] = await more(1);
    const { visitor, hops, page } = await scan(code, true);
    await page.getByText("I am on this WiFi").click();
    await page.waitForURL(/mac=/);
    expect(await page.locator("#code").inputValue()).toBe(code);
    expect(new URL(page.url()).origin).toBe(site().origin);
    expect(hops).toEqual([hopAddress(code)]);
    await page.getByRole("button", { name: "Redeem Voucher" }).click();
    await page.locator("a.button-main[href*='/connected']").waitFor();
    expect(hops.length).toBe(1);
    await visitor.leave();
  });

  it("elsewhere says which WiFi to join, and leads nowhere by itself", async () => {
    const [code = ""] = await more(1);
    const { visitor, hops, page } = await scan(code, false);
    await page.getByText("Connect this phone to the WiFi of Demo WiFi.").waitFor();
    await page.locator(`a.button-main[href^="http://198.18.0.1/"]`).waitFor();
    await page.waitForLoadState("networkidle");
    expect(hops).toEqual([]);
    await expectAccessible(page);
    await visitor.leave();
  });
});
