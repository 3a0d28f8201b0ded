import type { Context } from "../../context.ts";
import { sealedPlace } from "../../db/sealed-columns.ts";
import type { Purse } from "./claim-message.ts";
import { africastalking } from "./drivers/africastalking.ts";
import type { SmsAccount, SmsDriver } from "./drivers/driver.ts";
import { platformAccount, platformKeyPlace, platformSender } from "./platform-account.ts";
import { isReady, type StoredSettings } from "./settings.ts";

export const smsDrivers = { africastalking } as const satisfies Record<string, SmsDriver>;
export type SmsDriverName = keyof typeof smsDrivers;

/** By which a provider's messages go out, what a segment costs and by what it is paid. */
export type OpenAccount = {
  accountId: string;
  driver: SmsDriver;
  account: SmsAccount;
  segmentCents: number;
  purse: Purse;
};

export const apiKeyPlace = (providerId: string, accountId: string) =>
  sealedPlace("message_settings", `${providerId} ${accountId}`);

/** The one that the provider chose. Null where there is none. @throws where its key was sealed with a secret that is gone */
export async function openAccount(
  ctx: Context,
  providerId: string,
  settings: StoredSettings,
): Promise<OpenAccount | null> {
  if (settings.sender === "own") return openOwnAccount(ctx, providerId, settings);
  const found = await platformAccount(ctx);
  if (!found) return null;
  const { driver, username, senderId, apiKey, segmentCents } = found;
  return {
    accountId: platformSender,
    driver: smsDrivers[driver],
    account: { username, apiKey: ctx.keys.unseal(apiKey, platformKeyPlace), senderId },
    segmentCents,
    purse: { kind: "credits" },
  };
}

/** By which messages can go out now: the one that was chosen, once it took a test message. */
export async function readyAccount(
  ctx: Context,
  providerId: string,
  settings: StoredSettings,
): Promise<OpenAccount | null> {
  return isReady(settings) ? openAccount(ctx, providerId, settings) : null;
}

/** The provider's own, also while messages still go out by the platform's. */
export function openOwnAccount(
  ctx: Context,
  providerId: string,
  { accountId, driver, username, senderId, apiKey, segmentCents, budgetCents }: StoredSettings,
): OpenAccount | null {
  if (accountId === null || driver === null || username === null || apiKey === null) return null;
  const key = ctx.keys.unseal(apiKey, apiKeyPlace(providerId, accountId));
  return {
    accountId,
    driver: smsDrivers[driver],
    account: { username, apiKey: key, senderId },
    segmentCents,
    purse: { kind: "budget", budgetCents },
  };
}
