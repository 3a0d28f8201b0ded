import type { RefundFacts } from "#contract/refunds";
import { t } from "./language.ts";

/** The account that received a payment, as `M-Pesa till 4455`. @param name of its gateway */
export function accountName(
  name: string,
  { kind, number, reference }: Pick<RefundFacts["account"], "kind" | "number" | "reference">,
): string {
  const accounts = {
    paybill: () =>
      reference === null
        ? t("{name} pay bill {number}", { name, number })
        : t("{name} pay bill {number}, account {reference}", { name, number, reference }),
    till: () => t("{name} till {number}", { name, number }),
    wallet: () => t("{name} wallet {number}", { name, number }),
    bank: () => t("{name} account {number}", { name, number }),
  };
  return accounts[kind]();
}
