import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask } from "../support/site/ask.ts";
import { expectAccessible, launchBrowser } from "../support/site/browser.ts";
import { originOf, signIn } from "../support/site/console.ts";
import { ConsoleOperator, type OperatorOptions, operatorCookie } from "../support/site/console-operator.ts";
import { testSite } from "../support/site/test-site.ts";

// The page of one provider (docs/behaviour/operator-console.md, "Provider profile").

const { site } = testSite();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

type Coming = OperatorOptions & { id?: string; query?: string; prepare?: (page: Page) => Promise<unknown> };

async function come({ id = site().seeded.savanna.id, query = "", prepare, ...options }: Coming = {}) {
  const operator = await ConsoleOperator.come(site(), browser, options);
  await prepare?.(operator.page);
  await operator.open(`/superadmin/providers/${id}/profile${query}`);
  return operator;
}

function parts({ page }: ConsoleOperator) {
  const dialog = page.getByRole("dialog");
  return {
    dialog,
    toast: page.locator(".mantine-Notification-root"),
    tab: (name: string) => page.getByRole("tab", { name, exact: true }),
    field: (label: string) => dialog.getByLabel(label, { exact: true }),
    send: dialog.locator("button[type=submit]"),
    save: page.getByRole("button", { name: "Save", exact: true }),
  };
}

async function platform(path: string, json?: unknown, method = json ? "POST" : "GET") {
  const headers = { cookie: await operatorCookie(site()) };
  const answer = await ask(site().main, path, { method, headers, ...(json ? { json } : {}) });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return JSON.parse(answer.text);
}

const tabs = ["Overview", "Routers", "Revenue", "Payment Gateways", "Captive Portal", "Admins"];

describe("the head", () => {
  it("says whose page it is, how it stands, and leads back", async () => {
    const operator = await come();
    const { page } = operator;
    await page.getByRole("heading", { level: 1, name: "Savanna Net" }).waitFor();
    expect(await page.title()).toBe("Savanna Net");
    await page.getByText("Active", { exact: true }).waitFor();
    for (const name of ["Change Password", "Access Provider Dashboard"])
      expect(await page.getByRole("button", { name, exact: true }).count()).toBe(1);
    await page.getByRole("link", { name: "Back to Providers" }).click();
    await page.waitForURL(`${site().main}/superadmin/providers`);
    expect(operator.faults).toEqual([]);
    await operator.leave();
  });

  it("wears red for a provider that is suspended", async () => {
    const { id } = site().seeded.savanna;
    await platform(`/api/superadmin/providers/${id}/suspend`, {});
    const operator = await come();
    const badge = operator.page.locator(".mantine-Badge-root", { hasText: "Suspended" });
    await badge.waitFor();
    const dot = await operator.page.evaluate<string>(
      `getComputedStyle(document.evaluate("//*[contains(@class,'mantine-Badge-root')][contains(.,'Suspended')]", document,
        null, 9).singleNodeValue, "::before").backgroundColor`,
    );
    const [red = 0, green = 0, blue = 0] = (dot.match(/\d+/g) ?? []).map(Number);
    expect(red).toBeGreaterThan(green * 1.5);
    expect(red).toBeGreaterThan(blue * 1.5);
    await platform(`/api/superadmin/providers/${id}/activate`, {});
    await operator.leave();
  });

  it("is Provider Not Found for an id that nobody has", async () => {
    const operator = await come({ id: "00000000-0000-4000-8000-000000000000" });
    await operator.page.getByRole("heading", { level: 1, name: "Provider Not Found" }).waitFor();
    await expectAccessible(operator.page);
    await operator.page.getByRole("link", { name: "Back to Providers" }).click();
    await operator.page.waitForURL(`${site().main}/superadmin/providers`);
    await operator.leave();
  });

  it("says that it could not be read, and tries again", async () => {
    let broken = true;
    const operator = await come({
      prepare: (page) =>
        page.route(/\/api\/superadmin\/providers\/[^/]+$/, (route) =>
          broken ? route.fulfill({ status: 502, body: "bad gateway" }) : route.continue(),
        ),
    });
    await operator.page.getByText("Error Loading Provider").waitFor();
    broken = false;
    await operator.page.getByRole("button", { name: "Try again" }).click();
    await operator.page.getByRole("heading", { level: 1, name: "Savanna Net" }).waitFor();
    await operator.leave();
  });
});

