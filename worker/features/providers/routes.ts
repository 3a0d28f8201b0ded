import type { Context } from "../../context.ts";
import * as contract from "../../contract/providers.ts";
import { say, type Text } from "../../contract/texts.ts";
import { sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { unknownNetwork } from "../../http/network.ts";
import { type App, route } from "../../http/route.ts";
import { type Actor, actorOf, record, recordStatement } from "../audit/index.ts";
import { type FirstAdmin, firstAdmin, setPassword, signOutAdmins } from "../auth/index.ts";
import { createProvider } from "./create-provider.ts";
import { saveContacts } from "./save-contacts.ts";
import { mountSignUp } from "./sign-up-routes.ts";
import { providerById, providersPage } from "./store.ts";

export function mountProviders(app: App): void {
  mountSignUp(app);
  route(app, contract.listProviders, async ({ ctx, query, headers }) => {
    const { providers, total } = await providersPage(ctx, query);
    headers.set("x-total-count", String(total));
    return providers;
  });

  route(app, contract.createProvider, async ({ ctx, caller, body, idempotencyKey }) => {
    const actor = actorOf(caller);
    return createProvider(ctx, body, { actor, idempotencyKey });
  });

  route(app, contract.platformProvider, async ({ ctx, params }) => providerById(ctx, params.id));

  route(app, contract.saveContacts, async ({ ctx, caller, params, body }) =>
    saveContacts(ctx, params.id, body, actorOf(caller)),
  );

  route(app, contract.suspendProvider, async ({ ctx, caller, params }) => ({
    success: true as const,
    message: await suspendProvider(ctx, params.id, actorOf(caller)),
  }));

  route(app, contract.activateProvider, async ({ ctx, caller, params }) => ({
    success: true as const,
    message: await activateProvider(ctx, params.id, actorOf(caller)),
  }));

  route(app, contract.providerAdmin, async ({ ctx, params }) => ({
    ...(await adminOfProvider(ctx, params.id)),
    providerId: params.id,
  }));

  route(app, contract.changeProviderPassword, async ({ ctx, caller, params, body }) => ({
    success: true as const,
    message: await changePassword(ctx, params.id, body.newPassword, actorOf(caller)),
  }));
}

/** The provider's first admin. @throws AppError not_found */
async function adminOfProvider(ctx: Context, id: string): Promise<FirstAdmin> {
  await providerById(ctx, id);
  const admin = await firstAdmin(ctx, id);
  if (!admin) throw refuse("not_found", "provider_no_admin");
  return admin;
}

/** The first admin, who is signed out everywhere. @returns the sentence to show @throws AppError not_found, invalid */
async function changePassword(ctx: Context, id: string, newPassword: string, actor: Actor): Promise<Text> {
  const admin = await adminOfProvider(ctx, id);
  const network = actor.network ?? unknownNetwork;
  await setPassword(ctx, { providerId: id, adminId: admin.id, password: newPassword, network });
  await record(ctx, { ...actor, providerId: id, action: "admin.password_set", subject: admin.id });
  return say("provider_password_changed", { username: admin.username });
}

/** What was sold keeps running; the admins are signed out. @returns the sentence to show @throws AppError not_found */
async function suspendProvider(ctx: Context, id: string, actor: Actor): Promise<Text> {
  const { businessName } = await setStatus(ctx, id, "suspended", actor);
  return say("provider_suspended", { name: businessName });
}

/** @returns the sentence to show @throws AppError not_found */
async function activateProvider(ctx: Context, id: string, actor: Actor): Promise<Text> {
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
    recordStatement(ctx, {
      ...actor,
      providerId: id,
      subject: id,
      action: isSuspension ? "provider.suspend" : "provider.activate",
    }),
  ]);
  // After it: a suspended provider's admins reach nothing, whether or not its object can be told.
  if (isSuspension) await signOutAdmins(ctx, id);
  return provider;
}
