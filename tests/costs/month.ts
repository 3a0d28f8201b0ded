import {
  attemptBudgets,
  bridgeHourBudgets,
  type purchaseBudgets,
  renewalBudgets,
  voucherBudgets,
} from "../support/work-budgets.ts";
import { type Metered, planUsd, prices } from "./prices.ts";

/** How much is sold in a day. */
export type Platform = { sites: number; sales: number };
/** What one purchase takes: as counted, or as aimed at. */
export type Purchase = typeof purchaseBudgets;

/** What no test counts; docs/costs.md names each. */
export const assumed = {
  viewsPerSale: 10,
  failedPerSale: 0.4,
  vouchersPerSale: 0.1,
  /** Views and polls of one purchase: as in its test. */
  viewsOfPurchase: 3,
  pollsOfPurchase: 12,
  /** Report of an advertisement, initiate, last poll, callback, batch of the queue. */
  otherRequests: 5,
  /** Of the whole worker, as `npm run bench` measures them on a slow machine; objects are not paid by CPU. */
  cpuMs: { view: 2, purchase: 60, attempt: 40, voucher: 10 },
  /** At work, not asleep: for each call, for each trip to D1 that is waited for, and for gateways' answers in all. */
  secondsPerCall: 0.01,
  secondsPerTrip: 0.05,
  secondsOfGateways: 4,
  /** Of these the push: the provider's object waits for it beside the payment's. */
  secondsOfPush: 2.5,
  objectGb: 0.128,
  rowsReadPerPurchase: 1_000,
  rowsReadPerView: 100,
  /** In D1: for each trip of a sale, and for one by which an entry finds out whose a host is; each view is one at most. */
  d1RowsPerTrip: 10,
  /** What concerns all providers (settings, advertisements, switches, the platform's apps) is changed so often a day, and each renews. */
  renewalsPerDay: 10,
  d1RowsPerRenewal: 30,
  /** A site's own in D1: copies of its sums, audit, letters, its router and bridge. */
  d1BytesPerSiteDay: 600,
  /** How long the platform has sold as much. */
  months: 12,
  paymentKeptDays: { paid: 40, unpaid: 10 },
  /** A message is written, read and deleted. */
  queueOperations: 3,
} as const;

const daysPerMonth = 30;
const hoursPerMonth = daysPerMonth * 24;
/** Words on a socket are paid as a twentieth of a request; a heartbeat comes every 25 s, and twelve alarms an hour are requests. */
const wordsPerRequest = 20;
const heartbeatsPerHour = 144;
const alarmsPerHour = 12;

type Use = Record<Metered, number>;
const none = Object.fromEntries(Object.keys(prices).map((name) => [name, 0])) as Use;

type Act = {
  requests: number;
  cpuMs: number;
  calls: number;
  trips: number;
  rows: number;
  d1Rows: number;
  /** While gateways are waited for. */
  seconds?: number;
};

function consumed(
  { requests, cpuMs, calls, trips, rows, d1Rows, seconds: waited = 0 }: Act,
  more: Partial<Use> = {},
): Use {
  const seconds = calls * assumed.secondsPerCall + trips * assumed.secondsPerTrip + waited;
  return {
    ...none,
    "Worker requests": requests,
    "Worker CPU, ms": cpuMs,
    "Object requests": calls,
    "Object duration, GB-s": seconds * assumed.objectGb,
    "Rows written": rows,
    "D1 rows written": d1Rows,
    "D1 rows read": trips * assumed.d1RowsPerTrip,
    ...more,
  };
}

