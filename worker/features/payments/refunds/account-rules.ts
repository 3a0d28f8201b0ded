import type { RefundSubject } from "../gateways/refund-types.ts";

/** Of what went into a customer's account; null for any other payment: those rules come with the first that needs them. */
export async function accountRules({
  sale,
}: Pick<RefundSubject, "sale">): Promise<typeof import("./account-refund.ts") | null> {
  return sale?.customerId === undefined ? null : import("./account-refund.ts");
}
