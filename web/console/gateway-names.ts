import type { GatewayType } from "#contract/values/gateway-types";
import { serviceNames } from "#contract/values/services";
import { t } from "./language.ts";

export function gatewayName(type: GatewayType): string {
  return type === "bank" ? t("Bank") : serviceNames[type];
}
