import type { Route } from "playwright-core";
import type { Balance, Payout, Statement, StatementLine } from "#contract/payouts";
import kiswahili from "#web/console/messages/sw.json" with { type: "json" };
import type { ConsoleAdmin } from "../support/site/console-admin.ts";
import { offerSms } from "../support/site/offer-sms.ts";
import type { Screen, Stage } from "./stage.ts";
import { platform } from "./superadmin-stock.ts";
import { toppedUp } from "./topped-up.ts";

type Show = (admin: ConsoleAdmin, stage: Stage) => Promise<unknown>;

/** A page of the console, brought to where the picture is taken. */
const at = (name: string, path: string, show?: Show): Screen => ({
  name: `console-${name}`,
  async show(stage) {
    const admin = await stage.admin(path);
    await show?.(admin, stage);
    return admin;
  },
});

/** What stands on the page for this English text. */
async function words({ page }: ConsoleAdmin, english: string): Promise<string> {
  const isKiswahili = (await page.evaluate("document.documentElement.lang")) === "sw";
  return (isKiswahili && (kiswahili as Record<string, string>)[english]) || english;
}
const press = async (admin: ConsoleAdmin, name: string) =>
  admin.page
    .getByRole("button", { name: await words(admin, name) })
    .first()
    .click();
const shown = async (admin: ConsoleAdmin, text: string) =>
  admin.page
    .getByText(await words(admin, text))
    .first()
    .waitFor();
const dialog = (admin: ConsoleAdmin) => admin.page.getByRole("dialog").first().waitFor();

/** The sheet of the first row, and what one of its buttons opens over it. */
const fromSheet = (name: string, path: string, button: string): Screen =>
  at(name, path, async (admin) => {
    await admin.page.locator("main li button, main tbody button").first().click();
    await dialog(admin);
    await press(admin, button);
    await admin.page.getByRole("dialog").nth(1).waitFor();
  });

/** A window that a button of the page opens. */
const window = (name: string, path: string, button: string): Screen =>
  at(name, path, async (admin) => {
    await press(admin, button);
    await dialog(admin);
  });

/** The form in the place of the sheet that led to it. */
const ofRouter = (name: string, button: string): Screen =>
  at(name, "/admin/routers", async (admin) => {
    await admin.page.locator("main li button, main tbody button").first().click();
    await dialog(admin);
    await press(admin, button);
    await admin.page
      .getByRole("dialog")
      .filter({ hasNotText: await words(admin, "Last Seen") })
      .waitFor();
  });

const onPhones = (screen: Screen): Screen => ({ ...screen, onlyNarrow: true });

/** The same page for an admin whose browser speaks Kiswahili. */
const inKiswahili = (screen: Screen): Screen => ({
  ...screen,
  name: screen.name.replace("console-", "console-kiswahili-"),
  onlyLight: true,
  show: (stage) =>
    screen.show({
      ...stage,
      admin: (path, options) => stage.admin(path, { ...options, language: "sw-KE" }),
    }),
});

/** The other provider, who has not sold anything yet. */
const empty = (name: string, path: string): Screen => ({
  name: `console-empty-${name}`,
  async show(stage) {
    return stage.admin(path, { provider: stage.site.seeded.savanna });
  },
});

/** A page that is gone to from another one, while the server treats all calls in this way. */
const under = (
  how: "failed" | "reading",
  name: "Dashboard" | "Users",
  treat: (route: Route) => unknown,
): Screen => ({
  name: `console-${how}-${name.toLowerCase()}`,
  isReading: how === "reading",
  async show(stage) {
    const admin = await stage.admin("/admin/profile");
    await admin.page.route("**/api/admin/**", treat);
    await admin.page.getByRole("link", { name, exact: true }).last().click();
    await admin.page.getByRole("heading", { level: 1, name }).waitFor();
    if (how === "failed") await admin.page.getByRole("button", { name: "Try again" }).first().waitFor();
    return admin;
  },
});
const abort = (route: Route) => route.abort();
const leaveOpen = () => undefined;