describe("the tabs", () => {
  it("are the six of docs/behaviour, in the address, and survive a reload", async () => {
    const operator = await come();
    const { page } = operator;
    await parts(operator).tab("Overview").waitFor();
    expect(await page.getByRole("tab").allInnerTexts()).toEqual(tabs);
    await parts(operator).tab("Revenue").click();
    expect(new URL(page.url()).search).toBe("?tab=revenue");
    await page.reload();
    await page.getByText("All Time Revenue").waitFor();
    await operator.leave();
  });

  it("Overview: who it is and where, with what was not given said so", async () => {
    const operator = await come();
    const panel = operator.page.getByRole("tabpanel");
    await panel.waitFor();
    const text = await panel.innerText();
    const said = ["Savanna Net", "Joseph Otieno", "joseph@savanna.example", "+254 712 000 002", "Not set"];
    for (const one of said) expect(text).toContain(one);
    const portal = panel.getByRole("link");
    expect(await portal.getAttribute("href")).toBe(originOf(site(), site().seeded.savanna));
    await operator.leave();
  });

  it("Routers: those that are its own now, each with how it stands", async () => {
    const operator = await come({ query: "?tab=routers" });
    const panel = operator.page.getByRole("tabpanel");
    await panel.getByText("Savanna Lodge").waitFor();
    await panel.getByText("Offline").first().waitFor();
    expect(await panel.getByText("Main Gate").count()).toBe(0);
    const manage = panel.getByRole("link", { name: "Manage these routers" });
    expect(await manage.getAttribute("href")).toBe(
      `/superadmin/routers?provider=${site().seeded.savanna.id}`,
    );
    await operator.leave();
  });

  it("Routers: without any, what to do next", async () => {
    const operator = await come({
      query: "?tab=routers",
      prepare: (page) =>
        page.route("**/api/admin/routers/provider/*", (route) => route.fulfill({ json: [] })),
    });
    await operator.page.getByText("No routers assigned").waitFor();
    await operator.page.getByRole("link", { name: "Assign a router" }).waitFor();
    await operator.leave();
  });

  it("Revenue: today, this month and of all time, in KSh; failed, it says so", async () => {
    let broken = false;
    const json = {
      ...{ today: 120, thisMonth: 4_300.5, allTime: 1_200_000, refunded: 40 },
      settlements: { direct: 1_000_000, collected: 150_040, diverted: 50_000 },
      balances: { owed: 150_000, divertedNotSettled: 50_000, feesOwed: 1_500 },
    };
    const operator = await come({
      query: "?tab=revenue",
      prepare: (page) =>
        page.route("**/api/superadmin/revenue/providers/*", (route) =>
          broken ? route.fulfill({ status: 502, body: "bad gateway" }) : route.fulfill({ json }),
        ),
    });
    const { page } = operator;
    for (const text of ["Today's Revenue", "Monthly Revenue", "All Time Revenue"])
      await page.getByText(text, { exact: true }).waitFor();
    for (const text of ["KSh 120", "KSh 4,300.50", "KSh 1,200,000"])
      await page.getByText(text, { exact: true }).waitFor();
    for (const [name, figure] of [
      ["Paid to the provider", "KSh 1,000,000"],
      ["Collected by the platform", "KSh 150,040"],
      ["Diverted", "KSh 50,000"],
      ["Refunded", "KSh 40"],
      ["Owed to the provider", "KSh 150,000"],
      ["Diverted, not settled", "KSh 50,000"],
      ["Fees owed by the provider", "KSh 1,500"],
    ] as const) {
      const card = page.locator(".mantine-Card-root").filter({ has: page.getByText(name, { exact: true }) });
      expect(await card.innerText()).toContain(figure);
    }
    broken = true;
    await page.reload();
    await page.getByText("Error Loading Revenue").waitFor();
    broken = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("KSh 120", { exact: true }).waitFor();
    await operator.leave();
  });

  it("Revenue: what the site itself says of this provider", async () => {
    const operator = await come({ query: "?tab=revenue" });
    await expect.poll(() => operator.page.getByText("KSh 0", { exact: true }).count()).toBe(10);
    expect(operator.faults).toEqual([]);
    await operator.leave();
  });

  it("Payment Gateways: what the provider collects with", async () => {
    const operator = await come({ query: "?tab=gateways" });
    await operator.page.getByRole("tabpanel").getByText("600200").first().waitFor();
    expect(operator.faults).toEqual([]);
    await operator.leave();
  });
});

