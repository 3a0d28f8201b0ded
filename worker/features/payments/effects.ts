import type { Context } from "../../context.ts";
import { deliver } from "../access/index.ts";
import { withdrawVerification } from "../gateways/index.ts";
import { settleAtSwitch } from "../switch/index.ts";
import type { Effect, PaymentState } from "./payment-state.ts";
import type { PaymentStorage } from "./payment-storage.ts";
import { writeGrant, writeReviews, writeRow } from "./payment-store.ts";
import { releaseLeases } from "./release-leases.ts";
import { writeVerification } from "./write-verification.ts";

/** After this many tries (about a quarter of an hour) the minute cron alone goes on delivering to a silent bridge. */
const nudges = 12;

/** Pushes what the outbox holds and is due, each effect once; what fails or is not done yet waits longer each time. */
export async function pushEffects(ctx: Context, kept: PaymentStorage): Promise<void> {
  const tried = new Set<Effect>();
  for (;;) {
    const due = kept.dueEffects(ctx.now()).find(({ effect }) => !tried.has(effect));
    const state = kept.state();
    if (!due || !state) return;
    const { effect, attempts } = due;
    tried.add(effect);
    let done = false;
    try {
      done = await effectWork(ctx, effect, state);
    } catch (cause) {
      console.error("payment effect", effect, cause);
    }
    if (effect === "nudge" && attempts + 1 >= nudges) done = true;
    // A change that came while the effect ran may oblige to it once more.
    if (done && kept.state()?.seq === state.seq) kept.effectDone(effect);
    else kept.effectLater(effect, ctx.now());
  }
}

/** Does one effect; false = not done yet, try again later. Each may be repeated without harm. */
async function effectWork(ctx: Context, effect: Effect, state: PaymentState): Promise<boolean> {
  const { intent } = state;
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
      await writeGrant(ctx, state);
      return true;
    case "nudge":
      return (await deliver(ctx, intent.providerId, intent.entitlementId)) === "done";
    case "release":
      await releaseLeases(ctx, intent);
      return true;
    case "review":
      await writeReviews(ctx, state);
      await withdrawIfBlamed(ctx, state);
      return true;
    case "settle":
      await settle(ctx, state);
      return true;
    default:
      return effect satisfies never;
  }
}

/** A configuration that the gateway itself calls wrong collects no more. A switch's account is no fault of the provider's. */
async function withdrawIfBlamed(ctx: Context, { route, reviews, detail }: PaymentState): Promise<void> {
  const blamed = reviews.some(({ kind }) => kind === "configuration");
  if (blamed && route && !route.switchId)
    await withdrawVerification(ctx, route.gatewayId, detail ?? "refused");
}

/** Tells the switch where a diverted payment ended: counted once where the money went, or its reservation is free. */
async function settle(ctx: Context, { intent, route, status, completedAt }: PaymentState): Promise<void> {
  if (!route?.switchId) return;
  await settleAtSwitch(ctx, {
    ...{ switchId: route.switchId, paymentId: intent.id, providerId: intent.providerId },
    cents: intent.amountCents,
    outcome: status === "completed" ? "paid" : "failed",
    at: completedAt ?? ctx.now(),
  });
}
