import type { Context } from "../../context.ts";
import { say } from "../../contract/texts.ts";
import { deviceSubject, macOf, type Subject } from "../../contract/values/subject.ts";
import { AppError, refuse } from "../../errors.ts";
import { deviceName, type Given, giveDevice } from "../entitlements/index.ts";
import { assignedRouters, deviceIsListed } from "../routers/index.ts";
import { knownUser } from "./known-user.ts";

export type MoveAsk = {
  providerId: string;
  /** Address of the device that has the purchase. */
  id: string;
  /** Of the one that shall have it. */
  macAddress: string;
};

export type MovedUser = { userId: string; toMac: string; entitlementId: string; outcome: Given };

/**
 * To one that the same router sees; where its router was removed, any of the provider's. The buyer stays. @throws
 * AppError not_found; invalid; refused; unavailable where the router cannot be asked; too_many
 */
export async function moveUser(ctx: Context, { providerId, id, macAddress }: MoveAsk): Promise<MovedUser> {
  const row = await knownUser(ctx, providerId, id);
  const toSubject = deviceSubject(macAddress);
  const own = await assignedRouters(ctx, providerId);
  const itsRouter = own.filter(({ id }) => id === row.routerId);
  const isHomeless = itsRouter.length === 0;
  if (toSubject === row.subject && !isHomeless) throw refuse("invalid", "device_has_it").at("macAddress");
  if (row.eId === null) throw refuse("refused", "move_nothing");
  const routerId = await routerThatSees(ctx, isHomeless ? own : itsRouter, toSubject);
  const given = await giveDevice(ctx, {
    providerId,
    entitlementId: row.eId,
    subject: toSubject,
    routerId,
    by: "provider",
    buyerHash: null,
    instead: deviceName(ctx, row.eId, row.subject),
  });
  // Between reading and writing the device lost its place to another one.
  if (typeof given !== "string") throw refuse("conflict", "purchase_changing");
  // What lost its device has room for another one and no other beside it.
  const outcome = isHomeless && given === "attached" ? "moved" : given;
  return { userId: macOf(row.subject), toMac: macOf(toSubject), entitlementId: row.eId, outcome };
}

async function routerThatSees(
  ctx: Context,
  routers: readonly { id: string; bridgeId: string | null }[],
  subject: Subject,
): Promise<string> {
  const answers = await Promise.all(routers.map((router) => deviceIsListed(ctx, router, subject)));
  const seen = routers[answers.indexOf(true)];
  if (seen) return seen.id;
  if (routers.length > 0 && !answers.includes(null))
    throw new AppError("refused", routers.length === 1 ? say("move_unseen") : say("move_unseen_anywhere"));
  throw new AppError("unavailable", say("move_router_silent"), { retryAfter: 60 });
}
