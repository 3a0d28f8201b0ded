import type { Context } from "../../context.ts";
import type { SmsService } from "../../contract/messages.ts";
import { smsServices } from "../../contract/values/sms-services.ts";
import type { SmsDriver } from "./drivers/driver.ts";
import { smsDrivers } from "./sms-account.ts";

// Where an account sends its delivery reports. Nobody can guess it, and it names the account: what it says is of that one's messages.

/** `providerId`: "platform" of the operator's account. */
type Account = { providerId: string; driver: SmsService; accountId: string };

/** Null for a service that sends no reports. */
export function reportAddress(ctx: Context, { providerId, driver, accountId }: Account): string | null {
  if (!smsServices[driver].reports) return null;
  const id = [providerId, driver, accountId].join(".");
  return `${ctx.settings.MAIN_ORIGIN}/cb/m/${id}/${ctx.keys.proof("message-report", id, 128)}`;
}

/** Null for a made-up address. */
export function accountAt(
  ctx: Context,
  id: string,
  secret: string,
): { providerId: string; driver: SmsDriver; accountId: string } | null {
  if (!ctx.keys.isProof("message-report", id, secret, 128)) return null;
  const [providerId = "", driver = "", accountId = ""] = id.split(".");
  return { providerId, driver: smsDrivers[driver as SmsService], accountId };
}
