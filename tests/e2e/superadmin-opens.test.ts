import { beforeAll, it } from "vitest";
import type * as z from "zod";
import type { bridgeUpdates } from "#contract/bridges";
import type { PaymentSwitch } from "#contract/switch";
import { superadminAddresses } from "#contract/values/console-pages";
import { payoutsOfAll } from "../screens/superadmin-screens.ts";
import { platform, stockPlatform } from "../screens/superadmin-stock.ts";
import { seedManySales } from "../seed/many-sales.ts";
import { seedOperatorsDesk } from "../seed/operators-desk.ts";
import { ask } from "../support/site/ask.ts";
import { ConsoleOperator, signInOperator } from "../support/site/console-operator.ts";
import { ConsoleWalk, type Faked, PhoneWalk, type WayToWindow } from "../support/site/console-walk.ts";
import { offerSms } from "../support/site/offer-sms.ts";
import { testBrowser } from "../support/site/test-browser.ts";
import { testSite } from "../support/site/test-site.ts";
import { paymentSwitch } from "../ui/support/platform-rows.ts";

// What opens above the pages of the operator's console; its pages are read from their addresses.

const { site } = testSite({
  ads: true,
  fill: async (databases, seeded) => {
    const { demo } = seeded;
    const sales = { payments: 60, vouchers: 40, days: 20, now: Date.now() };
    await seedManySales(databases.tenantDatabase(demo.id), demo, sales);
    await seedOperatorsDesk(databases, seeded);
  },
});
const browser = testBrowser();

beforeAll(async () => {
  await stockPlatform(site());
  await offerSms(site());
  await platform(site(), "/api/superadmin/invitations", { name: "Wanjiru Kamau" });
  await platform(site(), "/api/admin/routers/generate-ovpn", { routerName: "Mast", routerosVersion: "7.x" });
});

const switchIs = (changes: Partial<PaymentSwitch>): Faked => ({
  call: /payment-gateway-switches/,
  json: [paymentSwitch(changes)],
});
const tried = { isTried: false, at: null, payee: null, fault: null };
type Updates = z.output<typeof bridgeUpdates.answer>;
const updates: Updates = {
  version: "9.9.9",
  isSigned: true,
  versions: [{ version: "9.9.8", bridges: 2 }],
  older: { itself: 2, hand: 0, image: 0 },
  wave: null,
};
const stopped: Updates["wave"] = {
  version: "9.9.9",
  state: "stopped",
  step: 0,
  startedAt: "2026-11-18T10:00:00.000Z",
  done: 0,
  updating: 0,
  left: 0,
  stoppedAt: "2026-11-18T10:05:00.000Z",
  stoppedFor: "Main Gate box did not come back.",
};

/** Pages in states of their own. */
const inStates: readonly (readonly [path: string, ...faked: Faked[]])[] = [
  ["reconciliation?state=open"],
  ["payment-switch", switchIs({ isActive: true, isRunning: true, activatedAt: "2026-11-18T10:00:00.000Z" })],
  ["payment-switch", switchIs({})],
  ["payment-switch", switchIs({ verification: { ...tried, status: "paid" } })],
  ["payouts", { call: /api\/superadmin\/payouts/, json: payoutsOfAll }],
  ["routers?tab=bridges", { call: /bridge-updates/, json: updates }],
  ["routers?tab=bridges", { call: /bridge-updates/, json: { ...updates, wave: stopped } }],
  [
    "profile",
    { call: /api\/superadmin\/second-factor/, json: { isOn: true, isRequired: false, recoveryCodes: 8 } },
  ],
];

