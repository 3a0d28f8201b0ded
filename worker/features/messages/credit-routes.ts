import type { Context } from "../../context.ts";
import * as contract from "../../contract/credits.ts";
import { say } from "../../contract/texts.ts";
import { shillings } from "../../contract/values/money.ts";
import { type App, route } from "../../http/route.ts";
import { providerOf } from "../../http/session.ts";
import { actorOf, changesOf, record } from "../audit/index.ts";
import { providerById } from "../providers/index.ts";
import { claimIdempotencyKey } from "../rate-limits/index.ts";
import { addCredits } from "./credits.ts";
import { creditsNow } from "./credits-now.ts";
import { booksOfCredits, listProviderCredits } from "./platform-credits.ts";
import {
  platformSmsNow,
  removePlatformSms,
  savePlatformSms,
  tryPlatformSms,
} from "./save-platform-account.ts";
import { chooseSender } from "./save-settings.ts";
import { settingsNow } from "./settings-now.ts";

const success = true as const;

const platformNow = async (ctx: Context) => ({
  ...(await platformSmsNow(ctx)),
  books: await booksOfCredits(ctx),
});

/** What consoles ask of credits, and of the account that they are for. */
export function mountCredits(app: App): void {
  route(app, contract.readCredits, ({ ctx, caller }) => creditsNow(ctx, providerOf(caller).providerId));

  route(app, contract.chooseSender, async ({ ctx, caller, body }) => {
    const { providerId } = providerOf(caller);
    const before = await chooseSender(ctx, providerId, body.sender);
    const detail = changesOf({ sender: before }, body);
    await record(ctx, { ...actorOf(caller), action: "message.sender", subject: providerId, detail });
    return { success, message: say("message_settings_saved"), settings: await settingsNow(ctx, providerId) };
  });

  route(app, contract.readPlatformSms, ({ ctx }) => platformNow(ctx));

  route(app, contract.savePlatformSms, async ({ ctx, caller, body }) => {
    const { before, account, isChanged } = await savePlatformSms(ctx, body);
    const { apiKey, segmentPrice, gift } = body;
    const was = before && {
      service: before.driver,
      username: before.username,
      senderId: before.senderId,
      segmentPrice: shillings(before.segmentCents),
      gift: shillings(before.giftCents),
    };
    const detail = {
      ...changesOf(was ?? {}, { ...account, segmentPrice, gift }),
      newKey: apiKey !== undefined,
    };
    await record(ctx, { ...actorOf(caller), action: "sms.account", subject: "platform", detail });
    const message = say(isChanged ? "message_account_saved" : "message_account_kept");
    return { success, message, settings: await platformNow(ctx) };
  });

  route(app, contract.tryPlatformSms, async ({ ctx, caller, body }) => {
    const message = await tryPlatformSms(ctx, body.phoneNumber);
    await record(ctx, { ...actorOf(caller), action: "sms.test", subject: "platform" });
    return { success, message, settings: await platformNow(ctx) };
  });

  route(app, contract.removePlatformSms, async ({ ctx, caller }) => {
    await removePlatformSms(ctx);
    await record(ctx, { ...actorOf(caller), action: "sms.account_removed", subject: "platform" });
    return { success, message: say("message_account_removed"), settings: await platformNow(ctx) };
  });

  route(app, contract.listProviderCredits, async ({ ctx, query, headers }) => {
    const { rows, total } = await listProviderCredits(ctx, query);
    headers.set("x-total-count", String(total));
    return rows;
  });

  route(app, contract.giveCredits, async ({ ctx, caller, params, body, idempotencyKey }) => {
    const { businessName } = await providerById(ctx, params.id);
    const actor = actorOf(caller);
    const asker = { adminId: actor.actorId ?? "" };
    const key = { providerId: params.id, ...body };
    const claim = await claimIdempotencyKey(ctx, asker, idempotencyKey, key, crypto.randomUUID());
    const cents = Math.round(body.amount * 100);
    const given = { for: claim.result, cents, detail: body.note };
    const balance = shillings(await addCredits(ctx, params.id, given));
    if (!claim.repeated)
      await record(ctx, {
        ...actor,
        action: "credits.give",
        subject: params.id,
        detail: { amount: body.amount, note: body.note },
      });
    return { success, message: say("credits_given", { name: businessName, balance }), balance };
  });
}
