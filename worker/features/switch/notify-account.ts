import type { Context } from "../../context.ts";
import type { Actor } from "../audit/index.ts";
import { adminName } from "../auth/index.ts";
import { notifyOperators } from "../mail/index.ts";

const ended = (account: string) => `****${account.slice(-4)}`;

/**
 * Where a switch sends visitors' money concerns every operator: whoever changed it, all of them hear of it.
 * @param before null = the switch is new
 */
export async function notifyOfAccount(
  ctx: Context,
  change: { name: string; before: string | null; after: string; by: Actor },
): Promise<void> {
  const { name, before, after, by } = change;
  if (before === after) return;
  const at = ctx.now();
  const who = by.actorId === null ? "the platform" : await adminName(ctx, by.actorId);
  const moment = new Date(at + 3 * 3_600_000).toISOString().slice(0, 16).replace("T", " ");
  await notifyOperators(ctx, {
    subject: `Payment switch ${name}: ${before === null ? "a central account" : "another central account"}`,
    text: [
      `On ${moment} (Nairobi time) ${who} ${before === null ? "configured" : "changed"} where the payment switch ${name} sends what visitors pay.`,
      ...(before === null ? [] : [`Before: account ${ended(before)}`]),
      `Now: account ${ended(after)}`,
      "If you do not know of this, stop the switch at once and disable that account's operator: both are in the super admin console.",
    ].join("\n\n"),
    event: `switch account ${after} ${at}`,
  });
}
