import * as collection from "../../contract/collection.ts";
import * as contract from "../../contract/payouts.ts";
import { say, type Text } from "../../contract/texts.ts";
import { callbackBody } from "../../http/request-rules.ts";
import { type App, route } from "../../http/route.ts";
import { providerOf } from "../../http/session.ts";
import { actorOf } from "../audit/index.ts";
import { collectionOf, consentToCollection, withdrawCollection } from "../gateways/index.ts";
import { readBalance, shownPayout } from "./balance.ts";
import { saveDestination } from "./destination.ts";
import type { Payout } from "./payout-state.ts";
import { platformPayouts } from "./platform-payouts.ts";
import { requestPayout } from "./request-payout.ts";
import { payoutAt } from "./result-address.ts";
import { handleResult } from "./send-payout.ts";
import { collectionSettings, saveCollectionSettings } from "./settings.ts";
import { askAgain, settle } from "./settle-payout.ts";
import { statementOf } from "./statement.ts";

export function mountPayouts(app: App): void {
  route(app, collection.readCollectionSettings, async ({ ctx }) => collectionSettings(ctx));

  route(app, collection.saveCollectionSettings, async ({ ctx, caller, body }) =>
    saveCollectionSettings(ctx, body, actorOf(caller)),
  );

  route(app, collection.consentToCollection, async ({ ctx, caller }) => {
    const { providerId } = providerOf(caller);
    await consentToCollection(ctx, providerId, actorOf(caller));
    return { state: await collectionOf(ctx, providerId) };
  });

  route(app, collection.withdrawCollection, async ({ ctx, caller }) => {
    const { providerId } = providerOf(caller);
    await withdrawCollection(ctx, providerId, actorOf(caller));
    return { state: await collectionOf(ctx, providerId) };
  });

  route(app, contract.readBalance, async ({ ctx, caller }) =>
    readBalance(ctx, providerOf(caller).providerId),
  );

  route(app, contract.saveDestination, async ({ ctx, caller, body }) => {
    const { providerId } = providerOf(caller);
    await saveDestination(ctx, providerId, body, actorOf(caller));
    return readBalance(ctx, providerId);
  });

  route(app, contract.requestPayout, async ({ ctx, caller, body, idempotencyKey }) => {
    const { providerId } = providerOf(caller);
    const asked = { providerId, amount: body.amount, actor: actorOf(caller), idempotencyKey };
    return acted(await requestPayout(ctx, asked));
  });

  route(app, contract.readStatement, async ({ ctx, caller, query }) =>
    statementOf(ctx, providerOf(caller).providerId, query),
  );

  route(app, contract.listPayouts, async ({ ctx, query }) => platformPayouts(ctx, query.status));

  route(app, contract.askPayout, async ({ ctx, caller, params }) =>
    acted(await askAgain(ctx, named(params), actorOf(caller))),
  );

  route(app, contract.settlePayout, async ({ ctx, caller, params, body }) =>
    acted(await settle(ctx, named(params), body, actorOf(caller))),
  );

  route(app, contract.payoutResult, async ({ ctx, request, params }) => {
    const body = await callbackBody(request);
    const about = payoutAt(ctx, params.id, params.secret);
    if (about && body !== null) await handleResult(ctx, about, body);
    return { ResultCode: 0 as const, ResultDesc: "Accepted" as const };
  });
}

const named = ({ id, payoutId }: { id: string; payoutId: string }) => ({ providerId: id, payoutId });

function acted(payout: Payout): {
  success: true;
  message: Text;
  payout: ReturnType<typeof shownPayout>;
} {
  return { success: true, message: words[payout.status], payout: shownPayout(payout) };
}

const words: Record<Payout["status"], Text> = {
  reserved: say("payout_sent"),
  sending: say("payout_sent"),
  sent: say("payout_sent"),
  unclear: say("payout_unclear"),
  paid: say("payout_paid"),
  failed: say("payout_failed"),
  reversed: say("payout_reversed"),
};
