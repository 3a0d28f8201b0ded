import type { Context } from "../../../context.ts";
import type { Loan } from "../../../contract/bridge.ts";
import type { Terms } from "../../../db/schema/tenant.ts";
import { hmacBy } from "../../../keys.ts";
import { redemptionOfLoan } from "./loan-id.ts";
import type { LoanRow } from "./loan-store.ts";

/** What a bridge is told of a loan. It gets no code: only what tells whether a typed one is this. */
export function loanMessage(ctx: Context, row: LoanRow): Loan {
  const { id, routerId, rev, code, providerId, expiresAt } = row;
  if (row.state === "recalling" || row.state === "freed")
    return { id, routerId, rev, goal: { kind: "recall" } };
  const terms = JSON.parse(row.terms) as Terms;
  const key = ctx.keys.tag("lent-voucher", id);
  return {
    ...{ id, routerId, rev },
    goal: {
      ...{ kind: "lend", key, hash: hmacBy(key, code) },
      entitlementId: redemptionOfLoan(ctx, providerId, id).entitlementId,
      expiresInMs: expiresAt === null ? null : Math.max(0, expiresAt - ctx.now()),
      ...{ planName: terms.planName, upKbps: terms.upKbps, downKbps: terms.downKbps },
      ...{ durationMs: terms.durationMs, dataBytes: terms.dataBytes },
    },
  };
}
