import type { Context } from "../../context.ts";
import { parseMac } from "../../contract/values/mac.ts";
import { refuse } from "../../errors.ts";
import { type UserRow, userRow } from "./user-rows.ts";

/** In any spelling. @throws AppError not_found, the same whether it is unknown or another provider's */
export async function knownUser(ctx: Context, providerId: string, id: string): Promise<UserRow> {
  const mac = parseMac(id);
  const row = mac ? await userRow(ctx.tenant(providerId), mac, ctx.now()) : null;
  if (!row) throw refuse("not_found", "user_unknown");
  return row;
}
