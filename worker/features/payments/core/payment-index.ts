import { DurableObject } from "cloudflare:workers";
import type { Context } from "../../../context.ts";
import { type Issuer, issuers } from "../../../contract/values/gateway-types.ts";
import { exec } from "../../../db/executor.ts";
import { sql } from "../../../db/sql.ts";
import type { Env } from "../../../env.ts";
import { isOfErased } from "../../../errors.ts";
import { type Intent, plainReceipt } from "./payment-state.ts";
import { issuerOf, type Route } from "./route.ts";

// Over all providers: which payment has a receipt, and which provider has a payment whose object deleted itself. An entry is a
// hint: the payment, or its provider's row, says whether it is so.

export type IndexEntry = { providerId: string; paymentId: string };
export type HeldEntry = IndexEntry & { rev: number };

declare module "../../../env.ts" {
  interface Bindings {
    PAYMENT_INDEX: DurableObjectNamespace<PaymentIndexApi>;
  }
}

/** What PaymentIndexObject answers; documented at the class. */
export interface PaymentIndexApi extends Rpc.DurableObjectBranded {
  hold(key: string, entry: IndexEntry, instead: number | null): Promise<HeldEntry>;
  find(key: string): Promise<IndexEntry | null>;
}

type Environment = Route["environment"];

const environments = Object.keys({ sandbox: true, production: true } satisfies Record<
  Environment,
  true
>) as Environment[];

/** An HMAC: no receipt can be read from it, so that an erased provider leaves nothing of a person here. */
const keyOf = (ctx: Context, subject: string): string => ctx.keys.tag("payment-index", subject, 128);

/** Receipts are unique where they are issued. */
const receiptKey = (ctx: Context, environment: Environment, issuer: Issuer, receipt: string): string =>
  keyOf(ctx, `receipt ${environment} ${issuer} ${plainReceipt(receipt)}`);

const paymentKey = (ctx: Context, paymentId: string): string => keyOf(ctx, `payment ${paymentId}`);

/** One of 256. */
const shardOf = (ctx: Context, key: string): DurableObjectStub<PaymentIndexApi> =>
  ctx.env.PAYMENT_INDEX.getByName(key.slice(0, 2));

/**
 * Holds a receipt for this payment, unless another one has it. To be called while this payment says itself that it has it
 * (`hasReceipt`). @returns the other one; null = it is held @throws when the index or the other payment could not be asked
 */
export async function receiptHolder(
  ctx: Context,
  { id: paymentId, providerId }: Pick<Intent, "id" | "providerId">,
  route: Route,
  receipt: string,
): Promise<IndexEntry | null> {
  const key = receiptKey(ctx, route.environment, issuerOf(route), receipt);
  const shard = shardOf(ctx, key);
  const entry = { providerId, paymentId };
  const known = await shard.hold(key, entry, null);
  if (known.paymentId === paymentId) return null;
  if (await hasReceipt(ctx, known, receipt)) return known;
  // Held again since that answer, it is about to have the receipt: its `rev` is another then.
  const now = await shard.hold(key, entry, known.rev);
  return now.paymentId === paymentId ? null : now;
}

async function hasReceipt(
  ctx: Context,
  { providerId, paymentId }: IndexEntry,
  receipt: string,
): Promise<boolean> {
  const says = await ctx.env.PAYMENT.getByName(paymentId).hasReceipt(receipt);
  if (says !== null) return says;
  try {
    const row = await ctx.tenant(providerId).first(
      sql`SELECT 1 FROM payments WHERE id = ${paymentId}
        AND status = 'completed' AND upper(trim(receipt)) = ${plainReceipt(receipt)}`,
    );
    return row !== null;
  } catch (cause) {
    if (isOfErased(cause)) return false;
    throw cause;
  }
}

/** For when the payment's object deletes itself: from then on the provider's row alone knows it. */
export async function indexPayment(
  ctx: Context,
  { id: paymentId, providerId }: Pick<Intent, "id" | "providerId">,
): Promise<void> {
  const key = paymentKey(ctx, paymentId);
  await shardOf(ctx, key).hold(key, { providerId, paymentId }, null);
}

/** Payments that may have this receipt, of any gateway. */
export async function indexedByReceipt(ctx: Context, receipt: string): Promise<IndexEntry[]> {
  const keys = environments.flatMap((environment) =>
    issuers.map((issuer) => receiptKey(ctx, environment, issuer, receipt)),
  );
  const entries = await Promise.all(keys.map((key) => shardOf(ctx, key).find(key)));
  return entries.filter((entry) => entry !== null);
}

export function indexedById(ctx: Context, paymentId: string): Promise<IndexEntry | null> {
  const key = paymentKey(ctx, paymentId);
  return shardOf(ctx, key).find(key);
}

/**
 * 256 for the platform, named by the first digits of the keys that they hold. Nothing is removed: an entry is a row of about a
 * hundred bytes, and readers check whether what it names is still there.
 */
export class PaymentIndexObject extends DurableObject<Env> implements PaymentIndexApi {
  private ready = false;

  /**
   * Enters this payment where no other one is. `rev` rises each time, also by a repeat.
   * @param instead the entry that it replaces has this `rev`, if it was not held again meanwhile @returns what is entered now
   */
  async hold(key: string, { providerId, paymentId }: IndexEntry, instead: number | null): Promise<HeldEntry> {
    if (!this.exists()) {
      exec(
        this.ctx.storage.sql,
        sql`CREATE TABLE IF NOT EXISTS entries (key TEXT PRIMARY KEY, provider_id TEXT NOT NULL,
          payment_id TEXT NOT NULL, rev INTEGER NOT NULL DEFAULT 1) WITHOUT ROWID`,
      );
      this.ready = true;
    }
    const entered = exec(
      this.ctx.storage.sql,
      sql<HeldEntry>`INSERT INTO entries (key, provider_id, payment_id)
        VALUES (${key}, ${providerId}, ${paymentId})
        ON CONFLICT (key) DO UPDATE SET provider_id = excluded.provider_id, payment_id = excluded.payment_id,
          rev = rev + 1 WHERE payment_id = excluded.payment_id OR rev = ${instead}
        RETURNING provider_id AS providerId, payment_id AS paymentId, rev`,
    ).toArray()[0];
    const now = entered ?? this.entry(key);
    if (!now) throw new Error("an entry of the index was not written");
    return now;
  }

  async find(key: string): Promise<IndexEntry | null> {
    return this.exists() ? this.entry(key) : null;
  }

  private entry(key: string): HeldEntry | null {
    const [row] = exec(
      this.ctx.storage.sql,
      sql<HeldEntry>`SELECT provider_id AS providerId, payment_id AS paymentId, rev FROM entries
        WHERE key = ${key}`,
    ).toArray();
    return row ?? null;
  }

  /** Reading where nothing is entered writes nothing. */
  private exists(): boolean {
    this.ready ||=
      exec(this.ctx.storage.sql, sql`SELECT 1 FROM sqlite_master WHERE name = 'entries'`).toArray().length >
      0;
    return this.ready;
  }
}
