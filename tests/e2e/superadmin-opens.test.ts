import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
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
import { dialogTitles, isTitled } from "../support/site/dialog-titles.ts";
import { offerSms } from "../support/site/offer-sms.ts";
import { lookAbove, openEverything } from "../support/site/open-everything.ts";
import { testBrowser } from "../support/site/test-browser.ts";
import { testSite } from "../support/site/test-site.ts";
import { paymentSwitch } from "../ui/support/platform-rows.ts";

// What opens above the pages of the operator's console: windows, menus, calendars and search, in light and in dark. Its pages are read from
// their addresses, their tabs from the pages, and what can open from the sources: what is new is looked at, or this fails.

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

/** An answer that takes long to bring about. */
type Faked = { call: RegExp; json: unknown };

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
const inStates: readonly (readonly [path: string, faked?: Faked])[] = [
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

/** Windows that come after something was typed or pressed in another one, each by the way there. */
const further: readonly (readonly [path: string, go: (page: Page) => Promise<unknown>])[] = [
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

/** What was looked at there: the same words in the same colours at a desk, where they are only measured. */
const onPhone = new Set<string>();
/** Buttons that acted at once there, such as those of a page of a list. */
const idleOnPhone = new Set<string>();

// On a phone with what opens from what opened: there every window must have been seen once.
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
    const { page } = operator;
    // A form that a press has changed would hold the page back, which is left all the same.
    await page.addInitScript(`window.print = () => undefined;
      addEventListener("beforeunload", (event) => event.stopImmediatePropagation(), true);`);
    const all: string[] = [];
    const faults: string[] = [];
    const note = (path: string, { opened, wrong }: { opened: string[]; wrong: string[] }) => {
      all.push(...opened);
      if (deep) for (const name of opened) onPhone.add(name);
      faults.push(...wrong.map((one) => `${path}: ${one}`));
    };
    // Its press acts at once, and takes away what ends every session of hers.
    const seen = new Set(["End session: Firefox, Linux"]);
    const [known, idle] = deep ? [new Set<string>(), new Set<string>()] : [onPhone, idleOnPhone];
    const crawl = async (
      path: string,
      { isOpen = false, ...more }: { scope?: string; pressed?: Set<string>; isOpen?: boolean },
    ) => {
      let stands = isOpen;
      const open = async () => {
        if (!stands) await openWhole(operator, path);
        stands = false;
      };
      const came = await openEverything(page, open, { deep, seen, known, idle, ...more });
      if (deep) for (const name of came.opensNothing) idleOnPhone.add(name);
      note(path, came);
    };

    // First, while the password is that young.
    for (const [path, go] of further) {
      await openWhole(operator, path);
      await go(page);
      const { name, wrong } = await lookAbove(page, "further");
      note(path, { opened: [name], wrong });
      await page.unrouteAll();
    }

    // What has one name on several pages opens the same; a window that stands nowhere else would be missed below.
    // Its press acts at once, and a suspended provider has windows of its own.
    const pressed = new Set(["Activate Rift Valley Link"]);
    for (const address of await addresses(cookie)) {
      const tabs = await tabsOf(operator, address);
      for (const path of tabs)
        await crawl(path, {
          pressed,
          scope: path === "dashboard" ? "body" : "main",
          isOpen: path === tabs[0],
        });
    }
    for (const [path, faked] of [...inStates, await unverified(cookie)]) {
      if (faked)
        await page.route(faked.call, (route) => {
          const { json } = faked;
          return route.fulfill({
            json,
            headers: Array.isArray(json) ? { "x-total-count": `${json.length}` } : {},
          });
        });
      // What it has in any state was pressed.
      await crawl(path, { pressed });
      await page.unrouteAll();
    }
    expect(faults).toEqual([]);
    const { titles, unclear } = dialogTitles(["web/superadmin", "web/console"]);
    expect(unclear).toEqual(kit);
    const missed = titles.filter(
      ({ text }) => !providers.includes(text) && !all.some((name) => isTitled(name, text)),
    );
    expect(deep ? missed : []).toEqual([]);
    expect(["Search", "calendar"].filter((name) => !all.includes(name))).toEqual([]);
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

/** Opens a page, and leaves it at its first tab. @returns the addresses of its tabs; its own where it has none */
async function tabsOf(operator: ConsoleOperator, path: string): Promise<string[]> {
  const { page } = operator;
  await openWhole(operator, path);
  const tabs = page.getByRole("tab").filter({ visible: true });
  const count = await tabs.count();
  if (count === 0) return [path];
  const found: string[] = [];
  for (let place = 0; place < count; place += 1) {
    await tabs.nth(place).click();
    const { pathname, search } = new URL(page.url());
    found.push(`${pathname}${search}`.replace("/superadmin/", ""));
  }
  await tabs.first().click();
  await settle(page);
  return [...new Set(found)];
}

/** With its lists read. */
async function openWhole(operator: ConsoleOperator, path: string): Promise<void> {
  await operator.open(`/superadmin/${path}`);
  await settle(operator.page);
}

async function settle(page: Page): Promise<void> {
  await page.locator(".mantine-Skeleton-root").first().waitFor({ state: "detached" });
  await page.waitForLoadState("networkidle");
}