/** What one of each uses, a site for a month. */
export function consumedBy(
  purchase: Purchase,
): Record<"purchase" | "attempt" | "voucher" | "view" | "site", Use> {
  const polls = assumed.pollsOfPurchase;
  const aPayment = (keptDays: number) => ({
    "Storage of objects, GB": (purchase["bytes of a PaymentObject"] * keptDays) / daysPerMonth / 1e9,
    "Queue operations": assumed.queueOperations,
  });
  const paid = aPayment(assumed.paymentKeptDays.paid);
  // A redeemed voucher leaves about as much as what was paid for.
  const keptGb = (purchase["bytes at its provider"] * assumed.months) / 1e9;
  const renewals = assumed.renewalsPerDay * daysPerMonth;
  const alarms = alarmsPerHour + (bridgeHourBudgets["words and alarms"] - alarmsPerHour) / wordsPerRequest;
  return {
    purchase: consumed(
      {
        requests: assumed.viewsOfPurchase + polls + assumed.otherRequests,
        cpuMs: assumed.cpuMs.purchase,
        calls: purchase["object calls, polls apart"] + purchase["calls of its sweeps"] + polls,
        trips: purchase["D1 trips"] + purchase["D1 trips of its sweeps"],
        rows: purchase["rows written"] + purchase["rows of its sweeps"],
        d1Rows: purchase["rows in D1"],
        seconds: assumed.secondsOfGateways + assumed.secondsOfPush,
      },
      {
        ...paid,
        "Rows read": assumed.rowsReadPerPurchase,
        "Storage of objects, GB": paid["Storage of objects, GB"] + keptGb,
      },
    ),
    attempt: consumed(
      {
        requests: polls + assumed.otherRequests - 1,
        cpuMs: assumed.cpuMs.attempt,
        calls: attemptBudgets["object calls"] + polls,
        trips: attemptBudgets["D1 trips"],
        rows: attemptBudgets["rows written"],
        d1Rows: attemptBudgets["rows in D1"],
        seconds: assumed.secondsOfGateways + assumed.secondsOfPush,
      },
      { ...aPayment(assumed.paymentKeptDays.unpaid), "Rows read": assumed.rowsReadPerPurchase },
    ),
    voucher: consumed(
      {
        requests: 1,
        cpuMs: assumed.cpuMs.voucher,
        calls: voucherBudgets["object calls"],
        trips: voucherBudgets["D1 trips"],
        rows: voucherBudgets["rows written"],
        d1Rows: voucherBudgets["rows in D1"],
      },
      {
        "Rows read": assumed.rowsReadPerPurchase,
        "Storage of objects, GB": keptGb,
      },
    ),
    view: consumed(
      {
        requests: 1,
        cpuMs: assumed.cpuMs.view,
        calls: purchase["calls of a page view"],
        trips: purchase["D1 trips of a page view"],
        rows: 0,
        d1Rows: 0,
      },
      { "Rows read": assumed.rowsReadPerView, "D1 rows read": assumed.d1RowsPerTrip },
    ),
    site: consumed(
      {
        requests: 0,
        cpuMs: 0,
        calls: hoursPerMonth * (alarms + heartbeatsPerHour / wordsPerRequest),
        trips: renewals * renewalBudgets["D1 trips"],
        rows:
          hoursPerMonth * bridgeHourBudgets["rows of its object"] + renewals * renewalBudgets["rows written"],
        d1Rows: hoursPerMonth * bridgeHourBudgets["rows of databases"],
      },
      {
        "D1 rows read": renewals * assumed.d1RowsPerRenewal,
        "Storage of D1, GB": (assumed.d1BytesPerSiteDay * daysPerMonth * assumed.months) / 1e9,
      },
    ),
  };
}

/** A month of a platform, USD. */
export function monthOf(
  { sites, sales }: Platform,
  purchase: Purchase,
): { lines: Map<Metered, number>; total: number } {
  const of = consumedBy(purchase);
  const sold = sales * daysPerMonth;
  const times: [Use, number][] = [
    [of.purchase, sold],
    [of.attempt, sold * assumed.failedPerSale],
    [of.voucher, sold * assumed.vouchersPerSale],
    [of.view, sold * (assumed.viewsPerSale - assumed.viewsOfPurchase)],
    [of.site, sites],
  ];
  const lines = new Map<Metered, number>();
  for (const name of Object.keys(prices) as Metered[]) {
    const { unit, usd, included } = prices[name];
    const used = times.reduce((sum, [use, count]) => sum + use[name] * count, 0);
    lines.set(name, (Math.max(0, used - included) / unit) * usd);
  }
  return { lines, total: [...lines.values()].reduce((sum, line) => sum + line, planUsd) };
}
