import type { Context } from "../context.ts";
import { Service } from "../contract/payments.ts";
import type { PayTab, PortalScreen } from "../contract/portal.ts";
import * as portal from "../contract/portal.ts";
import { type Language, say, type TextKey, textIn } from "../contract/texts.ts";
import { formatPhone } from "../contract/values/phone.ts";
import { type AppError, asAppError, refuse } from "../errors.ts";
import { initiatePayment, releasePrompt, topUpIn } from "../features/payments/index.ts";
import { redeemVoucher } from "../features/vouchers/index.ts";
import { networkOf } from "../http/network.ts";
import { type App, route } from "../http/route.ts";
import { hostOwner, resolveTenant, type Tenant } from "../http/tenant.ts";
import { pageOf, shopOf } from "./portal-data.ts";
import { connectedOf, visitorNowOf } from "./portal-device.ts";
import { noSaleAt } from "./portal-sale.ts";
import { addressWith, field, placeOf, type Visitor, visitorFrom } from "./portal-visitor.ts";
import { refusalPage, refused } from "./refusal.ts";
import { html, seeOther } from "./render.ts";
import { codeInAddress } from "./voucher-link.ts";

// Buying with links and forms alone. What was typed comes back with what is wrong.

const emptyBuy = {
  kind: "buy",
  planId: "",
  tab: "mpesa",
  phoneNumber: "",
  voucherCode: "",
  problem: null,
} as const;

/** More data for what is there, in place of the plan once more. */
const isTopUpIn = (sent: Record<string, unknown>) => field(sent, "topUp") === "1" || undefined;
const offersIn = (sent: Record<string, unknown>) => field(sent, "offers") === "1" || undefined;

type BuyForm = Extract<PortalScreen, { kind: "buy" }>;

export function mountBuyingPages(app: App): void {
  const refusing = { refuse: refusalPage };

  route(
    app,
    portal.portalBuyPage,
    async (call) => {
      const { ctx, tenant } = call;
      const who = visitorFrom(call, call.query);
      const noSale = noSaleAt(tenant, who);
      // Nobody fills in a form for what will be refused.
      if (noSale) throw noSale;
      const planId = field(call.query, "planId") ?? "";
      const { plans, services } = await shopOf(ctx, tenant);
      const asked = field(call.query, "tab") ?? "";
      const offered: PayTab[] = [...services, "voucher"];
      const tab = offered.find((one) => one === asked) ?? offered[0] ?? "voucher";
      if (isTopUpIn(call.query)) return topUpForm(call, who, offered, planId);
      const isSold = plans.some((plan) => plan.id === planId);
      // A voucher brings its own plan: its form needs none, and works where nothing is on sale.
      if (planId === "" && asked !== "voucher") return seeOther(addressWith("/", placeOf(who, tenant)));
      if (!isSold && asked !== "voucher") throw refuse("not_found", "plan_not_sold");
      const voucherCode = tab === "voucher" ? (codeInAddress(call.query) ?? "") : "";
      return html(
        await pageOf(ctx, tenant, who, { ...emptyBuy, planId: isSold ? planId : "", tab, voucherCode }),
      );
    },
    refusing,
  );

  route(
    app,
    portal.portalBuy,
    async (call) => {
      const { ctx, url, body: form } = call;
      const who = visitorFrom(call, form);
      const planId = field(form, "planId") ?? "";
      const phoneNumber = field(form, "phoneNumber") ?? "";
      const tenant = await formTenant(call, who);
      const service = serviceIn(form);
      const isTopUp = isTopUpIn(form);
      const input = {
        phoneNumber,
        planId,
        service,
        topUp: isTopUp,
        offers: offersIn(form),
        ...placeFields(form),
      };
      const { language } = who;
      const ask = { url, tenant, input, ...buyerIn(call, who), language, idempotencyKey: null };
      try {
        const { transactionId } = await initiatePayment(ctx, ask);
        return seeOther(addressWith(`/pay/${transactionId}`, placeOf(who, tenant)));
      } catch (cause) {
        return formAgain(
          ctx,
          tenant,
          who,
          { ...emptyBuy, planId, isTopUp, phoneNumber, tab: service },
          cause,
        );
      }
    },
    refusing,
  );

  route(
    app,
    portal.portalLetGo,
    async (call) => {
      const { ctx, url, params, body: form } = call;
      const who = visitorFrom(call, form);
      const tenant = await formTenant(call, who);
      const { buyerHash } = who;
      const former = await releasePrompt(ctx, { id: params.id, buyerHash, owner: await hostOwner(ctx, url) });
      const { planId, service } = former;
      const isTopUp = topUpIn(former) ? (true as const) : undefined;
      const phoneNumber = formatPhone(former.phone);
      const again = { ...emptyBuy, planId, isTopUp, tab: service, phoneNumber };
      return html(await pageOf(ctx, tenant, who, again, { visitor: await visitorNowOf(ctx, tenant, who) }));
    },
    refusing,
  );

  route(
    app,
    portal.portalRedeem,
    async (call) => {
      const { ctx, url, body: form, waitUntil } = call;
      const who = visitorFrom(call, form);
      const voucherCode = field(form, "voucherCode") ?? "";
      const tenant = await formTenant(call, who);
      const input = { voucherCode, ...placeFields(form) };
      const ask = { url, tenant, input, ...buyerIn(call, who), idempotencyKey: null, waitUntil };
      try {
        const { transactionId } = await redeemVoucher(ctx, ask);
        return seeOther(addressWith(`/pay/${transactionId}`, placeOf(who, tenant)));
      } catch (cause) {
        const planId = field(form, "planId") ?? "";
        return formAgain(ctx, tenant, who, { ...emptyBuy, planId, tab: "voucher", voucherCode }, cause);
      }
    },
    refusing,
  );
}

