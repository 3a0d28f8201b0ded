import type { Context } from "../../../context.ts";
import { dayMs } from "../../../contract/values/time.ts";
import { type Sql, sql } from "../../../db/sql.ts";
import { isOfErased } from "../../../errors.ts";
import { log } from "../../../log.ts";
import {
  cutOffStatement,
  deliver,
  deliverNew,
  deliverNow,
  entitlementStatements,
  recoveryHashFor,
  resumeStatement,
  takesTopUp,
  topUpStatement,
} from "../../entitlements/index.ts";
import {
  journalStatements,
  type PaymentFacts,
  saleJournalId,
  saleJournals,
  takenBackJournals,
} from "../../ledger/index.ts";
import {
  consentStatement,
  notAgreedStatement,
  receiptStatements as receiptMessages,
} from "../../messages/index.ts";
import { accountReceipt, accountStatements, spendAccount } from "./account-payment.ts";
import { phoneCounts, releaseDevice } from "./payment-leases.ts";
import { buyerHashOf, type Intent, type PaymentState, type Review } from "./payment-state.ts";
import { customerIn, type Route, topUpIn } from "./route.ts";

// What D1 knows of payments: a projection. Every statement can be repeated and applied out of order without harm.

/** How far a prompt is on its way is its payment's to know: a row is open, or has its end. */
const rowStatus = ({ status }: PaymentState) =>
  status === "completed" || status === "failed" ? status : "pending";

/** The payment's row, applied only over an older one. */
function rowStatement(state: PaymentState, now: number): Sql {
  const { intent, route } = state;
  return sql`INSERT INTO payments (id, seq, router_id, plan_id, terms, subject, phone, amount_cents,
      method, settlement, gateway_id, status, reason, detail, receipt, unverified, late, entitlement_id,
      created_at, completed_at, updated_at, switch_id, central_account, language, top_up_of, top_up_bytes)
    VALUES (${intent.id}, ${state.seq}, ${intent.routerId}, ${intent.planId},
      ${JSON.stringify(intent.terms)}, ${intent.subject}, ${intent.phone}, ${intent.amountCents},
      ${route?.type ?? intent.service}, ${route?.settlement ?? "direct"}, ${route?.gatewayId ?? ""},
      ${rowStatus(state)}, ${state.reason}, ${state.detail}, CASE
      WHEN EXISTS (SELECT 1 FROM payments WHERE method = ${route?.type ?? intent.service}
        AND receipt = ${state.receipt} AND id <> ${intent.id})
        THEN NULL ELSE ${state.receipt} END,
      ${state.unverified}, ${state.late}, ${servedPurchase(state)},
        ${intent.createdAt}, ${state.completedAt}, ${now}, ${route?.switchId ?? null},
        ${route?.centralAccount ?? null}, ${intent.language ?? null}, ${topUpIn(intent)?.of ?? null},
        ${topUpIn(intent)?.bytes ?? null})
    ON CONFLICT (id) DO UPDATE SET seq = excluded.seq, settlement = excluded.settlement,
      method = excluded.method, gateway_id = excluded.gateway_id, switch_id = excluded.switch_id,
      central_account = excluded.central_account, status = excluded.status, reason = excluded.reason,
        detail = excluded.detail, receipt = excluded.receipt, unverified = excluded.unverified,
        late = excluded.late,
      entitlement_id = excluded.entitlement_id, completed_at = excluded.completed_at,
        updated_at = excluded.updated_at
    WHERE excluded.seq > payments.seq`;
}

/** What is served by it; a top-up that came too late has made a purchase of its own by then. */
function servedPurchase({ status, intent }: PaymentState): Sql {
  const { entitlementId } = intent;
  const topUp = topUpIn(intent);
  if (status !== "completed" || customerIn(intent) !== null) return sql`NULL`;
  if (!topUp) return sql`${entitlementId}`;
  return sql`CASE WHEN EXISTS (SELECT 1 FROM entitlements WHERE id = ${entitlementId})
    THEN ${entitlementId} ELSE ${topUp.of} END`;
}

