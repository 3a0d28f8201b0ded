import type { Context } from "../../context.ts";
import * as contract from "../../contract/provider-data.ts";
import { nairobiDay } from "../../contract/values/duration.ts";
import { type App, route } from "../../http/route.ts";
import { providerOf } from "../../http/session.ts";
import { type Actor, actorOf, record } from "../audit/index.ts";
import { providerById } from "../providers/index.ts";
import { deleteCustomer } from "./delete-customer.ts";
import { eraseProvider } from "./erase-provider.ts";
import { exportProvider } from "./export-provider.ts";
import { restoreProvider } from "./restore-provider.ts";

export function mountProviderData(app: App): void {
  route(app, contract.exportOwnData, ({ ctx, caller }) =>
    exported(ctx, providerOf(caller).providerId, actorOf(caller)),
  );

  route(app, contract.deleteCustomerData, async ({ ctx, caller, params }) => {
    const { providerId } = providerOf(caller);
    const whose = { userId: params.id };
    const message = await deleteCustomer(ctx, { providerId, whose, actor: actorOf(caller) });
    return { success: true as const, message };
  });

  route(app, contract.deleteAccountData, async ({ ctx, caller, params }) => {
    const { providerId } = providerOf(caller);
    const whose = { accountId: params.id };
    const message = await deleteCustomer(ctx, { providerId, whose, actor: actorOf(caller) });
    return { success: true as const, message };
  });

  route(app, contract.exportProviderData, ({ ctx, caller, params }) =>
    exported(ctx, params.id, actorOf(caller)),
  );

  route(app, contract.eraseProvider, async ({ ctx, caller, params, body }) => ({
    success: true as const,
    message: await eraseProvider(ctx, { providerId: params.id, name: body.name, actor: actorOf(caller) }),
  }));

  route(app, contract.restoreProvider, async ({ ctx, caller, params, body: { name, at } }) => {
    const asked = { providerId: params.id, name, at: Date.parse(at), actor: actorOf(caller) };
    return { success: true as const, message: await restoreProvider(ctx, asked) };
  });
}

/** The file, once it is in the audit. @throws AppError not_found */
async function exported(ctx: Context, providerId: string, actor: Actor): Promise<Response> {
  const { subdomain } = await providerById(ctx, providerId);
  await record(ctx, { ...actor, providerId, action: "export.data", subject: providerId });
  return new Response(exportProvider(ctx, providerId), {
    headers: {
      "content-type": "application/x-ndjson; charset=utf-8",
      "content-disposition": `attachment; filename="${subdomain}-${nairobiDay(ctx.now())}.jsonl"`,
    },
  });
}
