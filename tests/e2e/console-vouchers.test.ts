import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nairobiDay } from "#contract/values/duration";
import { hopAddress } from "#contract/values/voucher-link";
import { readPrint } from "../support/printed-pages.ts";
import { expectAccessible, launchBrowser } from "../support/site/browser.ts";
import { makeVouchers, signIn } from "../support/site/console.ts";
import { type AdminOptions, ConsoleAdmin } from "../support/site/console-admin.ts";
import { PortalVisitor } from "../support/site/portal-visitor.ts";
import { readRows } from "../support/site/read-rows.ts";
import { newVisitor, testSite } from "../support/site/test-site.ts";

// The vouchers page of the provider console (docs/behaviour/provider-console.md, "Vouchers"), and a printed QR code's way
// to the internet.

const { site } = testSite();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const open = async (options: AdminOptions = {}, query = "") => {
  const admin = await ConsoleAdmin.come(site(), browser, options);
  await admin.page.addInitScript("window.printed = 0; window.print = () => { window.printed += 1; };");
  await admin.open(`/admin/vouchers${query}`);
  return admin;
};
const come = async (options: AdminOptions = {}, query = "") => {
  const admin = await open(options, query);
  await admin.page
    .getByRole("button", { name: /^Copy [0-9A-Z]{5}-/ })
    .first()
    .waitFor();
  return admin;
};
const soon = { timeout: 15_000 };
const toast = (page: Page) => page.locator(".mantine-Notification-root");

async function more(quantity: number, plan = 1): Promise<string[]> {
  const { demo } = site().seeded;
  session ??= signIn(site(), demo);
  return makeVouchers(site(), demo, await session, { planId: demo.plans[plan]?.id ?? "", quantity });
}
let session: Promise<string> | undefined;

const count = async (condition: string) =>
  Number(
    (
      await readRows(
        site(),
        `SELECT count(*) AS count FROM vouchers WHERE provider_id = ? AND ${condition}`,
        site().seeded.demo.id,
      )
    )[0]?.count,
  );