/** A receipt that another payment of this provider has already: a person has to decide to which of them it belongs. */
function receiptStatements({ intent, route, receipt }: PaymentState, now: number): Sql[] {
  if (receipt === null) return [];
  return [
    sql`INSERT OR IGNORE INTO reviews (id, at, payment_id, kind, detail)
      SELECT 'receipt ' || ${intent.id}, ${now}, ${intent.id}, 'receipt',
        json_object('receipt', ${receipt}, 'also', payments.id) FROM payments
      WHERE method = ${route?.type ?? intent.service}
        AND receipt = ${receipt} AND id <> ${intent.id}`,
  ];
}

/** The payment as the books name it: where the money went was frozen with the route. */
function factsOf({ id, routerId }: Intent, { type, settlement, switchId }: Route): PaymentFacts {
  return { paymentId: id, routerId, method: type, settlement, switchId };
}

/** Every sale that this payment was, and what took it back, each once. */
function bookStatements(state: PaymentState): Sql[] {
  const { route, takenBack, completedAt, intent } = state;
  const cents = intent.amountCents;
  const ended = takenBack.flatMap((sale, index) => [
    ...saleJournals(factsOf(intent, sale.route), { cents, at: sale.soldAt }, index + 1),
    ...takenBackJournals(factsOf(intent, sale.route), { cents, at: sale.at }, index + 1),
  ]);
  const readiness =
    route && completedAt !== null
      ? saleJournals(factsOf(intent, route), { cents, at: completedAt }, takenBack.length + 1)
      : [];
  return [...ended, ...readiness].flatMap((journal) => journalStatements(journal));
}

export async function writeRow(ctx: Context, state: PaymentState): Promise<void> {
  const db = ctx.tenant(state.intent.providerId);
  await db.batch([rowStatement(state, ctx.now()), ...receiptStatements(state, ctx.now())]);
}

/** Row, books and access as the state has them, in one transaction. Repeating it changes nothing. */
export async function writeState(ctx: Context, state: PaymentState): Promise<void> {
  if (state.status === "completed") return writeGrant(ctx, state);
  return state.takenBack.length > 0 ? writeTakeBack(ctx, state) : writeRow(ctx, state);
}

/** A completed payment is one transaction: its row, its journal, the access that was bought. */
async function writeGrant(ctx: Context, state: PaymentState): Promise<void> {
  const hasPlace = topUpIn(state.intent) === null || (await isSoldAt(ctx, state.intent));
  const unserved = hasPlace ? [] : [unservedStatement(state.intent, ctx.now())];
  await ctx.tenant(state.intent.providerId).batch([...grantStatements(ctx, state), ...unserved]);
}

async function isSoldAt(ctx: Context, { routerId, providerId }: Intent): Promise<boolean> {
  const { router, provider } = await ctx.lookup.saleAt(routerId, providerId);
  return router?.providerId === providerId && provider?.status === "active";
}

/** A top-up that came too late where nothing is sold any more: its share is there, and a person is asked to give the money back. */
const unservedStatement = ({ id, entitlementId }: Intent, now: number): Sql =>
  sql`INSERT OR IGNORE INTO reviews (id, at, payment_id, kind, detail)
    SELECT 'unserved ' || ${id}, ${now}, ${id}, 'unserved', '{}'
    WHERE EXISTS (SELECT 1 FROM entitlements WHERE id = ${entitlementId})`;

/** So is one that was taken back: what it granted is there, and ended, whether or not the grant was written before. */
async function writeTakeBack(ctx: Context, state: PaymentState): Promise<void> {
  const { intent } = state;
  const topUp = topUpIn(intent);
  const db = ctx.tenant(intent.providerId);
  if (customerIn(intent) !== null) {
    await db.batch([rowStatement(state, ctx.now()), ...bookStatements(state), ...accountStatements(state)]);
    return;
  }
  await db.batch([
    rowStatement(state, ctx.now()),
    ...bookStatements(state),
    ...(topUp ? [topUpStatement(topUp.of, ctx.now())] : accessStatements(ctx, state)),
    cutOffStatement(intent.entitlementId, ctx.now(), isNewest(state)),
    ...(intent.offers ? [notAgreedStatement(intent.id)] : []),
  ]);
}

