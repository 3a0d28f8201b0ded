import { createHash } from "node:crypto";
import { portalScripts } from "virtual:client-scripts";
import { portalSecurityPolicy, renderPortal } from "../../web/portal/server.tsx";
import { type Context, makeContext } from "../context.ts";
import type { PortalPage, PortalScreen } from "../contract/portal.ts";
import * as portal from "../contract/portal.ts";
import type { Env } from "../env.ts";
import { AppError, asAppError } from "../errors.ts";
import { initiatePayment } from "../features/payments/index.ts";
import { redeemVoucher } from "../features/vouchers/index.ts";
import { KeptBriefly } from "../kept-briefly.ts";
import { deviceOf, openPaymentOf, pageOf, receiptFor, shopOf } from "./portal-data.ts";
import { purchaseView, screenOf } from "./portal-purchase.ts";
import { addressWith, field, type Visitor, visitorFrom, visitorOf } from "./portal-visitor.ts";
import { type App, route } from "./route.ts";
import { securityHeaders } from "./security-headers.ts";
import { resolveTenant, type Tenant } from "./tenant.ts";

// Addresses of the visitor's portal -> HTML. Everything here also works as plain links and forms.

type Rendered = { body: string; headers: Record<string, string> };

const sha256Base64 = (text: string) => createHash("sha256").update(text).digest("base64");

function rendered(page: PortalPage): Rendered {
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": portalSecurityPolicy(page, sha256Base64),
  };
  return { body: renderPortal(page, portalScripts), headers };
}

function html(page: PortalPage, status = 200): Response {
  const { body, headers } = rendered(page);
  return new Response(body, { status, headers });
}

function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { location } });
}

/**
 * The home page of a device that has bought nothing differs from its neighbour's in the address alone, so it is rendered
 * once in a few seconds. The address that stands in for it is reserved for documentation: no device has it.
 */
const plainHomes = new KeptBriefly<Rendered>(3_000);
const someMac = "00:00:5E:00:53:FF";

async function plainHome(ctx: Context, tenant: Tenant, mac: string | null): Promise<Response> {
  const key = `${tenant.provider?.id} ${tenant.router?.id} ${tenant.onMain} ${mac === null}`;
  const { body, headers } = await plainHomes.get(key, ctx.now(), async () => {
    const page = await pageOf(ctx, tenant, nobody, { kind: "home" });
    return rendered({ ...page, mac: mac === null ? null : someMac });
  });
  return new Response(mac === null ? body : body.replaceAll(someMac, mac), { headers });
}

const emptyBuy = {
  kind: "buy",
  planId: "",
  tab: "mpesa",
  phoneNumber: "",
  voucherCode: "",
  problem: null,
} as const;

export function mountPages(app: App): void {
  const refuse = { refuse: refusalPage };

  route(
    app,
    portal.portalHome,
    async (call) => {
      const { ctx, tenant } = call;
      const who = visitorFrom(call, field(call.query, "mac"));
      if (!who.mac) return plainHome(ctx, tenant, null);
      const [open, device] = await Promise.all([openPaymentOf(ctx, tenant, who), deviceOf(ctx, tenant, who)]);
      if (open?.mine) return seeOther(addressWith(`/pay/${open.id}`, placeOf(who, tenant.router?.id)));
      if (!open && !device) return plainHome(ctx, tenant, who.mac);
      const page = await pageOf(ctx, tenant, nobody, { kind: "home" });
      const pending = open ? { planName: open.planName, amount: open.amount } : null;
      return html({ ...page, mac: who.mac, device, pending });
    },
    refuse,
  );

  route(
    app,
    portal.portalBuyPage,
    async (call) => {
      const { ctx, tenant } = call;
      const who = visitorFrom(call, field(call.query, "mac"));
      const planId = field(call.query, "planId") ?? "";
      const { plans } = await shopOf(ctx, tenant);
      const tab = field(call.query, "tab") === "voucher" ? "voucher" : "mpesa";
      const isSold = plans.some((plan) => plan.id === planId);
      // A voucher brings its own plan: its form needs none, and works where nothing is on sale.
      if (!isSold && tab !== "voucher") {
        throw new AppError("not_found", "This plan is not sold any more. Please choose another one.");
      }
      return html(await pageOf(ctx, tenant, who, { ...emptyBuy, planId: isSold ? planId : "", tab }));
    },
    refuse,
  );

  route(
    app,
    portal.portalBuy,
    async (call) => {
      const { ctx, url, body: form } = call;
      const who = visitorFrom(call, field(form, "mac"));
      const planId = field(form, "planId") ?? "";
      const phoneNumber = field(form, "phoneNumber") ?? "";
      const routerId = field(form, "routerId");
      const tenant = await formTenant(ctx, url, call.tenant, routerId);
      const input = { phoneNumber, planId, macAddress: field(form, "mac"), routerId };
      const ask = { url, tenant, input, buyerHash: who.buyerHash, idempotencyKey: null };
      try {
        const { transactionId } = await initiatePayment(ctx, ask);
        return seeOther(addressWith(`/pay/${transactionId}`, placeOf(who, routerId)));
      } catch (cause) {
        return formAgain(ctx, tenant, who, { ...emptyBuy, planId, phoneNumber }, cause);
      }
    },
    refuse,
  );

  route(
    app,
    portal.portalRedeem,
    async (call) => {
      const { ctx, url, body: form, waitUntil } = call;
      const who = visitorFrom(call, field(form, "mac"));
      const voucherCode = field(form, "voucherCode") ?? "";
      const routerId = field(form, "routerId");
      const tenant = await formTenant(ctx, url, call.tenant, routerId);
      const input = { voucherCode, macAddress: field(form, "mac"), routerId };
      const ask = { url, tenant, input, buyerHash: who.buyerHash, idempotencyKey: null, waitUntil };
      try {
        const { transactionId } = await redeemVoucher(ctx, ask);
        return seeOther(addressWith(`/pay/${transactionId}`, placeOf(who, routerId)));
      } catch (cause) {
        const planId = field(form, "planId") ?? "";
        return formAgain(ctx, tenant, who, { ...emptyBuy, planId, tab: "voucher", voucherCode }, cause);
      }
    },
    refuse,
  );

  route(
    app,
    portal.portalPay,
    async (call) => {
      const { ctx, tenant } = call;
      const who = visitorFrom(call, field(call.query, "mac"));
      const purchase = await purchaseView(ctx, call.params.id, who.buyerHash);
      const isForeign = tenant.provider !== null && purchase?.providerId !== tenant.provider.id;
      if (!purchase || isForeign) throw new AppError("not_found", "This payment is not known here.");
      return html(await pageOf(ctx, tenant, who, screenOf(call.params.id, purchase)));
    },
    refuse,
  );

  route(
    app,
    portal.portalConnected,
    async (call) => {
      const { ctx, tenant } = call;
      const who = visitorFrom(call, field(call.query, "mac"));
      const receipt = await receiptFor(ctx, tenant, who);
      return html(await pageOf(ctx, tenant, who, { kind: "connected", receipt }));
    },
    refuse,
  );
}

