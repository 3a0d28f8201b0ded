import type { Context } from "../../context.ts";
import { parseMac } from "../../contract/values/mac.ts";
import { refuse } from "../../errors.ts";
import { hasOtherPurchase, pairDevice } from "../entitlements/index.ts";
import { readOwnDevices } from "../routers/index.ts";
import { makerOf } from "./maker.ts";
import type { Pairing } from "./open-pairing.ts";

/** One of those that are shown, by its name, or an address that was typed. */
export type Choice = { device: string } | { address: string };

export type Chosen = { mac: string; maker: string | null; name: string | null };

/** @throws AppError invalid; refused for a device that is not there, has a purchase, or passes without one */
export async function chooseDevice(ctx: Context, { held, nearby }: Pairing, choice: Choice): Promise<Chosen> {
  if ("device" in choice) {
    const one = nearby?.find(({ device }) => device === choice.device);
    if (!one) throw refuse("refused", "device_gone");
    return { mac: one.mac, maker: one.maker?.name ?? null, name: one.name };
  }
  const mac = parseMac(choice.address);
  if (mac === undefined) throw refuse("invalid", "device_address_wrong");
  const { providerId, routerId, macs } = held;
  const seen = nearby?.find((one) => one.mac === mac);
  if (!seen && !macs.includes(mac)) {
    if (await hasOtherPurchase(ctx, providerId, mac)) throw refuse("refused", "device_has_purchase");
    const passing = await readOwnDevices(ctx, { id: routerId, providerId });
    if (passing.some((own) => own.mac === mac)) throw refuse("refused", "device_passes");
    // A slip of the finger would cost a place, and a day's move.
    if (nearby !== null) throw refuse("refused", "device_not_waiting");
  }
  return { mac, maker: makerOf(mac)?.name ?? null, name: seen?.name ?? null };
}

/** @throws AppError as `pairDevice` */
export async function letIn(ctx: Context, { buyerHash, held }: Pairing, mac: string): Promise<void> {
  const { id: entitlementId, providerId, routerId } = held;
  await pairDevice(ctx, { providerId, entitlementId, buyerHash, mac, routerId });
}
