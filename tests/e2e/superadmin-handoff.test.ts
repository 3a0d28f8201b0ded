import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask } from "../support/site/ask.ts";
import { expectAccessible, launchBrowser } from "../support/site/browser.ts";
import { originOf } from "../support/site/console.ts";
import { ConsoleOperator, type OperatorOptions, operatorCookie } from "../support/site/console-operator.ts";
import { readRows } from "../support/site/read-rows.ts";
import { testSite } from "../support/site/test-site.ts";

// The operator opens a provider's console, by a real site (docs/behaviour/operator-console.md, OC-34). What the page says
// while no code comes stands in tests/ui/superadmin/provider-profile.test.ts.

const notValid =
  "This sign-in link is not valid any more. Open the console again from the super admin console.";

const { site } = testSite();
let browser: Browser;
/** Made first, so that its minute passes while the other tests run. */
let oldCode: { address: string; expiresAt: string };
beforeAll(async () => {
  browser = await launchBrowser();
  oldCode = await makeCode();
});
afterAll(() => browser.close());

async function makeCode(): Promise<typeof oldCode> {
  const { id } = site().seeded.demo;
  const headers = { cookie: await operatorCookie(site()) };
  const answer = await ask(site().main, `/api/superadmin/providers/${id}/handoff`, { json: {}, headers });
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return JSON.parse(answer.text);
}

async function come(options: OperatorOptions = {}) {
  const operator = await ConsoleOperator.come(site(), browser, options);
  await operator.open(`/superadmin/providers/${site().seeded.demo.id}/profile`);
  const access = operator.page.getByRole("button", { name: "Access Provider Dashboard" });
  await access.waitFor();
  return { operator, access };
}

const banner = (page: Page) => page.getByText("Platform Operator, you are acting as Demo WiFi");

async function openConsole(options: OperatorOptions = {}) {
  const { operator, access } = await come(options);
  const [tab] = await Promise.all([operator.context.waitForEvent("page"), access.click()]);
  await tab.waitForURL(`${originOf(site(), site().seeded.demo)}/admin/dashboard`);
  await banner(tab).waitFor();
  return { operator, tab };
}

describe("Access Provider Dashboard", () => {
  it("opens the provider's dashboard in a new tab, signed in, with no way back and the code left nowhere", async () => {
    const { operator, access } = await come();
    const { context } = operator;
    const asked: { address: string; referrer: string | undefined; body: string | null }[] = [];
    context.on("request", (request) =>
      asked.push({
        address: request.url(),
        referrer: request.headers().referer,
        body: request.postData(),
      }),
    );
    const made = operator.page.waitForResponse("**/api/superadmin/providers/*/handoff");
    const [tab] = await Promise.all([context.waitForEvent("page"), access.click()]);
    const { address } = await (await made).json();
    const code = new URL(address).hash.replace("#handoff=", "");
    expect(code).toMatch(/^[0-9a-f]{64}$/);
    const origin = originOf(site(), site().seeded.demo);
    await tab.waitForURL(`${origin}/admin/dashboard`);
    await tab.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
    await banner(tab).waitFor();

    expect(await tab.evaluate("window.opener")).toBeNull();
    expect(await tab.evaluate("location.hash")).toBe("");
    const carriers = asked.filter((one) => JSON.stringify(one).includes(code));
    expect(carriers).toEqual([
      { address: `${origin}/api/admin/handoff`, referrer: `${origin}/admin`, body: JSON.stringify({ code }) },
    ]);
    await tab.goBack();
    expect(tab.url()).not.toContain(code);
    const stored = "JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)])";
    if (tab.url().startsWith(origin)) expect(await tab.evaluate(stored)).not.toContain(code);
    expect(operator.faults).toEqual([]);
    await operator.leave();
  });

  it("shows who acts, and Exit, on every page, a phone's too; nothing of the admin's own account can be changed", async () => {
    const { operator, tab } = await openConsole({ width: 360 });
    for (const path of ["plans", "users", "vouchers", "settings", "profile"]) {
      await tab.goto(`${originOf(site(), site().seeded.demo)}/admin/${path}`);
      await banner(tab).waitFor();
      await tab.getByRole("button", { name: "Exit" }).waitFor();
    }
    await tab.getByText("Only the admin changes this profile").waitFor();
    expect(await tab.getByRole("button", { name: "Save Changes" }).count()).toBe(0);
    for (const width of [360, 1280]) {
      await tab.setViewportSize({ width, height: 800 });
      for (const colorScheme of ["light", "dark"] as const) {
        await tab.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await expectAccessible(tab);
      }
    }
    await operator.leave();
  });

  it("ends with Exit: that tab is back at the provider in the operator's console, all of it in the audit trail", async () => {
    const { operator, tab } = await openConsole();
    await tab.getByRole("button", { name: "Exit" }).click();
    await tab.waitForURL(`${site().main}/superadmin/providers/${site().seeded.demo.id}/profile`);
    await tab.getByRole("heading", { level: 1, name: "Demo WiFi" }).waitFor();
    await tab.goto(`${originOf(site(), site().seeded.demo)}/admin/dashboard`);
    await tab.getByRole("heading", { level: 1, name: "Provider Admin" }).waitFor();
    await operator.page.reload();
    await operator.page.getByRole("heading", { level: 1, name: "Demo WiFi" }).waitFor();
    const rows = await readRows(
      site(),
      "SELECT action, actor, actor_id AS actorId, provider_id AS providerId FROM audit ORDER BY at DESC, rowid DESC LIMIT 3",
    );
    const { demo, operator: who } = site().seeded;
    const by = { actor: "platform", actorId: who.id, providerId: demo.id };
    expect(rows).toEqual([
      { action: "handoff.leave", ...by },
      { action: "handoff.enter", ...by },
      { action: "handoff.create", ...by },
    ]);
    await operator.leave();
  });

  it("opens a suspended provider's console all the same", async () => {
    const { id } = site().seeded.demo;
    const headers = { cookie: await operatorCookie(site()) };
    const set = async (act: string) => {
      const answer = await ask(site().main, `/api/superadmin/providers/${id}/${act}`, { json: {}, headers });
      expect(answer.status).toBe(200);
    };
    await set("suspend");
    const { operator, tab } = await openConsole();
    await tab.getByText("First steps").first().waitFor();
    expect(await tab.getByText("Account suspended").count()).toBe(0);
    await set("activate");
    await operator.leave();
  });
});