async function use(code: string): Promise<void> {
  const visitor = await PortalVisitor.come(site(), browser, newVisitor(), { scripts: false });
  await visitor.page.goto(visitor.address("/buy", { tab: "voucher", code }));
  await visitor.page.locator("form[action='/redeem'] button").click();
  await visitor.page.waitForURL(/\/pay\//);
  await visitor.leave();
}

describe("the list of vouchers", () => {
  it("has title, subtitle, figures and columns of docs/behaviour, and shows status in its order", async () => {
    const [used = "", revoked = ""] = await more(2);
    await use(used);
    const admin = await come({}, `?q=${revoked}`);
    const { page } = admin;
    expect(await page.locator("h1").innerText()).toBe("Voucher Management");
    await page.getByText("Generate and manage access vouchers for your hotspot service.").waitFor();
    await page.getByRole("button", { name: `Revoke ${revoked}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke voucher" }).click();
    await toast(page).getByText("1 voucher revoked").waitFor();
    await page.getByRole("row").filter({ hasText: revoked }).getByText("Revoked").waitFor();
    await admin.open(`/admin/vouchers?q=${used}`);
    const row = page.getByRole("row").filter({ hasText: used });
    await row.waitFor();
    expect(await row.innerText()).toMatch(/3 Hours[\s\S]*Used[\s\S]*Never/);
    for (const heading of ["Code", "Plan", "Status", "Used At", "Expires", "Created", "Actions"])
      expect(await page.getByRole("columnheader", { name: heading, exact: true }).count()).toBe(1);
    const figures = {
      "Total Vouchers": "1 = 1",
      Used: "used_at IS NOT NULL",
      Expired: "revoked_at IS NOT NULL",
    };
    for (const [name, condition] of Object.entries(figures)) {
      const card = page.locator("a.mantine-Card-root").filter({ hasText: name });
      await card.getByText(String(await count(condition)), { exact: true }).waitFor();
    }
    await page.locator("a.mantine-Card-root").filter({ hasText: "Expired" }).click();
    await page.getByRole("row").filter({ hasText: revoked }).waitFor();
    expect(page.url()).toContain("status=ended");
    await page.locator("a.mantine-Card-root").filter({ hasText: "Used" }).click();
    await page.getByRole("row").filter({ hasText: used }).waitFor();
    expect(await page.getByRole("row").filter({ hasText: revoked }).count()).toBe(0);
    await page.reload();
    await page.getByRole("row").filter({ hasText: used }).waitFor();
    await expectAccessible(page);
    expect(admin.faults).toEqual([]);
    await admin.leave();
  });

  it("is cards on a phone, on every page of it, in light and dark", async () => {
    await more(30);
    for (const dark of [false, true]) {
      const admin = await come({ width: 360, height: 640, dark });
      const { page } = admin;
      expect(await page.getByRole("table").count()).toBe(0);
      await expectAccessible(page);
      await page.getByRole("button", { name: "Next page" }).click();
      await page.waitForURL(/page=2/);
      await page.getByText(/^26 to /).waitFor();
      await admin.leave();
    }
  });

  it("says that it loads, that there is none, and that it could not be read", async () => {
    const admin = await ConsoleAdmin.come(site(), browser);
    const { page } = admin;
    let mode: "wait" | "none" | "broken" = "wait";
    let answer = () => {};
    const first = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/\/api\/admin\/vouchers\?/, async (route) => {
      if (mode === "wait") await first;
      if (mode === "broken") return route.fulfill({ status: 500, body: "" });
      return route.fulfill({ json: [], headers: { "x-total-count": "0" } });
    });
    await admin.open("/admin/vouchers");
    await page.getByText("Loading vouchers...").first().waitFor();
    mode = "none";
    answer();
    await page.getByText("No vouchers found. Generate some to get started!").waitFor();
    mode = "broken";
    await page.reload();
    await page.getByText("Error Loading Vouchers").waitFor();
    await admin.leave();
  });
});

describe("making vouchers", () => {
  const form = async (page: Page) => {
    await page.getByRole("button", { name: "Generate Vouchers" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Quantity").waitFor();
    const choose = async (plan: string) => {
      await dialog.getByRole("combobox", { name: "Plan" }).click();
      await page.getByRole("option", { name: plan }).click();
    };
    return { dialog, choose, submit: dialog.locator("button[type=submit]") };
  };

  it("waits for a plan, takes a quantity that is none for 1, and lists the new codes", async () => {
    const admin = await come();
    const { page } = admin;
    const { dialog, choose, submit } = await form(page);
    expect(await submit.isDisabled()).toBe(true);
    await choose("3 Hours KES 20");
    expect(await submit.isDisabled()).toBe(false);
    await dialog.getByLabel("Quantity").fill("");
    await dialog.getByLabel("Expires (optional)").focus();
    expect(await dialog.getByLabel("Quantity").inputValue()).toBe("1");
    await expectAccessible(page);
    await dialog.getByLabel("Quantity").fill("7");
    await submit.click();
    await page.getByText("7 vouchers generated").waitFor();
    const codes = await page.getByRole("dialog").locator("code").allInnerTexts();
    expect(new Set(codes).size).toBe(7);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Show in the list" }).click();
    await page.waitForURL(/batchId=/);
    await page.getByText("Only vouchers that were made together.").waitFor();
    for (const code of codes) await page.getByRole("button", { name: `Copy ${code}` }).waitFor();
    await admin.leave();
  });

  it("refuses 0 and 101, and an expiry in the past", async () => {
    const admin = await come();
    const { dialog, choose, submit } = await form(admin.page);
    await choose("1 Hour");
    for (const wrong of ["0", "101"]) {
      await dialog.getByLabel("Quantity").fill(wrong);
      await submit.click();
      await dialog.getByText("Enter how many vouchers to make, from 1 to 100").waitFor();
    }
    await dialog.getByLabel("Quantity").fill("1");
    await dialog.getByLabel("Expires (optional)").fill("2020-01-01T00:00");
    await submit.click();
    await dialog.getByText("The expiry is in the past. Choose a later date.").waitFor();
    expect(admin.requests).not.toContain("POST /api/admin/vouchers/generate");
    await admin.leave();
  });

  it("means Nairobi's clock, wherever the reader is", async () => {
    const admin = await come();
    const { dialog, choose, submit } = await form(admin.page);
    await choose("1 Hour");
    await dialog.getByLabel("Expires (optional)").fill("2031-05-06T10:30");
    await submit.click();
    await admin.page.getByText("1 voucher generated").waitFor();
    expect(await count(`expires_at = ${Date.parse("2031-05-06T10:30:00+03:00")}`)).toBe(1);
    await admin.page.getByRole("button", { name: "Close" }).click();
    await admin.page.getByText("6 May 2031, 10:30").first().waitFor();
    await admin.leave();
  });

  it("is busy while it runs, says so when it fails, and makes nothing twice when it is repeated", async () => {
    const admin = await come();
    const { page } = admin;
    const keys: (string | undefined)[] = [];
    const before = await count("1 = 1");
    let lost = true;
    await page.route("**/api/admin/vouchers/generate", async (route) => {
      keys.push(route.request().headers()["idempotency-key"]);
      expect(route.request().postDataJSON()).toMatchObject({
        quantity: 3,
        adminId: site().seeded.demo.admin.id,
      });
      // The vouchers are made, and the answer never arrives.
      const { host, port, pathname } = new URL(route.request().url());
      const url = `http://127.0.0.1:${port}${pathname}`;
      const response = await route.fetch({ url, headers: { ...(await route.request().allHeaders()), host } });
      if (lost) return route.abort();
      return route.fulfill({ response });
    });
    const { dialog, choose, submit } = await form(page);
    await choose("3 Hours");
    await dialog.getByLabel("Quantity").fill("3");
    await submit.dblclick();
    await toast(page).getByText("Failed to generate vouchers").waitFor();
    expect(await toast(page).innerText()).toContain("Error");
    lost = false;
    await submit.click();
    await page.getByText("3 vouchers generated").waitFor();
    expect(await count("1 = 1")).toBe(before + 3);
    expect(keys.length).toBe(2);
    expect(new Set(keys).size).toBe(1);
    await admin.leave();
  });

  it("says Generating... while the request is on its way", async () => {
    const admin = await come();
    const answer = Promise.withResolvers<void>();
    await admin.page.route("**/api/admin/vouchers/generate", async (route) => {
      await answer.promise;
      return route.fulfill({ status: 500, body: "" });
    });
    const { dialog, choose, submit } = await form(admin.page);
    await choose("3 Hours");
    await submit.click();
    await dialog.getByText("Generating...").waitFor();
    expect(await submit.isDisabled()).toBe(true);
    answer.resolve();
    await toast(admin.page).getByText("Failed to generate vouchers").waitFor();
    await admin.leave();
  });

  it("prints them right away where that is wanted, and shows them afterwards", async () => {
    const admin = await come();
    const { page } = admin;
    const { dialog, choose, submit } = await form(page);
    await choose("3 Hours");
    await dialog.getByLabel("Quantity").fill("4");
    await dialog.getByRole("switch", { name: "Print them right away" }).click();
    expect(await submit.innerText()).toBe("Generate and print");
    await submit.click();
    await expect.poll(() => page.evaluate("window.printed"), soon).toBe(1);
    expect(await page.locator("[data-print-sheet] [data-voucher]").count()).toBe(4);
    await page.evaluate("window.dispatchEvent(new Event('afterprint'))");
    await page.locator("[data-print-sheet]").waitFor({ state: "detached" });
    await page.getByText("4 vouchers generated").waitFor();
    await admin.leave();
  });
});

/** The page's own print dialog, through to the sheet that the browser prints. */
async function printing(page: Page, paper: string): Promise<Buffer> {
  const dialog = page.getByRole("dialog");
  await dialog.getByText(paper, { exact: true }).click();
  await dialog.getByRole("button", { name: "Print", exact: true }).click();
  await expect.poll(() => page.evaluate("window.printed"), soon).toBe(1);
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
    const batch = (
      await readRows(
        site(),
        "SELECT batch_id AS batchId FROM vouchers WHERE code = ?",
        (codes[0] ?? "").replace("-", ""),
      )
    )[0]?.batchId;
    const admin = await come({}, `?batchId=${batch}`);
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
    await page.getByRole("button", { name: "Print 100" }).click();
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
  ])("on a roll of %s they stand in one column", async (paper, width) => {
    const [code = ""] = await more(1);
    const admin = await come({}, `?q=${code}`);
    const { page } = admin;
    await page.getByRole("button", { name: `Print ${code}` }).click();
    const [slip, ...others] = readPrint(await printing(page, paper), () => 1);
    expect(others).toEqual([]);
    expect(slip?.size[0]).toBe(width);
    expect(slip?.qr).toEqual([address(code)]);
    expect(slip?.text).toContain(code);
    await admin.leave();
  });

  it("leaves out what was switched off, and remembers it", async () => {
    const [code = ""] = await more(1);
    const admin = await come({}, `?q=${code}`);
    const { page } = admin;
    for (const again of [false, true]) {
      await page.getByRole("button", { name: `Print ${code}` }).click();
      const dialog = page.getByRole("dialog");
      if (!again)
        for (const part of ["QR code", "Price", "Speed", "Company name"])
          await dialog.getByRole("switch", { name: part }).click();
      const [sheet] = readPrint(await printing(page, "A4"), () => 0);
      expect(sheet?.qr).toEqual([]);
      expect(sheet?.text).toContain(code);
      for (const part of ["KES", "Mbps", "Demo WiFi"]) expect(sheet?.text).not.toContain(part);
    }
    await admin.leave();
  });
});

