import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { getSettings } from "#contract/branding";
import { listBridges } from "#contract/bridges";
import type { Endpoint } from "#contract/endpoint";
import { listOwnGateways } from "#contract/own-gateways";
import { listOwnPaybillPayments } from "#contract/paybill";
import { adminListPlans } from "#contract/plans";
import { listOwnDifferences } from "#contract/reconciliation";
import { recentReports } from "#contract/reports";
import { readTunnelOffer } from "#contract/router-setup";
import { listRouters, listRoutersOfProvider } from "#contract/routers";
import {
  listCash,
  listTransactions,
  paymentStats,
  providerStats,
  revenueByDay,
  routerStats,
} from "#contract/transactions";
import { listActiveUsers, listUsers } from "#contract/users";
import { listVoucherBatches, listVouchers, voucherStats } from "#contract/vouchers";
import { pass, runClock } from "../support/clock.ts";
import { answer, sentTo } from "../support/fake-server.ts";
import { openAdmin } from "../support/open-admin.tsx";
import { person } from "../support/page.ts";
import { noCash, quietSales, router, settings } from "../support/provider-rows.ts";

// How often a page that is left alone asks again (docs/behaviour/provider-console-calls.md, "Polling").

beforeEach(() => {
  for (const list of [
    ...[adminListPlans, listOwnDifferences, recentReports, listBridges, listTransactions],
    ...[revenueByDay, listOwnPaybillPayments, listActiveUsers, listUsers, listVouchers],
  ] as Endpoint[])
    answer(list, []);
  answer(listRouters, []);
  answer(listRoutersOfProvider, [router("Gate")]);
  answer(readTunnelOffer, { isOffered: false });
  answer(routerStats, { todaySales: 0, monthlyRevenue: 0 });
  answer(listOwnGateways, []);
  answer(paymentStats, quietSales);
  answer(listCash, noCash);
  answer(voucherStats, { total: 0, active: 0, used: 0, expired: 0 });
  answer(getSettings, settings);
});
const loaded = () => waitFor(() => expect(document.querySelector(".mantine-Skeleton-root")).toBeNull());

it.each<[string, Map<Endpoint, number>]>([
  [
    "dashboard",
    new Map<Endpoint, number>([
      [providerStats, 30],
      [routerStats, 15],
      [listRoutersOfProvider, 30],
      [paymentStats, 20],
      [adminListPlans, 60],
      [revenueByDay, 30],
    ]),
  ],
  [
    "users",
    new Map<Endpoint, number>([
      [providerStats, 20],
      [listUsers, 15],
      [listActiveUsers, 10],
    ]),
  ],
  [
    "payments",
    new Map<Endpoint, number>([
      [listTransactions, 10],
      [listCash, 20],
      [paymentStats, 20],
    ]),
  ],
  ["routers", new Map<Endpoint, number>([[listRoutersOfProvider, 30]])],
  [
    "vouchers",
    new Map<Endpoint, number>([
      [listVouchers, 30],
      [listVoucherBatches, 30],
      [voucherStats, 20],
    ]),
  ],
])(
  "%s: each call every so many seconds, none while the tab is hidden, and at once when it is back",
  async (name, every) => {
    runClock();
    openAdmin(`/admin/${name}`);
    await loaded();
    const asked = () => [...every.keys()].map((call) => sentTo(call).length);
    const before = asked();
    await pass(61);
    const expected = [...every.values()].map((seconds) => Math.floor(61 / seconds));
    expect(asked().map((count, place) => count - (before[place] ?? 0))).toEqual(expected);

    let state: DocumentVisibilityState = "hidden";
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state });
    window.dispatchEvent(new Event("visibilitychange"));
    const hidden = asked();
    await pass(61);
    expect(asked()).toEqual(hidden);
    state = "visible";
    window.dispatchEvent(new Event("visibilitychange"));
    await waitFor(() =>
      expect(asked().map((count, place) => count - (hidden[place] ?? 0))).toEqual(hidden.map(() => 1)),
    );
  },
);

it("settings are kept for 30 s", async () => {
  runClock();
  openAdmin("/admin/settings");
  await screen.findByRole("tab", { name: "Appearance" });
  const visit = async () => {
    for (const place of ["Plans", "Settings"])
      await person.click(screen.getAllByRole("link", { name: place })[0] as HTMLElement);
    await screen.findByRole("tab", { name: "Appearance" });
  };
  await pass(20);
  await visit();
  expect(sentTo(getSettings)).toHaveLength(1);
  await pass(11);
  await visit();
  await waitFor(() => expect(sentTo(getSettings)).toHaveLength(2));
});
