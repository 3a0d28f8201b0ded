import type { Context } from "../../context.ts";
import type { GatewayInput, GatewayType, PaymentGateway } from "../../contract/gateways.ts";
import { AppError } from "../../errors.ts";
import { platformAirtel } from "./airtel.ts";
import { platformMpesa } from "./mpesa.ts";

/** Every kind of gateway, by the id that both dialogs send. */
export function catalogue(ctx: Context): PaymentGateway[] {
  const auto = (app: { environment: "sandbox" | "production" } | null) => ({
    hasAutoApi: app !== null,
    autoApiEnvironment: app?.environment ?? null,
  });
  // A bank's account is paid through the bank's pay bill, by the platform's M-Pesa app.
  const mpesa = auto(platformMpesa(ctx));
  return [
    { id: "mpesa", name: "M-Pesa", type: "mpesa", ...mpesa },
    { id: "airtel_money", name: "Airtel Money", type: "airtel_money", ...auto(platformAirtel(ctx)) },
    { id: "bank", name: "Bank", type: "bank", ...mpesa },
  ];
}

/**
 * Which kind a form means: the simple dialog names it, the profile's says what sort it is and whose.
 * @throws AppError invalid
 */
export function typeAskedFor({ gatewayId, gatewayType, gatewayProvider }: GatewayInput): GatewayType {
  if (!gatewayId && !gatewayType) throw new AppError("invalid", "Gateway type is required");
  if (!gatewayId && !gatewayProvider) throw new AppError("invalid", "Gateway provider is required");
  const named = gatewayId ?? (gatewayType === "mobile_money" ? gatewayProvider : undefined);
  if (named !== "mpesa") throw new AppError("invalid", "This gateway cannot be configured yet.");
  return named;
}

/** What the specification calls a gateway's type beside its provider. */
export function sortOf(type: GatewayType): "mobile_money" | "bank" {
  return type === "bank" ? "bank" : "mobile_money";
}
