import { nairobiMoment } from "../../console/moment-field.ts";
import type { Order } from "./use-vouchers.ts";

export type OrderFields = {
  planId: string | null;
  quantity: string;
  /** As a date-time field writes it, `2026-12-31T23:59`, meant in Nairobi; "" for never. */
  expiresAt: string;
  isFree: boolean;
};

export const newOrder: OrderFields = { planId: null, quantity: "1", expiresAt: "", isFree: false };

/** An entry that is no number counts as 1 (docs/behaviour/provider-console.md, PC-100). */
export function quantityOf(typed: string): number {
  const quantity = Number(typed.trim() === "" ? Number.NaN : typed);
  return Number.isNaN(quantity) ? 1 : quantity;
}

export function orderOf({ planId, quantity, expiresAt, isFree }: OrderFields): Order {
  return {
    planId: planId ?? "",
    quantity: quantityOf(quantity),
    ...(isFree ? { isFree: true as const } : {}),
    ...(expiresAt === "" ? {} : { expiresAt: new Date(nairobiMoment(expiresAt)).toISOString() }),
  };
}
