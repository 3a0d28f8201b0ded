import { createHash } from "node:crypto";
import { dueAmount } from "../../web/customer/due-amount.ts";
import type { Frame } from "../../web/customer/frame.ts";
import {
  type BlockedView,
  customerSecurityPolicy,
  renderBlockedPage,
  renderCustomerPage,
} from "../../web/customer/page.ts";
import type { CustomerView, PayForm, PaymentShown, UsedDay } from "../../web/customer/view.ts";
import type { Context } from "../context.ts";
import { sendMyLink as sendMyLinkCall } from "../contract/customer-page.ts";
import { blockedLinePage, customerPage, leastPaid, payCustomerAccount } from "../contract/lines.ts";
import { type Language, textIn } from "../contract/texts.ts";
import { nairobiDay } from "../contract/values/duration.ts";
import { plain } from "../contract/values/pasted.ts";
import { maskedPhone } from "../contract/values/phone.ts";
import { minuteMs } from "../contract/values/time.ts";
import { asAppError, refuse } from "../errors.ts";
import { portalBrand } from "../features/branding/index.ts";
import { typedPaybill } from "../features/gateways/index.ts";
import {
  type CustomerStanding,
  customerByLink,
  linksGo,
  routerOfCustomer,
  sendMyLink,
  whyLineOffline,
} from "../features/lines/index.ts";
import { accountPayment, payIntoAccount } from "../features/payments/index.ts";
import { limitFor } from "../features/rate-limits/index.ts";
import { networkOf } from "../http/network.ts";
import { type App, route } from "../http/route.ts";
import { providerOrigin, type Tenant } from "../http/tenant.ts";
import { visitorLanguage } from "../http/visitor-language.ts";
import { randomHex, sha256 } from "../keys.ts";
import { withRetryAfter } from "./forms.ts";
import { field } from "./portal-visitor.ts";
import { refusalPage } from "./refusal.ts";
import { seeOther } from "./render.ts";

// The page of a home customer, by the signed link of a message. The link is all that says who asks: there is no cookie. What every answer
// carries keeps the link to this host (`Referrer-Policy: same-origin`) and out of caches (`no-store`): worker/http/security-headers.ts.

export function mountCustomerPages(app: App): void {
  const refusing = { refuse: refusalPage };

  route(
    app,
    customerPage,
    async ({ ctx, tenant, request, url, params, query }) => {
      const found = await customerAt(ctx, tenant, params.link);
      const reader = readerOf(request, url, found.customer);
      const id = field(query, "payment");
      const state = id === undefined ? "idle" : await paymentOf(ctx, found, id, reader.language);
      const form = { amount: dueIn(found.customer), phone: ownPhone(found.customer) };
      const whys = field(query, "why") === undefined ? undefined : await whysOf(ctx, found);
      const isByDay = field(query, "usage") !== undefined;
      const shown = { form, state, whys, isByDay };
      return answer(await viewOf(ctx, tenant, params.link, found.customer, reader, shown));
    },
    refusing,
  );

  route(
    app,
    blockedLinePage,
    async ({ ctx, tenant, request, url, query }) => {
      const isSent = field(query, "sent") !== undefined;
      const view = await blockedView(ctx, tenant, visitorLanguage(request, url), { who: "", isSent });
      return htmlOf(renderBlockedPage(view), view);
    },
    refusing,
  );

  route(
    app,
    sendMyLinkCall,
    async ({ ctx, tenant, request, url, body, waitUntil }) => {
      const { provider } = tenant;
      if (provider === null) throw refuse("not_found", "my_link_unknown");
      const reader = visitorLanguage(request, url, field(body, "lang"));
      const who = field(body, "who") ?? "";
      try {
        await sendMyLink(ctx, provider, {
          typed: who,
          network: networkOf(request),
          language: reader.language,
          origin: providerOrigin(ctx, provider.subdomain),
          waitUntil,
        });
        return seeOther(`/my?${new URLSearchParams({ sent: "1", ...langOf(reader.lang) })}`);
      } catch (cause) {
        const error = asAppError(cause);
        const problem = textIn(reader.language, error.text);
        const view = await blockedView(ctx, tenant, reader, { who, isSent: false, problem });
        return withRetryAfter(htmlOf(renderBlockedPage(view), view, error.status), error);
      }
    },
    refusing,
  );

  route(
    app,
    payCustomerAccount,
    async ({ ctx, tenant, request, url, params, body }) => {
      const { providerId, customer } = await customerAt(ctx, tenant, params.link);
      const reader = readerOf(request, url, customer, field(body, "lang"));
      const typed = { amount: field(body, "amount") ?? "", phone: field(body, "phone") ?? "" };
      try {
        const { transactionId } = await payIntoAccount(ctx, {
          providerId,
          customerId: customer.id,
          // The field is filled with the hidden number: left as it is, or emptied, it means the customer's own.
          phoneNumber: ["", ownPhone(customer)].includes(typed.phone) ? "" : typed.phone,
          amount: amountIn(typed.amount),
          network: networkOf(request),
          idempotencyKey: keyOf(field(body, "once"), typed),
          language: reader.language,
        });
        const query = new URLSearchParams({ payment: transactionId });
        if (reader.chosen !== null) query.set("lang", reader.chosen);
        return seeOther(`/my/${encodeURIComponent(params.link)}?${query}`);
      } catch (cause) {
        const error = asAppError(cause);
        const problem = textIn(reader.language, error.text);
        const view = await viewOf(ctx, tenant, params.link, customer, reader, { form: typed, problem });
        return withRetryAfter(answer(view, error.status), error);
      }
    },
    refusing,
  );
}

