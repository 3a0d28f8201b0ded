import type { Context } from "../../context.ts";
import type { Confirmation } from "../../contract/billing-confirmations.ts";
import { say } from "../../contract/texts.ts";
import { hourMs } from "../../contract/values/time.ts";
import { sql } from "../../db/sql.ts";
import { AppError, refuse } from "../../errors.ts";
import { type Actor, recordIfStatement } from "../audit/index.ts";
import { notifyOperators } from "../mail/index.ts";
import { claimIdempotencyKey, inWords, limitFor } from "../rate-limits/index.ts";
import { kes } from "./format-billing.ts";
import { type ConfirmationRow, confirmationAnswer, confirmationColumns } from "./list-billing.ts";

const triesPerHour = 10;

type Submitted = {
  providerId: string;
  /** Upper case. */
  paymentCode: string;
  /** KES. */
  amountPaid: number;
  actor: Actor & { actorId: string };
  idempotencyKey: string | null;
};

/**
 * A code counts once on the platform; a rejected one may come again, and a repeat is the same confirmation. @throws
 * AppError conflict, too_many
 */
export async function submitConfirmation(ctx: Context, given: Submitted): Promise<Confirmation> {
  const { providerId, paymentCode, actor } = given;
  const amountCents = Math.round(given.amountPaid * 100);
  const claim = await claimIdempotencyKey(
    ctx,
    { providerId },
    given.idempotencyKey,
    { paymentCode, amountCents },
    "submitted",
  );
  // A repeat of what was refused as one too many is a try as well.
  const isTold = claim.repeated && (await openOfCode(ctx, paymentCode))?.providerId === providerId;
  if (!isTold) await countTry(ctx, providerId);
  const id = crypto.randomUUID();
  const { platform } = ctx;
  await platform.batch([
    sql`INSERT INTO payment_confirmations (id, provider_id, amount_cents, payment_code, status, submitted_by,
        created_at)
      VALUES (${id}, ${providerId}, ${amountCents}, ${paymentCode}, 'pending', ${actor.actorId}, ${ctx.now()})
      ON CONFLICT DO NOTHING`,
    recordIfStatement(
      ctx,
      { ...actor, providerId, action: "billing.submit", subject: id, detail: { paymentCode, amountCents } },
      sql`EXISTS (SELECT 1 FROM payment_confirmations WHERE id = ${id})`,
    ),
  ]);
  const row = await openOfCode(ctx, paymentCode);
  // Whose it is stays untold: codes are not there to be guessed.
  if (row?.providerId !== providerId || row.amountCents !== amountCents)
    throw refuse("conflict", "payment_code_submitted").at("paymentCode");
  if (row.confirmationId === id)
    await notifyOperators(ctx, {
      subject: `A provider has paid: ${kes(amountCents)}, code ${paymentCode}`,
      text: `${row.businessName} says that it paid ${kes(amountCents)} with the code ${paymentCode}. Compare it with the money that arrived, then verify or reject it:\n\n${ctx.settings.MAIN_ORIGIN}/superadmin/provider-billing?tab=confirmations&status=pending`,
      event: `confirmation ${id} waits`,
    });
  return confirmationAnswer(row);
}

/** The confirmation with this code that is not rejected, of any provider; at most one. */
const openOfCode = (ctx: Context, paymentCode: string) =>
  ctx.platform.first(
    sql<ConfirmationRow & { providerId: string; businessName: string }>`SELECT ${confirmationColumns},
        n.provider_id AS providerId, p.business_name AS businessName
      FROM payment_confirmations n JOIN providers p ON p.id = n.provider_id WHERE n.payment_code = ${paymentCode} AND n.status <> 'rejected'`,
  );

async function countTry(ctx: Context, providerId: string): Promise<void> {
  const { allowed, retryAfterMs } = await limitFor(ctx, { providerId }).attempt({
    key: "payment codes",
    windowMs: hourMs,
    max: triesPerHour,
  });
  if (!allowed)
    throw new AppError("too_many", say("payment_codes_limit", { when: inWords(retryAfterMs) }), {
      retryAfter: retryAfterMs / 1_000,
    });
}
