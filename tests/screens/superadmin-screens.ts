import type { PlatformPayouts } from "#contract/payouts";
import { grounds, type ThemeName } from "#contract/values/console-themes";
import type { ConsoleOperator } from "../support/site/console-operator.ts";
import { offerSms } from "../support/site/offer-sms.ts";
import type { Screen, Stage } from "./stage.ts";
import { platform } from "./superadmin-stock.ts";

type Show = (operator: ConsoleOperator, stage: Stage) => Promise<unknown>;

/** A page of the super admin console whose lists have been read. */
const at = (name: string, path: string | ((stage: Stage) => string), then?: Show): Screen => ({
  name: `superadmin-${name}`,
  async show(stage) {
    const operator = await stage.operator(`/superadmin/${typeof path === "string" ? path : path(stage)}`);
    await then?.(operator, stage);
    return operator;
  },
});

const press = async ({ page }: ConsoleOperator, name: string) => {
  await page.getByRole("button", { name, exact: true }).first().click();
  await page.getByRole("dialog").waitFor();
};

const profile =
  (tab: string) =>
  ({ site }: Stage) =>
    `providers/${site.seeded.demo.id}/profile?tab=${tab}`;

/** These lists answer that there is nothing yet. */
const empty = (name: string, path: string, calls: readonly string[], ready: string): Screen => ({
  name: `superadmin-${name}-empty`,
  async show(stage) {
    const operator = await stage.operator();
    await operator.page.route(new RegExp(`/api/superadmin/(${calls.join("|")})(\\?|$)`), (route) =>
      route.fulfill({ json: [], headers: { "x-total-count": "0" } }),
    );
    await operator.open(`/superadmin/${path}`);
    await operator.page.getByText(ready, { exact: true }).waitFor();
    return operator;
  },
});

const signUp = {
  id: "s1",
  businessName: "Lakeside WiFi",
  name: "Achieng Otieno",
  email: "achieng@lakeside.example",
  phone: "254712345678",
  subdomain: "lakeside",
  provedAt: "2026-11-25T09:00:00.000Z",
};

export const payoutsOfAll: PlatformPayouts = {
  collected: 128_400,
  paid: 96_200,
  fees: 410,
  underWay: 3_020,
  owed: 28_770,
  unclear: 1,
  debts: [],
  payouts: (["unclear", "sent", "paid", "failed"] as const).map((status, place) => ({
    id: `p${place}`,
    status,
    amount: 1_500 * (place + 1),
    fee: 10,
    kind: "phone",
    account: "254712345678",
    reference: null,
    receipt: status === "paid" ? "TKQ4HGR2N1" : null,
    createdAt: "2026-11-26T08:00:00.000Z",
    updatedAt: "2026-11-26T08:01:00.000Z",
    providerId: "p",
    provider: "Lakeside WiFi",
    told: null,
    detail: null,
  })),
};