const further: readonly WayToWindow[] = [
  [
    "operators",
    async (page) => {
      await page.getByRole("button", { name: "Invite an operator" }).click();
      // A name is invited once.
      const name = `Otieno of ${page.viewportSize()?.width}`;
      await page.getByRole("dialog").getByLabel("Full name").fill(name);
      await page.getByRole("button", { name: "Make the link" }).click();
      await page.getByRole("dialog", { name: `Link for ${name}`, exact: true }).waitFor();
    },
  ],
  [
    "operators",
    async (page) => {
      await page.route("**/api/superadmin/operator-rules", (route) =>
        route.request().method() === "GET"
          ? route.fallback()
          : route.fulfill({
              status: 403,
              json: { code: "reauthenticate", message: "Enter your password again." },
            }),
      );
      await page.getByRole("switch", { name: "Every operator needs a second factor" }).click();
      await page.getByRole("dialog", { name: "Enter your password again" }).waitFor();
    },
  ],
  [
    "routers?tab=bridges",
    async (page) => {
      await page.getByRole("button", { name: "Install a bridge" }).click();
      await page.getByRole("dialog").getByLabel("Name of the bridge").fill("Kibera box");
      await page.getByRole("button", { name: "Show the code" }).click();
      await page.getByRole("dialog", { name: "Install Kibera box" }).waitFor();
    },
  ],
  [
    "routers",
    async (page) => {
      await page.getByRole("button", { name: "More actions for Main Gate" }).click();
      await page.getByRole("menuitem", { name: "Unassign" }).click();
      await page.getByRole("dialog", { name: /^Take Main Gate from / }).waitFor();
    },
  ],
  [
    "provider-billing",
    async (page) => {
      await page.getByRole("button", { name: "Invoices of Savanna Net" }).click();
      await page
        .getByRole("button", { name: /^Credit the invoice/ })
        .first()
        .click();
      await page.getByRole("dialog", { name: /^Credit the invoice/ }).waitFor();
    },
  ],
  [
    "routers",
    async (page) => {
      await page.getByRole("button", { name: "More actions for Main Gate" }).click();
      await page.getByRole("menuitem", { name: "Unassign" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Unassign router" }).click();
      await page.getByRole("dialog", { name: "Main Gate is in use" }).waitFor();
    },
  ],
  [
    "routers",
    async (page) => {
      // Another bridge runs it, in what the page is told alone.
      const all = await page.evaluate(
        async (): Promise<{ name: string; state: string }[]> =>
          (await fetch("/api/superadmin/routers?page=1&pageSize=25")).json(),
      );
      for (const one of all) if (one.name === "Main Gate") one.state = "taken_over";
      const headers = { "x-total-count": String(all.length) };
      await page.route(/\/api\/superadmin\/routers\?/, (route) => route.fulfill({ headers, json: all }));
      await page.reload();
      await page.getByRole("button", { name: "More actions for Main Gate" }).click();
      await page.getByRole("menuitem", { name: "Get it back" }).click();
      await page.getByRole("dialog", { name: "Get Main Gate back?" }).waitFor();
    },
  ],
  [
    "routers",
    async (page) => {
      await page.getByRole("button", { name: "Add Router" }).first().click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Router name").fill("Kibera mast");
      await dialog.getByRole("tab", { name: "Connection Type" }).click();
      await dialog.getByRole("radio", { name: "OpenVPN client" }).click();
      await dialog.getByRole("tab", { name: "OpenVPN Config" }).click();
      await dialog.getByRole("button", { name: "Generate Configuration" }).click();
      await dialog.getByText("The private key is shown only now").waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog", { name: "Close without saving?" }).waitFor();
    },
  ],
];

/** Asked for by their own titles, which a window of the kit takes from whoever opens it. */
const kit = [
  ...["ask-for-shilling", "confirm-action", "form-modal", "more-menu", "second-factor-card"].map(
    (name) => `web/console/${name}.tsx`,
  ),
  ...["web/superadmin/billing/confirmations.tsx", "web/superadmin/routers/bridge-updates.tsx"],
];
/** In the other console alone, which keeps what was typed when a session ends. */
const providers = ["You were signed out"];

const phone = new PhoneWalk();

it.each([
  ["a phone", 360, true],
  ["a desk", 1280, false],
] as const)(
  "everything that opens on %s can be read and used by everybody",
  async (_name, width, deep) => {
    const operator = await ConsoleOperator.come(site(), browser(), { width, height: 800, signedIn: false });
    // Its own: the windows that come first want a password of the last ten minutes, and sessions are ended here.
    const cookie = await signInOperator(site());
    await operator.takeSession(Promise.resolve(cookie));
    const walk = await ConsoleWalk.begin(operator, {
      root: "/superadmin/",
      deep,
      phone,
      leaves: {
        // A suspended provider has windows of its own.
        onPages: ["Activate Rift Valley Link"],
        // Takes away what ends every session of hers.
        inWindows: ["End session: Firefox, Linux"],
      },
    });
    // First, while the password is that young.
    await walk.along(further);
    for (const path of await addresses(cookie))
      await walk.page(path, path === "dashboard" ? "body" : undefined);
    for (const [path, ...faked] of [...inStates, await unverified(cookie)])
      await walk.inState(path, ...faked);
    walk.expectWhole(["web/superadmin", "web/console"], { unclear: kit, elsewhere: providers });
    await operator.leave();
  },
  1_800_000,
);

/** A provider's gateway whose KSh 1 did not arrive. */
async function unverified(cookie: string): Promise<[path: string, faked: Faked]> {
  const { id } = site().seeded.savanna;
  const path = `/api/superadmin/providers/${id}/payment-gateways`;
  const { text } = await ask(site().main, path, { headers: { cookie } });
  const failed = { status: "failed", fault: "The PIN was wrong" };
  const json = (JSON.parse(text) as { verification: object }[]).map((gateway) => ({
    ...gateway,
    status: "needs_verification",
    verification: { ...gateway.verification, ...failed },
  }));
  return [`providers/${id}/profile?tab=gateways`, { call: /providers\/[^/]+\/payment-gateways/, json }];
}

async function addresses(cookie: string): Promise<string[]> {
  const { demo, savanna } = site().seeded;
  const profile = (id: string) => `providers/${id}/profile`;
  const listed = await ask(site().main, "/api/superadmin/providers?q=Rift", { headers: { cookie } });
  const [suspended]: { id: string }[] = JSON.parse(listed.text);
  const listedPages = Object.values(superadminAddresses)
    .filter((address) => address !== superadminAddresses.login)
    .map((address) => address.replace("/superadmin/", "").replace(":id", demo.id));
  return [
    ...listedPages,
    profile(savanna.id),
    profile(suspended?.id ?? ""),
    `payments?providerId=${demo.id}`,
  ];
}