describe("the export", () => {
  it("has every voucher of every page, under the name and header of docs/behaviour", async () => {
    const admin = await come({}, "?status=active");
    const { page } = admin;
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export", exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`vouchers-${nairobiDay(Date.now())}.csv`);
    const lines = readFileSync(await download.path(), "utf8").split("\r\n");
    expect(lines[0]).toBe("Code,Plan,Status,Used By,Used At,Expires At,Created At");
    expect(lines.length - 1).toBe(await count("used_at IS NULL AND revoked_at IS NULL"));
    expect(lines[1]).toMatch(
      /^[0-9A-Z]{5}-[0-9A-Z]{5},[^,]+,Active,,,(Never|20\d\d-[^,]+),\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/,
    );
    await admin.leave();
  });

  it("reads all pages, says how far it is, escapes formulas, and calls an unknown plan Unknown", async () => {
    const admin = await open();
    const { page } = admin;
    const row = (index: number) => ({
      ...{
        id: `v${index}`,
        code: "ABCDE-12345",
        isUsed: false,
        isRevoked: false,
        isLent: false,
        status: "active",
        batchId: "b",
      },
      plan:
        index === 0
          ? null
          : { id: "p", name: index === 1 ? '=HYPERLINK("https://evil.example")' : "3 Hours" },
      ...{ usedBy: null, usedAt: null, expiresAt: null, createdAt: "2026-11-20T10:00:00.000Z" },
    });
    const all = Array.from({ length: 2_500 }, (_, index) => row(index));
    let answer = () => {};
    await page.route(/vouchers\?.*pageSize=1000/, async (route) => {
      const number = Number(new URL(route.request().url()).searchParams.get("page"));
      if (number === 2)
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
      const rows = all.slice((number - 1) * 1_000, number * 1_000);
      return route.fulfill({ json: rows, headers: { "x-total-count": "2500" } });
    });
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export", exact: true }).click();
    await page.getByRole("button", { name: "Exporting 1000 of 2500" }).waitFor();
    answer();
    const lines = readFileSync(await (await downloading).path(), "utf8").split("\r\n");
    expect(lines.length).toBe(2_501);
    expect(lines[1]?.split(",")[1]).toBe("Unknown");
    expect(lines[2]).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
    await admin.leave();
  });
});

