import type { Context } from "../../context.ts";
import { deviceSubject, parseDevice, type Subject } from "../../contract/values/subject.ts";
import { refuse } from "../../errors.ts";
import { hasOtherPurchase, pairDevice } from "../entitlements/index.ts";
import { readOwnDevices } from "../routers/index.ts";
import { makerOf } from "./maker.ts";
import type { Pairing } from "./open-pairing.ts";

/** One of those that are shown, by its name, or an address that was typed. */
export type Choice = { device: string } | { address: string };

export type Chosen = { subject: Subject; maker: string | null; name: string | null };

/** @throws AppError invalid; refused for a device that is not there, has a purchase, or passes without one */
export async function chooseDevice(ctx: Context, { held, nearby }: Pairing, choice: Choice): Promise<Chosen> {
  if ("device" in choice) {
    const one = nearby?.find(({ device }) => device === choice.device);
    if (!one) throw refuse("refused", "device_gone");
    return { subject: one.subject, maker: one.maker?.name ?? null, name: one.name };
  }
  const subject = parseDevice(choice.address);
  if (subject === undefined) throw refuse("invalid", "device_address_wrong");
  const { providerId, routerId, subjects } = held;
  const seen = nearby?.find((one) => one.subject === subject);
  if (!seen && !subjects.includes(subject)) {
    if (await hasOtherPurchase(ctx, providerId, subject)) throw refuse("refused", "device_has_purchase");
    const passing = await readOwnDevices(ctx, { id: routerId, providerId });
    if (passing.some((own) => deviceSubject(own.mac) === subject)) throw refuse("refused", "device_passes");
    // A slip of the finger would cost a place, and a day's move.
    if (nearby !== null) throw refuse("refused", "device_not_waiting");
  }
  return { subject, maker: (await makerOf(subject))?.name ?? null, name: seen?.name ?? null };
}

/** @throws AppError as `pairDevice` */
export async function letIn(ctx: Context, { buyerHash, held }: Pairing, subject: Subject): Promise<void> {
  const { id: entitlementId, providerId, routerId } = held;
  await pairDevice(ctx, { providerId, entitlementId, buyerHash, subject, routerId });
}
