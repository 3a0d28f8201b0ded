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
import { ConsoleOperator, operatorCookie } from "../support/site/console-operator.ts";
import { dialogTitles, isTitled } from "../support/site/dialog-titles.ts";
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
  await platform(site(), "/api/superadmin/invitations", { name: "Wanjiru Kamau" });
  await platform(site(), "/api/admin/routers/generate-ovpn", { routerName: "Mast", routerosVersion: "7.x" });
}, 120_000);

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
  versions: [],
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
const inStates: readonly (readonly [path: string, faked: Faked])[] = [
  ["payment-switch", switchIs({ isActive: true, isRunning: true, activatedAt: "2026-11-18T10:00:00.000Z" })],
  ["payment-switch", switchIs({})],
  ["payment-switch", switchIs({ verification: { ...tried, status: "paid" } })],
  ["payouts", { call: /api\/superadmin\/payouts/, json: payoutsOfAll }],
  ["routers", { call: /bridge-updates/, json: updates }],
  ["routers", { call: /bridge-updates/, json: { ...updates, wave: stopped } }],
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
      await page.getByRole("dialog", { name: `Link for ${name}` }).waitFor();
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
    "routers",
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

// At a desk with what opens from what opened: there every window must have been seen once.
it.each([
  ["a phone", 360, false],
  ["a desk", 1280, true],
] as const)(
  "everything that opens on %s can be read and used by everybody",
  async (_name, width, deep) => {
    const operator = await ConsoleOperator.come(site(), browser(), { width, height: 800 });
    const { page } = operator;
    await page.addInitScript("window.print = () => undefined");
    const all: string[] = [];
    const faults: string[] = [];
    const note = (path: string, { opened, wrong }: { opened: string[]; wrong: string[] }) => {
      all.push(...opened);
      faults.push(...wrong.map((one) => `${path}: ${one}`));
    };
    const seen = new Set<string>();
    const crawl = async (path: string, more: { scope?: string; pressed?: Set<string> }) =>
      note(path, await openEverything(page, () => openWhole(operator, path), { deep, seen, ...more }));

    // First: what they ask for wants a password of the last ten minutes.
    for (const [path, go] of further) {
      await openWhole(operator, path);
      await go(page);
      const { name, wrong } = await lookAbove(page, "further");
      note(path, { opened: [name], wrong });
      await page.unrouteAll();
    }

    // What has one name on several pages opens the same; a window that stands nowhere else would be missed below.
    const pressed = new Set<string>();
    for (const path of await everyPage(operator))
      await crawl(path, { pressed, scope: path === "dashboard" ? "body" : "main" });
    for (const [path, { call, json }] of inStates) {
      await page.route(call, (route) =>
        route.fulfill({ json, headers: Array.isArray(json) ? { "x-total-count": `${json.length}` } : {} }),
      );
      await crawl(path, {});
      await page.unroute(call);
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

/** Of its addresses, with the tabs that each page has. */
async function everyPage(operator: ConsoleOperator): Promise<string[]> {
  const { page } = operator;
  const { demo, savanna } = site().seeded;
  const profile = (id: string) => `providers/${id}/profile`;
  const headers = { cookie: await operatorCookie(site()) };
  const listed = await ask(site().main, "/api/superadmin/providers?q=Rift", { headers });
  const [suspended]: { id: string }[] = JSON.parse(listed.text);
  const addresses = Object.values(superadminAddresses)
    .filter((address) => address !== superadminAddresses.login)
    .map((address) => address.replace("/superadmin/", "").replace(":id", demo.id));
  const paths = [
    ...addresses,
    profile(savanna.id),
    profile(suspended?.id ?? ""),
    `payments?providerId=${demo.id}`,
  ];
  const found: string[] = [];
  for (const path of paths) {
    await openWhole(operator, path);
    const tabs = page.getByRole("tab").filter({ visible: true });
    const count = await tabs.count();
    found.push(...(count === 0 ? [path] : []));
    for (let place = 0; place < count; place += 1) {
      await tabs.nth(place).click();
      const { pathname, search } = new URL(page.url());
      found.push(`${pathname}${search}`.replace("/superadmin/", ""));
    }
  }
  return [...new Set(found)];
}

/** With its lists read. */
async function openWhole(operator: ConsoleOperator, path: string): Promise<void> {
  await operator.open(`/superadmin/${path}`);
  await operator.page.locator(".mantine-Skeleton-root").first().waitFor({ state: "detached" });
  await operator.page.waitForLoadState("networkidle");
}
