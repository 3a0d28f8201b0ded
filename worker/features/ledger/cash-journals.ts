import * as accounts from "./accounts.ts";
import { type Amount, type Journal, transfer } from "./journals.ts";

// Cash of customers with lines. It comes by no gateway and has no payment.

/** By this method the sums of a day tell cash from what a gateway brought. */
export const cashMethod = "cash";

type Cash = Amount & { cashId: string; routerId: string };

const cashFacts = (routerId: string): Journal["payment"] => ({
  paymentId: null,
  routerId,
  method: cashMethod,
  settlement: "direct",
  switchId: null,
});

/** Taken for an account: a sale at the router of a line. */
export function cashTakenJournal({ cashId, routerId, cents, at }: Cash): Journal {
  const lines = transfer(accounts.cash, accounts.sales, cents);
  return { id: `cash ${cashId}`, kind: "sale", at, lines, payment: cashFacts(routerId) };
}

/** It was not taken after all. */
export function cashUndoneJournal({ cashId, routerId, cents, at }: Cash): Journal {
  const lines = transfer(accounts.sales, accounts.cash, cents);
  return { id: `cash undone ${cashId}`, kind: "taken-back", at, lines, payment: cashFacts(routerId) };
}

/** Out of an account, by hand. */
export function cashBackJournal({ cashId, routerId, cents, at }: Cash): Journal {
  const lines = transfer(accounts.sales, accounts.cash, cents);
  return { id: `refund cash ${cashId}`, kind: "refund", at, lines, payment: cashFacts(routerId) };
}

/** It was not given back after all. */
export function cashBackUndoneJournal({ cashId, routerId, cents, at }: Cash): Journal {
  const lines = transfer(accounts.cash, accounts.sales, cents);
  return { id: `refund undone cash ${cashId}`, kind: "refund", at, lines, payment: cashFacts(routerId) };
}