describe("Change Password", () => {
  const open = async (options: Coming = {}) => {
    const operator = await come(options);
    await operator.page.getByRole("button", { name: "Change Password" }).click();
    await parts(operator).dialog.getByText("A new password for savanna of Savanna Net.").waitFor();
    return operator;
  };
  const type = async (operator: ConsoleOperator, first: string, again: string) => {
    await parts(operator).field("New password").fill(first);
    await parts(operator).field("Confirm new password").fill(again);
    await parts(operator).send.click();
  };

  it.each([
    ["a good password", "another good one", "Passwords do not match"],
    ["seven 7", "seven 7", "Password must be at least 8 characters long"],
  ])("says what is wrong, and calls nobody: %j, %j", async (first, again, text) => {
    const operator = await open();
    const { toast, dialog } = parts(operator);
    await type(operator, first, again);
    await toast.getByText("Validation Error", { exact: true }).waitFor();
    expect(await toast.getByText(text, { exact: true }).count()).toBe(1);
    expect(await dialog.getByText(text, { exact: true }).count()).toBe(1);
    expect(operator.requests.filter((request) => request.startsWith("POST"))).toEqual([]);
    await operator.leave();
  });

  it("sets it, signs the admin out everywhere, and says so", async () => {
    const { savanna } = site().seeded;
    const cookie = await signIn(site(), savanna);
    const operator = await open();
    await type(operator, "a brand new password", "a brand new password");
    await parts(operator).toast.getByText("Password Changed", { exact: true }).waitFor();
    await parts(operator).dialog.waitFor({ state: "detached" });
    const asked = await ask(originOf(site(), savanna), "/api/admin/session", { headers: { cookie } });
    expect(asked.status).toBe(401);
    const json = { username: "savanna", password: "a brand new password" };
    expect((await ask(originOf(site(), savanna), "/api/admin/login", { json })).status).toBe(200);
    await operator.leave();
  });

  it("keeps what was typed when it failed: Password Change Failed", async () => {
    const operator = await open({
      prepare: (page) =>
        page.route("**/change-password", (route) => route.fulfill({ status: 502, body: "bad gateway" })),
    });
    const { toast, field } = parts(operator);
    await type(operator, "a brand new password", "a brand new password");
    await toast.getByText("Password Change Failed", { exact: true }).waitFor();
    expect(await toast.getByText("Failed to change password", { exact: true }).count()).toBe(1);
    expect(await field("New password").inputValue()).toBe("a brand new password");
    await operator.leave();
  });
});

describe("Captive Portal", () => {
  const look = async () =>
    JSON.parse((await ask(originOf(site(), site().seeded.savanna), "/api/settings")).text).settings;

  it("edits the record of the provider's own settings, only what was changed, with a preview", async () => {
    const { id } = site().seeded.savanna;
    await platform(
      `/api/superadmin/providers/${id}`,
      { captivePortalSettings: { welcomeMessage: "Karibu Savanna", headerColor: "#123456" } },
      "PATCH",
    );
    const before = await look();
    const operator = await come({ query: "?tab=portal&part=contact" });
    const { page } = operator;
    const { toast, save, tab } = parts(operator);
    const preview = page.getByTestId("portal-preview");
    await preview.getByText("Karibu Savanna").waitFor();
    expect(await page.getByLabel("Support phone").inputValue()).toBe(before.supportPhone);
    const sent = page.waitForRequest((request) => request.method() === "PATCH");
    await page.getByLabel("Support phone").fill("0700 111 222");
    await preview.getByText("0700 111 222").waitFor();
    await save.click();
    expect((await sent).postDataJSON()).toEqual({ captivePortalSettings: { supportPhone: "0700 111 222" } });
    await toast.getByText("Settings Saved", { exact: true }).waitFor();
    await expect.poll(look).toEqual({ ...before, supportPhone: "0700 111 222" });

    await tab("Content").click();
    await page.getByLabel("Company name").fill("Half typed");
    await tab("Overview").click();
    await tab("Captive Portal").click();
    expect(await page.getByLabel("Company name").inputValue()).toBe("Half typed");
    await page.getByRole("link", { name: "Back to Providers" }).click();
    await page.getByRole("dialog").getByText("Leave without saving?").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Discard" }).click();
    expect(await page.getByLabel("Company name").inputValue()).toBe("Savanna Net");
    expect(operator.faults).toEqual([]);
    await operator.leave();
  });

  it("that could not be saved says so and stays: Save Failed", async () => {
    const operator = await come({ query: "?tab=portal&part=content" });
    const { page } = operator;
    const { toast, save } = parts(operator);
    await page.route(/\/api\/superadmin\/providers\/[^/]+$/, (route) =>
      route.request().method() === "PATCH"
        ? route.fulfill({ status: 502, body: "bad gateway" })
        : route.continue(),
    );
    await page.getByLabel("Company name").fill("Baraka Net");
    await save.click();
    await toast.getByText("Save Failed", { exact: true }).waitFor();
    expect(await toast.getByText("Failed to save captive portal settings", { exact: true }).count()).toBe(1);
    expect(await page.getByLabel("Company name").inputValue()).toBe("Baraka Net");
    await operator.leave();
  });
});

it.each([360, 1280])("every tab and the dialog are accessible at %i px, light and dark", async (width) => {
  const operator = await come({ width });
  const { page } = operator;
  const { tab, dialog } = parts(operator);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const name of tabs) {
      await tab(name).click();
      await page.waitForLoadState("networkidle");
      await expectAccessible(page);
    }
    if (width === 360) {
      await page.getByRole("button", { name: "More actions for Savanna Net" }).click();
      await expectAccessible(page);
      await page.getByRole("menuitem", { name: "Change Password" }).click();
    } else await page.getByRole("button", { name: "Change Password" }).click();
    await dialog.waitFor();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
  }
  await operator.leave();
});
