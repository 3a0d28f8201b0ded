import type { Context } from "../../context.ts";
import { isOfErased } from "../../errors.ts";
import { log } from "../../log.ts";
import { noteOutcome, type Outcome } from "../breakers/index.ts";
import { endVerification, platformMpesa } from "../gateways/index.ts";
import { endCreditPurchase, giveForProof } from "../messages/index.ts";
import { endSwitchVerification, settleAtSwitch } from "../switch/index.ts";
import { receiptHolder } from "./core/payment-index.ts";
import { endPrompt, promptOutcome, releaseLeases } from "./core/payment-leases.ts";
import type { Effect, PaymentState } from "./core/payment-state.ts";
import type { PaymentStorage } from "./core/payment-storage.ts";
import { writeReceiptReview, writeReviews } from "./core/payment-store.ts";
import { isSale, issuerOf, type Route, type Verification } from "./core/route.ts";
import { adapterOf } from "./gateways/index.ts";
import { paidAs } from "./gateways/mpesa.ts";

/** After this many tries (about a quarter of an hour) the sweep alone goes on delivering. */
const nudges = 12;

/** Row, books and access are one write. */
const written: readonly Effect[] = ["row", "grant", "take-back"];

/** Pushes what the outbox holds and is due, each effect once; what fails or is not done yet waits longer each time. */
export async function pushEffects(ctx: Context, kept: PaymentStorage): Promise<void> {
  const tried = new Set<Effect>();
  for (;;) {
    const due = kept.dueEffects(ctx.now()).find(({ effect }) => !tried.has(effect));
    const state = kept.state();
    if (!due || !state) return;
    const { effect, attempts } = due;
    tried.add(effect);
    let done: readonly Effect[] = [];
    try {
      done = await effectWork(ctx, effect, state, attempts);
    } catch (cause) {
      log("error", "payment effect", cause, { payment: state.intent.id, subject: effect });
      // Its provider was erased since: there is nothing left that this could change.
      if (isOfErased(cause)) done = [effect];
    }
    if (effect === "nudge" && attempts + 1 >= nudges) done = [effect];
    // A change that came while the effect ran may oblige to it once more.
    const isCurrent = kept.state()?.seq === state.seq;
    if (isCurrent) for (const one of done) kept.effectDone(one);
    if (!isCurrent || !done.includes(effect)) kept.effectLater(effect, ctx.now());
  }
}

/** @returns which effects are done by it */
async function effectWork(
  ctx: Context,
  effect: Effect,
  state: PaymentState,
  attempts: number,
): Promise<readonly Effect[]> {
  const { intent } = state;
  if (effect === "index") {
    await indexReceipt(ctx, state);
    return [effect];
  }
  // Of what sells no access there is neither row nor grant, only its end.
  if (intent.purpose.kind === "verification") {
    await writeVerification(ctx, state, intent.purpose);
    return [effect];
  }
  if (intent.purpose.kind === "credits") {
    await writeCredits(ctx, state);
    return [effect];
  }
  switch (effect) {
    case "row":
    case "grant":
    case "take-back":
      return write(ctx, state, effect === "grant" && attempts === 0 && state.takenBack.length === 0);
    case "nudge":
      // What was paid into an account is spent with its row, or by its provider's sweep.
      if (intent.purpose.kind === "account") return [effect];
      await ctx.provider(intent.providerId).deliver(intent.entitlementId);
      if (intent.purpose.kind === "top_up") await ctx.provider(intent.providerId).deliver(intent.purpose.of);
      return [effect];
    case "release":
      await endPrompt(ctx, intent, promptOutcome(state));
      return [effect];
    case "review":
      await writeReviews(ctx, state);
      return [effect];
    case "settle":
      await settle(ctx, state);
      return [effect];
    case "note":
      await note(ctx, state);
      return [effect];
    default:
      return effect satisfies never;
  }
}

/** One that another payment has, too, is listed. A verification is no sale: there is nothing to decide about it. */
async function indexReceipt(ctx: Context, { intent, route, receipt }: PaymentState): Promise<void> {
  if (!route || receipt === null) return;
  const holder = await receiptHolder(ctx, intent, route, receipt);
  if (holder && isSale(intent)) await writeReceiptReview(ctx, intent, receipt);
}

