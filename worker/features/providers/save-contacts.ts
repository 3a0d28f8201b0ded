import type { Context } from "../../context.ts";
import type { ContactsInput, Provider } from "../../contract/providers.ts";
import { joined, names, sql } from "../../db/sql.ts";
import { type Actor, changesOf, recordStatement } from "../audit/index.ts";
import { providerById } from "./store.ts";

const columns: Record<keyof ContactsInput, string> = {
  businessName: "business_name",
  contactName: "contact_name",
  email: "email",
  phone: "phone",
  address: "address",
  kraPin: "kra_pin",
  businessLicense: "business_license",
};

/** Writes only what differs, so that of two forms that were open at once neither takes back the other's field. @throws AppError not_found */
export async function saveContacts(
  ctx: Context,
  id: string,
  input: ContactsInput,
  actor: Actor,
): Promise<Provider> {
  const before = await providerById(ctx, id);
  const given = Object.keys(columns).flatMap((name) => {
    const field = name as keyof ContactsInput;
    const value = input[field];
    return value === undefined || value === (before[field] ?? "") ? [] : [{ field, value: value || null }];
  });
  if (given.length === 0) return before;
  const after = Object.fromEntries(given.map(({ field, value }) => [field, value]));
  await ctx.platform.batch([
    sql`UPDATE providers SET ${joined(
      given.map(({ field, value }) => sql`${names(columns[field])} = ${value}`),
      ", ",
    )}, updated_at = ${ctx.now()} WHERE id = ${id}`,
    recordStatement(ctx, {
      ...actor,
      providerId: id,
      action: "provider.contacts",
      subject: id,
      detail: changesOf(before, after),
    }),
  ]);
  return providerById(ctx, id);
}
