import type { Context } from "../../context.ts";
import { say, type Text } from "../../contract/texts.ts";
import { sql } from "../../db/sql.ts";
import { providerChanged } from "../../http/tenant.ts";
import { type Actor, recordStatement } from "../audit/index.ts";
import { signOutStatement } from "../auth/index.ts";
import { providerById } from "./store.ts";

/**
 * New sales stop and the provider's admins are signed out, in one batch; what was sold keeps running.
 * @returns the sentence to show @throws AppError not_found
 */
export async function suspendProvider(ctx: Context, id: string, actor: Actor): Promise<Text> {
  const { businessName } = await setStatus(ctx, id, "suspended", actor);
  return say("provider_suspended", { name: businessName });
}

/** @returns the sentence to show @throws AppError not_found */
export async function activateProvider(ctx: Context, id: string, actor: Actor): Promise<Text> {
  const { businessName } = await setStatus(ctx, id, "active", actor);
  return say("provider_activated", { name: businessName });
}

async function setStatus(ctx: Context, id: string, status: "active" | "suspended", actor: Actor) {
  const provider = await providerById(ctx, id);
  const { platform } = ctx;
  const isSuspension = status === "suspended";
  await platform.batch([
    sql`UPDATE providers SET status = ${status}, suspended_for = NULL, updated_at = ${ctx.now()}
      WHERE id = ${id}`,
    ...(isSuspension ? [signOutStatement(ctx, id)] : []),
    recordStatement(ctx, {
      ...{ ...actor, providerId: id, subject: id },
      action: isSuspension ? "provider.suspend" : "provider.activate",
    }),
  ]);
  providerChanged(provider);
  return provider;
}