describe("several vouchers at once", () => {
  it("are revoked after a question with their number; used ones are left alone and said", async () => {
    const codes = await more(3, 0);
    await use(codes[0] ?? "");
    const admin = await come({}, `?q=${codes[0]}`);
    const { page } = admin;
    const search = page.getByRole("searchbox", { name: "Search vouchers" });
    for (const code of codes) {
      await search.fill(code);
      await page.getByLabel(`Choose ${code}`).check();
    }
    const bar = page.getByRole("region", { name: "Chosen vouchers" });
    await bar.getByText("3 chosen").waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      bar.getByRole("button", { name: "Export 3" }).click(),
    ]);
    expect(readFileSync(await download.path(), "utf8").split("\r\n").length).toBe(4);
    await bar.getByRole("button", { name: "Revoke unused (2)" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("1 chosen voucher is used or revoked already and left alone.").waitFor();
    await dialog.getByRole("button", { name: "Revoke 2 unused vouchers" }).click();
    await toast(page).getByText("2 vouchers revoked").waitFor();
    await bar.waitFor({ state: "detached" });
    await page
      .getByRole("row")
      .filter({ hasText: codes[2] ?? "" })
      .getByText("Revoked")
      .waitFor();
    expect(await count("revoked_at IS NOT NULL AND used_at IS NOT NULL")).toBe(0);
    await admin.leave();
  });
});

