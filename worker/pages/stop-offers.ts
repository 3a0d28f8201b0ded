import type { Context } from "../context.ts";
import type { PortalScreen } from "../contract/portal.ts";
import * as portal from "../contract/portal.ts";
import { maskedPhone } from "../contract/values/phone.ts";
import { refuse } from "../errors.ts";
import { consentBy, withdrawConsent } from "../features/messages/index.ts";
import { type App, route } from "../http/route.ts";
import type { Tenant } from "../http/tenant.ts";
import { pageOf } from "./portal-data.ts";
import { visitorFrom } from "./portal-visitor.ts";
import { refusalPage } from "./refusal.ts";
import { html } from "./render.ts";

// The link in a campaign's message. It asks first: programs that look at links before people do withdraw nothing.

export function mountStopOffersPages(app: App): void {
  const refusing = { refuse: refusalPage };

  route(
    app,
    portal.portalStopOffersPage,
    async (call) => {
      const { ctx, tenant, params, query } = call;
      return html(
        await pageOf(ctx, tenant, visitorFrom(call, query), await screenOf(ctx, tenant, params.code)),
      );
    },
    refusing,
  );

  route(
    app,
    portal.portalStopOffers,
    async (call) => {
      const { ctx, tenant, params, body: form } = call;
      const screen = await screenOf(ctx, tenant, params.code);
      if (tenant.provider) await withdrawConsent(ctx, tenant.provider.id, params.code);
      return html(await pageOf(ctx, tenant, visitorFrom(call, form), { ...screen, isDone: true }));
    },
    refusing,
  );
}

type StopScreen = Extract<PortalScreen, { kind: "stopOffers" }>;

/** @throws AppError not_found */
async function screenOf(ctx: Context, { provider }: Tenant, code: string): Promise<StopScreen> {
  const found = provider === null ? null : await consentBy(ctx, provider.id, code);
  if (!found) throw refuse("not_found", "stop_link_unknown");
  return {
    kind: "stopOffers",
    code,
    phoneNumber: maskedPhone(found.phone),
    isDone: found.isWithdrawn,
  };
}
