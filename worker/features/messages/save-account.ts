import type { Context } from "../../context.ts";
import type { SmsAccountInput, SmsService } from "../../contract/messages.ts";
import { missingOf, smsServices, type TypedAccount } from "../../contract/values/sms-services.ts";
import { messageSettings } from "../../db/schema/tenant.ts";
import { sql } from "../../db/sql.ts";
import { changed, insertInto } from "../../db/table-rows.ts";
import { refuse } from "../../errors.ts";
import { randomHex } from "../../keys.ts";
import { type StoredSettings, serviceColumns, serviceOf, settingsOf } from "./settings.ts";
import { apiKeyPlace } from "./sms-account.ts";

/** What was found out about the account that stood there. */
const untried = { triedAt: null, pausedUntil: null, fault: null, faults: 0 } as const;

/** What is typed, as it is kept. @param stored where no service is told, as older pages do @throws AppError invalid */
export function typedAccount(
  { service: told, username: name, senderId }: Omit<SmsAccountInput, "apiKey">,
  stored: SmsService | null,
): TypedAccount {
  const service = told ?? stored ?? "africastalking";
  const username = smsServices[service].hasUserName ? (name ?? "") : "";
  const account = { service, username, senderId: senderId ?? null };
  const missing = missingOf(account);
  if (missing) throw refuse("invalid", missing.say).at(missing.path);
  return account;
}

/** A changed account is to be tried anew. @returns whether it is another one than before @throws AppError invalid */
export async function saveAccount(
  ctx: Context,
  providerId: string,
  input: SmsAccountInput,
): Promise<{ before: StoredSettings; account: TypedAccount; isChanged: boolean }> {
  const db = ctx.tenant(providerId);
  const before = await settingsOf(db);
  const account = typedAccount(input, serviceOf(before));
  const { service, username, senderId } = account;
  const { apiKey } = input;
  // Where there is no user name another key may be another account, which knows nothing of what was sent before.
  const isNamed = smsServices[service].hasUserName || apiKey === undefined;
  const isSameUser =
    isNamed && serviceOf(before) === service && before.username === username && before.accountId !== null;
  if (!isSameUser && apiKey === undefined) throw refuse("invalid", "message_key_needed").at("apiKey");
  const isChanged = !isSameUser || apiKey !== undefined || before.senderId !== senderId;
  const accountId = isSameUser && before.accountId !== null ? before.accountId : randomHex(64);
  const key =
    apiKey === undefined ? {} : { apiKey: ctx.keys.seal(apiKey, apiKeyPlace(providerId, accountId)) };
  const change = { accountId, ...serviceColumns(service), username, senderId, ...key };
  await db.batch([
    insertInto(messageSettings, { id: "own" }),
    sql`UPDATE message_settings SET ${changed(messageSettings, { ...change, ...(isChanged ? untried : {}) })}
      WHERE id = 'own'`,
  ]);
  return { before, account, isChanged };
}

/** What waits is held back, and later messages go out by the platform's account again. */
export async function removeAccount(ctx: Context, providerId: string): Promise<void> {
  const none = { accountId: null, ...serviceColumns(null), username: null, senderId: null, apiKey: null };
  const change = { ...none, ...untried, sender: "platform" } as const;
  await ctx.tenant(providerId).batch([
    sql`UPDATE message_settings SET ${changed(messageSettings, change)} WHERE id = 'own'`,
    sql`UPDATE messages SET state = 'held', reason = 'off', ended_at = ${ctx.now()}
      WHERE state IN ('waiting', 'sending') AND state = 'waiting'`,
  ]);
}
