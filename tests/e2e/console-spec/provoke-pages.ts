import type { ConsoleAdmin } from "../../support/site/console-admin.ts";
import { wordsOf } from "./evidence.ts";
import * as lists from "./lists.ts";
import { at, come, done, heads, linksOf, type Provoke } from "./world.ts";

// Every page as it stands, with rows of every kind and without any.

const buttons = ({ page }: ConsoleAdmin) => page.getByRole("main").getByRole("button").allInnerTexts();
const wide = { width: 1600, height: 900 };

export const pageProvocations = {
  async dashboard(world) {
    const admin = await at(world, "dashboard");
    const { page } = admin;
    const choice = page.getByPlaceholder("Select Router");
    const chosen = await choice.inputValue();
    const links = await linksOf(admin, [
      ...["Total Revenue", "Active Users", "Today's Sales", "Monthly Revenue"],
      ...["Manage Users", "Manage Plans", "View Payments"],
    ]);
    await choice.click();
    await page.getByRole("option").first().waitFor();
    const options = await page.getByRole("option").allInnerTexts();
    return done(admin, {
      chosen,
      options: options.map((text) => text.replace(/\s+/g, " ")),
      links: Object.fromEntries(Object.entries(links).map(([name, href]) => [name, href.split("?")[0]])),
      usersFilter: links["Active Users"],
    });
  },

  async "dashboard of a new provider"(world) {
    const admin = await at(world, "dashboard", { provider: world.site.seeded.savanna });
    const revenue = await wordsOf(admin.page, "main a[href*=payments]");
    return done(admin, { revenue });
  },

  async "dashboard without routers"(world) {
    const { demo } = world.site.seeded;
    const answers = { [`routers/provider/${demo.id}`]: { json: [] } };
    const admin = await at(world, "dashboard", { answers });
    const way = await admin.page.getByRole("link", { name: "Go to Routers" }).getAttribute("href");
    return done(admin, { way });
  },

  async users(world) {
    const admin = await at(world, "users", { ...wide, answers: { users: { json: lists.users() } } });
    const { page } = admin;
    await page.getByRole("table").waitFor();
    const row = async (mac: string) =>
      (await page.getByRole("row").filter({ hasText: mac }).innerText()).replace(/\s+/g, " ");
    const facts = {
      heads: await heads(admin),
      active: await row("0A:01"),
      expired: await row("0A:02"),
      inactive: await row("0A:03"),
      search: await page.getByRole("searchbox").getAttribute("placeholder"),
      links: await linksOf(admin, ["Total Users", "Active Users", "Expired", "Online Now"]),
    };
    await page.getByRole("button", { name: "Disconnect 0712 345 678" }).click();
    await page.getByRole("dialog").waitFor();
    const question = await wordsOf(page, "[role=dialog]");
    const asked = admin.requests.some((request) => request.endsWith("/disconnect"));
    return done(admin, { ...facts, question, asked });
  },

  async "no users"(world) {
    return done(await at(world, "users", { provider: world.site.seeded.savanna }));
  },

  async "users that nobody finds"(world) {
    const admin = await at(world, "users?q=nobody", { provider: world.site.seeded.savanna });
    const { page } = admin;
    await page.getByText("No users match your search").waitFor();
    const text = await wordsOf(page, "main");
    await page.getByText("Clear search", { exact: true }).click();
    await page.getByText("No users found").waitFor();
    await admin.leave();
    return { text, facts: { search: new URL(page.url()).search } };
  },

  async payments(world) {
    const json = lists.transactions();
    const answers = { "transactions/recent": { json }, transactions: { json } };
    const admin = await at(world, "payments", { answers });
    const items = admin.page.getByRole("region", { name: "Recent Payments" }).getByRole("listitem");
    const recent = (await items.allInnerTexts()).map((text) => text.replace(/\s+/g, " "));
    return done(admin, { recent });
  },

  async "no payments"(world) {
    const admin = await at(world, "payments", { provider: world.site.seeded.savanna });
    const rate = await admin.page.getByRole("link", { name: /^Success Rate/ }).innerText();
    return done(admin, { rate: rate.replace(/\s+/g, " ") });
  },

  async routers(world) {
    const { demo } = world.site.seeded;
    const answers = { [`routers/provider/${demo.id}`]: { json: lists.routers() } };
    const admin = await at(world, "routers", { ...wide, answers });
    const { page } = admin;
    await page.getByRole("table").waitFor();
    const row = async (name: string) =>
      (
        await page
          .getByRole("row")
          .filter({ hasText: `api-${name}` })
          .innerText()
      ).replace(/\s+/g, " ");
    const count = async (name: string) =>
      (
        await page
          .getByRole("main")
          .getByRole("link", { name: new RegExp(`^${name}`) })
          .innerText()
      ).replace(/\s+/g, " ");
    return done(admin, {
      heading: await wordsOf(page, "h1"),
      heads: await heads(admin),
      counts: await Promise.all(["Total", "Online", "Active", "Offline"].map(count)),
      gate: await row("Gate"),
      lodge: await row("Lodge"),
      ferry: await row("Ferry"),
      quay: await row("Quay"),
      acts: (await buttons(admin)).filter((name) => ["Discover", "Scan network"].includes(name)),
      tests: await page.getByRole("button", { name: /^Test connection of/ }).count(),
    });
  },

  async "no routers"(world) {
    const { demo } = world.site.seeded;
    const answers = { [`routers/provider/${demo.id}`]: { json: [] } };
    return done(await at(world, "routers", { answers }));
  },

  async "no reports"(world) {
    const admin = await at(world, "reports", { provider: world.site.seeded.savanna });
    const made = (await buttons(admin)).filter((name) => name === "Generate Report").length;
    return done(admin, { made });
  },

  async vouchers(world) {
    const answers = { vouchers: { json: lists.vouchers() } };
    const admin = await at(world, "vouchers", { ...wide, answers });
    const { page } = admin;
    await page.getByRole("table").waitFor();
    const row = async (code: string) =>
      (await page.getByRole("row").filter({ hasText: code }).innerText()).replace(/\s+/g, " ");
    const cards = await page.locator("main a.mantine-Card-root").allInnerTexts();
    return done(admin, {
      heading: await wordsOf(page, "h1"),
      cards: cards.map((text) => text.split("\n")[0]),
      heads: (await heads(admin)).filter(Boolean),
      active: await row("AAAA1"),
      expired: await row("AAAA2"),
      used: await row("AAAA3"),
      acts: (await buttons(admin)).filter((name) => ["Export", "Generate Vouchers"].includes(name)),
      copies: await page.getByRole("button", { name: "Copy AAAA1-BBBBB" }).count(),
    });
  },

  async "no vouchers"(world) {
    return done(await at(world, "vouchers", { answers: { vouchers: { json: [] } } }));
  },

  async "vouchers on their way"(world) {
    const admin = await come(world);
    // Never answered: the page stays where it waits.
    await admin.page.route(/\/api\/admin\/vouchers(\?|$)/, () => undefined);
    await admin.open("/admin/vouchers");
    await admin.page.getByText("Loading vouchers...").first().waitFor();
    return done(admin);
  },

  async settings(world) {
    const admin = await at(world, "settings");
    const { page } = admin;
    await page.getByRole("tab").first().waitFor();
    const colours = ["Primary", "Secondary", "Background", "Header", "Footer"].map((name) =>
      page.getByLabel(`${name} colour`).inputValue(),
    );
    const portal = await page.getByRole("link", { name: "Preview Portal" }).getAttribute("href");
    return done(admin, {
      heading: await wordsOf(page, "h1"),
      tabs: await page.getByRole("tab").allInnerTexts(),
      colours: await Promise.all(colours),
      ownPortal: portal === `${world.site.origin}/`,
      save: (await buttons(admin)).includes("Save"),
    });
  },

  async "settings of the main domain"(world) {
    const admin = await at(world, "settings", { onMain: true });
    return done(admin, { heading: await wordsOf(admin.page, "h1") });
  },

  async profile(world) {
    const { demo } = world.site.seeded;
    const json = { name: "Amina Wanjiru", email: "amina@demo.example", username: "demo", role: "" };
    const admin = await at(world, "profile", { answers: { [`profile/${demo.admin.id}`]: { json } } });
    const { page } = admin;
    const field = (label: string) => page.getByLabel(label, { exact: true });
    const values = async (...labels: string[]) =>
      Object.fromEntries(
        await Promise.all(labels.map(async (label) => [label, await field(label).inputValue()])),
      );
    const fixed = await Promise.all(
      ["Role", "Username"].map((label) => field(label).getAttribute("readonly")),
    );
    return done(admin, {
      heading: await wordsOf(page, "h1"),
      values: await values("Role", "Username", "Full name", "Email address"),
      passwords: await values("Current password", "New password", "Confirm new password"),
      readOnly: fixed.every((value) => value !== null),
      save: (await buttons(admin)).includes("Save Changes"),
    });
  },
} satisfies Record<string, Provoke>;
