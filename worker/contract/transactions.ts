import * as z from "zod";
import { endpoint, Moment, optional } from "./endpoint.ts";
import { Said, says } from "./said.ts";
import { gatewayTypes } from "./values/gateway-types.ts";

// What was sold, as the consoles read it. Money in answers is KES as a number; days are days in Africa/Nairobi.

/** Paging and search of every list; the total is in X-Total-Count (docs/behaviour/provider-console-calls.md, PC-R7). */
export const ListQuery = z.object({
  page: optional(z.coerce.number().int().min(1).max(100_000)),
  pageSize: optional(z.coerce.number().int().min(1).max(1_000)),
  q: optional(z.string().max(100)),
});

export const Day = z.iso.date(says("day_format"));

/** Yesterday, as its owner is told of it in the morning. */
export const Morning = z.object({
  day: Day,
  /** Came in on that day. */
  revenue: z.number(),
  /** Completed payments, and redeemed vouchers, of that day. */
  sales: z.int(),
  vouchers: z.int(),
  /** The same weekday, a week before. */
  before: z.object({ day: Day, revenue: z.number() }),
  /** none: nothing came in then to compare with. */
  change: z.enum(["more", "less", "same", "none"]),
  /** By how much; null where it is the same or nothing is there to compare with. */
  percent: z.int().nullable(),
  /** Devices whose bought time ended on that day or the one before and for which nothing was bought since. */
  notRenewed: z.int(),
  /** Lines of homes and offices whose time is over, and those whose time ends today. */
  linesOverdue: z.int(),
  linesDue: z.int(),
  /** Routers that were away on that day, the longest first. */
  away: z.array(
    z.object({
      routerId: z.string(),
      /** Null of one that the provider has no more and whose name was not kept. */
      name: z.string().nullable(),
      /** Of that day. */
      seconds: z.int(),
      /** Still away. */
      isAway: z.boolean(),
    }),
  ),
  /** KES left for SMS by the platform's account; null of who has none. */
  smsCredits: z.number().nullable(),
});
export type Morning = z.infer<typeof Morning>;

export const ProviderStats = z.object({
  /** All time. */
  totalRevenue: z.number(),
  /** Purchases that run now. */
  activeUsers: z.int(),
  totalUsers: z.int(),
  expiredUsers: z.int(),
  /** Devices that a bridge reports as let out right now. */
  onlineUsers: z.int(),
  /** Absent where nothing was sold before today. */
  morning: Morning.optional(),
});
export type ProviderStats = z.infer<typeof ProviderStats>;

export const providerStats = endpoint({
  name: "providerStats",
  summary: "Revenue and users of the signed-in provider",
  audience: ["provider"],
  roles: ["owner"],
  scope: "read:reports",
  method: "GET",
  path: "/api/admin/stats",
  answer: ProviderStats,
});

export const RouterStats = z.object({ todaySales: z.number(), monthlyRevenue: z.number() });
export type RouterStats = z.infer<typeof RouterStats>;

export const routerStats = endpoint({
  name: "routerStats",
  summary: "Sales of one router today and this month",
  audience: ["provider"],
  roles: ["owner"],
  scope: "read:reports",
  method: "GET",
  path: "/api/admin/routers/:id/stats",
  params: z.object({ id: z.string().max(64) }),
  answer: RouterStats,
});

export const PaymentStats = z.object({
  totalRevenue: z.number(),
  todaySales: z.number(),
  totalTransactions: z.int(),
  /** Completed payments and redeemed vouchers, all time. */
  sold: z.int(),
  /** Completed of all that ended, per cent; 100 while there are none. */
  successRate: z.number(),
  /** Face value of redeemed vouchers, all time: no money that came in now. */
  voucherSales: z.number(),
  /** Paid, and the access that was bought is not let out yet. */
  notActivated: z.int(),
});
export type PaymentStats = z.infer<typeof PaymentStats>;

export const paymentStats = endpoint({
  name: "paymentStats",
  summary: "Figures of the payments page",
  audience: ["provider"],
  roles: ["owner"],
  scope: "read:payments",
  method: "GET",
  path: "/api/admin/payments/stats",
  answer: PaymentStats,
});

export const TransactionStatus = z.enum(["completed", "pending", "failed"]);

