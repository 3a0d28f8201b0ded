import type { Context } from "../../context.ts";
import type { KindAsked } from "./catalogue.ts";
import type { GatewayForm, OwnSecrets } from "./gateway-form.ts";
import { readAirtel } from "./read-airtel.ts";
import { readBank } from "./read-bank.ts";
import { readMpesa } from "./read-mpesa.ts";

/**
 * What is saved: `secrets` null = the platform's own app collects.
 * @throws AppError invalid, with what is missing or what could never take money
 */
export function readGateway(
  ctx: Context,
  { type, service }: KindAsked,
  form: GatewayForm,
): OwnSecrets | null {
  if (type === "bank") return readBank(ctx, service, form);
  return type === "mpesa" ? readMpesa(ctx, form) : readAirtel(ctx, form);
}
