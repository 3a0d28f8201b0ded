// What selling may cost, in counts and not in time: the most of each is what was counted last. A budget goes down with each
// saving, and up only for a promise that costs it; docs/costs.md is computed from them (`npm run costs`).

/** One purchase by M-Pesa with an hour and a half online: `tests/worker/purchase-cost.test.ts`. */
export const purchaseBudgets = {
  "D1 trips of a page view": 0,
  "calls of a page view": 1,
  "D1 trips": 4,
  "object calls, polls apart": 24,
  "rows written": 55,
  "D1 trips of its sweeps": 1,
  "calls of its sweeps": 2,
  "rows of its sweeps": 2,
  /** Of both. */
  "rows in D1": 3,
  /** Of the site's object, in the purchase's hour and a half: the site's hour has them already. */
  "rows of its site's hour": 3,
  "bytes of a PaymentObject": 16_384,
  /** By a device that was not there before. */
  "bytes at its provider": 2_850,
};

/** What a purchase was to come to; `tests/rules/costs.test.ts` keeps what is counted within it. */
export const purchaseAims: Partial<typeof purchaseBudgets> = {
  "D1 trips of a page view": 0,
  "calls of a page view": 1,
  "D1 trips": 6,
  "object calls, polls apart": 25,
  "rows written": 90,
  "bytes of a PaymentObject": 16_384,
};

/** A prompt that is cancelled after 18 s, polls apart: `tests/worker/attempt-cost.test.ts`. */
export const attemptBudgets = { "D1 trips": 3, "object calls": 13, "rows written": 19, "rows in D1": 0 };

/** A code that is redeemed, and an hour online: the same. */
export const voucherBudgets = { "D1 trips": 1, "object calls": 6, "rows written": 29, "rows in D1": 0 };

/** What an object of a provider renews of its copy of the platform, after one row of it was changed: `tests/worker/db/snapshot.test.ts`. */
export const renewalBudgets = { "D1 trips": 1, "D1 statements": 5, "rows written": 2 };

/** An hour of a site with devices online: `tests/worker/bridges/rows-written.test.ts`. */
export const bridgeHourBudgets = { "rows of databases": 4, "rows of its object": 18, "words and alarms": 16 };

/** A minute of a router's API over a tunnel, both ways: `tests/bridge/poll-traffic.test.ts`. */
export const pollBudgets = [
  { online: 10, unpaid: 0, away: 0, commands: 53, replies: 101, kilobytes: 9 },
  { online: 100, unpaid: 100, away: 20, commands: 58, replies: 980, kilobytes: 61 },
  { online: 400, unpaid: 250, away: 100, commands: 58, replies: 2_630, kilobytes: 175 },
];

/**
 * The usage of a thousand lines at five routers, through all of which something went, in bytes a minute: what the worker is told, and
 * what is read of the routers for it, both ways: `tests/bridge/line-usage.test.ts`.
 */
export const lineUsageBudget = { reportBytes: 15_500, readBytes: 18_900 };

/** Round trips to a router at the end of a long way that are waited for in turn: `tests/bridge/far-router.test.ts`. */
export const farRouterBudget = { hundredWaiting: 40, oneAfterReconnect: 8, one: 4, commandsAtOnce: 16 };

/** What 1,000 busy lines at five routers add in a minute to their tunnels, both ways: `tests/bridge/line-traffic.test.ts`. */
export const lineMinuteBudget = { kilobytes: 60 };
