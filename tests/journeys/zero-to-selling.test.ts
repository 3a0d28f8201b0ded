import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { memoryStore, RouterSimulator } from "../simulators/routeros/index.ts";
import { launchBrowser, openPage } from "../support/site/browser.ts";
import { ConsoleOperator } from "../support/site/console-operator.ts";
import { type Part, startPart } from "../support/site/processes.ts";
import { testSite } from "../support/site/test-site.ts";
import { until } from "../support/site/visitor.ts";

// From nothing to the first sale, by hand in a browser: the operator makes a provider, gives it a router, a bridge and a
// way to be paid, opens its console and creates a plan; a visitor buys it. Each test goes on where the one before stopped.

const { site, visitors } = testSite();
const phone = { mac: "4C:5E:0C:C3:00:01", ip: "10.5.50.91" };
const payer = "254712000777";
const api = { username: "mlango", password: "fresh-from-the-box" };
let browser: Browser;
let operator: ConsoleOperator;
let simulator: RouterSimulator;
let routerPort = 0;
let bridge: Part | undefined;
let providerTab: Page;

beforeAll(async () => {
  simulator = new RouterSimulator({
    clock: Date,
    store: memoryStore(),
    users: [
      { name: api.username, password: api.password, policies: ["api", "read", "write", "sensitive", "test"] },
    ],
    hotspot: { macAuthPassword: "", loginBy: "mac,http-chap" },
    hosts: [phone],
    identity: "Pier",
  });
  routerPort = (await simulator.listen()).port;
  browser = await launchBrowser();
  operator = await ConsoleOperator.come(site(), browser);
});
afterAll(async () => {
  await browser?.close();
  await bridge?.stop();
  await simulator?.close();
});

const dialogOf = (page: Page) => page.getByRole("dialog");
/** A label may carry the star of what is needed. */
const fieldOf = (page: Page, label: string) =>
  dialogOf(page).getByLabel(new RegExp(`^${label.replaceAll(/[()]/g, "\\$&")}( \\*)?$`));
const toastOf = (page: Page) => page.locator(".mantine-Notification-root");

async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await fieldOf(page, label).fill(value);
}

async function pick(page: Page, label: string, typed: string): Promise<void> {
  await dialogOf(page).getByRole("combobox", { name: label }).fill(typed);
  await page.getByRole("option", { name: new RegExp(`^${typed}`) }).click();
}

it("a provider is made together with its admin", async () => {
  const { page } = operator;
  await operator.open("/superadmin/dashboard");
  await page.getByRole("link", { name: "Add Provider" }).first().click();
  await dialogOf(page).waitFor();
  await fill(page, {
    "Business Name": "Pier WiFi",
    "Contact Name": "Baraka Otieno",
    Email: "info@pier.example",
    Phone: "254700000003",
    Subdomain: "Pier",
    "Admin Full Name": "Baraka Otieno",
    "Admin Email": "baraka@pier.example",
    "Login Username": "baraka",
    Password: "seven boats at sea",
    "Confirm Password": "seven boats at sea",
  });
  await dialogOf(page).locator("button[type=submit]").click();
  await toastOf(page).getByText("Provider & Admin Created").waitFor();
  await page.getByRole("heading", { level: 1, name: "Pier WiFi" }).waitFor();
  await page.getByRole("region", { name: "Until it sells" }).waitFor();
});

it("money goes to its till through the platform's app", async () => {
  const { page } = operator;
  await page.getByRole("link", { name: "Configure Payment Gateway" }).click();
  await page.getByRole("button", { name: "Configure Payment Gateway" }).click();
  await fill(page, { "Account Number": site().secrets.till });
  await dialogOf(page).getByRole("combobox", { name: "Environment" }).click();
  await page.getByRole("option", { name: "Sandbox" }).click();
  await dialogOf(page).getByRole("switch", { name: "Custom configuration" }).uncheck();
  await dialogOf(page).locator("button[type=submit]").click();
  await toastOf(page).getByText("Payment Gateway Configured").waitFor();
  await page.keyboard.press("Escape");
});

