import * as contract from "../../contract/messages.ts";
import { say } from "../../contract/texts.ts";
import { maskedPhone } from "../../contract/values/phone.ts";
import { callbackBody } from "../../http/request-rules.ts";
import { type App, route } from "../../http/route.ts";
import { providerOf } from "../../http/session.ts";
import { actorOf, changesOf, record } from "../audit/index.ts";
import { mountCredits } from "./credit-routes.ts";
import { listIncoming, removeIncoming } from "./incoming.ts";
import { listMessages } from "./list-messages.ts";
import * as optOuts from "./opt-outs.ts";
import { removeAccount, saveAccount } from "./save-account.ts";
import { saveSettings, saveTemplate } from "./save-settings.ts";
import { sendAgain, sendTest } from "./send-now.ts";
import { serviceOf } from "./settings.ts";
import { settingsNow } from "./settings-now.ts";
import { takeReport } from "./take-report.ts";

const success = true as const;

export function mountMessages(app: App): void {
  mountCredits(app);
  route(app, contract.messageSettings, ({ ctx, caller }) => settingsNow(ctx, providerOf(caller).providerId));

  route(app, contract.saveSmsAccount, async ({ ctx, caller, body }) => {
    const { providerId } = providerOf(caller);
    const { before, account, isChanged } = await saveAccount(ctx, providerId, body);
    const { username, senderId } = before;
    const detail = {
      ...changesOf({ service: serviceOf(before), username, senderId }, account),
      newKey: body.apiKey !== undefined,
    };
    await record(ctx, { ...actorOf(caller), action: "message.account", subject: providerId, detail });
    const message = say(isChanged ? "message_account_saved" : "message_account_kept");
    return { success, message, settings: await settingsNow(ctx, providerId) };
  });

  route(app, contract.removeSmsAccount, async ({ ctx, caller }) => {
    const { providerId } = providerOf(caller);
    await removeAccount(ctx, providerId);
    await record(ctx, { ...actorOf(caller), action: "message.account_removed", subject: providerId });
    const message = say("message_account_removed");
    return { success, message, settings: await settingsNow(ctx, providerId) };
  });

  route(app, contract.sendTestMessage, async ({ ctx, caller, body }) => {
    const { providerId } = providerOf(caller);
    const message = await sendTest(ctx, providerId, body.phoneNumber);
    await record(ctx, { ...actorOf(caller), action: "message.test", subject: providerId });
    return { success, message, settings: await settingsNow(ctx, providerId) };
  });

  route(app, contract.saveMessageSettings, async ({ ctx, caller, body }) => {
    const { providerId } = providerOf(caller);
    const before = await settingsNow(ctx, providerId);
    await saveSettings(ctx, providerId, body);
    const detail = changesOf(before, body);
    await record(ctx, { ...actorOf(caller), action: "message.settings", subject: providerId, detail });
    return { success, message: say("message_settings_saved"), settings: await settingsNow(ctx, providerId) };
  });

  route(app, contract.saveMessageTemplate, async ({ ctx, caller, body }) => {
    const { providerId } = providerOf(caller);
    const { kind, language, text = null } = body;
    await saveTemplate(ctx, providerId, kind, language, text);
    const detail = { kind, language, text };
    await record(ctx, { ...actorOf(caller), action: "message.template", subject: providerId, detail });
    const message = say(text === null ? "message_template_ours" : "message_template_saved");
    return { success, message, settings: await settingsNow(ctx, providerId) };
  });

  route(app, contract.listMessages, async ({ ctx, caller, query, headers }) => {
    const { providerId, session } = providerOf(caller);
    const { rows, total } = await listMessages(ctx, providerId, query, session.role === "owner");
    headers.set("x-total-count", String(total));
    return rows;
  });

  route(app, contract.sendMessageAgain, async ({ ctx, caller, params }) => {
    const { providerId } = providerOf(caller);
    const answer = await sendAgain(ctx, providerId, params.id);
    await record(ctx, { ...actorOf(caller), action: "message.send_again", subject: params.id });
    return answer;
  });

  route(app, contract.listOptOuts, ({ ctx, caller }) =>
    optOuts.listOptOuts(ctx, providerOf(caller).providerId),
  );

  route(app, contract.setOptOut, async ({ ctx, caller, body }) => {
    const { providerId } = providerOf(caller);
    const phone = await optOuts.setOptOut(ctx, providerId, body.phoneNumber, body.optedOut);
    const detail = { optedOut: body.optedOut };
    await record(ctx, { ...actorOf(caller), action: "message.opt_out", subject: maskedPhone(phone), detail });
    return { success, message: say(body.optedOut ? "message_opted_out" : "message_opted_in", { phone }) };
  });

  route(app, contract.listIncomingMessages, ({ ctx, caller }) =>
    listIncoming(ctx, providerOf(caller).providerId),
  );

  route(app, contract.removeIncomingMessage, async ({ ctx, caller, params }) => {
    await removeIncoming(ctx, providerOf(caller).providerId, params.id);
    await record(ctx, { ...actorOf(caller), action: "message.incoming_read", subject: params.id });
    return { success };
  });

  route(app, contract.messageReport, async ({ ctx, request, params }) => {
    await takeReport(ctx, params, (await callbackBody(request)) ?? "");
    return { received: true as const };
  });
}
