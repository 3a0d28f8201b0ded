import * as contract from "../../contract/billing.ts";
import * as confirmations from "../../contract/billing-confirmations.ts";
import * as corrections from "../../contract/billing-corrections.ts";
import * as invoices from "../../contract/billing-invoices.ts";
import * as notifications from "../../contract/billing-notifications.ts";
import { type App, type Call, route } from "../../http/route.ts";
import { providerOf } from "../../http/session.ts";
import { actorOf } from "../audit/index.ts";
import { sendLetterNow } from "../mail/index.ts";
import { providerById } from "../providers/index.ts";
import { claimIdempotencyKey } from "../rate-limits/index.ts";
import { configureBilling } from "./configure-billing.ts";
import { creditInvoice } from "./credit-invoice.ts";
import { type Decision, rejectConfirmation, verifyConfirmation } from "./decide-confirmation.ts";
import * as lists from "./list-billing.ts";
import { notePayment, takePaymentBack } from "./note-payment.ts";
import { previewInvoice } from "./preview-invoice.ts";
import * as own from "./provider-account.ts";
import { submitConfirmation } from "./submit-confirmation.ts";

export function mountBilling(app: App): void {
  mountForPlatform(app);
  mountForProviders(app);
}

function mountForPlatform(app: App): void {
  route(app, contract.listProviderBilling, async ({ ctx, query, headers }) =>
    counted(headers, await lists.billingPage(ctx, query)),
  );
  route(app, contract.billingOverview, async ({ ctx }) => lists.countBilling(ctx));
  route(app, contract.saveProviderBilling, async ({ ctx, params, body, caller }) =>
    configureBilling(ctx, params.providerId, body, actorOf(caller)),
  );
  route(app, invoices.listProviderInvoices, async ({ ctx, params, query, headers }) => {
    await providerById(ctx, params.providerId);
    return counted(headers, await own.listInvoices(ctx, params.providerId, query));
  });
  route(app, confirmations.listPaymentConfirmations, async ({ ctx, query, headers }) =>
    counted(headers, await lists.confirmationsPage(ctx, query)),
  );
  route(app, confirmations.verifyConfirmation, async (call) =>
    verifyConfirmation(call.ctx, await decision(call)),
  );
  route(app, confirmations.rejectConfirmation, async (call) =>
    rejectConfirmation(call.ctx, await decision(call)),
  );
  route(app, corrections.creditInvoice, async ({ ctx, params, body, caller, idempotencyKey }) => {
    const actor = named(caller);
    const { result: id } = await claimIdempotencyKey(
      ctx,
      { adminId: actor.actorId },
      idempotencyKey,
      { ...params, ...body },
      crypto.randomUUID(),
    );
    const credit = { ...params, id, amountCents: Math.round(body.amount * 100), reason: body.reason };
    return { success: true as const, message: await creditInvoice(ctx, credit, actor) };
  });
  route(app, corrections.notePayment, async ({ ctx, params, body, caller, idempotencyKey }) => {
    const actor = named(caller);
    const { result: id } = await claimIdempotencyKey(
      ctx,
      { adminId: actor.actorId },
      idempotencyKey,
      { ...params, ...body },
      crypto.randomUUID(),
    );
    return notePayment(ctx, { ...params, ...body, id }, actor);
  });
  route(app, corrections.takePaymentBack, async (call) => {
    const { id, notes = "", actor } = await decision(call);
    return takePaymentBack(call.ctx, { id, notes, actor });
  });
  route(app, corrections.previewInvoice, async ({ ctx, params, body }) =>
    previewInvoice(ctx, params.providerId, body),
  );
  route(app, notifications.listBillingNotifications, async ({ ctx, query, headers }) =>
    counted(headers, await lists.notificationsPage(ctx, query)),
  );
  route(app, notifications.sendLetter, async ({ ctx, params, caller }) =>
    sendLetterNow(ctx, params.id, actorOf(caller)),
  );
}

function mountForProviders(app: App): void {
  route(app, invoices.billingAccount, async ({ ctx, caller }) =>
    own.accountOf(ctx, providerOf(caller).providerId),
  );
  route(app, invoices.listInvoices, async ({ ctx, caller, query, headers }) =>
    counted(headers, await own.listInvoices(ctx, providerOf(caller).providerId, query)),
  );
  route(app, confirmations.listConfirmations, async ({ ctx, caller, query, headers }) =>
    counted(headers, await own.ownConfirmations(ctx, providerOf(caller).providerId, query)),
  );
  route(app, confirmations.submitConfirmation, async ({ ctx, caller, body, idempotencyKey }) => {
    const { providerId, adminId } = providerOf(caller);
    const actor = actorOf(caller);
    return submitConfirmation(ctx, {
      ...body,
      providerId,
      idempotencyKey,
      actor: { ...actor, actorId: actor.actorId ?? adminId },
    });
  });
  route(app, notifications.listNotifications, async ({ ctx, caller, query, headers }) =>
    counted(headers, await own.ownNotifications(ctx, providerOf(caller).providerId, query)),
  );
  route(app, notifications.readNotifications, async ({ ctx, caller }) => {
    await own.markRead(ctx, providerOf(caller).providerId);
    return { success: true as const };
  });
}

type Deciding =
  | Call<typeof confirmations.verifyConfirmation>
  | Call<typeof confirmations.rejectConfirmation>
  | Call<typeof corrections.takePaymentBack>;

async function decision({ ctx, caller, params, body, idempotencyKey }: Deciding): Promise<Decision> {
  const actor = named(caller);
  await claimIdempotencyKey(ctx, { adminId: actor.actorId }, idempotencyKey, { ...params, ...body });
  return { id: params.id, notes: body.notes, actor };
}

function named(caller: Deciding["caller"]): Decision["actor"] {
  const actor = actorOf(caller);
  return { ...actor, actorId: actor.actorId ?? "" };
}

function counted<T>(headers: Headers, { rows, total }: lists.Page<T>): T[] {
  headers.set("x-total-count", String(total));
  return rows;
}
