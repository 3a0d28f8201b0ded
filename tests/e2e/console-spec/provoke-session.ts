import type { ConsoleAdmin } from "../../support/site/console-admin.ts";
import { wordsOf } from "./evidence.ts";
import { answer, at, come, done, type Provoke, type World } from "./world.ts";

// Who is signed in, and what stands around every page.

const pages = [
  "dashboard",
  "plans",
  "users",
  "payments",
  "routers",
  "reports",
  "settings",
  "vouchers",
  "profile",
];
const recordOf = ({ page }: ConsoleAdmin) => page.evaluate<string | null>("sessionStorage.getItem('admin')");
const pathOf = ({ page }: ConsoleAdmin) => new URL(page.url()).pathname;
const atLogIn = async ({ page }: ConsoleAdmin) => page.getByRole("button", { name: "Sign In" }).waitFor();

async function logInPage(world: World, onMain = false): Promise<ConsoleAdmin> {
  const admin = await come(world, { signedIn: false, onMain });
  await admin.open("/admin");
  return admin;
}

const look =
  (onMain: boolean): Provoke =>
  async (world) => {
    const admin = await logInPage(world, onMain);
    const heading = await wordsOf(admin.page, "h1");
    const typeOf = (label: string) =>
      admin.page
        .getByLabel(label, { exact: true })
        .evaluate((field) => (field as unknown as { type: string }).type);
    const types = { Username: await typeOf("Username"), Password: await typeOf("Password") };
    return done(admin, { heading, types });
  };

export const sessionProvocations = {
  "log-in page": look(false),
  "log-in page of the main domain": look(true),

  async "log-in refused"(world) {
    const admin = await logInPage(world);
    const { page } = admin;
    const said = async (username: string, password: string) => {
      await admin.logIn({ username, password });
      const alert = page.getByRole("alert");
      await alert.waitFor();
      await page.getByRole("button", { name: "Sign In" }).waitFor();
      return wordsOf(page, "[role=alert]");
    };
    const blank = [await said("", ""), await said("  ", "secret"), await said("demo", "  ")];
    const asked = admin.requests.includes("POST /api/admin/login");
    const wrong = await said("demo.nobody", "not the password");
    await answer(admin, { login: { status: 403, message: "This account is closed." } });
    const inWords = await said("demo", "whatever");
    await page.unrouteAll();
    await answer(admin, { login: { status: 502 } });
    const wordless = await said("demo", "whatever");
    return done(admin, { blank: [...new Set(blank)], asked, wrong, inWords, wordless });
  },

  async "log-in"(world) {
    const admin = await logInPage(world);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await admin.page.route("**/api/admin/login", async (route) => {
      await held;
      await route.continue();
    });
    await admin.logIn();
    const pending = admin.page.getByRole("button", { name: "Signing in..." });
    await pending.waitFor();
    const busy = await pending.isDisabled();
    release();
    await admin.page.waitForURL(/dashboard/);
    const record = JSON.parse((await recordOf(admin)) ?? "{}") as Record<string, unknown>;
    return done(admin, { busy, ends: pathOf(admin), record: Object.keys(record).sort() });
  },

  async "no session"(world) {
    const admin = await come(world, { signedIn: false });
    const ends: string[] = [];
    for (const page of pages) {
      await admin.page.goto(`${admin.origin}/admin/${page}`);
      await atLogIn(admin);
      ends.push(pathOf(admin));
    }
    return done(admin, { ends: [...new Set(ends)] });
  },

  async "malformed session"(world) {
    const admin = await come(world, { signedIn: false });
    await admin.open("/admin");
    const left: (string | null)[] = [];
    for (const record of ["{broken", '{"id":"1"}', '{"username":"demo"}']) {
      await admin.page.evaluate(`sessionStorage.setItem("admin", ${JSON.stringify(record)})`);
      await admin.page.goto(`${admin.origin}/admin/plans`);
      await atLogIn(admin);
      left.push(await recordOf(admin));
    }
    return done(admin, { left: [...new Set(left)], ends: pathOf(admin) });
  },

  async "window message"(world) {
    const admin = await logInPage(world);
    const adminData = { id: "1", username: "intruder", name: "Intruder", role: "admin", providerId: "p" };
    await admin.page.evaluate(
      `window.postMessage(${JSON.stringify({ type: "SET_ADMIN_DATA", adminData })}, location.origin)`,
    );
    await admin.page.goto(`${admin.origin}/admin/dashboard`);
    await atLogIn(admin);
    return done(admin, { record: await recordOf(admin), ends: pathOf(admin) });
  },

  async logout(world) {
    const admin = await logInPage(world);
    await admin.logIn();
    await admin.page.getByRole("button", { name: "Logout" }).click();
    await atLogIn(admin);
    return done(admin, { record: await recordOf(admin), ends: pathOf(admin) });
  },

  async sidebar(world) {
    const admin = await at(world, "plans");
    const { page } = admin;
    const nav = page.locator(".mantine-AppShell-navbar");
    const places = await nav
      .locator("nav a")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    const badge = await nav.getByTitle("Online now").innerText();
    return done(admin, {
      places,
      badge,
      who: await wordsOf(page, ".mantine-AppShell-navbar a[href$=profile]:has(p)"),
    });
  },

  async "nameless admin"(world) {
    const { demo } = world.site.seeded;
    const nobody = {
      id: demo.admin.id,
      username: "demo",
      name: "",
      role: "",
      email: "",
      providerId: demo.id,
    };
    const admin = await at(world, "plans", { answers: { session: { json: nobody } } });
    return done(admin);
  },

  async "phone menu"(world) {
    const admin = await at(world, "plans", { width: 360, height: 740 });
    const { page } = admin;
    await page.getByRole("button", { name: "More" }).click();
    const menu = page.getByRole("dialog");
    await menu.getByRole("link").first().waitFor();
    const places = await menu.getByRole("link").allInnerTexts();
    const text = await wordsOf(page, "[role=dialog]");
    return done(admin, { places: places.map((place) => place.split("\n")[0]), menu: text });
  },
} satisfies Record<string, Provoke>;
