import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { listGatewayAlarms, listSuccessRates } from "#contract/gateway-alarms";
import { platformStats } from "#contract/platform-figures";
import { listIdleRouters } from "#contract/platform-routers";
import { listProviders } from "#contract/providers";
import { reconciliationCounts } from "#contract/reconciliation";
import { listSwitches } from "#contract/switch";
import { ago } from "../support/clock.ts";
import { answer, pageOf, refusal } from "../support/fake-server.ts";
import { openSuperadmin } from "../support/open-superadmin.tsx";
import { card, person, see, words } from "../support/page.ts";
import { nothingWaits, paymentSwitch, platformFigures, providers } from "../support/platform-rows.ts";

// The super admin console's dashboard (docs/behaviour/operator-console.md, OC-13 to OC-19).

beforeEach(() => {
  answer(platformStats, platformFigures);
  answer(listProviders, providers());
  answer(listGatewayAlarms, []);
  answer(listSuccessRates, []);
});
async function open(): Promise<void> {
  openSuperadmin("/superadmin/dashboard");
  await screen.findByRole("heading", { level: 1, name: "System Overview" });
}
const region = (name: string) => screen.findByRole("region", { name });

it("shows what there is, each figure with its computed trend and the way to its rows (OC-14 to OC-17)", async () => {
  await open();
  await see("KSh 89,000");
  const cards = [
    ["Providers", "12 11 active · 3 new in 30 days", "/superadmin/providers"],
    ["Routers", "20 17 online · None new in 30 days", "/superadmin/routers"],
    ["Total Revenue", "KSh 1,234,567.50 12.5 % more in 30 days", "/superadmin/revenue"],
    ["Monthly Revenue", "KSh 89,000 4 % less than by this day last month", "/superadmin/revenue?from="],
  ] as const;
  for (const [name, said, to] of cards) {
    const { text, address } = await card(name);
    expect(text).toContain(`${name} ${said}`);
    expect(address?.startsWith(to)).toBe(true);
  }
  const status = await region("System Status");
  expect(words(status)).toContain("Router Connections 17 / 20 3 routers are not reached right now.");
  const away = within(status).getByRole("link", { name: "Whose routers are away" });
  expect(away.getAttribute("href")).toBe("/superadmin/providers?status=router_away");
  const to = (name: string, where: HTMLElement) =>
    within(where).getByRole("link", { name }).getAttribute("href");
  expect(to("Revenue Analytics", status)).toBe("/superadmin/revenue");
  expect(to("Add Provider", screen.getByRole("main"))).toBe("/superadmin/providers?new=1");
  const recent = await region("Recent Providers");
  expect(within(recent).getAllByRole("listitem")).toHaveLength(5);
});

it("tells failed and empty apart, and reads again", async () => {
  answer(platformStats, refusal(500));
  answer(listProviders, refusal(500));
  await open();
  await see("Error Loading Figures");
  await see("Error Loading Providers");
  expect((await card("Providers")).text).toContain("–");
  answer(platformStats, {
    ...platformFigures,
    trends: { newProviders: 0, newRouters: 0, revenue: null, month: null },
  });
  answer(listProviders, []);
  for (const again of screen.getAllByRole("button", { name: "Try again" })) await person.click(again);
  await see("No Providers Yet");
  await see("Nothing to compare with yet");
  expect((await card("Monthly Revenue")).text).toContain("No sales in the same days last month");
});

it("begins with what came in today, beside the last 30 days (OC-14a)", async () => {
  await open();
  const today = await region("Came in today");
  await see("Came in today KSh 4,250 61 payments Yesterday: KSh 3,900", () => today);
  expect(within(today).getByRole("link", { name: "KSh 4,250" }).getAttribute("href")).toMatch(
    /^\/superadmin\/revenue\?from=(\d{4}-\d\d-\d\d)&to=\1$/,
  );
  within(today).getByRole("img", { name: "Revenue, last 30 days" });
});

