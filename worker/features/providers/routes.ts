import * as contract from "../../contract/providers.ts";
import { type App, route } from "../../http/route.ts";
import { actorOf } from "../audit/index.ts";
import { adminOfProvider, changePassword } from "./change-password.ts";
import { createProvider } from "./create-provider.ts";
import { providerById, providersPage } from "./store.ts";
import { activateProvider, suspendProvider } from "./suspend-provider.ts";

export function mountProviders(app: App): void {
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