/** @throws AppError not_found */
async function blockedView(
  ctx: Context,
  { provider, onMain }: Tenant,
  { language, lang }: ReturnType<typeof visitorLanguage>,
  { problem = null, ...asked }: { who: string; isSent: boolean; problem?: string | null },
): Promise<BlockedView> {
  if (provider === null) throw refuse("not_found", "my_link_unknown");
  const [{ brand }, paybill, canSend] = await Promise.all([
    portalBrand(ctx, provider.id, onMain),
    typedPaybill(ctx, provider.id, null),
    // Its form is for the provider's own host.
    onMain ? false : linksGo(ctx, provider, providerOrigin(ctx, provider.subdomain)),
  ]);
  return {
    language,
    chosen: lang,
    brand: shownBrand(brand),
    paybill,
    problem,
    asked: canSend ? asked : null,
  };
}

/** What was chosen by hand stays in the addresses of the page. */
export const langOf = (chosen: Language | null): { lang?: Language } =>
  chosen === null ? {} : { lang: chosen };

type Found = { providerId: string; customer: CustomerStanding };

/** @throws AppError not_found */
export async function customerAt(ctx: Context, { provider }: Tenant, link: string): Promise<Found> {
  const customer = provider === null ? null : await customerByLink(ctx, provider.id, link);
  if (provider === null || customer === null) throw refuse("not_found", "my_link_unknown");
  return { providerId: provider.id, customer };
}

export type Reader = { language: Language; chosen: Language | null };

/** What was chosen by hand beats the customer's own language, and that the browser's: the phone may be anybody's. */
export function readerOf(request: Request, url: URL, { language }: CustomerStanding, typed?: string): Reader {
  const asked = visitorLanguage(request, url, typed);
  return { language: asked.lang ?? language ?? asked.language, chosen: asked.lang };
}

/** Their bridges are asked at the moment, so no more than a household has. */
const mostAsked = 5;
/** Of one link: a page that asks again and again keeps no bridge from its work. */
const whysAsked = { windowMs: minuteMs, max: 6 };

/** Of a line as many days, so that the page stays small. */
const mostDays = 14;

function usedThisMonth(usage: readonly UsedDay[], now: number): number {
  const month = nairobiDay(now).slice(0, 7);
  return usage.reduce((sum, { day, bytes }) => sum + (day.startsWith(month) ? bytes : 0), 0);
}

/** Of each line that is to be on. Undefined: it was asked too often. */
async function whysOf(ctx: Context, { providerId, customer }: Found): Promise<Whys | undefined> {
  const key = `why ${customer.id}`;
  if (!(await limitFor(ctx, { providerId }).attempt({ key, ...whysAsked })).allowed) return undefined;
  const on = customer.lines.filter(({ standing }) => standing === "open" || standing === "grace");
  const asked = on.slice(0, mostAsked).map(async ({ id }) => {
    const { cause } = await whyLineOffline(ctx, providerId, id);
    return [id, cause] as const;
  });
  return new Map(await Promise.all(asked));
}

