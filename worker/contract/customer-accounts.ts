import * as z from "zod";
import { endpoint, Moment } from "./endpoint.ts";
import { Said, says } from "./said.ts";

// The account of a customer with lines: what came in and went out, and cash by hand. All amounts are KES.

/** The most in one taking, as M-Pesa has it. */
export const mostCash = 250_000;
/** The most that a cashier takes in one day, in Nairobi; the owner takes any amount. */
export const mostCashOfCashier = 200_000;

const CashReceipt = z.object({
  id: z.string(),
  /** The receipt's, from 1. */
  number: z.int(),
  /** Who took it, or gave it back. */
  by: z.string(),
  /** Why it was given back. */
  note: z.string(),
  undone: z.object({ at: Moment, by: z.string(), why: z.string() }).nullable(),
});
export type CashReceipt = z.infer<typeof CashReceipt>;

export const AccountEntry = z.object({
  at: Moment,
  kind: z.enum([
    ...(["payment", "taken-back", "period", "returned"] as const),
    ...(["cash", "cash-undone", "refund", "refund-failed"] as const),
    ...(["brought-in", "brought-back"] as const),
  ]),
  /** Below zero: it lowered the balance. */
  amount: z.number(),
  /** Of a payment through a gateway, or of its refund. */
  transactionId: z.string().nullable(),
  receipt: z.string().nullable(),
  /** The PPPoE name of the line that was paid. */
  line: z.string().nullable(),
  cash: CashReceipt.nullable(),
});
export type AccountEntry = z.infer<typeof AccountEntry>;

export const CustomerAccount = z.object({
  id: z.string(),
  /** Eight digits. */
  number: z.string(),
  name: z.string(),
  /** "254712345678" */
  phoneNumber: z.string(),
  /** Where receipts and reminders go, too; never proven; "" = none. */
  email: z.string(),
  /** Of who was brought in from another system's file: the account's number there; "" = none. */
  formerNumber: z.string(),
  /** Paid and not used yet. */
  balance: z.number(),
  /** The newest hundred, newest first. */
  entries: z.array(AccountEntry),
  /** The pay bill at which the account's number is typed by hand; null = none reports what is typed. */
  paybill: z.string().nullable(),
  /** The newest payment by which its gateway may give the whole balance back; null = only cash does. */
  backBy: z.string().nullable(),
});
export type CustomerAccount = z.infer<typeof CustomerAccount>;

const path = z.object({ id: z.string().max(64) });

export const customerAccount = endpoint({
  name: "customerAccount",
  summary: "A customer's account: balance, what came in and went out, and how it is paid by hand",
  audience: ["provider"],
  roles: ["owner", "cashier"],
  scope: "read:lines",
  method: "GET",
  path: "/api/admin/customers/:id",
  params: path,
  answer: CustomerAccount,
});

/** The most lines of one statement: twenty years of a home that pays by the month. */
export const mostStatementLines = 1_000;

export const AccountStatement = CustomerAccount.pick({ number: true, name: true, balance: true }).extend({
  /** Of the account before the first line; not 0 where lines before it are left out. */
  before: z.number(),
  /** Oldest first, the newest thousand; with the balance after each. */
  lines: z.array(AccountEntry.omit({ transactionId: true }).extend({ balance: z.number() })),
});
export type AccountStatement = z.infer<typeof AccountStatement>;

export const customerStatement = endpoint({
  name: "customerStatement",
  summary:
    "All that came into a customer's account and went out of it, with the balance after each, for paper or a file",
  audience: ["provider"],
  roles: ["owner", "cashier"],
  scope: "read:lines",
  method: "GET",
  path: "/api/admin/customers/:id/statement",
  params: path,
  answer: AccountStatement,
});

const amount = z.int(says("cash_amount")).min(1, says("cash_amount")).max(mostCash, says("cash_amount"));
const reason = z.string(says("cash_why")).trim().min(3, says("cash_why")).max(300, says("at_most_300"));

const CashDone = z.object({
  success: z.literal(true),
  message: Said,
  receipt: CashReceipt,
  /** Of the account, now. */
  balance: z.number(),
});

export const takeCash = endpoint({
  name: "takeCash",
  summary: "Cash that was taken for a customer's account, with a receipt: it pays lines like any other money",
  audience: ["provider"],
  roles: ["owner", "cashier"],
  method: "POST",
  path: "/api/admin/customers/:id/cash",
  params: path,
  body: z.strictObject({ amount }),
  answer: CashDone,
  hasSuccess: true,
  idempotent: true,
});

export const giveCashBack = endpoint({
  name: "giveCashBack",
  summary: "Cash that was given back out of a customer's account, no more than its balance",
  audience: ["provider"],
  roles: ["owner"],
  method: "POST",
  path: "/api/admin/customers/:id/cash-back",
  params: path,
  body: z.strictObject({ amount, reason }),
  answer: CashDone,
  hasSuccess: true,
  idempotent: true,
});

export const undoCash = endpoint({
  name: "undoCash",
  summary:
    "Cash that was not taken, or not given back, after all: out of the account and the sales again, once",
  audience: ["provider"],
  roles: ["owner"],
  method: "POST",
  path: "/api/admin/cash/:id/undo",
  params: path,
  body: z.strictObject({ reason }),
  answer: CashDone,
  hasSuccess: true,
});