const nobody: Visitor = { mac: null, buyerHash: null, isNew: true };

const placeOf = ({ mac }: Visitor, routerId: string | undefined) => ({ mac, routerId: routerId ?? null });

/** A form says in its fields which router it is for; its address does not. */
async function formTenant(
  ctx: Context,
  url: URL,
  tenant: Tenant,
  routerId: string | undefined,
): Promise<Tenant> {
  return tenant.router || !routerId ? tenant : resolveTenant(ctx, url, routerId);
}

/** The form as it was filled in, with what is wrong; without a plan to pay for there is no form, and a page says it. */
async function formAgain(
  ctx: Context,
  tenant: Tenant,
  who: Visitor,
  form: Extract<PortalScreen, { kind: "buy" }>,
  cause: unknown,
): Promise<Response> {
  const error = asAppError(cause);
  const title = formTitles[error.message];
  const problem = title === undefined ? error.message : `${title} - ${error.message}`;
  const page = await pageOf(ctx, tenant, who, { ...form, problem });
  const hasForm = form.tab === "voucher" || page.plans.some((plan) => plan.id === form.planId);
  const response = html(hasForm ? page : { ...page, screen: refused(error) }, error.status);
  if (error.retryAfter !== undefined)
    response.headers.set("retry-after", String(Math.ceil(error.retryAfter)));
  return response;
}

/** The specification's titles of what is wrong in a form; the page shows what stands before the dash in bold. */
const formTitles: Record<string, string> = {
  "Please enter your M-Pesa phone number": "Phone Number Required",
  "Please enter a valid Kenyan phone number": "Invalid Phone Number",
  "Please enter your voucher code": "Voucher Code Required",
};

function refused({ message }: AppError): PortalScreen {
  return { kind: "refused", title: "This did not work", text: message };
}

const nowhere: Tenant = { onMain: true, provider: null, router: null };

/** What cannot be shown, as a page: with the provider's look where its host is known. */
async function refusalPage(error: AppError, ctx: Context, request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const who = visitorOf(searchParams.get("mac") ?? undefined, null);
  try {
    const tenant = await tenantOrNowhere(ctx, request);
    return html(await pageOf(ctx, tenant, who, refused(error)), error.status);
  } catch (cause) {
    console.error("refusal page", cause);
    return new Response(error.message, { status: error.status });
  }
}

/** Any address that nothing is mounted on, outside the API. */
export async function notFound(env: Env, request: Request): Promise<Response> {
  const ctx = makeContext(env);
  const tenant = await tenantOrNowhere(ctx, request);
  const response = html(await pageOf(ctx, tenant, nobody, { kind: "not-found" }), 404);
  securityHeaders(response.headers);
  return response;
}

/** An unknown host has nobody's look. */
async function tenantOrNowhere(ctx: Context, request: Request): Promise<Tenant> {
  const url = new URL(request.url);
  try {
    return await resolveTenant(ctx, url, url.searchParams.get("routerId") ?? undefined);
  } catch (cause) {
    if (cause instanceof AppError) return nowhere;
    throw cause;
  }
}