/** The SMS account is typed, has taken a test message, and is used for receipts. */
const withSms = (name: string, query: string, show?: Show): Screen =>
  at(name, "/admin/messages", async (admin, stage) => {
    const { username, apiKey } = stage.site.secrets.smsAccount;
    const chosen = {
      receipt: true,
      ending: true,
      outage: false,
      language: "en",
      segmentPrice: 0.8,
      budget: 500,
    };
    const calls = [
      ["PUT", "account", { username, apiKey }],
      ["POST", "test", { phoneNumber: "0712345678" }],
      ["PUT", "settings", { ...chosen, quietFrom: "21:00", quietTo: "07:00" }],
    ];
    for (const [method, path, body] of calls) {
      const options = { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
      await admin.page.evaluate(
        `fetch("/api/admin/messages/${path}", ${JSON.stringify(options)}).then((answer) => answer.text())`,
      );
    }
    await admin.open(`/admin/messages${query}`);
    await show?.(admin, stage);
  });

async function makeToken({ page }: ConsoleAdmin): Promise<void> {
  const body = JSON.stringify({ name: "Shop", scopes: ["read:plans", "write:vouchers"] });
  const options = { method: "POST", headers: { "content-type": "application/json" }, body };
  await page.evaluate(
    `fetch("/api/admin/api-tokens", ${JSON.stringify(options)}).then((answer) => answer.text())`,
  );
}

const payout = (id: string, status: Payout["status"], amount: number, day: string): Payout => ({
  id,
  status,
  amount,
  fee: 10,
  kind: "phone",
  account: "254712345678",
  reference: null,
  receipt: status === "paid" ? "TKQ4HGR2N1" : null,
  createdAt: `2026-11-${day}T08:00:00.000Z`,
  updatedAt: `2026-11-${day}T08:01:00.000Z`,
});
export const balance: Balance = {
  collection: "consented",
  paysOut: true,
  owed: 4_310,
  underWay: 1_510,
  refunding: 0,
  available: 4_300,
  fresh: 0,
  holdHours: 24,
  fee: 10,
  least: 100,
  most: 250_000,
  destination: { kind: "phone", account: "254712345678", reference: null, heldUntil: null },
  payouts: [payout("p2", "sent", 1_500, "26"), payout("p1", "paid", 3_000, "19")],
};
const line = (day: string, kind: StatementLine["kind"], count: number, amount: number): StatementLine => ({
  day: `2026-11-${day}`,
  kind,
  count,
  amount,
  fee: null,
  account: null,
  receipt: null,
});
const statement: Statement = {
  from: "2026-11-19",
  to: "2026-11-26",
  opening: 3_010,
  closing: 4_310,
  lines: [
    { ...line("19", "payout", 1, -3_010), fee: 10, account: "254712345678", receipt: "TKQ4HGR2N1" },
    line("20", "sales", 96, 5_850),
    line("21", "refunds", 1, -30),
    { ...line("26", "payout", 1, -1_510), fee: 10, account: "254712345678" },
  ],
};
/** What a week of collecting leaves behind. */
async function withBalance({ page }: ConsoleAdmin): Promise<void> {
  await page.route("**/api/admin/balance", (route) => route.fulfill({ json: balance }));
  await page.route("**/api/admin/balance/statement**", (route) => route.fulfill({ json: statement }));
}

/** The provider console's pages with what a provider's days leave behind. */
const pages: Screen[] = [
  at("dashboard", "/admin/dashboard", (admin) => shown(admin, "Total Revenue")),
  onPhones(
    at("menu", "/admin/dashboard", async (admin) => {
      await press(admin, "More");
      await dialog(admin);
    }),
  ),
  at("billing", "/admin/billing"),
  at("balance", "/admin/profile", async (admin) => {
    await withBalance(admin);
    await admin.open("/admin/billing?tab=balance");
    await admin.page.getByText("4,310").first().scrollIntoViewIfNeeded();
  }),
  at("payout", "/admin/profile", async (admin) => {
    await withBalance(admin);
    await admin.open("/admin/billing?tab=balance");
    await press(admin, "Pay out");
    await dialog(admin);
  }),
  at("billing-account", "/admin/billing?tab=paid", (admin) => press(admin, "Change account")),
  at("plans", "/admin/plans"),
  at("plan-new", "/admin/plans", async (admin) => {
    await press(admin, "Create Plan");
    await dialog(admin);
  }),
  at("plan-more", "/admin/plans", async (admin) => {
    await press(admin, "Create Plan");
    await dialog(admin);
    const form = admin.page.getByRole("dialog");
    await form.getByRole("button", { name: await words(admin, "Data"), exact: true }).click();
    await admin.page.getByLabel(await words(admin, "Slower after (GB)")).fill("5");
    await admin.page.getByLabel(await words(admin, "Lower speed (Mbps)")).scrollIntoViewIfNeeded();
  }),
  at("plan-top-up", "/admin/plans", async (admin) => {
    await press(admin, "Create Plan");
    await dialog(admin);
    const form = admin.page.getByRole("dialog");
    await form.getByRole("button", { name: await words(admin, "Data"), exact: true }).click();
    await admin.page.getByLabel(await words(admin, "Data limit (GB)")).fill("2");
    await admin.page.getByLabel(await words(admin, "Top-up (MB)")).fill("500");
    await admin.page.getByLabel(await words(admin, "Price of the top-up (KES)")).fill("20");
    await admin.page.getByLabel(await words(admin, "Top-up (MB)")).scrollIntoViewIfNeeded();
  }),
  at("people", "/admin/people", (admin) => shown(admin, "Who did what")),
  at("activity", "/admin/activity"),
  at("users", "/admin/users"),
  at("user", "/admin/users", async (admin) => {
    await admin.page.locator("main li button, main tbody button").first().click();
    await dialog(admin);
  }),
  at("user-top-ups", "/admin/users", async (admin, stage) => {
    const mac = await toppedUp(stage);
    await admin.open(`/admin/users?user=${encodeURIComponent(mac)}`);
    await dialog(admin);
    const list = admin.page.getByRole("list", { name: await words(admin, "Top-ups") });
    await list.scrollIntoViewIfNeeded();
  }),
  at("user-extend", "/admin/users?show=active", async (admin) => {
    await admin.page.locator("main li button, main tbody button").first().click();
    await dialog(admin);
    await press(admin, "Extend time");
    await admin.page.getByRole("dialog").nth(1).waitFor();
  }),
  at("payments", "/admin/payments"),
  at("receipt", "/admin/payments", async (admin) => {
    await admin.page.locator("main li button, main tbody button").first().click();
    await dialog(admin);
  }),
  at("routers", "/admin/routers"),
  at("router-sheet", "/admin/routers", async (admin) => {
    await admin.page.locator("main li button, main tbody button").first().click();
    await dialog(admin);
  }),
  at("routers-add", "/admin/routers?add=1", dialog),
  at("reports", "/admin/reports"),
  at("report", "/admin/reports", (admin) => press(admin, "Generate Report")),
  at("report-customers", "/admin/reports?kind=customers"),
  at("report-usage", "/admin/reports?kind=usage"),
  at("reports-days", "/admin/reports", async (admin) => {
    await admin.page
      .getByRole("button", { name: new RegExp(`^${await words(admin, "Days of the report")}`) })
      .click();
    await dialog(admin);
  }),
  at("search", "/admin/dashboard", async (admin) => {
    await press(admin, "Search");
    await admin.page.getByRole("dialog").getByRole("textbox").fill("0712");
    await shown(admin, "Users");
  }),
  window("people-invite", "/admin/people", "Invite"),
  at("vouchers-offline", "/admin/vouchers", async (admin) => {
    await press(admin, "More actions");
    await admin.page.getByRole("menuitem", { name: await words(admin, "Without internet") }).click();
    await dialog(admin);
  }),
  at("voucher-made", "/admin/dashboard", async (admin) => {
    await admin.page
      .getByRole("region", { name: await words(admin, "Sell a voucher") })
      .getByRole("button")
      .first()
      .click();
    await dialog(admin);
  }),
  fromSheet("voucher-print", "/admin/vouchers?status=active", "Print"),
  fromSheet("voucher-revoke", "/admin/vouchers?status=active", "Revoke voucher"),
  fromSheet("user-move", "/admin/users?show=active", "Move device"),
  fromSheet("user-disconnect", "/admin/users?show=active", "Disconnect"),
  fromSheet("give-back", "/admin/payments?type=payment&status=completed", "Give back"),
  ofRouter("router-edit", "Edit"),
  ofRouter("router-checklist", "Checklist"),
  ofRouter("router-set-up", "Set up router"),
  fromSheet("router-remove", "/admin/routers", "Remove router"),
  window("bridge-install", "/admin/routers", "Install a bridge"),
  at("plan-delete", "/admin/plans", async (admin) => {
    await admin.page.locator("main li button, main tbody button").nth(1).click();
    await dialog(admin);
  }),
  at("settings", "/admin/settings"),
  at("api", "/admin/api", async (admin) => {
    await makeToken(admin);
    await admin.open("/admin/api");
  }),
  at("import", "/admin/import"),
  at("api-docs", "/api/docs"),
  at("api-new", "/admin/api", async (admin) => {
    await press(admin, "Make a token");
    await dialog(admin);
  }),
  at("guard", "/admin/guard", async (admin) => {
    await press(admin, "Look now");
    await shown(admin, "Night by night");
  }),
  at("api-made", "/admin/api", async (admin) => {
    await press(admin, "Make a token");
    await dialog(admin);
    const form = admin.page.getByRole("dialog");
    await form.getByRole("textbox").first().fill("Duka");
    await form.getByRole("checkbox").first().check();
    await press(admin, "Make the token");
    await shown(admin, "Copy the token");
  }),
  withSms("messages", "", (admin) => shown(admin, "Test message")),
  withSms("trial", "", async (admin) => {
    await admin.open("/admin/trial");
  }),
  withSms("message", "", async (admin) => {
    await admin.page.locator("main li button, main tbody button").first().click();
    await dialog(admin);
  }),
  at("messages-credits", "/admin/messages?tab=settings", async (admin, stage) => {
    await offerSms(stage.site);
    await platform(stage.site, `/api/superadmin/providers/${stage.site.seeded.demo.id}/sms-credits`, {
      amount: 84,
      note: "Welcome",
    });
    await admin.open("/admin/messages?tab=settings");
    await admin.page.locator("main summary").first().click();
  }),
  at("messages-buy-credits", "/admin/messages?tab=settings", async (admin, stage) => {
    await offerSms(stage.site);
    await admin.open("/admin/messages?tab=settings");
    await press(admin, "Buy credits");
    await dialog(admin);
  }),
  withSms("messages-settings", "?tab=settings", (admin) => shown(admin, "What is sent")),
  withSms("messages-texts", "?tab=texts", (admin) => shown(admin, "Preview")),
  at("messages-numbers", "/admin/messages?tab=numbers"),
  at("vouchers", "/admin/vouchers"),
  at("vouchers-generate", "/admin/vouchers", async (admin) => {
    await press(admin, "Generate Vouchers");
    await dialog(admin);
  }),
  at("profile", "/admin/profile"),
  at("profile-qr", "/admin/profile", async (admin, { site }) => {
    await press(admin, "Turn the second factor on");
    const form = admin.page.getByRole("dialog");
    await form.locator("input[type=password]").fill(site.seeded.demo.admin.password);
    await press(admin, "Continue");
    await form.getByRole("img", { name: await words(admin, "QR code of the new key") }).waitFor();
  }),
  at("404", "/admin/no-such-page"),
];

/** Its pages in both languages, and their other states. */
export const consoleScreens: Screen[] = [
  {
    name: "console-log-in",
    async show(stage) {
      return stage.admin("/admin", { signedIn: false });
    },
  },
  {
    name: "console-log-in-failed",
    async show(stage) {
      const admin = await stage.admin("/admin", { signedIn: false });
      await admin.logIn({ username: "nobody.at.all", password: "not the password" });
      await admin.page.getByRole("alert").first().waitFor();
      return admin;
    },
  },
  {
    name: "console-forgotten-password",
    async show(stage) {
      const admin = await stage.admin("/admin", { signedIn: false });
      await press(admin, "Forgotten your password?");
      await shown(admin, "Send the link");
      return admin;
    },
  },
  {
    name: "console-sign-up",
    async show(stage) {
      const admin = await stage.admin("/signup", { onMain: true, signedIn: false });
      await admin.page.getByLabel("Address of your page").fill("demo");
      await shown(admin, "The subdomain demo is already taken. Choose another one.");
      return admin;
    },
  },
  {
    name: "console-new-password",
    async show(stage) {
      return stage.admin(`/admin#reset=${"0".repeat(64)}`, { signedIn: false });
    },
  },
  ...pages,
  ...pages.map(inKiswahili),
  empty("dashboard", "/admin/dashboard"),
  empty("users", "/admin/users"),
  empty("payments", "/admin/payments"),
  empty("api", "/admin/api"),
  empty("messages", "/admin/messages"),
  empty("messages-settings", "/admin/messages?tab=settings"),
  under("failed", "Dashboard", abort),
  under("failed", "Users", abort),
  under("reading", "Dashboard", leaveOpen),
  under("reading", "Users", leaveOpen),
];