/**
 * The payment's row is not newer than this state: a denial that is written again after the payment was made after all ends nothing.
 * Stands behind the row's own statement in a batch.
 */
const isNewest = ({ intent, seq }: PaymentState): Sql =>
  sql`NOT EXISTS (SELECT 1 FROM payments WHERE id = ${intent.id} AND seq > ${seq})`;

export function grantStatements(ctx: Context, state: PaymentState): Sql[] {
  const { intent, takenBack } = state;
  const last = takenBack.at(-1);
  const topUp = topUpIn(intent);
  if (customerIn(intent) !== null)
    return [
      rowStatement(state, ctx.now()),
      ...receiptStatements(state, ctx.now()),
      ...bookStatements(state),
      ...accountStatements(state),
      ...accountReceipt(state, ctx.now()),
    ];
  return [
    // Before the row, which says what it serves.
    ...(topUp ? accessStatements(ctx, state, topUp.share, comesTooLate(state, topUp.of, ctx.now())) : []),
    rowStatement(state, ctx.now()),
    ...receiptStatements(state, ctx.now()),
    // Paid after all: what was ended goes on, for as long as it was withheld. Before the books, which tell whether it did.
    ...(last && state.completedAt !== null
      ? [
          resumeStatement({
            id: intent.entitlementId,
            now: ctx.now(),
            withheld: { from: last.at, until: state.completedAt },
            unlessBooked: saleJournalId(intent.id, takenBack.length + 1),
          }),
        ]
      : []),
    ...bookStatements(state),
    ...(topUp ? [topUpStatement(topUp.of, ctx.now())] : accessStatements(ctx, state)),
    ...receiptMessage(state, ctx.now()),
    ...consentOf(state, ctx.now()),
  ];
}

/** There is nothing left that it could serve, and it serves nothing yet: the payer gets a share of the plan, a purchase of its own. */
function comesTooLate({ intent, seq }: PaymentState, purchaseId: string, now: number): Sql {
  return sql`NOT ${takesTopUp(purchaseId, now)} AND NOT EXISTS (SELECT 1 FROM payments
    WHERE id = ${intent.id} AND (seq > ${seq} OR status = 'completed' AND entitlement_id = ${purchaseId}))`;
}

/** A payment that is written anew long after tells of itself no more. */
const consentMs = 2 * dayMs;

/** One browser alone asked for it with a tick, and the phone that was asked has paid: what is typed at a pay bill may come from another one. */
function consentOf({ intent, completedAt, byPrompt, joined }: PaymentState, now: number): Sql[] {
  const { id: paymentId, phone, offers, createdAt: at } = intent;
  const isAgreed = offers && byPrompt && !joined && completedAt !== null;
  return isAgreed && at + consentMs > now ? [consentStatement({ paymentId, phone, at })] : [];
}

/** To the payer, once, where its provider sends such messages. */
function receiptMessage({ intent, receipt, completedAt }: PaymentState, now: number): Sql[] {
  if (completedAt === null) return [];
  const { id: paymentId, entitlementId, phone, terms, amountCents, language = null } = intent;
  const topUpBytes = topUpIn(intent)?.bytes;
  const bought = { entitlementId, planName: terms.planName, amountCents, language, topUpBytes };
  return receiptMessages(now, { paymentId, phone, ...bought, receipt, completedAt });
}

function accessStatements(
  ctx: Context,
  state: PaymentState,
  terms = state.intent.terms,
  onlyIf?: Sql,
): Sql[] {
  const { intent, completedAt, takenBack } = state;
  return entitlementStatements({
    id: intent.entitlementId,
    routerId: intent.routerId,
    subject: intent.subject,
    source: "payment",
    sourceId: intent.id,
    terms,
    phone: intent.phone,
    buyerHash: buyerHashOf(state),
    recoveryHash: recoveryHashFor(ctx, intent.entitlementId),
    createdAt: takenBack[0]?.soldAt ?? completedAt ?? ctx.now(),
    ...(onlyIf ? { onlyIf } : {}),
  });
}

