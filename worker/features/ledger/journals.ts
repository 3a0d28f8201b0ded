import { nairobiDay } from "../../contract/values/duration.ts";
import { joined, type Sql, sql } from "../../db/sql.ts";
import type { Settlement } from "./accounts.ts";
import * as accounts from "./accounts.ts";

// The events that the books know. accounts.ts says what each account means.

export type Amount = {
  /** Above zero. */
  cents: number;
  /** UTC ms. */
  at: number;
};

export const transfer = (to: string, from: string, cents: number): Line[] => [
  { account: to, cents },
  { account: from, cents: -cents },
];

/** @param number which sale of the payment: above 1 only after the one before was taken back */
export function saleJournalId(paymentId: string, number: number): string {
  return numbered(`sale ${paymentId}`, number);
}

const numbered = (id: string, number: number) => (number === 1 ? id : `${id} ${number}`);

export function saleJournals(payment: PaymentFacts, { cents, at }: Amount, number = 1): Journal[] {
  const { paymentId, settlement, switchId } = payment;
  const received = accounts.receivingAccount(settlement, switchId);
  const lines = transfer(received, accounts.sales, cents);
  if (settlement === "collected")
    lines.push(...transfer(accounts.claimOnPlatform, accounts.owedToProvider, cents));
  const sale: Journal = { id: saleJournalId(paymentId, number), kind: "sale", at, lines, payment };
  if (settlement !== "diverted") return [sale];
  const memo = transfer(accounts.divertedClaim, accounts.divertedNotSettled, cents);
  const id = numbered(`diversion ${paymentId}`, number);
  return [sale, { id, kind: "diversion", at, lines: memo, payment }];
}

/** A sale that the gateway denied afterwards: its own entries backwards, on the day of the denial. */
export function takenBackJournals(payment: PaymentFacts, amount: Amount, number: number): Journal[] {
  const { paymentId } = payment;
  const lines = saleJournals(payment, amount, number)
    .flatMap((journal) => journal.lines)
    .map(({ account, cents }) => ({ account, cents: -cents }));
  const id = numbered(`taken back ${paymentId}`, number);
  return [{ id, kind: "taken-back", at: amount.at, lines, payment }];
}

/** Money that went back to the payer, whole or in part. @param refundId names it among all refunds of the provider */
export function refundJournal(refundId: string, payment: PaymentFacts, { cents, at }: Amount): Journal {
  const { settlement, switchId } = payment;
  const lines = transfer(accounts.sales, accounts.receivingAccount(settlement, switchId), cents);
  if (settlement === "collected")
    lines.push(...transfer(accounts.owedToProvider, accounts.claimOnPlatform, cents));
  if (settlement === "diverted")
    lines.push(...transfer(accounts.divertedNotSettled, accounts.divertedClaim, cents));
  return { id: `refund ${refundId}`, kind: "refund", at, lines, payment };
}

export function feeJournal(invoiceId: string, { cents, at }: Amount): Journal {
  const lines = transfer(accounts.feesOwed, accounts.platformFees, cents);
  return { id: `fee ${invoiceId}`, kind: "fee", at, lines, payment: null };
}

/** A payment towards what is owed, once somebody verified it. */
export function feePaidJournal(confirmationId: string, { cents, at }: Amount): Journal {
  const lines = transfer(accounts.platformAccount, accounts.feesOwed, cents);
  return { id: `fee paid ${confirmationId}`, kind: "fee", at, lines, payment: null };
}

/** The payment was no payment after all: what it covered is owed again. */
export function feeTakenBackJournal(confirmationId: string, { cents, at }: Amount): Journal {
  const lines = transfer(accounts.feesOwed, accounts.platformAccount, cents);
  return { id: `fee unpaid ${confirmationId}`, kind: "fee", at, lines, payment: null };
}

/** A part of an invoice, or all of it, that is not owed after all. */
export function creditNoteJournal(creditId: string, { cents, at }: Amount): Journal {
  const lines = transfer(accounts.platformFees, accounts.feesOwed, cents);
  return { id: `fee credited ${creditId}`, kind: "fee", at, lines, payment: null };
}

/** A payer's money beyond his purchase: it reached the same account, and is his until it is used or given back. */
export function adjustmentJournal(
  adjustmentId: string,
  payment: PaymentFacts,
  { cents, at }: Amount,
): Journal {
  const received = accounts.receivingAccount(payment.settlement, payment.switchId);
  const lines = transfer(received, accounts.customerCredit, cents);
  return { id: `adjustment ${adjustmentId}`, kind: "adjustment", at, lines, payment };
}

/** A customer with lines has so much more to spend. */
export function customerCreditJournal(entryId: string, { cents, at }: Amount): Journal {
  const lines = transfer(accounts.paidAhead, accounts.owedToCustomers, cents);
  return { id: `customer ${entryId}`, kind: "customer", at, lines, payment: null };
}

/** So much less: a period was bought, or its money was denied. */
export function customerSpentJournal(entryId: string, { cents, at }: Amount): Journal {
  const lines = transfer(accounts.owedToCustomers, accounts.paidAhead, cents);
  return { id: `customer ${entryId}`, kind: "customer", at, lines, payment: null };
}

/** What the receiver gets, and what the platform keeps for sending it. */
type PayoutAmount = { cents: number; feeCents: number; at: number };

