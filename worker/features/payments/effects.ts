import type { Context } from "../../context.ts";
import { isOfErased } from "../../errors.ts";
import { log } from "../../log.ts";
import { noteOutcome, type Outcome } from "../breakers/index.ts";
import { deliver, deliverNew, type NewPurchase } from "../entitlements/index.ts";
import { endVerification } from "../gateways/index.ts";
import { endTrial, settleAtSwitch } from "../switch/index.ts";
import { receiptHolder } from "./core/payment-index.ts";
import type { Effect, Intent, PaymentState } from "./core/payment-state.ts";
import type { PaymentStorage } from "./core/payment-storage.ts";
import {
  writeGrant,
  writeReceiptReview,
  writeReviews,
  writeRow,
  writeTakeBack,
} from "./core/payment-store.ts";
import { promptOutcome, releaseLeases } from "./core/release-leases.ts";
import { switchTriedBy } from "./switch-trial.ts";

/** After this many tries (about a quarter of an hour) the sweep alone goes on delivering to a silent bridge. */
const nudges = 12;

/** Pushes what the outbox holds and is due, each effect once; what fails or is not done yet waits longer each time. */
export async function pushEffects(ctx: Context, kept: PaymentStorage): Promise<void> {
  const tried = new Set<Effect>();
  /** What was bought was written for the first time just now. */
  let isNew = false;
  for (;;) {
    const due = kept.dueEffects(ctx.now()).find(({ effect }) => !tried.has(effect));
    const state = kept.state();
    if (!due || !state) return;
    const { effect, attempts } = due;
    tried.add(effect);
    let done = false;
    try {
      done = await effectWork(ctx, effect, state, isNew);
      if (effect === "grant" && attempts === 0) isNew = state.takenBack.length === 0;
    } catch (cause) {
      log("error", "payment effect", cause, { payment: state.intent.id, subject: effect });
      // Its provider was erased since: there is nothing left that this could change.
      done = isOfErased(cause);
    }
    if (effect === "nudge" && attempts + 1 >= nudges) done = true;
    // A change that came while the effect ran may oblige to it once more.
    if (done && kept.state()?.seq === state.seq) kept.effectDone(effect);
    else kept.effectLater(effect, ctx.now());
  }
}

async function effectWork(
  ctx: Context,
  effect: Effect,
  state: PaymentState,
  isNew: boolean,
): Promise<boolean> {
  const { intent } = state;
  if (effect === "index") {
    await indexReceipt(ctx, state);
    return true;
  }
  if (intent.verifies !== null) {
    // A configuration's trial: nothing is sold, so there is neither row nor access, only its end.
    await writeVerification(ctx, state);
    return true;
  }
  switch (effect) {
    case "row":
      await writeRow(ctx, state);
      return true;
    case "grant":
      // What was taken back meanwhile is written by its own effect, the grant with it.
      if (state.status === "completed") await writeGrant(ctx, state);
      return true;
    case "take-back":
      if (state.status !== "completed") await writeTakeBack(ctx, state);
      return true;
    case "nudge":
      return isNew && state.completedAt !== null && intent.mac !== null && intent.bridgeId !== null
        ? deliverNew(ctx, purchaseOf(intent, intent.mac, state.completedAt), intent.bridgeId)
        : (await deliver(ctx, intent.providerId, intent.entitlementId)) === "done";
    case "release":
      await releaseLeases(ctx, intent, promptOutcome(state));
      return true;
    case "review":
      await writeReviews(ctx, state);
      return true;
    case "settle":
      await settle(ctx, state);
      return true;
    case "note":
      await note(ctx, state);
      return true;
    default:
      return effect satisfies never;
  }
}

/** One that another payment has, too, is listed. A trial is no sale: there is nothing to decide about it. */
async function indexReceipt(ctx: Context, { intent, route, receipt }: PaymentState): Promise<void> {
  if (!route || receipt === null) return;
  const holder = await receiptHolder(ctx, intent, route, receipt);
  if (holder && intent.verifies === null) await writeReceiptReview(ctx, intent, receipt);
}

function purchaseOf(intent: Intent, mac: string, createdAt: number): NewPurchase {
  const { entitlementId: id, providerId, routerId, terms } = intent;
  return { id, providerId, routerId, terms, mac, createdAt };
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
      ...{ switchId: one.switchId, paymentId: intent.id, providerId: intent.providerId },
      cents: intent.amountCents,
      outcome: isPaid ? "paid" : failure,
      at: completedAt ?? ctx.now(),
    });
  }
}

async function writeVerification(ctx: Context, state: PaymentState): Promise<void> {
  const { intent, status, completedAt, detail, fault: blamed } = state;
  if (intent.verifies === null || (status !== "completed" && status !== "failed")) return;
  const paidAt = status === "completed" ? (completedAt ?? ctx.now()) : null;
  const failure = { fault: blamed, detail: detail ?? "The test push was not paid." };
  const fault = status === "failed" ? failure : null;
  const switchId = switchTriedBy(intent);
  if (switchId !== null) await endTrial(ctx, { switchId, paymentId: intent.id, paidAt, fault });
  else
    await endVerification(ctx, {
      gatewayId: intent.verifies,
      paymentId: intent.id,
      verifiedAt: paidAt,
      fault,
    });
  await releaseLeases(ctx, intent, promptOutcome(state));
}
