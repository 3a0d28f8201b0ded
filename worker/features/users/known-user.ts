import type { Context } from "../../context.ts";
import { parseDevice } from "../../contract/values/subject.ts";
import { refuse } from "../../errors.ts";
import { type UserRow, userRow } from "./user-rows.ts";

/** In any spelling. @throws AppError not_found, the same whether it is unknown or another provider's */
export async function knownUser(ctx: Context, providerId: string, id: string): Promise<UserRow> {
  const subject = parseDevice(id);
  const row = subject ? await userRow(ctx.tenant(providerId), subject, ctx.now()) : null;
  if (!row) throw refuse("not_found", "user_unknown");
  return row;
}
