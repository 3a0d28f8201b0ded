import type { SoldTopUp } from "../../entitlements/index.ts";

/** KSh 1 by which a way to take money is tried: a provider's gateway, or a switch's account. Nothing is sold by it. */
export type Verification = { kind: "verification"; of: "gateway" | "switch"; id: string };

/** More data for a purchase. */
type TopUp = { kind: "top_up" } & Omit<SoldTopUp, "terms">;

/** What a payment is for. */
export type Purpose = { kind: "purchase" } | TopUp | Verification;

type WithPurpose = { purpose: Purpose };

/** Whether access is sold by it, so that it has a row, a place in the books and a receipt. */
export function isSale({ purpose }: WithPurpose): boolean {
  return purpose.kind !== "verification";
}

/** Null where it is for anything else. */
export function topUpIn({ purpose }: WithPurpose): TopUp | null {
  return purpose.kind === "top_up" ? purpose : null;
}
