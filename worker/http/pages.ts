import { createHash } from "node:crypto";
import { portalScript } from "virtual:client-scripts";
import { portalSecurityPolicy, renderPortal } from "../../web/portal/server.tsx";
import { type Context, makeContext } from "../context.ts";
import type { PaymentStatus } from "../contract/payments.ts";
import type { PortalPage, PortalScreen } from "../contract/portal.ts";
import * as portal from "../contract/portal.ts";
import type { Env } from "../env.ts";
import { AppError, asAppError } from "../errors.ts";
import { initiatePayment, paymentStatus, readPayment } from "../features/payments/index.ts";
import { readRedemption, redeemVoucher, redemptionStatus } from "../features/vouchers/index.ts";
import { randomHex } from "../keys.ts";
import { KeptBriefly } from "./kept-briefly.ts";
import { openPaymentOf, pageOf, receiptFor, shopOf, type Visitor, visitorOf } from "./portal-data.ts";
import { type App, type Call, route } from "./route.ts";
import { securityHeaders } from "./security-headers.ts";
import { cookieHeader, cookies } from "./session.ts";
import { resolveTenant, type Tenant } from "./tenant.ts";

// Addresses of the visitor's portal -> HTML. Everything here also works as plain links and forms.

const sha256Base64 = (text: string) => createHash("sha256").update(text).digest("base64");

function html(page: PortalPage, status = 200): Response {
  const body = renderPortal(page, { script: portalScript });
  return new Response(body, { status, headers: pageHeaders(page) });
}

function pageHeaders(page: PortalPage): Record<string, string> {
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": portalSecurityPolicy(page, sha256Base64),
  };
}

/** The visitor of a page; a browser without the buyer's cookie gets one, so that what it buys is its own. */
function visitor(call: Call<typeof portal.portalHome>, mac: string | undefined): Visitor {
  const known = call.caller.kind === "visitor" ? call.caller.buyerHash : null;
  if (known === null)
    call.headers.append("set-cookie", cookieHeader(cookies.buyer, randomHex(128), 400 * 86_400));
  return visitorOf(mac, known);
}

/** Text of a query or form field, trimmed; absent and empty are the same. */
function field(source: Record<string, unknown>, name: string): string | undefined {
  const value = source[name];
  return typeof value === "string" && value.trim() !== "" ? value.trim().slice(0, 200) : undefined;
}

/** Where the next page is, with the device and router that this one had. */
function address(path: string, { mac, routerId }: { mac: string | null; routerId: string | null }): string {
  const query = new URLSearchParams();
  if (mac) query.set("mac", mac);
  if (routerId) query.set("routerId", routerId);
  const text = query.toString().replaceAll("%3A", ":");
  return text ? `${path}?${text}` : path;
}

function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { location } });
}

/** The home page of somebody whose device is not named is the same for everybody: rendered once in a few seconds. */
const plainHomes = new KeptBriefly<{ body: string; headers: Record<string, string> }>(3_000);

export function mountPages(app: App): void {
  const refuse = { refuse: refusalPage };

  route(
    app,
    portal.portalHome,
    async (call) => {
      const { ctx, tenant } = call;
      const who = visitor(call, field(call.query, "mac"));
      if (!who.mac) {
        const key = `${tenant.provider?.id} ${tenant.router?.id} ${tenant.onMain}`;
        const home = await plainHomes.get(key, ctx.now(), async () => {
          const page = await pageOf(ctx, tenant, { mac: null, buyerHash: null }, { kind: "home" });
          return { body: renderPortal(page, { script: portalScript }), headers: pageHeaders(page) };
        });
        return new Response(home.body, { headers: home.headers });
      }
      const open = await openPaymentOf(ctx, tenant, who);
      if (open)
        return seeOther(address(`/pay/${open}`, { mac: who.mac, routerId: tenant.router?.id ?? null }));
      return html(await pageOf(ctx, tenant, who, { kind: "home" }));
    },
    refuse,
  );

  route(
    app,
    portal.portalBuyPage,
    async (call) => {
      const who = visitor(call, field(call.query, "mac"));
      const planId = field(call.query, "planId") ?? "";
      const { plans } = await shopOf(call.ctx, call.tenant);
      if (!plans.some((plan) => plan.id === planId)) {
        throw new AppError("not_found", "This plan is not sold any more. Please choose another one.");
      }
      const tab = field(call.query, "tab") === "voucher" ? "voucher" : "mpesa";
      return html(await pageOf(call.ctx, call.tenant, who, { ...emptyBuy, planId, tab }));
    },
    refuse,
  );

  route(
    app,
    portal.portalBuy,
    async (call) => {
      const form = call.body;
      const who = visitor(call as Call<typeof portal.portalHome>, field(form, "mac"));
      const planId = field(form, "planId") ?? "";
      const phoneNumber = field(form, "phoneNumber") ?? "";
      const tenant = await formTenant(call.ctx, call.url, call.tenant, form);
      const input = {
        phoneNumber,
        planId,
        macAddress: field(form, "mac"),
        routerId: field(form, "routerId"),
      };
      try {
        const started = await initiatePayment(call.ctx, {
          url: call.url,
          tenant,
          input,
          buyerHash: who.buyerHash,
          idempotencyKey: null,
        });
        return seeOther(
          address(`/pay/${started.transactionId}`, { mac: who.mac, routerId: input.routerId ?? null }),
        );
      } catch (cause) {
        const error = asAppError(cause);
        const screen: PortalScreen = { ...emptyBuy, planId, phoneNumber, problem: error.message };
        return html(await pageOf(call.ctx, tenant, who, screen), error.status);
      }
    },
    refuse,
  );

  route(
    app,
    portal.portalRedeem,
    async (call) => {
      const form = call.body;
      const who = visitor(call as Call<typeof portal.portalHome>, field(form, "mac"));
      const voucherCode = field(form, "voucherCode") ?? "";
      const tenant = await formTenant(call.ctx, call.url, call.tenant, form);
      const routerId = field(form, "routerId");
      try {
        const redeemed = await redeemVoucher(call.ctx, {
          url: call.url,
          tenant,
          input: { voucherCode, macAddress: field(form, "mac"), routerId },
          buyerHash: who.buyerHash,
          idempotencyKey: null,
          waitUntil: call.waitUntil,
        });
        return seeOther(
          address(`/pay/${redeemed.transactionId}`, { mac: who.mac, routerId: routerId ?? null }),
        );
      } catch (cause) {
        const error = asAppError(cause);
        const planId = field(form, "planId") ?? "";
        const screen: PortalScreen = {
          ...emptyBuy,
          planId,
          tab: "voucher",
          voucherCode,
          problem: error.message,
        };
        return html(await pageOf(call.ctx, tenant, who, screen), error.status);
      }
    },
    refuse,
  );

  route(
    app,
    portal.portalPay,
    async (call) => {
      const { ctx, tenant } = call;
      const who = visitor(call as Call<typeof portal.portalHome>, field(call.query, "mac"));
      const purchase = await purchaseView(ctx, call.params.id);
      const foreign = tenant.provider !== null && purchase?.providerId !== tenant.provider.id;
      if (!purchase || foreign) throw new AppError("not_found", "This payment is not known here.");
      return html(await pageOf(ctx, tenant, who, screenOf(call.params.id, purchase)));
    },
    refuse,
  );

  route(
    app,
    portal.portalConnected,
    async (call) => {
      const who = visitor(call, field(call.query, "mac"));
      const receipt = await receiptFor(call.ctx, call.tenant, who);
      return html(await pageOf(call.ctx, call.tenant, who, { kind: "connected", receipt }));
    },
    refuse,
  );
}