it("says how payments go, and of which way far fewer succeed than before (OC-19a)", async () => {
  const rate = { environment: "production", before: 80, hasFallen: false } as const;
  answer(listSuccessRates, [
    {
      ...rate,
      what: "gateway",
      service: "mpesa",
      name: "Coast WiFi",
      id: "p1",
      ended: 10,
      paid: 1,
      hasFallen: true,
    },
    { ...rate, what: "app", service: "airtel_money", name: null, id: null, ended: 40, paid: 30 },
    {
      ...rate,
      what: "switch",
      service: null,
      environment: null,
      name: "Head office",
      id: "s1",
      ended: 4,
      paid: 4,
    },
  ]);
  await open();
  const fallen = await screen.findByRole("list", { name: "Payments that fail more than before" });
  expect(words(fallen)).toBe(
    "M-Pesa of Coast WiFi: far fewer payments succeed than before 1 of 10 paid (10 %) Before it was 80 %. Open the provider",
  );
  const link = within(fallen).getByRole("link", { name: "Open the provider" });
  expect(link.getAttribute("href")).toBe("/superadmin/providers/p1/profile?tab=gateways");
  await see("Airtel Money 30 of 40 paid (75 %) Switch Head office 4 of 4 paid (100 %)", () =>
    screen.getByRole("region", { name: "System Status" }),
  );
});

it("names providers that say they have paid, and nights that were not finished", async () => {
  answer(reconciliationCounts, { ...nothingWaits, confirmations: 1, nights: 2 });
  await open();
  await see("1 provider says that they have paid 2 nights not compared to the end");
  const to = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
  expect(to("1 provider says that they have paid")).toBe(
    "/superadmin/provider-billing?tab=confirmations&status=pending",
  );
  expect(to("2 nights not compared to the end")).toBe("/superadmin/reconciliation?tab=nights");
});

const awayRouter = {
  id: "r1",
  name: "Main Gate",
  providerId: "p1",
  provider: "Coast WiFi",
  lastSeen: ago(43_200),
  blocks: 0,
};

it("names routers that sell nothing though they are there, with how much is in the way (OC-19c)", async () => {
  answer(listIdleRouters, [{ ...awayRouter, id: "r2", name: "Hall", blocks: 2 }, awayRouter]);
  await open();
  await see(
    "2 routers sell nothing now Hall · Coast WiFi · 2 things block selling Main Gate · Coast WiFi · last seen 30 days ago",
  );
});

it("names routers that are away, whose they are, and leads to both (OC-19c)", async () => {
  answer(listIdleRouters, pageOf([awayRouter], 7));
  await open();
  await see("7 routers are away: who pays there waits Main Gate · Coast WiFi · last seen 30 days ago");
  await see("and 6 more");
  const list = screen.getByRole("list", { name: "Routers that sell nothing" });
  const to = (name: string) => within(list).getByRole("link", { name }).getAttribute("href");
  expect(to("Main Gate")).toBe("/superadmin/routers?q=r1");
  expect(to("Coast WiFi")).toBe("/superadmin/providers/p1/profile");
});

it("says what money waits for a person, and leads there (OC-18)", async () => {
  answer(reconciliationCounts, { ...nothingWaits, paybill: 2, refunds: 1, appeals: 1 });
  await open();
  await see(
    "Money waits for a person 1 payment is asked to be given back 2 payments without a purchase 1 refund of unknown outcome",
  );
  const link = screen.getByRole("link", { name: "2 payments without a purchase" });
  expect(link.getAttribute("href")).toBe("/superadmin/reconciliation?tab=paybill");
  const asked = screen.getByRole("link", { name: "1 payment is asked to be given back" });
  expect(asked.getAttribute("href")).toBe("/superadmin/payments");
  expect(screen.queryByRole("link", { name: /difference/ })).toBeNull();
});

it("names ways to take money that are stopped or fail, with what to do (OC-19)", async () => {
  const alarm = { level: "stopped", service: "mpesa", environment: "production", since: ago(5) } as const;
  answer(listGatewayAlarms, [
    { ...alarm, what: "gateway", name: "Coast WiFi", id: "p1", why: "Wrong passkey.", count: null },
    { ...alarm, what: "host", level: "failing", name: null, id: null, why: "HTTP 502.", count: 4 },
  ]);
  await open();
  const list = await screen.findByRole("list", { name: "Payments that fail" });
  expect(words(list)).toMatch(
    /^Coast WiFi cannot take M-Pesa Wrong passkey\. Open the provider Since .* M-Pesa \(Production\) failed 4 payments in a row HTTP 502\./,
  );
  const link = within(list).getByRole("link", { name: "Open the provider" });
  expect(link.getAttribute("href")).toBe("/superadmin/providers/p1/profile");
});

it("has, as every page, a banner while a switch is active (OC-13)", async () => {
  answer(listSwitches, [paymentSwitch({ isActive: true })]);
  await open();
  await see("A payment gateway switch is active");
  await see("Provider earnings go to M-Pesa 600200: KSh 618.75 of KSh 2,500.");
  const link = screen.getByRole("link", { name: "Open Payment Switch" });
  expect(link.getAttribute("href")).toBe("/superadmin/payment-switch");
});