/** The form of more data, with the number that paid before. Where nothing is offered any more, the plans are there. */
async function topUpForm(
  { ctx, tenant }: { ctx: Context; tenant: Tenant },
  who: Visitor,
  offered: readonly PayTab[],
  planId: string,
): Promise<Response> {
  const { visitor, receipt } = await connectedOf(ctx, tenant, who);
  const offer = visitor.device?.topUp ?? visitor.ended?.topUp;
  if (offer?.planId !== planId) return seeOther(addressWith("/", placeOf(who, tenant)));
  const paidBy = receipt?.phoneNumber ?? visitor.ended?.phoneNumber;
  const phoneNumber = paidBy ? formatPhone(paidBy) : "";
  const tab = offered[0] ?? "voucher";
  return html(
    await pageOf(ctx, tenant, who, { ...emptyBuy, planId, isTopUp: true, tab, phoneNumber }, { visitor }),
  );
}

/** By what a form is paid; a page that offers M-Pesa alone does not say. */
function serviceIn(form: Record<string, unknown>): Service {
  const service = Service.safeParse(field(form, "service") ?? "mpesa");
  if (!service.success) throw refuse("invalid", "check_field", { field: "service" });
  return service.data;
}

/** Who sends a form: the browser, which may have its cookie only since this very request, and its network. */
export function buyerIn({ request }: { request: Request }, { buyerHash }: Visitor) {
  return { buyerHash, network: networkOf(request) };
}

/** Device and router as the form names them: what is neither is refused there, not dropped here. */
export function placeFields(form: Record<string, unknown>) {
  return { macAddress: field(form, "mac"), routerId: field(form, "routerId") };
}

/** A form says in its fields which router it is for; its address does not. */
export async function formTenant(
  { ctx, url, tenant }: { ctx: Context; url: URL; tenant: Tenant },
  { routerId }: Visitor,
): Promise<Tenant> {
  return tenant.router || !routerId ? tenant : resolveTenant(ctx, url, routerId);
}

/** The form as it was filled in, with what is wrong; without a plan to pay for there is no form, and a page says it. */
async function formAgain(
  ctx: Context,
  tenant: Tenant,
  who: Visitor,
  form: BuyForm,
  cause: unknown,
): Promise<Response> {
  const error = asAppError(cause);
  const screen = { ...form, problem: problemOf(error, who.language) };
  const visitor = form.isTopUp ? { visitor: await visitorNowOf(ctx, tenant, who) } : {};
  const page = await pageOf(ctx, tenant, who, screen, visitor);
  const isOffered = form.isTopUp
    ? (page.device?.topUp ?? page.ended?.topUp) != null
    : page.plans.some((plan) => plan.id === form.planId);
  const canPay = page.services.length > 0 && isOffered;
  const hasForm = form.tab === "voucher" || canPay;
  return withRetryAfter(
    html(hasForm ? page : { ...page, screen: refused(error, who.language) }, error.status),
    error,
  );
}

export function withRetryAfter(response: Response, { retryAfter }: AppError): Response {
  if (retryAfter !== undefined) response.headers.set("retry-after", String(Math.ceil(retryAfter)));
  return response;
}

/** Titles of what is wrong in a form (docs/behaviour/visitor-portal.md, "Payment form"), bold before the dash. */
const formTitles: Partial<Record<TextKey, TextKey>> = {
  phone_needed: "title_phone_required",
  phone_invalid: "title_phone_invalid",
  phone_not_mobile: "title_phone_invalid",
  phone_refused: "title_phone_invalid",
  voucher_code_needed: "title_voucher_required",
};

export function problemOf({ text }: AppError, language: Language): string {
  const title = formTitles[text.say];
  return textIn(language, title ? say("titled", { title: { say: title }, text }) : text);
}
