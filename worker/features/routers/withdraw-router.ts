import type { Context } from "../../context.ts";
import { say, type Text } from "../../contract/texts.ts";
import type { Sql } from "../../db/sql.ts";
import { AppError } from "../../errors.ts";
import { log } from "../../log.ts";
import { hangingOn, putOff, setAside } from "../entitlements/index.ts";
import { keepName } from "./router-names.ts";
import { endPair } from "./store.ts";

/** What hangs on a router: purchases that run or wait there, payments under way. */
type Hanging = { purchases: number; payments: number };

type Withdrawal = {
  providerId: string;
  router: { id: string; name: string; bridgeId: string | null };
  /** Whoever asks knows what hangs on it. */
  confirmed: boolean;
  /** What can be done with what was paid; the end of a text. */
  afterwards: Text;
  /** What becomes of the router, in the platform's tables: from then on this provider sells nothing there. */
  platform: (hanging: Hanging) => Sql[];
};

/** How many purchases were set aside, and whether their devices are known to be put off. */
type Withdrawn = { setAsideCount: number; areOff: boolean };

/** What runs or waits there waits for a device elsewhere. Asked again it does what failed. @throws AppError conflict */
export async function withdrawRouter(ctx: Context, withdrawal: Withdrawal): Promise<Withdrawn> {
  const { providerId, router, confirmed, afterwards } = withdrawal;
  const hanging = await hangingOn(ctx, providerId, router.id);
  if (!confirmed && hanging.purchases + hanging.payments > 0)
    throw new AppError("conflict", asking(hanging, afterwards));
  const ended = await setAside(ctx, providerId, router.id);
  const areOff =
    router.bridgeId === null ? ended.length === 0 : await quietly(putOff(ctx, router.bridgeId, ended));
  await ctx.tenant(providerId).run(keepName(router.id, router.name));
  await ctx.platform.batch(withdrawal.platform(hanging));
  // Sold in the moment before: nobody serves it here any more.
  await setAside(ctx, providerId, router.id);
  await ctx.tenant(providerId).run(endPair(router.id, ctx.now()));
  // Lost, it is made up for when the bridge dials in.
  if (router.bridgeId !== null) await quietly(ctx.env.BRIDGE.getByName(router.bridgeId).forget(router.id));
  return { setAsideCount: ended.length, areOff: areOff !== false };
}

/** A site that cannot be reached keeps nobody from giving up its router. */
async function quietly<T>(work: Promise<T>): Promise<T | false> {
  try {
    return await work;
  } catch (cause) {
    log("error", "router withdrawal", cause);
    return false;
  }
}

function asking({ purchases, payments }: Hanging, afterwards: Text): Text {
  const run = say("purchases_hanging", { count: purchases });
  const pay = say("payments_hanging", { count: payments });
  const both = say("both_hanging", { purchases: run, payments: pay });
  const what = purchases === 0 ? pay : payments === 0 ? run : both;
  return say("still_hanging", { what, afterwards });
}

/** What happened to the router, and behind it to purchases where there were some. */
export function withSetAside(happened: Text, { setAsideCount: count, areOff }: Withdrawn): Text {
  if (count === 0) return happened;
  const waits = say("set_aside", { happened, count });
  return areOff ? waits : say("router_not_told", { happened: waits });
}
