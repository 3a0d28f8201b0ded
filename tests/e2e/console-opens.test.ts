import { randomUUID } from "node:crypto";
import { beforeAll, it } from "vitest";
import { adminAddresses } from "#contract/values/console-pages";
import {
  byTunnel,
  inStates,
  moneyWithoutPurchase,
  refunds,
  sheets,
  vouchersLent,
} from "../screens/console-states.ts";
import { waysOfLines } from "../screens/line-ways.ts";
import { platform } from "../screens/superadmin-stock.ts";
import { seedManySales } from "../seed/many-sales.ts";
import { ask } from "../support/site/ask.ts";
import { originOf, signIn } from "../support/site/console.ts";
import { ConsoleAdmin } from "../support/site/console-admin.ts";
import { ConsoleWalk, openFirstRow, PhoneWalk, type WayToWindow } from "../support/site/console-walk.ts";
import { form, opened, pressed } from "../support/site/in-windows.ts";
import { offerSms } from "../support/site/offer-sms.ts";
import { testBrowser } from "../support/site/test-browser.ts";
import { testSite } from "../support/site/test-site.ts";

// What opens above the pages of the provider's console; its pages are read from their addresses.

const { site } = testSite({
  fill: ({ tenantDatabase }, { demo }) =>
    seedManySales(tenantDatabase(demo.id), demo, { payments: 60, vouchers: 40, days: 20, now: Date.now() }),
});
const browser = testBrowser();

beforeAll(async () => {
  const { demo } = site().seeded;
  await offerSms(site());
  await platform(site(), `/api/superadmin/providers/${demo.id}/sms-credits`, { amount: 84, note: "Welcome" });
  const cookie = await signIn(site(), demo);
  const send = async (path: string, json: unknown, method = "POST") => {
    const asked = { method, headers: { cookie, "idempotency-key": randomUUID() }, json };
    const { status, text } = await ask(originOf(site(), demo), `/api/admin${path}`, asked);
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
  };
  await send("/packages", {
    name: "Home 10",
    price: 1_500,
    period: { months: 1 },
    uploadMbps: 5,
    downloadMbps: 10,
  });
  await send("/api-tokens", { name: "Shop", scopes: ["read:plans"] });
  await send("/people/invitations", { name: "Chebet", email: "c@demo.example", role: "technician" });
  await send("/messages/opt-outs", { phoneNumber: "0712000999", optedOut: true }, "PUT");
});

const reauthenticate = { code: "reauthenticate", message: "Enter your password again." };

