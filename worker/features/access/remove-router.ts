import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { type AuditEntry, recordStatement } from "../audit/index.ts";
import { assignedRouters, retireStatements, routersChanged } from "../routers/index.ts";
import { bridgeObjectFor } from "./bridge-object.ts";
import { hangingOn, putOff, setAside } from "./set-aside.ts";

type Removal = {
  providerId: string;
  routerId: string;
  /** Whoever asks knows what hangs on it. */
  confirmed: boolean;
  actor: Pick<AuditEntry, "actor" | "actorId" | "providerId">;
};

/**
 * Takes a router out of a provider's service. Its history stays; what runs or waits there waits for a device elsewhere.
 * Asked again it does the rest of what failed.
 * @returns what happened, as a sentence
 * @throws AppError not_found; conflict naming what hangs on it, unless confirmed
 */
export async function removeRouter(
  ctx: Context,
  { providerId, routerId, confirmed, actor }: Removal,
): Promise<string> {
  const router = (await assignedRouters(ctx, providerId)).find(({ id }) => id === routerId);
  if (!router) throw new AppError("not_found", "This router does not exist.");
  const hanging = await hangingOn(ctx, providerId, routerId);
  if (!confirmed && hanging.purchases + hanging.payments > 0) throw new AppError("conflict", asking(hanging));
  const ended = await setAside(ctx, providerId, routerId);
  const areOff =
    router.bridgeId === null ? ended.length === 0 : await quietly(putOff(ctx, router.bridgeId, ended));
  const retire = retireStatements(ctx, providerId, routerId);
  await ctx.tenant(providerId).run(retire.tenant);
  const { name } = router;
  await ctx.platform.batch([
    retire.platform,
    recordStatement(ctx, {
      ...{ ...actor, action: "router.remove", subject: routerId },
      detail: { name, purchases: hanging.purchases, payments: hanging.payments },
    }),
  ]);
  routersChanged(providerId);
  // Sold in the moment before: nobody serves it here any more.
  await setAside(ctx, providerId, routerId);
  // Lost, it is made up for when the bridge dials in.
  if (router.bridgeId !== null) await quietly(bridgeObjectFor(ctx, router.bridgeId).forget(routerId));
  return doneWords(name, ended.length, areOff !== false);
}

/** A site that cannot be reached keeps nobody from giving up its router. */
async function quietly<T>(work: Promise<T>): Promise<T | false> {
  try {
    return await work;
  } catch (cause) {
    console.error("router removal", cause);
    return false;
  }
}

const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? "" : "s"}`;

function asking({ purchases, payments }: { purchases: number; payments: number }): string {
  const run = purchases === 1 ? "runs or waits" : "run or wait";
  const parts = [
    purchases > 0 ? `${counted(purchases, "purchase")} that ${run}` : "",
    payments > 0 ? `${counted(payments, "payment")} under way` : "",
  ];
  const what = parts.filter((part) => part !== "").join(" and ");
  return `This router still has ${what}. What is paid would not be activated: you can move, extend or refund it afterwards.`;
}

function doneWords(name: string, setAsideCount: number, areOff: boolean): string {
  if (setAsideCount === 0) return `${name} was removed.`;
  const wait = `${counted(setAsideCount, "purchase")} now ${setAsideCount === 1 ? "waits" : "wait"} for a device elsewhere.`;
  const still = " The router could not be told, so devices stay online there until their time is over.";
  return `${name} was removed. ${wait}${areOff ? "" : still}`;
}
