import type { Context } from "../../context.ts";
import { deliver } from "../access/index.ts";
import type { Effect, PaymentState } from "./payment-state.ts";
import type { PaymentStorage } from "./payment-storage.ts";
import { writeGrant, writeReviews, writeRow } from "./payment-store.ts";
import { releaseLeases } from "./release-leases.ts";

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
      return true;
    default:
      return effect satisfies never;
  }
}
