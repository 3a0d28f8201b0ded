import type { Context } from "../../../context.ts";
import { type BridgeRequest, LoanAnswer } from "../../../contract/bridge-requests.ts";
import { sql } from "../../../db/sql.ts";
import { type AppError, refuse } from "../../../errors.ts";
import { log } from "../../../log.ts";
import { writeRedeemed, writeReturned } from "./loan-reports.ts";
import { type LoanRow, loansById } from "./loan-store.ts";

/** A visitor looks at a spinner meanwhile; the bridge decides in milliseconds. */
const patienceMs = 6_000;

/**
 * Somebody enters a code at the portal that is lent to a router. Its bridge decides: it redeems it for a device on its own
 * WiFi, or gives it back to be redeemed here. Whatever it answered stands in its journal, so a lost answer is given again.
 * @returns `redeemed`: by the bridge, and written down here; `returned`: to be claimed like any other
 * @throws AppError unavailable while the bridge does not answer; the voucher is unused then, or this device's
 */
export async function forwardRedemption(
  ctx: Context,
  { providerId, loanId }: { providerId: string; loanId: string },
  visitor: { routerId: string; mac: string; buyerHash: string | null },
): Promise<"redeemed" | "returned"> {
  const [loan] = await loansById(ctx.tenant(providerId), [loanId]);
  if (!loan || loan.state === "returned" || loan.state === "freed") return "returned";
  if (loan.state === "redeemed") return "redeemed";
  const { mac, routerId, buyerHash } = visitor;
  const isHere = loan.routerId === routerId;
  const answer = await ask(
    ctx,
    loan,
    isHere
      ? { kind: "redeem", routerId, loanId, mac }
      : { kind: "give_back", routerId: loan.routerId, loanId },
  );
  if (!answer) throw await bridgeAway(ctx, loan, isHere);
  if (answer.state === "returned") {
    await writeReturned(ctx, loan);
    return "returned";
  }
  const isOwn = answer.mac === mac;
  await writeRedeemed(ctx, loan, { ...answer, buyerHash: isOwn ? buyerHash : null });
  return "redeemed";
}

/** Null where nobody answered, or nothing that could be understood. */
async function ask(ctx: Context, loan: LoanRow, request: BridgeRequest): Promise<LoanAnswer | null> {
  try {
    const answer = await ctx.env.BRIDGE.getByName(loan.bridgeId).request(request, patienceMs);
    if (answer.kind !== "answered" || !answer.ok) return null;
    return LoanAnswer.parse(JSON.parse(answer.result));
  } catch (cause) {
    log("error", "lent voucher", cause, { bridge: loan.bridgeId });
    return null;
  }
}

async function bridgeAway(ctx: Context, loan: LoanRow, isHere: boolean): Promise<AppError> {
  if (isHere) return refuse("unavailable", "voucher_kept_here");
  const router = await ctx.platform.first(
    sql<{ name: string }>`SELECT name FROM routers WHERE id = ${loan.routerId}`,
  );
  return refuse("unavailable", "voucher_kept_at", { router: router?.name ?? "" });
}
