import type { Context } from "../../context.ts";
import type { NewProvider, Provider } from "../../contract/providers.ts";
import { sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { type Actor, recordIfStatement } from "../audit/index.ts";
import {
  checkCredentials,
  deliverAdmins,
  firstAdminName,
  firstAdminStatement,
  isFree,
  isUsernameTaken,
  usernameKeyOf,
} from "../auth/index.ts";
import { claimIdempotencyKey } from "../rate-limits/index.ts";
import { isProvider, providerById } from "./store.ts";

type CreatedProvider = Provider & { admin: { id: string; username: string } };

/**
 * Together or not at all. Its id belongs to the Idempotency-Key: a repeat finds what the first made. @throws AppError
 * invalid, conflict
 */
export async function createProvider(
  ctx: Context,
  input: NewProvider,
  { actor, idempotencyKey }: { actor: Actor; idempotencyKey: string | null },
): Promise<CreatedProvider> {
  const { adminCredentials, ...fields } = input;
  const { subdomain } = fields;
  checkCredentials(adminCredentials, "adminCredentials.");
  // What the key is held to lies about for a day: a bare hash of a password could be guessed.
  const password = ctx.keys.tag("idempotency", adminCredentials.password);
  const body = { ...input, adminCredentials: { ...adminCredentials, password } };
  const claim = await claimIdempotencyKey(
    ctx,
    { adminId: actor.actorId ?? "" },
    idempotencyKey,
    body,
    crypto.randomUUID(),
  );
  const id = claim.result;
  if (claim.repeated && (await isProvider(ctx, id))) return created(ctx, id);
  // Asked before the slow hash of the password; the batch decides.
  await refuseTaken(ctx, id, { subdomain, username: adminCredentials.username });
  const admin = await firstAdminStatement(ctx, { providerId: id, ...adminCredentials });
  const now = ctx.now();
  await ctx.platform.batch([
    sql`INSERT INTO providers (id, business_name, contact_name, email, phone, address, kra_pin,
        business_license, subdomain, status, captive_portal_settings, created_at, updated_at)
      SELECT ${id}, ${fields.businessName}, ${fields.contactName}, ${fields.email}, ${fields.phone},
        ${fields.address ?? null}, ${fields.kraPin ?? null}, ${fields.businessLicense ?? null}, ${subdomain},
        'active', '{}', ${now}, ${now}
      WHERE ${isFree(usernameKeyOf(adminCredentials.username))}
      ON CONFLICT DO NOTHING`,
    admin.statement,
    recordIfStatement(
      ctx,
      {
        ...actor,
        providerId: id,
        action: "provider.create",
        subject: id,
        detail: { subdomain, admin: adminCredentials.username.trim() },
      },
      sql`EXISTS (SELECT 1 FROM admin_names WHERE admin_id = ${admin.id})`,
    ),
  ]);
  // Somebody was faster with this name.
  if (!(await isProvider(ctx, id)))
    await refuseTaken(ctx, id, { subdomain, username: adminCredentials.username });
  return created(ctx, id);
}

async function created(ctx: Context, id: string): Promise<CreatedProvider> {
  // What is not delivered now is delivered by the minute's sweep.
  await deliverAdmins(ctx, id);
  const [provider, admin] = await Promise.all([providerById(ctx, id), firstAdminName(ctx, id)]);
  if (!admin) throw new Error("a provider without an admin");
  return { ...provider, admin };
}

/** By anybody but the provider of this id, which a request with the same key may be making right now. */
async function refuseTaken(
  ctx: Context,
  id: string,
  { subdomain, username }: { subdomain: string; username: string },
): Promise<void> {
  const holder = await ctx.lookup.providerByHost(subdomain);
  if (holder?.id === id) return;
  if (holder) throw refuse("conflict", "subdomain_taken", { subdomain }).at("subdomain");
  // Taken, perhaps, by that very request in this moment.
  if ((await isUsernameTaken(ctx, username)) && !(await isProvider(ctx, id)))
    throw refuse("conflict", "username_taken").at("adminCredentials.username");
}
