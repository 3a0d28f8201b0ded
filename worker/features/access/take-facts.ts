import type { Context } from "../../context.ts";
import type { Fact } from "../../contract/bridge.ts";
import type { Statement, TenantDb } from "../../db/tenant-db.ts";
import { type HeldEntitlement, startOf } from "./entitlement-want.ts";
import { confirmedStatement, endedStatement, sessionStatement, startedStatement } from "./store.ts";

/** A fact and the purchase it is about. */
export type KnownFact = { fact: Fact; held: HeldEntitlement };

/**
 * Writes what a bridge reported, one transaction per provider. Every statement can be repeated: a bridge sends facts
 * until they are acknowledged.
 */
export async function writeFacts(ctx: Context, facts: readonly KnownFact[]): Promise<void> {
  const now = ctx.now();
  const byProvider = Map.groupBy(facts, ({ held }) => held.providerId);
  for (const [providerId, own] of byProvider) {
    const db = ctx.tenant(providerId);
    await db.batch(own.map((known) => statementFor(db, known, now)));
  }
}

function statementFor(db: TenantDb, { fact, held }: KnownFact, now: number): Statement {
  switch (fact.kind) {
    case "started": {
      const startedAt = startOf(held, fact.ageMs, now);
      return startedStatement(db, held.id, startedAt, startedAt + held.terms.durationMs, now);
    }
    case "applied":
      return confirmedStatement(db, held.id, fact.rev);
    case "ended":
      return endedStatement(db, held.id, fact.reason, startOf(held, fact.ageMs, now), now);
    case "session":
      return sessionStatement(db, fact.totals, startOf(held, fact.ageMs, now));
    default:
      return fact satisfies never;
  }
}

export function entitlementIdOfFact(fact: Fact): string {
  return fact.kind === "session" ? fact.totals.entitlementId : fact.entitlementId;
}