/** A tab of its own, in a browser without a session. */
async function visit(address: string): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: "reduce" });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

async function expectRefused(address: string): Promise<void> {
  const page = await visit(address);
  await page.getByRole("alert").getByText("Sign In Failed").waitFor();
  await page.getByRole("alert").getByText(notValid).waitFor();
  expect(page.url()).toBe(`${new URL(address).origin}/admin`);
  expect(await page.evaluate("sessionStorage.getItem('admin')")).toBeNull();
  await expectAccessible(page);
  await page.reload();
  expect(await page.getByRole("alert").count()).toBe(0);
  await page.context().close();
}

describe("the link of the new tab", () => {
  it("signs in without a glimpse of log-in, and fails the second time", async () => {
    const { address } = await makeCode();
    const context = await browser.newContext();
    await context.addInitScript(`new MutationObserver(() => {
      if (document.body?.textContent.includes("Sign In")) window.glimpsed = true;
    }).observe(document, { childList: true, subtree: true });`);
    const page = await context.newPage();
    await page.goto(address);
    await banner(page).waitFor();
    expect(await page.evaluate("window.glimpsed ?? false")).toBe(false);
    expect(await page.evaluate("history.length")).toBe(2);
    await context.close();
    await expectRefused(address);
  });

  it("fails on another provider's host", async () => {
    const { address } = await makeCode();
    await expectRefused(address.replace("//demo.", "//savanna."));
  });

  it("fails after 60 seconds", async () => {
    const left = Date.parse(oldCode.expiresAt) - Date.now() + 500;
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
    await expectRefused(oldCode.address);
    const [row] = await readRows(site(), "SELECT detail FROM audit ORDER BY at DESC, rowid DESC LIMIT 1");
    expect(JSON.parse(String(row?.detail))).toMatchObject({ reason: "expired" });
  });
});

it("no built file listens for messages of other windows", () => {
  const folder = join(import.meta.dirname, "../../dist/client");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".js"),
  );
  const texts = files.map((name) => readFileSync(join(folder, name), "utf8"));
  // The search would find one.
  const listens =
    /addEventListener\(\s*["'`]message["'`]|(?:window|self|globalThis)\.onmessage\s*=|SET_ADMIN_DATA/;
  expect("window.addEventListener(`message`,f)").toMatch(listens);
  expect(texts.some((text) => /addEventListener\(["'`]popstate["'`]/.test(text))).toBe(true);
  expect(files.filter((_, index) => listens.test(texts[index] ?? ""))).toEqual([]);
});
