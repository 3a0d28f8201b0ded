import type { Context } from "../context.ts";
import * as portal from "../contract/portal.ts";
import { refuse } from "../errors.ts";
import { TtlCache } from "../ttl-cache.ts";
import { mountClaimPages } from "./pages-claim.ts";
import { formTenant, mountBuyingPages } from "./pages-forms.ts";
import { refusalPage } from "./pages-refusal.ts";
import { html, type Rendered, rendered, seeOther } from "./pages-render.ts";
import { voucherFormFor } from "./pages-voucher-link.ts";
import { noAds, type ShownAds, shownAds, websitesFor } from "./portal-ads.ts";
import { openPaymentOf, pageOf } from "./portal-data.ts";
import {
  connectedOf,
  connectWaiting,
  deviceOf,
  elsewhereFor,
  type Shown,
  waitingFor,
} from "./portal-device.ts";
import { purchaseView, screenOf } from "./portal-purchase.ts";
import { noSaleAt } from "./portal-sale.ts";
import { addressWith, placeOf, type Visitor, visitorFrom } from "./portal-visitor.ts";
import { type App, route } from "./route.ts";
import type { Tenant } from "./tenant.ts";

/** Without purchases it differs by the address alone: rendered once for all, by an address reserved for documentation. */
const plainHomes = new TtlCache<Rendered>(3_000, 300);
const someMac = "00:00:5E:00:53:FF";

async function plainHome(
  ctx: Context,
  tenant: Tenant,
  who: Visitor,
  ads: ShownAds,
  origin: string,
): Promise<Response> {
  const { mac } = who;
  const someone = { ...who, mac: mac === null ? null : someMac };
  const make = async () =>
    rendered(await pageOf(ctx, tenant, someone, { kind: "home" }, { ...ads, shown: nothingShown }), origin);
  const place = placeOf(someone, tenant);
  const { body, headers } = await plainHomes.get(
    // Everything that the page is made of, but for what is kept as briefly itself.
    JSON.stringify([
      ...[tenant.provider, tenant.router, tenant.onMain, origin, place, who.language],
      ...[ads.ads.map(({ id }) => id), ads.adIndex, ads.websites],
    ]),
    ctx.now(),
    make,
  );
  return new Response(mac === null ? body : body.replaceAll(someMac, mac), { headers });
}

const nothingShown: Shown = { device: null, access: null };

export function mountPages(app: App): void {
  const refusing = { refuse: refusalPage };

  route(
    app,
    portal.portalHome,
    async (call) => {
      const { ctx, tenant } = call;
      const who = visitorFrom(call, call.query);
      const voucherForm = voucherFormFor(call.query, call.url.host, who, tenant);
      if (voucherForm !== null) return seeOther(voucherForm);
      const [open, shown, elsewhere, waiting] = await Promise.all([
        openPaymentOf(ctx, tenant, who),
        deviceOf(ctx, tenant, who),
        elsewhereFor(ctx, tenant, who),
        waitingFor(ctx, tenant, who),
      ]);
      if (open?.mine) return seeOther(addressWith(`/pay/${open.id}`, placeOf(who, tenant)));
      // Whoever has paid or is paying is not made to wait.
      const hasAccess = shown.access !== null || waiting.length > 0;
      const ads = open || hasAccess ? noAds : await shownAds(call, who);
      const isPlain = !open && !hasAccess && elsewhere.length === 0 && noSaleAt(tenant, who) === null;
      if (isPlain) return plainHome(ctx, tenant, who, ads, call.url.origin);
      const pending = open ? { planName: open.planName, amount: open.amount, service: open.service } : null;
      const beside = { ...ads, shown, pending, elsewhere, waiting };
      return html(await pageOf(ctx, tenant, who, { kind: "home" }, beside), 200, call.url.origin);
    },
    refusing,
  );

  mountBuyingPages(app);
  mountClaimPages(app);

  route(
    app,
    portal.portalPay,
    async (call) => {
      const { ctx, tenant } = call;
      const who = visitorFrom(call, call.query);
      const purchase = await purchaseView(ctx, call.params.id, who.buyerHash);
      const isForeign = tenant.provider !== null && purchase?.providerId !== tenant.provider.id;
      if (!purchase || isForeign) throw refuse("not_found", "payment_unknown_here");
      return html(await pageOf(ctx, tenant, who, screenOf(call.params.id, purchase, who.language)));
    },
    refusing,
  );

  route(
    app,
    portal.portalConnected,
    async (call) => {
      const { ctx, tenant } = call;
      const who = visitorFrom(call, call.query);
      const [{ receipt, ...shown }, elsewhere, waiting, websites] = await Promise.all([
        connectedOf(ctx, tenant, who),
        elsewhereFor(ctx, tenant, who),
        waitingFor(ctx, tenant, who),
        websitesFor(ctx, tenant, who),
      ]);
      const beside = { shown, elsewhere, waiting, websites };
      return html(await pageOf(ctx, tenant, who, { kind: "connected", receipt }, beside));
    },
    refusing,
  );

  route(
    app,
    portal.portalConnect,
    async (call) => {
      const who = visitorFrom(call, call.body);
      const tenant = await formTenant(call, who);
      await connectWaiting(call.ctx, tenant, who);
      return seeOther(addressWith("/connected", placeOf(who, tenant)));
    },
    refusing,
  );
}