/** Money that needs a person, listed once per kind, or once per receipt. */
export async function writeReviews(ctx: Context, { intent, reviews }: PaymentState): Promise<void> {
  const db = ctx.tenant(intent.providerId);
  await db.batch(reviews.map((review) => reviewStatement(intent.id, review, ctx.now())));
}

/** Its receipt is another payment's, of any provider: a person has to decide to which of them it belongs. */
export async function writeReceiptReview(
  ctx: Context,
  { providerId, id }: Pick<Intent, "providerId" | "id">,
  receipt: string,
): Promise<void> {
  const db = ctx.tenant(providerId);
  await db.run(reviewStatement(id, { kind: "receipt", detail: { receipt } }, ctx.now()));
}

/** A callback that could never be handed to its payment. */
export async function writeDeadLetter(
  ctx: Context,
  { providerId, id }: Pick<Intent, "providerId" | "id">,
  detail: Record<string, unknown>,
): Promise<void> {
  const db = ctx.tenant(providerId);
  await db.run(reviewStatement(id, { kind: "dead-letter", detail }, ctx.now()));
}

function reviewId(paymentId: string, { kind, receipt }: { kind: string; receipt?: string }): string {
  return receipt === undefined ? `${kind} ${paymentId}` : `${kind} ${paymentId} ${receipt}`;
}

function reviewStatement(
  paymentId: string,
  review: Omit<Review, "kind"> & { kind: Review["kind"] | "dead-letter" },
  now: number,
): Sql {
  const { kind, detail } = review;
  return sql`INSERT OR IGNORE INTO reviews (id, at, payment_id, kind, detail)
    VALUES (${reviewId(paymentId, review)}, ${now}, ${paymentId}, ${kind},
      ${JSON.stringify(detail)})`;
}

/** `isErased`: there is no such provider any more. `isDelivered`: what was bought was handed to its bridge. */
export type PaymentWritten = { isErased: boolean; isDelivered: boolean };

/**
 * In the provider's object, a payment's change in one hop: row, books and access in one transaction, then the device's lease and
 * the delivery of what was bought. Repeatable.
 * @param isNew what was bought is written for the first time, as far as is known
 * @throws when the rows could not be written
 */
export async function writePayment(
  ctx: Context,
  state: PaymentState,
  isNew: boolean,
): Promise<PaymentWritten> {
  const { status, intent } = state;
  const hasEnded = status === "completed" || status === "failed";
  try {
    await writeState(ctx, state);
  } catch (cause) {
    if (isOfErased(cause)) {
      log("error", "payment of an erased provider", cause, { payment: intent.id });
      return { isErased: true, isDelivered: false };
    }
    if (hasEnded) await releaseDevice(ctx, intent, "yes");
    throw cause;
  }
  if (hasEnded) await releaseDevice(ctx, intent, phoneCounts(state));
  const isAccounts = customerIn(intent) !== null;
  return {
    isErased: false,
    isDelivered: (isNew || isAccounts) && hasEnded && (await deliverFirst(ctx, state)),
  };
}

/** @returns whether it was handed over: the payment repeats what was not */
async function deliverFirst(ctx: Context, { intent, completedAt }: PaymentState): Promise<boolean> {
  const { entitlementId: id, providerId, routerId, terms, subject, bridgeId } = intent;
  const topUp = topUpIn(intent);
  const customerId = customerIn(intent);
  if (customerId !== null) return spendAccount(ctx, providerId, customerId);
  if (completedAt === null) return false;
  const made = { id, providerId, routerId, terms, createdAt: completedAt };
  try {
    if (topUp) {
      await deliverNow(ctx, providerId, topUp.of);
      await deliver(ctx, providerId, id);
    } else if (subject !== null && bridgeId !== null) await deliverNew(ctx, { ...made, subject }, bridgeId);
    else await deliver(ctx, providerId, id);
    return true;
  } catch (cause) {
    log("error", "access delivery", cause, { payment: intent.id, provider: providerId });
    return false;
  }
}
