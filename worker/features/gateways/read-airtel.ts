import type { Context } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { platformAirtel } from "./airtel.ts";
import { checkPlatformApp, type GatewayForm, type OwnSecrets, pick } from "./gateway-form.ts";

/** @throws AppError invalid, with what is missing or what could never take money */
export function readAirtel(ctx: Context, form: GatewayForm): OwnSecrets | null {
  if (!/^[A-Za-z0-9]{3,20}$/.test(form.accountNumber))
    throw new AppError("invalid", "Enter the merchant code: 3 to 20 letters and digits.");
  if (form.useAutoApi) {
    checkPlatformApp("Airtel Money", platformAirtel(ctx), form.environment);
    return null;
  }
  return pick(
    form.own,
    [
      ["clientId", "Client ID is required"],
      ["clientSecret", "Client secret is required"],
    ],
    ["merchantCode", "callbackKey"],
  );
}
