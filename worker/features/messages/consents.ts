import type { Context } from "../../context.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { randomHex } from "../../keys.ts";

// Who agreed at a purchase to be told of offers. Receipts and reminders need no consent: they belong to a purchase.

const stopCodeBits = 48;
const hexDigits = stopCodeBits / 4;

/** Stands for the code in what is shown and counted. */
export const sampleStopCode = "x".repeat(hexDigits);

/**
 * In the batch that writes what was bought. Who withdrew and agrees again is told of offers again; told twice it changes nothing.
 * @property at when it was ticked: who withdrew since stays out
 */
export const consentStatement = (agreed: { phone: string; paymentId: string; at: number }): Sql =>
  sql`INSERT INTO message_consents (phone, payment_id, agreed_at, stop_code)
    VALUES (${agreed.phone}, ${agreed.paymentId}, ${agreed.at}, ${randomHex(stopCodeBits)})
    ON CONFLICT (phone) DO UPDATE SET payment_id = excluded.payment_id, agreed_at = excluded.agreed_at, withdrawn_at = NULL
    WHERE excluded.agreed_at > coalesce(message_consents.withdrawn_at, message_consents.agreed_at)`;

/** What it agreed by was taken back. */
export const notAgreedStatement = (paymentId: string): Sql =>
  sql`DELETE FROM message_consents WHERE payment_id = ${paymentId}`;

/** Whose link it is. Null for a code that is none. */
export async function consentBy(
  ctx: Context,
  providerId: string,
  code: string,
): Promise<{ phone: string; isWithdrawn: boolean } | null> {
  if (!/^[0-9a-f]{12}$/.test(code)) return null;
  const row = await ctx.tenant(providerId).first(
    sql<{
      phone: string;
      at: number | null;
    }>`SELECT phone, withdrawn_at AS at FROM message_consents WHERE stop_code = ${code}`,
  );
  return row ? { phone: row.phone, isWithdrawn: row.at !== null } : null;
}

/** By the link in a message: its code is proof enough. */
export async function withdrawConsent(ctx: Context, providerId: string, code: string): Promise<void> {
  await ctx
    .tenant(providerId)
    .run(
      sql`UPDATE message_consents SET withdrawn_at = ${ctx.now()} WHERE stop_code = ${code} AND withdrawn_at IS NULL`,
    );
}
