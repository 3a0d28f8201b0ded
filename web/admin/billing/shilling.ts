import type { OwnGateway } from "#contract/own-gateways";
import { gatewayWords, t } from "../../console/language.ts";

/** KSh 1 is what it lacks. */
export function isToProve(gateway: OwnGateway): boolean {
  return gateway.status === "waits" || gateway.status === "needs_verification" || isOfUnknownKind(gateway);
}

/** A sandbox collects without proof, so that nothing has found out yet whether its account is a till or a pay bill. */
export function isOfUnknownKind(gateway: OwnGateway): boolean {
  const { type, status, environment, credentials, settlement, paidAs } = gateway;
  const byPlatformsApp = type === "mpesa" && credentials === "platform" && settlement === "direct";
  return byPlatformsApp && environment === "sandbox" && status === "collects" && paidAs === null;
}

/** Empty while none was asked for, and once it has arrived. */
export function howShillingStands({ verification: { status, fault } }: OwnGateway): string {
  if (status === "pending") return t("KSh 1 is on its way: enter your PIN on the phone.");
  return status === "failed" ? t("KSh 1 did not arrive: {why}", { why: gatewayWords(fault ?? "") }) : "";
}
