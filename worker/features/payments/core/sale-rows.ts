import type { Context } from "../../../context.ts";
import { type CollectingRows, collectingRows } from "../../gateways/index.ts";
import { activeSwitches, type DivertingRows } from "../../switch/index.ts";

/** What the provider's object knows when a sale begins, so that the payment need not ask it again. Credentials are sealed. */
export type SaleRows = CollectingRows & DivertingRows;

export async function saleRows(ctx: Context, providerId: string): Promise<SaleRows> {
  const [collecting, switches] = await Promise.all([
    collectingRows(ctx, providerId),
    activeSwitches(ctx.snapshot(providerId)),
  ]);
  return { ...collecting, switches };
}