type Whys = ReadonlyMap<string, Awaited<ReturnType<typeof whyLineOffline>>["cause"]>;

async function paymentOf(
  ctx: Context,
  { providerId, customer }: Found,
  id: string,
  language: Language,
): Promise<"idle" | PaymentShown> {
  const payment = await accountPayment(ctx, { providerId, customerId: customer.id }, id);
  // Of another account, or none: the page is as it is without.
  if (payment === null) return "idle";
  const { state, amount } = payment;
  return state === "failed"
    ? { kind: state, id, sentence: textIn(language, payment.why) }
    : { kind: state, id, amount };
}

/** Never whole, in whatever form it is kept: a link may be passed on. */
export const ownPhone = ({ phone }: CustomerStanding) => maskedPhone(phone);

function dueIn({ lines, balance }: CustomerStanding): string {
  const due = dueAmount(lines, balance);
  return due === null ? "" : String(Math.max(due, leastPaid));
}

/** As people write it: `1500`, `1,500`, `KES 1 500`, `Ksh1500.00`, `1500/=`. 0 for what is none. */
function amountIn(typed: string): number {
  const digits = plain(typed).replace(/^\s*(?:kes|kshs?|sh)\.?|[\s,]|(?:\.0+)?(?:\/[=-])?\s*$/gi, "");
  return /^\d{1,7}$/.test(digits) ? Number(digits) : 0;
}

/** A form that is sent twice pays once; what was changed in it since is another payment. */
function keyOf(
  once: string | undefined,
  { amount, phone }: { amount: string; phone: string },
): string | null {
  return once === undefined ? null : sha256(JSON.stringify([once, amount, phone]));
}

type Shown = {
  form: Omit<PayForm, "once">;
  state?: CustomerView["state"];
  problem?: string;
  /** Undefined: not asked. */
  whys?: Whys | undefined;
  /** What went through each line is asked day by day. */
  isByDay?: boolean;
};

async function viewOf(
  ctx: Context,
  { provider, onMain }: Tenant,
  link: string,
  customer: CustomerStanding,
  { language, chosen }: Reader,
  { form, state = "idle", problem, whys, isByDay = false }: Shown,
): Promise<CustomerView> {
  const [{ brand }, paybill] = await Promise.all([
    portalBrand(ctx, provider?.id ?? null, onMain),
    provider === null
      ? null
      : typedPaybill(ctx, provider.id, await routerOfCustomer(ctx, provider.id, customer.id)),
  ]);
  const { name, number, balance, lines, paid } = customer;
  return {
    language,
    chosen,
    link,
    brand: shownBrand(brand),
    // A link may be passed on: no more of the name than a message would say.
    firstName: name.trim().split(/\s+/, 1)[0] ?? "",
    number,
    balance,
    paybill,
    lines: lines.map(({ usage, ...line }, place) => ({
      ...line,
      why: whys?.get(line.id) ?? null,
      used: usage.length === 0 ? null : usedThisMonth(usage, ctx.now()),
      usedByDay: isByDay && place < mostAsked ? usage.toReversed().slice(0, mostDays) : null,
    })),
    paid,
    pay: { ...form, once: randomHex(128) },
    state,
    problem: problem ?? null,
  };
}

const sha256Base64 = (text: string) => createHash("sha256").update(text).digest("base64");

type Brand = Awaited<ReturnType<typeof portalBrand>>["brand"];
export function shownBrand({ companyName, headerColor, primaryColor, logoUrl, supportPhone }: Brand) {
  return { companyName, headerColor, primaryColor, logo: logoUrl || null, phone: supportPhone || null };
}

const answer = (view: CustomerView, status = 200): Response => htmlOf(renderCustomerPage(view), view, status);

export function htmlOf(page: string, view: CustomerView | Frame, status = 200): Response {
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": customerSecurityPolicy(view, sha256Base64),
    // The meta element keeps away who reads the page; this keeps its address out as well.
    "x-robots-tag": "noindex",
  };
  return new Response(page, { status, headers });
}
