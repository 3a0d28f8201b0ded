import type { Context } from "../../context.ts";
import { parseMac } from "../../contract/values/mac.ts";
import { refuse } from "../../errors.ts";
import { type UserRow, userRow } from "./user-rows.ts";

/** In any spelling. @throws AppError not_found, the same whether nobody or another provider has it */
export async function knownUser(ctx: Context, providerId: string, id: string): Promise<UserRow> {
  const mac = parseMac(id);
  const row = mac ? await userRow(ctx.tenant(providerId), mac, ctx.now()) : null;
  if (!row) throw refuse("not_found", "user_unknown");
  return row;
}
