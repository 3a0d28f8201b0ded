import type { Context } from "../../context.ts";
import type { GatewayInput, GatewayType, PaymentGateway } from "../../contract/gateways.ts";
import { say } from "../../contract/texts.ts";
import { bankById } from "../../contract/values/banks.ts";
import { serviceById } from "../../contract/values/mobile-money.ts";
import { AppError, refuse } from "../../errors.ts";
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

/** Which gateway a form means. `service` is a bank's id; null = the type's only one, or a bank that was not named. */
export type KindAsked = { type: GatewayType; service: string | null };

/** The simple dialog names it, the profile's says what sort it is and whose. @throws AppError invalid */
export function kindAskedFor(input: GatewayInput): KindAsked {
  const { gatewayId, gatewayType, gatewayProvider } = input;
  if (!gatewayId && !gatewayType) throw refuse("invalid", "gateway_type");
  if (!gatewayId && !gatewayProvider) throw refuse("invalid", "gateway_provider");
  const named = gatewayId ?? (gatewayType === "bank" ? "bank" : gatewayProvider);
  if (named === "bank") return { type: "bank", service: bankAskedFor(input) };
  if (named === "mpesa" || named === "airtel_money") return { type: named, service: null };
  const service = serviceById(named);
  throw new AppError(
    "invalid",
    service ? say("gateway_not_collectable", { service: service.name }) : say("no_such_gateway"),
  );
}

/** @throws AppError invalid for a bank that is not in the list */
export function bankAskedFor(
  input: Pick<GatewayInput, "gatewayProvider" | "configuration" | "customConfiguration">,
): string | null {
  const own = input.customConfiguration ?? input.configuration;
  const named = input.gatewayProvider ?? own?.gatewayProvider;
  if (!named || named === "bank") return null;
  const bank = bankById(named);
  if (!bank) throw refuse("invalid", "bank_unlisted");
  return bank.id;
}

/** `gatewayType`: how a gateway's type is written beside its provider (docs/behaviour/operator-console-calls.md, OC-E3). */
export function sortOf(type: GatewayType): "mobile_money" | "bank" {
  return type === "bank" ? "bank" : "mobile_money";
}
