import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { listGatewayAlarms, listSuccessRates } from "#contract/gateway-alarms";
import { platformStats } from "#contract/platform-figures";
import { listProviders } from "#contract/providers";
import { goLiveStepIds } from "#contract/values/go-live";
import { askGateways, type GoLive, markGoLive, readGoLive } from "#contract/watches";
import { ago } from "../support/clock.ts";
import { answer, bodiesOf, refusal, sentTo } from "../support/fake-server.ts";
import { openSuperadmin } from "../support/open-superadmin.tsx";
import { press, see, toastAfter, words } from "../support/page.ts";

// The way to a real sale in the super admin console (docs/behaviour/operator-console.md, OC-17b).

type Step = GoLive["steps"][number];

const stepsWith = (changes: Partial<Record<Step["id"], Partial<Step>>>): Step[] =>
  goLiveStepIds.map((id) => ({ id, seen: null, marked: null, lacks: [], ...changes[id] }));
const goLive = (
  changes: Partial<Record<Step["id"], Partial<Step>>> = {},
  gateways: GoLive["gateways"] = null,
): GoLive => ({ steps: stepsWith(changes), gateways });

const steps = async () => {
  const main = await screen.findByRole("main");
  await within(main).findByText(/of 22 done/);
  return within(main)
    .getAllByRole("listitem")
    .map((row) => words(row));
};

beforeEach(() => {
  answer(readGoLive, goLive());
});

it("lists the steps in their order: what the platform saw, what an operator said, and what to do for the rest", async () => {
  answer(
    readGoLive,
    goLive({
      domain: { seen: { about: "wifi.example.co.ke", at: null } },
      token: { seen: { about: "", at: ago(60) } },
      told: { marked: { by: "Grace Njeri", at: ago(1_440) } },
      app: { lacks: ["PLATFORM_MPESA_PASSKEY"] },
    }),
  );
  openSuperadmin("/superadmin/go-live");
  const rows = await steps();
  expect(rows).toHaveLength(22);
  await see("3 of 22 done");
  expect(rows.slice(0, 2)).toEqual([
    "1. Domain and plan Done This page stands at wifi.example.co.ke",
    "2. Token Done Deployed by it: 20 Nov 2026, 13:05",
  ]);
  expect(rows[2]).toMatch(/^3\. Security of the zone To do Bot Fight Mode off.* Mark as done$/);
  expect(rows[4]).toBe("5. To be told Done Said by Grace Njeri: 19 Nov 2026, 14:05 Not done after all");
  expect(rows[6]).toMatch(/^7\. Daraja app To do .* Not set: PLATFORM_MPESA_PASSKEY Mark as done$/);
  expect(rows[21]).toMatch(/^22\. Terms To do/);
  const chapters = screen.getAllByRole("heading", { level: 2 }).map((one) => words(one));
  expect(chapters).toEqual([
    ...[
      "Cloudflare",
      "Safaricom",
      "Airtel Money and banks",
      "Letters",
      "A host and a first provider",
      "The law",
    ],
  ]);
  expect(screen.getByRole("link", { name: "Nights" }).getAttribute("href")).toBe(
    "/superadmin/reconciliation?tab=nights",
  );
});

it("a step is said to be done, and not done after all", async () => {
  answer(markGoLive, { success: true });
  openSuperadmin("/superadmin/go-live");
  await steps();
  const reads = sentTo(readGoLive).length;
  answer(readGoLive, goLive({ terms: { marked: { by: "Grace Njeri", at: ago(0) } } }));
  await press("Mark as done: Terms");
  await see("1 of 22 done");
  expect(sentTo(readGoLive).length).toBeGreaterThan(reads);
  answer(readGoLive, goLive());
  await press("Not done after all: Terms");
  await see("0 of 22 done");
  expect(sentTo(markGoLive).map(({ params }) => params.step)).toEqual(["terms", "terms"]);
  expect(bodiesOf(markGoLive)).toEqual([{ isDone: true }, { isDone: false }]);
  answer(markGoLive, refusal(500));
  expect(await toastAfter(() => press("Mark as done: Terms"))).toBe("Not saved - Please try again.");
});

it("the gateways are asked from there, and each says whether it lets the platform in", async () => {
  const mpesa = { gateway: "M-Pesa", host: "api.safaricom.co.ke", detail: "status 403: Incapsula" } as const;
  openSuperadmin("/superadmin/go-live");
  await steps();
  answer(askGateways, [{ ...mpesa, state: "turned_away" }]);
  answer(readGoLive, goLive({}, { at: ago(2), reach: [{ ...mpesa, state: "turned_away" }] }));
  await press("Ask the gateways");
  await see("M-Pesa turns this platform away (status 403: Incapsula): it wants the relay.");
  await see("Asked last: 2 min ago");
  answer(
    readGoLive,
    goLive(
      { settings: { seen: { about: "", at: ago(0) } } },
      { at: ago(0), reach: [{ ...mpesa, state: "reached" }] },
    ),
  );
  await press("Ask the gateways");
  await see("10. Settings Done The gateways let this platform in: 20 Nov 2026, 14:05");
  expect(screen.queryByRole("button", { name: "Ask the gateways" })).toBeNull();
});

it("says that it could not be read", async () => {
  answer(readGoLive, refusal(500));
  openSuperadmin("/superadmin/go-live");
  await see("Not loaded");
});

it("is found from the dashboard while something is left", async () => {
  answer(platformStats, {
    totalProviders: 0,
    activeProviders: 0,
    totalRouters: 0,
    onlineRouters: 0,
    totalRevenue: 0,
    monthlyRevenue: 0,
    today: { revenue: 0, transactions: 0, yesterday: 0 },
    days: [],
    trends: { newProviders: 0, newRouters: 0, revenue: null, month: null },
  });
  answer(listProviders, []);
  answer(listGatewayAlarms, []);
  answer(listSuccessRates, []);
  answer(readGoLive, goLive({ domain: { seen: { about: "x", at: null } } }));
  openSuperadmin("/superadmin/dashboard");
  const link = await screen.findByRole("link", { name: /Going live/ });
  expect(words(link)).toBe("Going live 21 of 22 steps to a real sale are open");
  expect(link.getAttribute("href")).toBe("/superadmin/go-live");
});

it("leaves the dashboard alone once all is done", async () => {
  answer(listProviders, []);
  answer(listGatewayAlarms, []);
  answer(listSuccessRates, []);
  answer(platformStats, refusal(500));
  answer(readGoLive, {
    steps: stepsWith({}).map((step) => ({ ...step, marked: { by: "Grace Njeri", at: ago(9) } })),
    gateways: null,
  });
  openSuperadmin("/superadmin/dashboard");
  await see("Error Loading Figures");
  expect(screen.queryByRole("link", { name: /Going live/ })).toBeNull();
});
