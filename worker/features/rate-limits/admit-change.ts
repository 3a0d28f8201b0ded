import type { Context } from "../../context.ts";
import { say } from "../../contract/texts.ts";
import { AppError } from "../../errors.ts";
import { inWords } from "./in-words.ts";
import { limitFor } from "./limit-for.ts";
import { quotas } from "./quotas.ts";

/**
 * Counts a change that somebody makes in a provider's console: each person has an own count.
 * @throws AppError too_many
 */
export async function admitChange(ctx: Context, adminId: string): Promise<void> {
  const { perTenMinutes, perDay } = quotas.changes;
  const counted = await limitFor(ctx, { adminId }).attempt(
    { key: "changes", max: perTenMinutes, windowMs: 600_000 },
    { key: "changes of the day", max: perDay, windowMs: 86_400_000 },
  );
  if (counted.allowed) return;
  throw new AppError("too_many", say("changes_limit", { when: inWords(counted.retryAfterMs) }), {
    retryAfter: counted.retryAfterMs / 1_000,
  });
}