describe("sharing", () => {
  const sharing = async (hasShare: boolean) => {
    const [code = ""] = await more(1);
    const admin = await ConsoleAdmin.come(site(), browser);
    await admin.page.addInitScript(`
      window.given = [];
      Object.defineProperty(navigator, "share", {
        configurable: true,
        value: ${hasShare} ? async (data) => { window.given.push(data); } : undefined,
      });
      window.open = (address) => { window.given.push(address); return { opener: null }; };`);
    await admin.open(`/admin/vouchers?q=${code}`);
    await admin.page.getByRole("button", { name: `Share ${code}` }).click();
    await expect.poll(() => admin.page.evaluate("window.given.length"), soon).toBe(1);
    const [given] = (await admin.page.evaluate("window.given")) as [unknown];
    await admin.leave();
    return { code, given };
  };

  it("uses the phone's own where there is one", async () => {
    const { code, given } = await sharing(true);
    expect(given).toMatchObject({ url: `${site().origin}/buy?tab=voucher&code=${code}` });
    expect((given as { text: string }).text).toMatch(new RegExp(`3 Hours.*Demo WiFi.*${code}`));
  });

  it("else opens WhatsApp with code, plan and portal address", async () => {
    const { code, given } = await sharing(false);
    const url = new URL(String(given));
    expect(url.origin).toBe("https://wa.me");
    const text = url.searchParams.get("text") ?? "";
    for (const part of [code, "3 Hours", site().origin]) expect(text).toContain(part);
  });
});

describe("a printed QR code, scanned by a phone that has not seen the portal", () => {
  const scan = async (code: string, onHotspot: boolean) => {
    const visitor = await PortalVisitor.come(site(), browser, newVisitor());
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

  it("goes once through the router and is online after one tap", async () => {
    const [code = ""] = await more(1);
    const { visitor, hops, page } = await scan(code, true);
    await page.waitForURL(/mac=/);
    expect(await page.locator("#code").inputValue()).toBe(code);
    expect(new URL(page.url()).origin).toBe(site().origin);
    expect(hops).toEqual([hopAddress(code)]);
    await page.getByRole("button", { name: "Redeem Voucher" }).click();
    await page.locator("a.button-main[href*='/connected']").waitFor();
    expect(hops.length).toBe(1);
    await visitor.leave();
  });

  it("elsewhere says which WiFi to join, and asks the router no second time", async () => {
    const [code = ""] = await more(1);
    const { visitor, hops, page } = await scan(code, false);
    await page.getByText("Connect this phone to the WiFi of Demo WiFi.").waitFor();
    await expect.poll(() => page.url(), soon).toContain("hop=1");
    await expect.poll(() => hops).toEqual([hopAddress(code)]);
    await page.goto(`${site().origin}/buy?tab=voucher&code=${code}&hop=1`);
    await page.locator(`a.button-main[href^="http://198.18.0.1/"]`).waitFor();
    await page.waitForLoadState("networkidle");
    expect(hops.length).toBe(1);
    await expectAccessible(page);
    await visitor.leave();
  });
});

describe("vouchers that work without the internet", () => {
  it("are kept by a router's bridge, shown with what became of them, and come back when asked for", async () => {
    await more(3);
    const admin = await come();
    const { page } = admin;
    await page.getByRole("button", { name: "Without internet" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox", { name: "Router" }).click();
    await page.getByRole("option", { name: "Main Gate" }).click();
    await dialog.getByRole("combobox", { name: "Plan" }).click();
    await page.getByRole("option", { name: "3 Hours" }).click();
    await dialog.getByLabel("Quantity").fill("2");
    await dialog.getByRole("button", { name: "Keep them there" }).click();
    const kept = dialog.getByRole("group", { name: "Main Gate, 3 Hours" });
    await kept.getByText("2 ready there, 0 used there in 30 days").waitFor();
    expect(await count("loan_id IS NOT NULL AND used_at IS NULL")).toBe(2);
    await expectAccessible(page);
    await kept.getByRole("button", { name: "Take back" }).click();
    const question = page.getByRole("dialog", { name: "Take back what Main Gate keeps?" });
    await question.getByRole("button", { name: "Take back" }).click();
    await kept.waitFor({ state: "detached", ...soon });
    expect(await count("loan_id IS NOT NULL")).toBe(0);
    await admin.leave();
  });
});
