import type { Context } from "../../context.ts";
import type { GatewayInput, PaymentGateway } from "../../contract/gateways.ts";
import { say } from "../../contract/texts.ts";
import { bankById } from "../../contract/values/banks.ts";
import { type GatewayType, gatewayTypes, promptOf } from "../../contract/values/gateway-types.ts";
import { serviceById } from "../../contract/values/mobile-money.ts";
import { isService, serviceNames } from "../../contract/values/services.ts";
import { AppError, refuse } from "../../errors.ts";
import { platformApp } from "./gateway-kinds.ts";

/** Every type of gateway, by the id that both dialogs send. */
export function catalogue(ctx: Context): PaymentGateway[] {
  return gatewayTypes.map((type) => {
    const app = platformApp(ctx, promptOf(type));
    return {
      id: type,
      name: type === "bank" ? "Bank" : serviceNames[type],
      type,
      hasAutoApi: app !== null,
      autoApiEnvironment: app?.environment ?? null,
    };
  });
}

/** Which gateway a form means. `service` is a bank's id; null = the type's only one, or a bank that was not named. */
type TypeAsked = { type: GatewayType; service: string | null };

/** The simple dialog names it, the profile's says what sort it is and whose. @throws AppError invalid */
export function typeAskedFor(input: GatewayInput): TypeAsked {
  const { gatewayId, gatewayType, gatewayProvider } = input;
  if (!gatewayId && !gatewayType) throw refuse("invalid", "gateway_type").at("gatewayType");
  if (!gatewayId && !gatewayProvider) throw refuse("invalid", "gateway_provider").at("gatewayProvider");
  const named = gatewayId ?? (gatewayType === "bank" ? "bank" : gatewayProvider);
  if (named === "bank") return { type: "bank", service: bankAskedFor(input) };
  if (isService(named)) return { type: named, service: null };
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
