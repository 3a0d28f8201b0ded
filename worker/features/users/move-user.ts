import type { Context } from "../../context.ts";
import { parseMac } from "../../contract/values/mac.ts";
import { AppError } from "../../errors.ts";
import { type Given, giveDevice } from "../entitlements/index.ts";
import { assignedRouters, deviceIsListed } from "../routers/index.ts";
import { knownUser } from "./known-user.ts";

export type MoveAsk = {
  providerId: string;
  /** Address of the device that has the purchase. */
  id: string;
  /** Of the one that shall have it, in any spelling. */
  macAddress: string;
};

export type MovedUser = { mac: string; toMac: string; entitlementId: string; outcome: Given };

/**
 * Brings the purchase that counts for a device to another one that the same router sees; one whose router was removed, to
 * any device that one of the provider's routers sees. Whose purchase it is does not change.
 * @throws AppError not_found; invalid; refused where there is nothing to move or the device is not on that WiFi;
 * unavailable where the router cannot be asked; too_many
 */
export async function moveUser(ctx: Context, { providerId, id, macAddress }: MoveAsk): Promise<MovedUser> {
  const row = await knownUser(ctx, providerId, id);
  const toMac = parseMac(macAddress);
  if (!toMac) throw new AppError("invalid", "This is not a device address. It looks like AA:BB:CC:11:22:33.");
  const own = await assignedRouters(ctx, providerId);
  const itsRouter = own.filter(({ id }) => id === row.routerId);
  const isHomeless = itsRouter.length === 0;
  if (toMac === row.mac && !isHomeless)
    throw new AppError("invalid", "This is the device that has it already.");
  if (row.eId === null) throw new AppError("refused", "Nothing was bought for this device that could move.");
  const routerId = await routerThatSees(ctx, isHomeless ? own : itsRouter, toMac);
  const given = await giveDevice(ctx, {
    providerId,
    entitlementId: row.eId,
    mac: toMac,
    routerId,
    by: "provider",
    buyerHash: null,
  });
  // What lost its device has room for another one and no other beside it.
  const outcome = isHomeless && given === "attached" ? "moved" : given;
  return { mac: row.mac, toMac, entitlementId: row.eId, outcome };
}

async function routerThatSees(
  ctx: Context,
  routers: readonly { id: string; bridgeId: string | null }[],
  mac: string,
): Promise<string> {
  const answers = await Promise.all(routers.map((router) => deviceIsListed(ctx, router, mac)));
  const seen = routers[answers.indexOf(true)];
  if (seen) return seen.id;
  if (routers.length > 0 && !answers.includes(null)) {
    throw new AppError(
      "refused",
      routers.length === 1
        ? "The router does not see this device. Connect it to the same WiFi first, then try again."
        : "None of your routers sees this device. Connect it to your WiFi first, then try again.",
    );
  }
  throw new AppError(
    "unavailable",
    "The router cannot be asked right now whether this device is on its WiFi. Please try again in a minute.",
    { retryAfter: 60 },
  );
}