const payout = (id: string, at: number, lines: Line[]): Journal => ({
  id,
  kind: "payout",
  at,
  lines,
  payment: null,
});

/** Nothing is sent yet; it is owed no more. */
export function payoutReservedJournal(payoutId: string, { cents, feeCents, at }: PayoutAmount): Journal {
  return payout(`payout ${payoutId}`, at, reserved(cents + feeCents));
}

const reserved = (cents: number): Line[] => [
  ...transfer(accounts.owedToProvider, accounts.payoutUnderWay, cents),
  ...transfer(accounts.claimUnderWay, accounts.claimOnPlatform, cents),
];

const paid = ({ cents, feeCents }: PayoutAmount): Line[] => [
  { account: accounts.payoutUnderWay, cents: cents + feeCents },
  { account: accounts.platformAccount, cents: -cents },
  { account: accounts.providerAccount, cents },
  { account: accounts.claimUnderWay, cents: -(cents + feeCents) },
  ...(feeCents === 0 ? [] : transfer(accounts.payoutFees, accounts.platformFees, feeCents)),
];

const backwards = (lines: readonly Line[]): Line[] =>
  lines.map(({ account, cents }) => ({ account, cents: -cents }));

export function payoutPaidJournal(payoutId: string, amount: PayoutAmount): Journal {
  return payout(`payout paid ${payoutId}`, amount.at, paid(amount));
}

/** It failed for sure: owed again. */
export function payoutGivenBackJournal(payoutId: string, { cents, feeCents, at }: PayoutAmount): Journal {
  return payout(`payout given back ${payoutId}`, at, backwards(reserved(cents + feeCents)));
}

/** It was paid and taken back: owed again, with the fee. */
export function payoutReversedJournal(payoutId: string, amount: PayoutAmount): Journal {
  const { cents, feeCents, at } = amount;
  const lines = backwards([...reserved(cents + feeCents), ...paid(amount)]);
  return payout(`payout reversed ${payoutId}`, at, netOf(lines));
}

/** It had been given back, and went out all the same. */
export function payoutPaidAfterAllJournal(payoutId: string, amount: PayoutAmount): Journal {
  const { cents, feeCents, at } = amount;
  return payout(
    `payout paid after all ${payoutId}`,
    at,
    netOf([...reserved(cents + feeCents), ...paid(amount)]),
  );
}

/** One line for each account that is left changed. */
function netOf(lines: readonly Line[]): Line[] {
  const sums = new Map<string, number>();
  for (const { account, cents } of lines) sums.set(account, (sums.get(account) ?? 0) + cents);
  return [...sums].filter(([, cents]) => cents !== 0).map(([account, cents]) => ({ account, cents }));
}

/** Debit positive, credit negative, in cents. */
export type Line = { account: string; cents: number };

/** The payment that a journal is about, as it was routed. */
export type PaymentFacts = {
  paymentId: string;
  routerId: string;
  /** The gateway's type. */
  method: string;
  settlement: Settlement;
  /** Null unless it was diverted. */
  switchId: string | null;
};

export type Journal = {
  /** Names the event: the same event is booked once, however often it is told. */
  id: string;
  kind: "sale" | "taken-back" | "diversion" | "fee" | "refund" | "adjustment" | "payout" | "customer";
  /** UTC ms; its Nairobi day is the day it counts on. */
  at: number;
  lines: readonly Line[];
  /** Null for what concerns no router. @property paymentId null of cash */
  payment: (Omit<PaymentFacts, "paymentId"> & { paymentId: string | null }) | null;
};

/**
 * All lines in one statement, which does nothing when the journal stands there. @param when `after-change`: only if
 * the statement before it changed something @throws Error when the lines do not balance
 */
export function journalStatements(journal: Journal, when: "always" | "after-change" = "always"): Sql[] {
  const { id, kind, at, lines, payment } = journal;
  const sum = lines.reduce((total, { cents }) => total + cents, 0);
  if (lines.length < 2 || sum !== 0 || !lines.every(({ cents }) => Number.isSafeInteger(cents)))
    throw new Error(`journal ${id} does not balance`);
  const day = nairobiDay(at);
  const written = (rows: readonly Sql[]) =>
    when === "always"
      ? sql`VALUES ${joined(rows, ", ")}`
      : sql`SELECT * FROM (VALUES ${joined(rows, ", ")}) WHERE changes() > 0`;
  if (payment === null) {
    const rows = lines.map(
      ({ account, cents }, index) => sql`(${id}, ${index + 1}, ${at}, ${kind}, ${day}, ${account}, ${cents})`,
    );
    return [
      sql`INSERT OR IGNORE INTO general_ledger (journal_id, line, at, kind, day, account, cents)
        ${written(rows)}`,
    ];
  }
  const { paymentId, routerId, method, settlement } = payment;
  const rows = lines.map(
    ({ account, cents }, index) =>
      sql`(${id}, ${index + 1}, ${at}, ${kind}, ${day}, ${paymentId}, ${routerId}, ${method},
        ${settlement}, ${account}, ${cents})`,
  );
  return [
    sql`INSERT OR IGNORE INTO ledger (journal_id, line, at, kind, day, payment_id, router_id,
        method, settlement, account, cents)
      ${written(rows)}`,
  ];
}
