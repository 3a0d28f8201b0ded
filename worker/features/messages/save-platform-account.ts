import type { Context } from "../../context.ts";
import type { PlatformSms, PlatformSmsInput } from "../../contract/credits.ts";
import { say, type Text } from "../../contract/texts.ts";
import { shillings } from "../../contract/values/money.ts";
import { formatPhone } from "../../contract/values/phone.ts";
import type { TypedAccount } from "../../contract/values/sms-services.ts";
import { sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import {
  type PlatformAccount,
  platformAccountChanged,
  platformKeyPlace,
  platformSender,
  storedPlatformAccount,
} from "./platform-account.ts";
import { reportAddress } from "./report-address.ts";
import { typedAccount } from "./save-account.ts";
import { whyNot } from "./send-now.ts";
import { endOfKey } from "./settings-now.ts";
import { smsDrivers } from "./sms-account.ts";

const unset = { segmentCents: 100, giftCents: 2_000 };

export async function platformSmsNow(ctx: Context): Promise<Omit<PlatformSms, "books">> {
  const row = await storedPlatformAccount(ctx);
  return {
    account: row && accountAnswer(ctx, row),
    segmentPrice: shillings(row?.segmentCents ?? unset.segmentCents),
    gift: shillings(row?.giftCents ?? unset.giftCents),
  };
}

function accountAnswer(ctx: Context, row: PlatformAccount): NonNullable<PlatformSms["account"]> {
  const moment = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  const { driver, username, senderId, triedAt, fault, faultAt } = row;
  return {
    service: driver,
    username,
    senderId,
    apiKey: endOfKey(ctx.keys.unseal(row.apiKey, platformKeyPlace)),
    triedAt: moment(triedAt),
    fault: fault as NonNullable<PlatformSms["account"]>["fault"],
    faultAt: moment(faultAt),
    reportsTo: reportAddress(ctx, { providerId: platformSender, driver, accountId: platformSender }),
  };
}

/** A changed account is to be tried anew; what a price or a gift is, is not. @throws AppError invalid */
export async function savePlatformSms(
  ctx: Context,
  { apiKey, segmentPrice, gift, ...typed }: PlatformSmsInput,
): Promise<{ before: PlatformAccount | null; account: TypedAccount; isChanged: boolean }> {
  const before = await storedPlatformAccount(ctx);
  const account = typedAccount(typed, before?.driver ?? null);
  const { service, username, senderId } = account;
  const isSameUser = before?.driver === service && before.username === username;
  const sealed =
    apiKey === undefined
      ? isSameUser && before
        ? before.apiKey
        : null
      : ctx.keys.seal(apiKey, platformKeyPlace);
  if (sealed === null) throw refuse("invalid", "message_key_needed").at("apiKey");
  const isChanged = !isSameUser || apiKey !== undefined || before?.senderId !== senderId;
  const [segmentCents, giftCents] = [Math.round(segmentPrice * 100), Math.round(gift * 100)];
  await ctx.platform.run(
    sql`INSERT INTO sms_accounts (id, driver, username, sender_id, api_key, segment_cents, gift_cents, updated_at)
      VALUES (${platformSender}, ${service}, ${username}, ${senderId}, ${sealed}, ${segmentCents}, ${giftCents}, ${ctx.now()})
      ON CONFLICT (id) DO UPDATE SET driver = excluded.driver, username = excluded.username, sender_id = excluded.sender_id,
        api_key = excluded.api_key, segment_cents = excluded.segment_cents, gift_cents = excluded.gift_cents,
        updated_at = excluded.updated_at,
        tried_at = iif(${isChanged}, NULL, tried_at), fault = iif(${isChanged}, NULL, fault)`,
  );
  platformAccountChanged();
  return { before, account, isChanged };
}

export async function removePlatformSms(ctx: Context): Promise<void> {
  await ctx.platform.run(sql`DELETE FROM sms_accounts WHERE id = ${platformSender}`);
  platformAccountChanged();
}

/** One that the account takes opens it to providers. @throws AppError refused with why it was not taken */
export async function tryPlatformSms(ctx: Context, phone: string): Promise<Text> {
  const row = await storedPlatformAccount(ctx);
  if (!row) throw refuse("refused", "message_account_missing");
  const account = {
    username: row.username,
    senderId: row.senderId,
    apiKey: ctx.keys.unseal(row.apiKey, platformKeyPlace),
  };
  const text = "Mlango: this is a test. Messages of providers to their customers come from here.";
  const outcome = await smsDrivers[row.driver].send(ctx, account, { phone, text });
  if (outcome.kind !== "accepted")
    throw refuse("refused", "message_failed", {
      why: whyNot(outcome, { reason: outcome.kind === "failed" ? outcome.reason : null }, row.driver),
    });
  await ctx.platform.run(
    sql`UPDATE sms_accounts SET tried_at = coalesce(tried_at, ${ctx.now()}), fault = NULL, fault_at = NULL
      WHERE id = ${platformSender} AND api_key = ${row.apiKey} AND updated_at = ${row.updatedAt}`,
  );
  platformAccountChanged();
  return say("message_test_sent", { phone: formatPhone(phone) });
}
