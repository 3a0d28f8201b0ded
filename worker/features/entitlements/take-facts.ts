import type { Context } from "../../context.ts";
import type { Fact, SessionTotals } from "../../contract/bridge.ts";
import { parseMac } from "../../contract/values/mac.ts";
import type { Sql } from "../../db/sql.ts";
import type { LoanFact } from "../../ports.ts";
import { type HeldEntitlement, momentOf } from "./desired-state.ts";
import {
  appliedStatements,
  endedStatement,
  sessionStatement,
  startedBeforeStatement,
  startedStatement,
  usedBeforeStatement,
} from "./fact-statements.ts";
import { successorIdOf } from "./purchase-id.ts";

/** What is told of a purchase; the other facts are of lent vouchers. */
export type PurchaseFact = Exclude<Fact, LoanFact>;

export const isOfLoan = (fact: Fact): fact is LoanFact => "loanId" in fact;

/** A fact and the purchase it is about. */
export type KnownFact = { fact: PurchaseFact; held: HeldEntitlement };

export function entitlementIdOfFact(fact: PurchaseFact): string {
  return fact.kind === "session" ? fact.totals.entitlementId : fact.entitlementId;
}

/** Whether a fact says one thing: a session's totals are of the router that the fact is about, and name a device. */
export function isCoherent(fact: PurchaseFact): boolean {
  return fact.kind !== "session" || (fact.totals.routerId === fact.routerId && namesDevice(fact.totals));
}

export function namesDevice({ mac }: Pick<SessionTotals, "mac">): boolean {
  return parseMac(mac) !== undefined;
}

/** Whether it changes what is known of the purchase itself, so that it must be read again. */
export function changesPurchase(fact: PurchaseFact): boolean {
  return (
    fact.kind === "started" || fact.kind === "ended" || (fact.kind === "applied" && fact.state === "ended")
  );
}

/**
 * Writes what a bridge reported, one transaction per provider. Every statement can be repeated: a bridge sends facts
 * until they are acknowledged.
 */
export async function writeFacts(ctx: Context, facts: readonly KnownFact[]): Promise<void> {
  const now = ctx.now();
  const byProvider = Map.groupBy(facts, ({ held }) => held.providerId);
  for (const [providerId, own] of byProvider) {
    const db = ctx.tenant(providerId);
    await db.batch(own.flatMap((known) => statementsFor(known, now)));
  }
}

function statementsFor({ fact, held }: KnownFact, now: number): Sql[] {
  const at = momentOf(held, fact.ageMs, now);
  switch (fact.kind) {
    case "started":
      return [
        startedStatement(held.id, at, at + held.terms.durationMs, now),
        ...wentOn(held, (id) => startedBeforeStatement(id, at, at + held.terms.durationMs, now)),
      ];
    case "applied":
      return appliedStatements(held.id, fact, at, now);
    case "ended":
      return [endedStatement(held.id, fact, at, now)];
    case "session":
      return [
        ...wentOn(held, (id) => usedBeforeStatement(id, fact.totals)),
        sessionStatement(fact.totals, at),
      ];
    default:
      return fact satisfies never;
  }
}

/** What an old router reports late of a purchase that went on at another one counts there: nothing is given twice. */
function wentOn(held: HeldEntitlement, statement: (successorId: string) => Sql): Sql[] {
  return held.state === "moved" ? [statement(successorIdOf(held.id))] : [];
}