/** A payment, or a voucher's redemption with its plan's price as face value. */
export const Transaction = z.object({
  id: z.string(),
  type: z.enum(["payment", "voucher"]),
  status: TransactionStatus,
  phoneNumber: z.string().nullable(),
  amount: z.number(),
  createdAt: Moment,
  planName: z.string(),
  routerName: z.string().nullable(),
  macAddress: z.string().nullable(),
  method: z.enum([...gatewayTypes, "voucher"]),
  /** Of a redemption the voucher's code. */
  receipt: z.string().nullable(),
  /** Why it failed and what to do, in the reader's language; null of what did not fail. */
  detail: Said.nullable(),
  /** none: nothing was bought; open: bought and not let out yet; done: let out at least once. */
  activation: z.enum(["none", "open", "done"]),
  entitlementId: z.string().nullable(),
  /** The end of the account that a payment switch sent the money to; null where it went the usual way. */
  divertedTo: z.string().max(4).nullable(),
  /** What was given back of `amount`. */
  refunded: z.number(),
  /** So much more data for a purchase that went on; null of a purchase of its own. */
  topUpMegabytes: z.number().nullable(),
});
export type Transaction = z.infer<typeof Transaction>;

export const TransactionQuery = ListQuery.extend({
  status: optional(TransactionStatus),
  type: optional(z.enum(["payment", "voucher"])),
  activation: optional(z.enum(["open", "done"])),
  routerId: optional(z.string().max(64)),
  from: optional(Day),
  to: optional(Day),
});

export const recentTransactions = endpoint({
  name: "recentTransactions",
  summary: "The newest 20 transactions",
  audience: ["provider"],
  roles: ["owner"],
  scope: "read:payments",
  method: "GET",
  path: "/api/admin/transactions/recent",
  answer: z.array(Transaction),
});

export const listTransactions = endpoint({
  name: "listTransactions",
  summary: "Payments and redemptions, newest first; total in X-Total-Count",
  audience: ["provider"],
  roles: ["owner", "cashier"],
  scope: "read:payments",
  method: "GET",
  path: "/api/admin/transactions",
  query: TransactionQuery,
  answer: z.array(Transaction),
});

/** Cash of a customer's account: taken, given back, or one of both that was undone later, on the day on which it counts. */
export const CashMove = z.object({
  id: z.string(),
  at: Moment,
  kind: z.enum(["taken", "given-back", "undone"]),
  /** Below zero: it lowered what was sold. */
  amount: z.number(),
  /** The receipt's. */
  receipt: z.int(),
  /** Who took it, gave it back or undid it. */
  by: z.string(),
  /** Why; empty of what was taken. */
  note: z.string(),
  /** It was undone later, by a row of its own. */
  isUndone: z.boolean(),
  customer: z.object({ number: z.string(), name: z.string(), phoneNumber: z.string() }),
  routerName: z.string().nullable(),
});
export type CashMove = z.infer<typeof CashMove>;

export const CashBook = z.object({
  /** Of all of them, on whichever page. */
  amount: z.number(),
  total: z.int(),
  moves: z.array(CashMove),
});
export type CashBook = z.infer<typeof CashBook>;

export const listCash = endpoint({
  name: "listCash",
  summary:
    "Cash of customers' accounts, newest first: what was taken, given back and undone, and what it comes to",
  audience: ["provider"],
  roles: ["owner", "cashier"],
  scope: "read:payments",
  method: "GET",
  path: "/api/admin/cash",
  query: TransactionQuery.pick({ page: true, pageSize: true, q: true, routerId: true, from: true, to: true }),
  answer: CashBook,
});

export const retryActivation = endpoint({
  name: "retryActivation",
  summary: "Ask the gateway again about an open payment, and bring a paid one to its router again",
  audience: ["provider"],
  roles: ["owner", "cashier"],
  method: "POST",
  path: "/api/admin/transactions/:id/retry",
  params: z.object({ id: z.string().max(80) }),
  answer: z.object({ success: z.boolean(), message: Said, transaction: Transaction }),
  hasSuccess: true,
});

export const DayRevenue = z.object({ day: Day, count: z.int(), revenue: z.number() });

export const revenueByDay = endpoint({
  name: "revenueByDay",
  summary: "Completed payments per day; the last 30 days unless told, every day listed",
  audience: ["provider"],
  roles: ["owner"],
  scope: "read:reports",
  method: "GET",
  path: "/api/admin/revenue/daily",
  query: z.object({ from: optional(Day), to: optional(Day), routerId: optional(z.string().max(64)) }),
  answer: z.array(DayRevenue),
});
