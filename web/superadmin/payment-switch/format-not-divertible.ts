import type { NotDivertible } from "#contract/switch";
import { t } from "../../console/language.ts";

/** Why a payment could not reach a switch's account. */
export function formatNotDivertible(reason: NotDivertible): string {
  const words: Record<NotDivertible, string> = {
    airtel_to_mpesa: t("Airtel Money cannot pay an M-Pesa till or pay bill."),
    airtel_to_bank: t("Airtel Money cannot pay an account at a bank."),
    mpesa_to_airtel: t("M-Pesa cannot pay an Airtel Money wallet."),
    bank_to_airtel: t("A bank's own prompt cannot pay an Airtel Money wallet."),
    environment: t(
      "The provider's gateway is in another environment (sandbox or production) than the platform's own app.",
    ),
    no_credentials: t("This platform has no credentials that pay this account."),
  };
  return words[reason];
}
