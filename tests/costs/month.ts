import {
  attemptBudgets,
  bridgeHourBudgets,
  type purchaseBudgets,
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
  objectGb: 0.128,
  rowsReadPerPurchase: 1_000,
  rowsReadPerView: 100,
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
  gateways?: number;
};

function consumed(
  { requests, cpuMs, calls, trips, rows, d1Rows, gateways = 0 }: Act,
  more: Partial<Use> = {},
): Use {
  const seconds = calls * assumed.secondsPerCall + trips * assumed.secondsPerTrip + gateways;
  return {
    ...none,
    "Worker requests": requests,
    "Worker CPU, ms": cpuMs,
    "Object requests": calls,
    "Object duration, GB-s": seconds * assumed.objectGb,
    "Rows written": rows,
    "D1 rows written": d1Rows,
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
        gateways: assumed.secondsOfGateways,
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
        gateways: assumed.secondsOfGateways,
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
      { "Rows read": assumed.rowsReadPerView },
    ),
    site: consumed({
      requests: 0,
      cpuMs: 0,
      calls: hoursPerMonth * (alarms + heartbeatsPerHour / wordsPerRequest),
      trips: 0,
      rows: hoursPerMonth * bridgeHourBudgets["rows of its object"],
      d1Rows: hoursPerMonth * bridgeHourBudgets["rows of databases"],
    }),
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
