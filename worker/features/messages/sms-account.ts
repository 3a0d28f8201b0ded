import type { Context } from "../../context.ts";
import type { SmsService } from "../../contract/messages.ts";
import { sealedPlace } from "../../db/sealed-columns.ts";
import type { Purse } from "./claim-message.ts";
import { africastalking } from "./drivers/africastalking.ts";
import type { SmsAccount, SmsDriver } from "./drivers/driver.ts";
import { platformAccount, platformKeyPlace, platformSender } from "./platform-account.ts";
import { isReady, type StoredSettings, serviceOf } from "./settings.ts";

/** Loaded with the first message that goes out by it. */
const loadTalksasa = async () => (await import("./drivers/talksasa.ts")).talksasa;
const talksasa: SmsDriver = {
  send: async (ctx, account, message) => (await loadTalksasa()).send(ctx, account, message),
  askDelivery: async (ctx, account, sent) => (await loadTalksasa()).askDelivery(ctx, account, sent),
  // It calls no address of ours.
  readReport: () => null,
  readIncoming: () => null,
};

export const smsDrivers: Record<SmsService, SmsDriver> = { africastalking, talksasa };

/** By which a provider's messages go out, what a segment costs and by what it is paid. */
export type OpenAccount = {
  accountId: string;
  service: SmsService;
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
  return openPlatformAccount(ctx);
}

/** Null where the operator has none that took a test message. @throws as `openAccount` */
export async function openPlatformAccount(ctx: Context): Promise<OpenAccount | null> {
  const found = await platformAccount(ctx);
  if (!found) return null;
  const { driver, username, senderId, apiKey, segmentCents } = found;
  return {
    accountId: platformSender,
    service: driver,
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
  settings: StoredSettings,
): OpenAccount | null {
  const { accountId, username, senderId, apiKey, segmentCents, budgetCents } = settings;
  const driver = serviceOf(settings);
  if (accountId === null || driver === null || username === null || apiKey === null) return null;
  const key = ctx.keys.unseal(apiKey, apiKeyPlace(providerId, accountId));
  return {
    accountId,
    service: driver,
    driver: smsDrivers[driver],
    account: { username, apiKey: key, senderId },
    segmentCents,
    purse: { kind: "budget", budgetCents },
  };
}
