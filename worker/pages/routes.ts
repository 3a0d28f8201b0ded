import { createHash } from "node:crypto";
import * as portal from "../contract/portal.ts";
import { macOf } from "../contract/values/subject.ts";
import { refuse } from "../errors.ts";
import { roamHere } from "../features/purchase-recovery/index.ts";
import { type App, route } from "../http/route.ts";
import { mountClaimPages } from "./claim.ts";
import { buyerIn, formTenant, mountBuyingPages, placeFields } from "./forms.ts";
import { mountPairingPages } from "./pairing.ts";
import { shownAds, websitesFor } from "./portal-ads.ts";
import { pageOf } from "./portal-data.ts";
import {
  connectedOf,
  connectWaiting,
  isOnlineSince,
  removeFromPlan,
  roamBack,
  visitorNowOf,
} from "./portal-device.ts";
import { homeOf } from "./portal-home.ts";
import { homeAtEntry } from "./portal-home-entry.ts";
import { purchaseView, screenOf } from "./portal-purchase.ts";
import { addressWith, askerFrom, field, placeOf, visitorFrom } from "./portal-visitor.ts";
import { refusalPage } from "./refusal.ts";
import { html, seeOther, sharedPage } from "./render.ts";
import { asHeard } from "./router-heard.ts";
import { mountStopOffersPages } from "./stop-offers.ts";
import { mountTrialPages } from "./trial.ts";
import { formFor } from "./voucher-link.ts";

export function mountPages(app: App): void {
  const refusing = { refuse: refusalPage };

  route(
    app,
    portal.portalHome,
    async (call) => {
      const { ctx, tenant } = call;
      const who = visitorFrom(call, call.query);
      const form = formFor(call.query, call.url.host, who, tenant);
      if (form !== null) return seeOther(form);
      const home = await homeOf(ctx, tenant, who, () => shownAds(call, who), call.url.origin);
      if (home.kind === "plans") return sharedPage(home.page, macOf(who.subject), ctx.now(), call.request);
      if (home.kind === "redirect") return seeOther(home.location);
      return new Response(home.body, { headers: home.headers });
    },
    { ...refusing, atEntry: homeAtEntry },
  );

  route(app, portal.visitorNow, async (call) => {
    const { ctx, query } = call;
    const tenant = await asHeard(ctx, call.tenant);
    const visitor = await visitorNowOf(ctx, tenant, askerFrom(call, query));
    const mark = createHash("sha256").update(JSON.stringify(visitor)).digest("base64url");
    const now = new Date(ctx.now()).toISOString();
    return { mark, visitor: mark === query.mark ? null : visitor, now };
  });

  mountBuyingPages(app);
  mountClaimPages(app);
  mountPairingPages(app);
  mountTrialPages(app);
  mountStopOffersPages(app);

  route(
    app,
    portal.portalPay,
    async (call) => {
      const { ctx, tenant } = call;
      const who = visitorFrom(call, call.query);
      const purchase = await purchaseView(ctx, call.params.id, who.buyerHash);
      const isForeign = tenant.provider !== null && purchase?.providerId !== tenant.provider.id;
      if (!purchase || isForeign) throw refuse("not_found", "payment_unknown_here");
      const isOpen = purchase.status.status !== "completed";
      const isOvertaken =
        isOpen && (await isOnlineSince(ctx, tenant, who, Date.parse(purchase.status.createdAt)));
      const screen = screenOf(call.params.id, purchase, who.language, isOvertaken);
      return html(await pageOf(ctx, tenant, who, screen));
    },
    refusing,
  );

  route(
    app,
    portal.portalConnected,
    async (call) => {
      const { ctx, tenant } = call;
      const who = visitorFrom(call, call.query);
      const [{ receipt, visitor }, websites] = await Promise.all([
        connectedOf(ctx, tenant, who),
        websitesFor(ctx, tenant, who),
      ]);
      return html(await pageOf(ctx, tenant, who, { kind: "connected", receipt }, { visitor, websites }));
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

  route(
    app,
    portal.portalRoam,
    async (call) => {
      const { ctx, url, body: form } = call;
      const who = visitorFrom(call, form);
      const tenant = await formTenant(call, who);
      const { buyerHash, network } = buyerIn(call, who);
      const ask = { url, tenant, input: placeFields(form), buyerHash: who.isNew ? null : buyerHash, network };
      if ((await roamHere(ctx, ask)) === "stays") throw refuse("refused", "roam_stays");
      return seeOther(addressWith("/connected", placeOf(who, tenant)));
    },
    refusing,
  );

  route(
    app,
    portal.portalRoamBack,
    async (call) => {
      const who = visitorFrom(call, call.body);
      const tenant = await formTenant(call, who);
      await roamBack(call.ctx, tenant, who);
      return seeOther(addressWith("/connected", placeOf(who, tenant)));
    },
    refusing,
  );

  route(
    app,
    portal.portalRemoveDevice,
    async (call) => {
      const who = visitorFrom(call, call.body);
      const tenant = await formTenant(call, who);
      await removeFromPlan(call.ctx, tenant, who, field(call.body, "device") ?? "");
      return seeOther(addressWith("/connected", placeOf(who, tenant)));
    },
    refusing,
  );
}
