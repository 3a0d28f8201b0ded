import * as accounts from "./accounts.ts";
import type { Journal, Line, PaymentFacts } from "./journal.ts";

// The events that the books know. accounts.ts says what each account means.

type Amount = {
  /** Above zero. */
  cents: number;
  /** UTC ms. */
  at: number;
};

const transfer = (to: string, from: string, cents: number): Line[] => [
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