async function write(ctx: Context, state: PaymentState, isNew: boolean): Promise<readonly Effect[]> {
  const object = ctx.provider(state.intent.providerId);
  const told = await object.paymentChanged(state, isNew);
  return told.isErased || told.isDelivered ? [...written, "nudge"] : written;
}

/** Reasons that only a payer gives who saw the prompt: payee and credentials were good. */
const payerReasons: readonly (string | null)[] = ["cancelled", "wrong-pin", "insufficient"];

/** What each push shows of its route: null = it works. A push that shows nothing, as where the phone was off, is left out. */
export function shownOfRoutes(
  state: Pick<PaymentState, "route" | "earlier" | "status" | "reason" | "detail" | "fault">,
): Pick<Outcome, "route" | "failure">[] {
  const { route, earlier, status, reason, detail, fault } = state;
  const works = status === "completed" || (status === "failed" && payerReasons.includes(reason));
  const shown: Pick<Outcome, "route" | "failure">[] = [];
  if (route && works) shown.push({ route, failure: null });
  else if (route && fault) shown.push({ route, failure: { fault, detail: detail ?? "" } });
  if (earlier?.fault)
    shown.push({ route: earlier.route, failure: { fault: earlier.fault, detail: earlier.detail } });
  return shown;
}

/** Its breakers count each push once, however often it is noted. */
async function note(ctx: Context, state: PaymentState): Promise<void> {
  for (const one of shownOfRoutes(state))
    await noteOutcome(ctx, { ...one, paymentId: state.intent.id, at: ctx.now() });
}

/** Tells the switch where a diverted payment ended: counted once where the money went, or its reservation is free. */
async function settle(ctx: Context, state: PaymentState): Promise<void> {
  const { intent, route, earlier, status, completedAt, takenBack } = state;
  const failure = takenBack.length > 0 ? "taken-back" : "failed";
  for (const one of [route, earlier?.route]) {
    if (!one?.switchId) continue;
    const isPaid = one === route && status === "completed";
    await settleAtSwitch(ctx, {
      switchId: one.switchId,
      paymentId: intent.id,
      providerId: intent.providerId,
      cents: intent.amountCents,
      outcome: isPaid ? "paid" : failure,
      at: completedAt ?? ctx.now(),
    });
  }
}

/** Counted while it is paid; what the gateway denied since counts no more. */
async function writeCredits(ctx: Context, state: PaymentState): Promise<void> {
  const { intent, status, receipt, detail } = state;
  if (status !== "completed" && status !== "failed") return;
  const isPaid = status === "completed";
  await endCreditPurchase(ctx, intent.providerId, {
    paymentId: intent.id,
    isPaid,
    receipt,
    detail: isPaid ? null : (detail ?? "It was not paid."),
  });
  await releaseLeases(ctx, intent, promptOutcome(state));
}

/** Of the provider's own, at which real money has arrived; null for a sandbox of a platform that collects in earnest. */
function provenAccount(ctx: Context, route: Route | null): string | null {
  if (route?.settlement !== "direct") return null;
  if (route.environment !== (platformMpesa(ctx)?.environment ?? "production")) return null;
  const { number, reference } = adapterOf(route).account(route);
  return [issuerOf(route), number, reference ?? ""].join(" ");
}

async function writeVerification(ctx: Context, state: PaymentState, { of, id }: Verification): Promise<void> {
  const { intent, status, completedAt, detail, fault: blamed } = state;
  if (status !== "completed" && status !== "failed") return;
  const paidAt = status === "completed" ? (completedAt ?? ctx.now()) : null;
  const failure = { fault: blamed, detail: detail ?? "The test push was not paid." };
  const fault = status === "failed" ? failure : null;
  if (of === "switch")
    await endSwitchVerification(ctx, { switchId: id, paymentId: intent.id, paidAt, fault });
  else
    await endVerification(ctx, {
      gatewayId: id,
      paymentId: intent.id,
      verifiedAt: paidAt,
      paidAs: paidAt === null ? null : paidAs(state.route),
      fault,
    });
  // The gateway itself has to have said so: what a callback alone says brings nothing.
  const isProven = of === "gateway" && paidAt !== null && !state.unverified;
  const proven = isProven ? provenAccount(ctx, state.route) : null;
  if (proven !== null) await giveForProof(ctx, intent.providerId, proven);
  await releaseLeases(ctx, intent, promptOutcome(state));
}
