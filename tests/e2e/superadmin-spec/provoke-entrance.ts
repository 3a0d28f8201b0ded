import { ask } from "../../support/site/ask.ts";
import type { ConsoleOperator } from "../../support/site/console-operator.ts";
import { answer } from "./answer.ts";
import { wordsOf } from "./evidence.ts";
import { providers } from "./lists.ts";
import { at, button, come, done, listener, type Provoke, refused } from "./world.ts";

// Who is signed in, what stands around every page, and the dashboard.

const pages = (id: string) => [
  ...["dashboard", "providers", `providers/${id}/profile`, "routers", "advertisements"],
  ...["settings", "audit", "profile"],
];
const pathOf = ({ page }: ConsoleOperator) => new URL(page.url()).pathname;
const recordOf = ({ page }: ConsoleOperator) =>
  page.evaluate<string | null>("sessionStorage.getItem('superadmin')");
const logInHead = ({ page }: ConsoleOperator) =>
  page.getByRole("heading", { level: 1, name: "Super Admin Portal" });

const stats = {
  ...{ totalProviders: 12, activeProviders: 11, totalRouters: 20, onlineRouters: 17 },
  ...{ totalRevenue: 1_234_567.5, monthlyRevenue: 89_000 },
  trends: { newProviders: 3, newRouters: 0, revenue: 12.5, month: -4 },
};

export const entranceProvocations = {
  async "the pages"(world) {
    const operator = await come(world);
    const headings: Record<string, string> = {};
    const { id } = world.site.seeded.demo;
    for (const path of [...pages(id), "no-such-page"]) {
      await operator.open(`/superadmin/${path}`);
      const name = path === `providers/${id}/profile` ? "profile of a provider" : path;
      await operator.page.locator(".mantine-Skeleton-root").last().waitFor({ state: "detached" });
      headings[name] = await wordsOf(operator.page, "h1");
    }
    return done(operator, { headings });
  },

  async "no session"(world) {
    const operator = await come(world, { signedIn: false });
    const ends: string[] = [];
    for (const path of pages(world.site.seeded.demo.id)) {
      await operator.page.goto(`${operator.origin}/superadmin/${path}`);
      await logInHead(operator).waitFor();
      ends.push(pathOf(operator));
    }
    return done(operator, { ends: [...new Set(ends)] });
  },

  async "a provider's host"(world) {
    const { site } = world;
    const answers = ["/superadmin", "/superadmin/dashboard", "/superadmin/providers"].map(async (path) => {
      const { status, text } = await ask(site.origin, path, { headers: { accept: "text/html" } });
      return [path, { status, bundle: text.includes("superadmin") }] as const;
    });
    return { text: "", facts: { answers: Object.fromEntries(await Promise.all(answers)) } };
  },

  async "the log-in"(world) {
    const operator = await come(world, { signedIn: false });
    const { page } = operator;
    await operator.open("/superadmin");
    const text = await wordsOf(page, "body");
    const said = async (username: string, password: string) => {
      await operator.logIn({ username, password });
      await page.getByRole("alert").waitFor();
      await button(page, "Sign In").waitFor();
      return wordsOf(page, "[role=alert]");
    };
    const blank = [await said("", ""), await said("  ", "secret"), await said("operator", "  ")];
    const asked = operator.requests.includes("POST /api/superadmin/login");
    const wrong = await said("operator.nobody", "not the password");
    await answer(operator, { "superadmin/login": { status: 403, message: "This account is closed." } });
    const inWords = await said("operator", "whatever");
    await page.unrouteAll();
    await answer(operator, { "superadmin/login": { status: 502 } });
    const wordless = await said("operator", "whatever");
    await page.unrouteAll();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/api/superadmin/login", async (route) => {
      await held;
      await route.continue();
    });
    const { toasts, hear } = listener(page);
    await operator.logIn();
    const busy = await button(page, "Signing In...").isDisabled();
    await hear("signed in", async () => release());
    await page.waitForURL(/dashboard/);
    const record = JSON.parse((await recordOf(operator)) ?? "{}") as Record<string, unknown>;
    const facts = { blank: [...new Set(blank)], asked, wrong, inWords, wordless, busy, toasts };
    const ends = pathOf(operator);
    await button(page, "Sign Out").click();
    await logInHead(operator).waitFor();
    const left = { ends: pathOf(operator), record: await recordOf(operator) };
    await operator.leave();
    return { text, facts: { ...facts, ends, record: Object.keys(record), left } };
  },

  async "the sidebar"(world) {
    const operator = await at(world, "dashboard");
    const { page } = operator;
    const links = page.getByRole("navigation", { name: "Main" }).first().getByRole("link");
    const places = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    const options = await page.getByLabel("Theme").locator("option").all();
    const themes = await Promise.all(
      options.map(async (one) => `${await one.getAttribute("value")}: ${await one.textContent()}`),
    );
    return done(operator, { places, themes });
  },

  async "the menu of a phone"(world) {
    const operator = await at(world, "dashboard", { width: 360, height: 740 });
    const { page } = operator;
    await button(page, "More").click();
    await page.getByRole("dialog").getByRole("link").first().waitFor();
    const { name } = JSON.parse((await recordOf(operator)) ?? "{}") as { name?: string };
    const menu = await wordsOf(page, "[role=dialog]");
    return done(operator, { name: name !== undefined && menu.includes(name), logout: /Logout/.test(menu) });
  },

  async "the dashboard"(world) {
    const operator = await at(world, "dashboard", {
      answers: { "superadmin/stats": { json: stats }, "superadmin/providers": { json: providers() } },
    });
    const { page } = operator;
    const recent = page.getByRole("region", { name: "Recent Providers" }).getByRole("listitem");
    await recent.first().waitFor();
    const add = await page.getByRole("link", { name: "Add Provider" }).getAttribute("href");
    return done(operator, { recent: await recent.count(), add });
  },

  async "the dashboard of a new platform"(world) {
    return done(await at(world, "dashboard", { answers: { "superadmin/providers": { json: [] } } }));
  },

  async "Sign Out that nobody heard"(world) {
    const operator = await at(world, "dashboard", { answers: { "superadmin/logout": refused } });
    const { toasts, hear } = listener(operator.page);
    await hear("Sign Out", () => button(operator.page, "Sign Out").click());
    return done(operator, { toasts, ends: pathOf(operator) });
  },
} satisfies Record<string, Provoke>;