async function generate({ page }: ConsoleOperator): Promise<void> {
  await page.getByRole("button", { name: "Add Router", exact: true }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Router name").fill("Kibera mast");
  await dialog.getByRole("tab", { name: "Connection Type" }).click();
  await dialog.getByRole("radio", { name: "OpenVPN client" }).click();
  await dialog.getByRole("tab", { name: "OpenVPN Config" }).click();
  await dialog.getByRole("button", { name: "Generate Configuration" }).click();
  await dialog.getByText("The private key is shown only now").waitFor();
}

/** One picture in a look of its own; it is kept on the server, as everybody's is, and put back. */
const inLook = (theme: ThemeName, name: string, path: string, width: number): Screen => ({
  name: `superadmin-look-${theme}-${name}`,
  only: { width, theme: theme === "system" ? "dark" : "light" },
  async show(stage) {
    await platform(stage.site, "/api/superadmin/theme", { theme });
    try {
      return await stage.operator(path);
    } finally {
      await platform(stage.site, "/api/superadmin/theme", { theme: "system" });
    }
  },
});

const looks = [...Object.keys(grounds), "system"] as ThemeName[];

const pages: Screen[] = [
  at("dashboard", "dashboard"),
  at("providers", "providers"),
  at("how-it-runs", "how-it-runs"),
  at("go-live", "go-live"),
  at("payouts-empty", "payouts"),
  at("sms", "profile", async (operator, { site }) => {
    await offerSms(site);
    await operator.open("/superadmin/sms");
    await operator.page.getByText("Ready").first().waitFor();
  }),
  at("payments", (stage) => `payments?providerId=${stage.site.seeded.demo.id}`),
  at("profile-overview", profile("overview")),
  at("profile-routers", profile("routers")),
  at("profile-revenue", profile("revenue")),
  at("profile-gateways", profile("gateways")),
  at("profile-portal", profile("portal")),
  at("profile-admins", profile("admins")),
  at("profile-data", profile("data")),
  at("routers", "routers"),
  at("ads", "advertisements"),
  at("ad-analytics", "advertisements?tab=analytics"),
  at("revenue", "revenue"),
  at("switch", "payment-switch"),
  at("billing", "provider-billing"),
  at("billing-confirmations", "provider-billing?tab=confirmations"),
  at("billing-notifications", "provider-billing?tab=notifications"),
  at("billing-overview", "provider-billing?tab=overview"),
  at("reconciliation", "reconciliation"),
  at("nights", "reconciliation?tab=nights"),
  at("paybill", "reconciliation?tab=paybill"),
  at("refunds", "reconciliation?tab=refunds"),
  at("audit", "audit"),
  at("operators", "operators"),
  at("settings", "settings"),
  at("profile", "profile"),
  at("404", "no-such-page"),
];

/** The super admin console: its pages, dialogs and other states, and its seven looks. */
export const superadminScreens: Screen[] = [
  ...pages,
  {
    name: "superadmin-log-in",
    async show(stage) {
      return stage.operator("/superadmin", { signedIn: false });
    },
  },
  {
    name: "superadmin-sign-ups",
    async show(stage) {
      const operator = await stage.operator();
      await operator.page.route("**/api/superadmin/sign-ups", (route) =>
        route.fulfill({ json: { waiting: [signUp], approvesItself: false } }),
      );
      await operator.open("/superadmin/providers");
      await operator.page.getByText("Lakeside WiFi").waitFor();
      return operator;
    },
  },
  at("payouts", "profile", async (operator) => {
    await operator.page.route("**/api/superadmin/payouts**", (route) =>
      route.fulfill({ json: payoutsOfAll }),
    );
    await operator.open("/superadmin/payouts");
    await operator.page.getByText("Lakeside WiFi").first().waitFor();
  }),
  at("menu", "dashboard", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("dialog").waitFor();
  }),
  empty("providers", "providers", ["providers"], "No Providers Yet"),
  at("provider-create", "providers?new=1", ({ page }) => page.getByRole("dialog").waitFor()),
  at("provider-suspend", "providers", (operator) => press(operator, "Suspend Savanna Net")),
  at("gateway", "providers", (operator) => press(operator, "Payment of Savanna Net")),
  at("gateway-new", profile("gateways"), (operator) => press(operator, "Configure Payment Gateway")),
  at("gateway-bank", profile("gateways"), async (operator) => {
    await press(operator, "Configure Payment Gateway");
    await operator.page.getByRole("dialog").getByRole("combobox", { name: "Gateway Type" }).click();
    await operator.page.getByRole("option", { name: "Bank", exact: true }).click();
    await operator.page.getByRole("dialog").getByRole("combobox", { name: "Gateway Provider" }).click();
    await operator.page.getByRole("option", { name: "Equity Bank" }).waitFor();
  }),
  at("profile-password", profile("overview"), async ({ page }) => {
    await page.getByRole("button", { name: /^More actions for / }).click();
    await page.getByRole("menuitem", { name: "Change Password" }).click();
    await page.getByRole("dialog").waitFor();
  }),
  empty("routers", "routers", ["routers", "bridges", "tunnel-hosts"], "No routers yet"),
  at("router-details", "routers", (operator) => press(operator, "Details of Main Gate")),
  at("router-add", "routers", (operator) => press(operator, "Add Router")),
  at("router-openvpn", "routers", generate),
  at("router-delete", "routers", async ({ page }) => {
    await page.getByRole("button", { name: "More actions for Spare hAP ax2", exact: true }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("dialog").waitFor();
  }),
  at("vpn-clients", "routers", ({ page }) =>
    page.getByRole("heading", { name: "OpenVPN" }).scrollIntoViewIfNeeded(),
  ),
  empty("ads", "advertisements", ["advertisements"], "No advertisements yet"),
  at("ad-preview", "advertisements", async (operator) => {
    await press(operator, "Create Advertisement");
    const dialog = operator.page.getByRole("dialog");
    await dialog.getByLabel("Title").fill("Phones on credit");
    await dialog.getByLabel("Content (HTML)").fill("<h3>Baraka Phones</h3><p>From <b>KES 50</b> a day</p>");
    await dialog.getByLabel("Show preview").click();
    await dialog.locator("iframe").waitFor();
  }),
  at("switch-configure", "payment-switch", (operator) => press(operator, "Configure Switch")),
  at("billing-configure", "provider-billing", (operator) => press(operator, "Configure Savanna Net")),
  at("operator-invite", "operators", (operator) => press(operator, "Invite an operator")),
  at("profile-qr", "profile", async ({ page, site }) => {
    await page.getByRole("button", { name: "Turn the second factor on" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Current password").fill(site.seeded.operator.password);
    await dialog.getByRole("button", { name: "Continue" }).click();
    await dialog.getByRole("img", { name: "QR code of the new key" }).waitFor();
  }),
  ...looks.flatMap((theme) => [
    inLook(theme, "dashboard", "/superadmin/dashboard", 1280),
    inLook(theme, "providers", "/superadmin/providers", 360),
  ]),
];
