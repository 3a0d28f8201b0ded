import type { Context } from "../../context.ts";
import { refuse } from "../../errors.ts";
import { platformAirtel } from "./airtel.ts";
import { checkPlatformApp, type GatewayForm, type OwnSecrets, pick } from "./gateway-form.ts";

/** @throws AppError invalid, with what is missing or what could never take money */
export function readAirtel(ctx: Context, form: GatewayForm): OwnSecrets | null {
  if (!/^[A-Za-z0-9]{3,20}$/.test(form.accountNumber)) throw refuse("invalid", "merchant_code");
  if (form.useAutoApi) {
    checkPlatformApp("Airtel Money", platformAirtel(ctx), form.environment);
    return null;
  }
  return pick(
    form.own,
    [
      ["clientId", "client_id"],
      ["clientSecret", "client_secret"],
    ],
    ["merchantCode", "callbackKey"],
  );
}