const emptyBuy = {
  kind: "buy",
  planId: "",
  tab: "mpesa",
  phoneNumber: "",
  voucherCode: "",
  problem: null,
} as const;

/** A form says in its fields which router it is for; its address does not. */
function formTenant(
  ctx: Context,
  url: URL,
  tenant: Tenant,
  form: Record<string, unknown>,
): Promise<Tenant> | Tenant {
  const routerId = field(form, "routerId");
  return tenant.router || !routerId ? tenant : resolveTenant(ctx, url, routerId);
}

type PurchaseView = {
  providerId: string;
  planId: string;
  planName: string;
  amount: number;
  status: PaymentStatus;
};

async function purchaseView(ctx: Context, id: string): Promise<PurchaseView | null> {
  const payment = await readPayment(ctx, id);
  if (payment) {
    const { providerId, terms, amountCents } = payment.intent;
    const status = await paymentStatus(ctx, payment);
    return { providerId, planId: terms.planId, planName: terms.planName, amount: amountCents / 100, status };
  }
  const redeemed = await readRedemption(ctx, id);
  if (!redeemed) return null;
  const { providerId, terms } = redeemed;
  const status = await redemptionStatus(ctx, redeemed);
  return { providerId, planId: terms.planId, planName: terms.planName, amount: 0, status };
}

/** By server time: a prompt is called unanswered for the page after this, and looked for behind it all the same. */
const patienceMs = 120_000;

function screenOf(transactionId: string, { planId, planName, amount, status }: PurchaseView): PortalScreen {
  if (status.status === "completed") return { kind: "success", transactionId, planName, status };
  const timedOut =
    status.status === "pending" && Date.parse(status.now) - Date.parse(status.createdAt) > patienceMs;
  if (status.status === "pending" && !timedOut)
    return { kind: "waiting", transactionId, planName, amount, status };
  return {
    kind: "failure",
    reason: status.reason,
    error: status.error,
    planId,
    stillChecking: timedOut,
    transactionId,
  };
}

/** What cannot be shown, as a page: with the provider's look where its host is known. */
async function refusalPage(error: AppError, ctx: Context, request: Request): Promise<Response> {
  const url = new URL(request.url);
  const nowhere: Tenant = { onMain: true, provider: null, router: null };
  const tenant = await resolveTenant(ctx, url, url.searchParams.get("routerId") ?? undefined).catch(
    () => nowhere,
  );
  const screen: PortalScreen = { kind: "refused", title: "This did not work", text: error.message };
  const who = visitorOf(url.searchParams.get("mac") ?? undefined, null);
  try {
    return html(await pageOf(ctx, tenant, who, screen), error.status);
  } catch (cause) {
    console.error("refusal page", cause);
    return new Response(error.message, { status: error.status });
  }
}

/** Any address that nothing is mounted on: JSON under `/api`, the page elsewhere. */
export async function notFound(env: Env, request: Request): Promise<Response> {
  const url = new URL(request.url);
  const ctx = makeContext(env);
  const nowhere: Tenant = { onMain: true, provider: null, router: null };
  const tenant = await resolveTenant(ctx, url, undefined).catch(() => nowhere);
  const page = await pageOf(ctx, tenant, { mac: null, buyerHash: null }, { kind: "not-found" });
  const response = html(page, 404);
  securityHeaders(response.headers);
  return response;
}
