import type { Context } from "../../context.ts";
import { nairobiDay } from "../../contract/values/duration.ts";
import { hourMs } from "../../contract/values/time.ts";
import { sql } from "../../db/sql.ts";
import { keepProgress, progressOf } from "../../db/sweep-progress.ts";
import { log } from "../../log.ts";
import { bookFees, providersWithFees } from "./book-fees.ts";
import { type Billed, issueInvoices } from "./issue-invoices.ts";
import { remindOrSuspend } from "./remind-and-suspend.ts";
import { configColumns, lastVerified, unpaidInvoices } from "./store.ts";

// Billing moves by days. What a day asks for is done once, from six in the morning: whoever gets a letter is awake, and what
// was sold before midnight has reached the books even after a bad hour. The minute's sweep otherwise reads one row.

const startsMs = 6 * hourMs;
const providersPerMinute = 50;
const sweep = "billing";

/** How far the day's walk over all billed providers is, by their ids. */
type Walk = {
  day: string;
  /** The provider that was looked at last. */
  after: string;
  state: "walking" | "done";
  /** "yes": one of them failed, so the day is walked once more. */
  failed: string;
};

/** Makes invoices, reminds and suspends. Everything it does is told apart by day and invoice, so it may run twice at once. */
export async function sweepBilling(ctx: Context): Promise<void> {
  const today = nairobiDay(ctx.now() - startsMs);
  const walk = await walkOf(ctx, today);
  if (walk.state === "done") return;
  const chunk = await billedAfter(ctx, walk.after);
  let { failed } = walk;
  for (const billed of chunk) {
    try {
      await issueInvoices(ctx, billed, today);
    } catch (cause) {
      // One provider's fault keeps nobody else from an invoice.
      log("error", "billing", cause, { provider: billed.providerId });
      failed = "yes";
    }
  }
  const ids = chunk.map(({ providerId }) => providerId);
  const [unpaid, verified] = [await unpaidInvoices(ctx, ids), await lastVerified(ctx, ids)];
  for (const invoice of unpaid) {
    const billed = chunk.find(({ providerId }) => providerId === invoice.providerId);
    try {
      const verifiedAt = verified.get(invoice.providerId) ?? null;
      if (billed) await remindOrSuspend(ctx, billed, invoice, { today, verifiedAt });
    } catch (cause) {
      log("error", "billing", cause, { provider: invoice.providerId, subject: invoice.id });
      failed = "yes";
    }
  }
  const isEnd = chunk.length < providersPerMinute;
  const after = chunk.at(-1)?.providerId ?? walk.after;
  for (const providerId of await providersWithFees(ctx, walk.after, isEnd ? null : after)) {
    try {
      await bookFees(ctx, providerId);
    } catch (cause) {
      log("error", "billing books", cause, { provider: providerId });
      failed = "yes";
    }
  }
  if (!isEnd) await keepProgress(ctx, sweep, { day: today, after, state: "walking", failed });
  else if (failed) await keepProgress(ctx, sweep, { day: today, after: "", state: "walking", failed: "" });
  else await keepProgress(ctx, sweep, { day: today, after, state: "done", failed });
}

/** Another day begins anew. */
async function walkOf(ctx: Context, today: string): Promise<Walk> {
  const known = await progressOf<Walk>(ctx, sweep);
  return known?.day === today ? known : { day: today, after: "", state: "walking", failed: "" };
}

async function billedAfter(ctx: Context, after: string): Promise<Billed[]> {
  return ctx.platform.all(
    sql<Billed>`SELECT ${configColumns}, p.business_name AS businessName, p.contact_name AS contactName,
        p.subdomain
      FROM billing_configs c JOIN providers p ON p.id = c.provider_id
      WHERE c.provider_id > ${after} ORDER BY c.provider_id LIMIT ${providersPerMinute}`,
  );
}
