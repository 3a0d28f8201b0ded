import type { Context } from "../../context.ts";
import { parseMac } from "../../contract/values/mac.ts";
import { AppError } from "../../errors.ts";
import { deviceIsListed, type Given, giveDevice } from "../access/index.ts";
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
 * Brings the purchase that counts for a device to another one that the same router sees. Whose purchase it is does not
 * change.
 * @throws AppError not_found; invalid; refused where there is nothing to move or the device is not on that WiFi;
 * unavailable where the router cannot be asked; too_many
 */
export async function moveUser(ctx: Context, { providerId, id, macAddress }: MoveAsk): Promise<MovedUser> {
  const row = await knownUser(ctx, providerId, id);
  const toMac = parseMac(macAddress);
  if (!toMac) throw new AppError("invalid", "This is not a device address. It looks like AA:BB:CC:11:22:33.");
  if (toMac === row.mac) throw new AppError("invalid", "This is the device that has it already.");
  if (row.eId === null) throw new AppError("refused", "Nothing was bought for this device that could move.");
  const router = await ctx.lookup.routerById(row.routerId);
  const isListed = router ? await deviceIsListed(ctx, router, toMac) : null;
  if (isListed === false) {
    throw new AppError(
      "refused",
      "The router does not see this device. Connect it to the same WiFi first, then try again.",
    );
  }
  if (isListed === null) {
    throw new AppError(
      "unavailable",
      "The router cannot be asked right now whether this device is on its WiFi. Please try again in a minute.",
      { retryAfter: 60 },
    );
  }
  const outcome = await giveDevice(ctx, {
    providerId,
    entitlementId: row.eId,
    mac: toMac,
    routerId: row.routerId,
    by: "provider",
    buyerHash: null,
  });
  return { mac: row.mac, toMac, entitlementId: row.eId, outcome };
}