/** Windows that come after something was typed or pressed in another one, each by the way there. */
const further: readonly WayToWindow[] = [
  [
    "people",
    async (page) => {
      await pressed(page, "Invite");
      // A name is invited once.
      const name = `Otieno of ${page.viewportSize()?.width}`;
      await form(page).getByLabel("Full name").fill(name);
      await pressed(page, "Make the link");
      await opened(page, `Link for ${name}`);
    },
  ],
  [
    "api",
    async (page) => {
      await pressed(page, "Make a token");
      await form(page).getByRole("textbox").first().fill("Duka");
      await form(page).getByRole("checkbox").first().check();
      await pressed(page, "Make the token");
      await opened(page, "Token for Duka");
    },
  ],
  [
    "routers",
    async (page) => {
      await pressed(page, "Install a bridge");
      await form(page).getByLabel("Name of the bridge").fill("Kibera box");
      await pressed(page, "Show the code");
      await opened(page, "Install Kibera box");
    },
  ],
  [
    "routers",
    async (page) => {
      await pressed(page, "Add router");
      await form(page)
        .getByRole("button", { name: /^By its address/ })
        .click();
      await opened(page, "Add router");
    },
  ],
  [
    "routers",
    async (page) => {
      await pressed(page, "Add router");
      await form(page)
        .getByRole("button", { name: /^Set up by one line/ })
        .click();
      await opened(page, "Set up a router by one line");
    },
    byTunnel,
  ],
  [
    "dashboard",
    async (page) => {
      await page.getByRole("region", { name: "Sell a voucher" }).getByRole("button").first().click();
      await opened(page, /generated$/);
    },
  ],
  [
    "vouchers",
    async (page) => {
      await pressed(page, "More actions");
      await page.getByRole("menuitem", { name: "Without internet" }).click();
      await pressed(page, /^Take back/);
      await opened(page, "Take back what Main Gate keeps?");
    },
    vouchersLent,
  ],
  [
    "payments?type=payment&status=completed",
    async (page) => {
      await openFirstRow(page);
      await pressed(page, "Give back");
      await opened(page, "Give money back");
    },
    refunds.byGateway,
  ],
  [
    "payments?type=payment&status=completed",
    async (page) => {
      await openFirstRow(page);
      await pressed(page, "Ask the operator to give it back");
      await opened(page, "Ask the operator to give it back");
    },
    refunds.byOperator,
  ],
  [
    "payments",
    async (page) => {
      await pressed(page, /^Money without a purchase/);
      await pressed(page, /^Give to a purchase/);
      await opened(page, "What was KSh 20 paid for?");
    },
    ...moneyWithoutPurchase,
  ],
  [
    "plans",
    async (page) => {
      await pressed(page, "Create Plan");
      await form(page).getByLabel("Plan Name").fill("Night");
      await form(page).getByLabel("Price (KES)").fill("50");
      await form(page).getByLabel("Speed (Mbps)").fill("3");
      await form(page).getByLabel("Duration (hours)").fill("12");
      await page.route("**/api/admin/plans", (route) =>
        route.request().method() === "GET"
          ? route.fallback()
          : route.fulfill({ status: 401, json: { code: "not_signed_in", message: "Please sign in." } }),
      );
      await form(page).locator("[type=submit]").click();
      await opened(page, "You were signed out");
    },
  ],
  ...waysOfLines,
  [
    "people",
    async (page) => {
      await page.route("**/api/admin/people/invitations", (route) =>
        route.request().method() === "GET"
          ? route.fallback()
          : route.fulfill({ status: 403, json: reauthenticate }),
      );
      await pressed(page, "Invite");
      await form(page).getByLabel("Full name").fill("Wekesa");
      await pressed(page, "Make the link");
      await opened(page, "Enter your password again");
    },
  ],
];

/** Asked for by their own titles, which a window of the kit takes from whoever opens it. */
const kit = [
  ...[
    "guard/leaks",
    "imports/past-list",
    "lines/package-form",
    "routers/router-list",
    "routers/who-runs",
  ].map((name) => `web/admin/${name}.tsx`),
  ...["ask-for-shilling", "confirm-action", "form-modal", "more-menu", "second-factor-card"].map(
    (name) => `web/console/${name}.tsx`,
  ),
];

/** What a sheet is called until its row was read. */
const unread = ["User", "Lines"];

const phone = new PhoneWalk();

it.each([
  ["a phone", 360, true],
  ["a desk", 1280, false],
] as const)(
  "everything that opens on %s can be read and used by everybody",
  async (_name, width, deep) => {
    const admin = await ConsoleAdmin.come(site(), browser(), { width, height: 800, signedIn: false });
    // Its own: the windows that come first want a password of the last ten minutes.
    await admin.takeSession(signIn(site(), site().seeded.demo));
    const walk = await ConsoleWalk.begin(admin, { root: "/admin/", deep, phone });
    await walk.along(further);
    for (const address of Object.values(adminAddresses).filter((one) => one !== adminAddresses.login)) {
      const path = address.replace("/admin/", "");
      await walk.page(path, path === "dashboard" ? "body" : undefined);
    }
    // On a desk what is done with a voucher stands in its row.
    for (const [path, ...faked] of sheets)
      if (deep || !path.startsWith("vouchers")) await walk.sheet(path, ...faked);
    for (const [path, ...faked] of inStates) await walk.inState(path, ...faked);
    walk.expectWhole(["web/admin", "web/console"], { unclear: kit, elsewhere: unread });
    await admin.leave();
  },
  1_800_000,
);