it("a bridge at its site enrols with the code that is shown", async () => {
  const { page } = operator;
  await operator.open("/superadmin/routers?tab=bridges");
  await page.getByRole("button", { name: "Install a bridge" }).click();
  await pick(page, "For", "Pier WiFi");
  await fill(page, { "Name of the bridge": "Pier box" });
  await dialogOf(page).locator("button[type=submit]").click();
  const line = (await dialogOf(page).locator("pre").textContent()) ?? "";
  const code = /-- ([A-Z0-9-]{19})$/.exec(line)?.[1] ?? "";
  const folder = join(site().dir, "pier-box");
  const enrolment = await startPart({
    name: "pier-enrolment",
    script: "bridge/main.ts",
    arguments: ["enrol", code],
    env: { BRIDGE_DIR: folder, MLANGO_ORIGIN: site().main },
    logDir: site().logDir,
  });
  await enrolment.stop();
  bridge = await site().startBridge(folder);
  await dialogOf(page).getByText("Connected", { exact: true }).waitFor({ timeout: 30_000 });
  await dialogOf(page).getByRole("button", { name: "Done" }).click();
});

it("a router that is given to the provider takes its bridge, and answers a test", async () => {
  const { page } = operator;
  await page.getByRole("tab", { name: "Routers" }).click();
  await page.getByRole("button", { name: "Add Router" }).first().click();
  await fill(page, {
    "Router name": "Pier Gate",
    Host: "127.0.0.1",
    "API port": String(routerPort),
    Username: api.username,
    Password: api.password,
  });
  await dialogOf(page).locator("button[type=submit]").click();
  await toastOf(page).getByText("Router Added").waitFor();
  await page.getByRole("button", { name: "More actions for Pier Gate" }).click();
  await page.getByRole("menuitem", { name: "Assign", exact: true }).click();
  await pick(page, "Provider", "Pier WiFi");
  await dialogOf(page).getByLabel("Its own bridge may have the log-in kept here").check();
  await dialogOf(page).locator("button[type=submit]").click();
  await toastOf(page).getByText("Router Assigned").waitFor();
  await expect
    .poll(
      async () => {
        await page.getByRole("button", { name: "Test connection of Pier Gate" }).click();
        return toastOf(page).locator(".mantine-Notification-title").first().textContent();
      },
      { interval: 1_500 },
    )
    .toBe("Connection Successful");
});

it("the provider's console opens, where a plan is created", async () => {
  const { page, context } = operator;
  await operator.open("/superadmin/providers?q=Pier");
  await page.getByRole("link", { name: "Profile of Pier WiFi" }).click();
  const access = page.getByRole("button", { name: "Access Provider Dashboard" });
  [providerTab] = await Promise.all([context.waitForEvent("page"), access.click()]);
  await providerTab.waitForURL(/\/\/pier\.[^/]+\/admin\/dashboard$/);
  await providerTab.getByText("you are acting as Pier WiFi").waitFor();
  await providerTab.goto(`${new URL(providerTab.url()).origin}/admin/plans`);
  await providerTab.getByRole("button", { name: "Create Plan" }).first().click();
  await fill(providerTab, {
    "Plan Name": "Low tide",
    "Price (KES)": "15",
    "Speed (Mbps)": "4",
    "Duration (hours)": "2",
  });
  await dialogOf(providerTab).locator("button[type=submit]").click();
  await providerTab.getByRole("row").filter({ hasText: "Low tide" }).waitFor();
});

it("a visitor of its WiFi buys the plan and is online, and both consoles count the sale", async () => {
  const origin = new URL(providerTab.url()).origin;
  const { page, context } = await openPage(browser, { origin });
  await page.goto(`${origin}/?mac=${phone.mac}`);
  await page.locator(".plan").filter({ hasText: "Low tide" }).locator(".button-plan").click();
  await page.locator("#phone").fill(`0${payer.slice(3)}`);
  await page.locator("form[action='/buy'] button[type=submit]").click();
  await visitors().answerPrompt((await visitors().openPrompt(payer)).id, "paid");
  await page.locator("a.button-main[href*='/connected']").waitFor({ timeout: 30_000 });
  const control = new Request("http://127.0.0.1/control/router");
  await until(
    "the device is let out",
    async () => (await simulator.handle(control.clone()))?.json() as Promise<{ active: { mac: string }[] }>,
    ({ active }) => active.some(({ mac }) => mac === phone.mac),
  );
  await context.close();
  await providerTab.goto(`${origin}/admin/payments`);
  await providerTab.getByText("+254 712 000 777").first().waitFor();
  await operator.open("/superadmin/routers?q=Pier");
  await operator.page
    .getByRole("row")
    .filter({ hasText: "Pier Gate" })
    .getByText("KSh 15.00", { exact: true })
    .first()
    .waitFor();
  expect(operator.faults).toEqual([]);
});
