import type { Context } from "../../context.ts";
import { sealedPlace } from "../../db/sealed-columns.ts";
import { africastalking } from "./drivers/africastalking.ts";
import type { SmsAccount, SmsDriver } from "./drivers/driver.ts";
import type { StoredSettings } from "./settings.ts";

export const smsDrivers: Record<NonNullable<StoredSettings["driver"]>, SmsDriver> = { africastalking };

export type OpenAccount = { accountId: string; driver: SmsDriver; account: SmsAccount };

export const apiKeyPlace = (providerId: string, accountId: string) =>
  sealedPlace("message_settings", `${providerId} ${accountId}`);

/** Null where none was typed. @throws where its key was sealed with a secret that is gone */
export function openAccount(
  ctx: Context,
  providerId: string,
  { accountId, driver, username, senderId, apiKey }: StoredSettings,
): OpenAccount | null {
  if (accountId === null || driver === null || username === null || apiKey === null) return null;
  const key = ctx.keys.unseal(apiKey, apiKeyPlace(providerId, accountId));
  return { accountId, driver: smsDrivers[driver], account: { username, apiKey: key, senderId } };
}
