import {
  type ChangeView,
  type PackagesView,
  renderChangePage,
  renderPackagesPage,
} from "../../web/customer/packages.ts";
import type { Context } from "../context.ts";
import * as contract from "../contract/customer-page.ts";
import { textIn } from "../contract/texts.ts";
import { shillings } from "../contract/values/money.ts";
import { maskedPhone } from "../contract/values/phone.ts";
import type { LineTerms } from "../db/schema/tenant.ts";
import { asAppError, refuse } from "../errors.ts";
import { record } from "../features/audit/index.ts";
import { portalBrand } from "../features/branding/index.ts";
import {
  askOwnChange,
  type CustomerStanding,
  type OwnChange,
  ownChange,
  ownChoices,
  proveOwnChange,
} from "../features/lines/index.ts";
import { networkOf } from "../http/network.ts";
import { type App, route } from "../http/route.ts";
import type { Tenant } from "../http/tenant.ts";
import { customerAt, htmlOf, langOf, ownPhone, type Reader, readerOf, shownBrand } from "./customer-page.ts";
import { withRetryAfter } from "./forms.ts";
import { field } from "./portal-visitor.ts";
import { refusalPage } from "./refusal.ts";
import { seeOther } from "./render.ts";

// Another package, chosen by the customer: with links and forms alone, and a code that comes by SMS.

type Page = { ctx: Context; tenant: Tenant; link: string; customer: CustomerStanding; reader: Reader };

export function mountCustomerPackages(app: App): void {
  const refusing = { refuse: refusalPage };

  route(
    app,
    contract.customerPackages,
    async ({ ctx, tenant, request, url, params: { link, line } }) => {
      const { customer } = await customerAt(ctx, tenant, link);
      const page = { ctx, tenant, link, customer, reader: readerOf(request, url, customer) };
      const view = await packagesView(page, line, null);
      return htmlOf(renderPackagesPage(view), view);
    },
    refusing,
  );

  route(
    app,
    contract.askPackageChange,
    async ({ ctx, tenant, request, url, params: { link, line }, body }) => {
      const { customer } = await customerAt(ctx, tenant, link);
      const reader = readerOf(request, url, customer, field(body, "lang"));
      const page = { ctx, tenant, link, customer, reader };
      try {
        const id = await askOwnChange(ctx, providerIn(tenant), customer, {
          lineId: line,
          packageId: field(body, "package") ?? "",
          begins: field(body, "when") === "now" ? "now" : "renewal",
          language: reader.language,
        });
        return seeOther(addressOf(page, `/changes/${id}`));
      } catch (cause) {
        const error = asAppError(cause);
        // Of a line that is not there, or not to be changed, nothing is shown.
        const view = await packagesView(page, line, textIn(reader.language, error.text));
        return withRetryAfter(htmlOf(renderPackagesPage(view), view, error.status), error);
      }
    },
    refusing,
  );

  route(
    app,
    contract.packageChangePage,
    async ({ ctx, tenant, request, url, params: { link, change: id } }) => {
      const { customer } = await customerAt(ctx, tenant, link);
      const page = { ctx, tenant, link, customer, reader: readerOf(request, url, customer) };
      const view = await changeView(page, id, null);
      return htmlOf(renderChangePage(view), view);
    },
    refusing,
  );

  route(
    app,
    contract.provePackageChange,
    async ({ ctx, tenant, request, url, params: { link, change: id }, body }) => {
      const { providerId, customer } = await customerAt(ctx, tenant, link);
      const reader = readerOf(request, url, customer, field(body, "lang"));
      const page = { ctx, tenant, link, customer, reader };
      try {
        const typed = field(body, "code") ?? "";
        const { change, isNew } = await proveOwnChange(ctx, providerIn(tenant), customer, { id, typed });
        if (isNew) await noted(ctx, providerId, customer, change, networkOf(request));
        return seeOther(addressOf(page, `/changes/${id}`));
      } catch (cause) {
        const error = asAppError(cause);
        const view = await changeView(page, id, textIn(reader.language, error.text));
        return withRetryAfter(htmlOf(renderChangePage(view), view, error.status), error);
      }
    },
    refusing,
  );
}

function providerIn({ provider }: Tenant) {
  if (provider === null) throw refuse("not_found", "my_link_unknown");
  return provider;
}

async function noted(
  ctx: Context,
  providerId: string,
  { id, name }: CustomerStanding,
  { lineId, terms: { packageName }, begins }: OwnChange,
  network: string,
): Promise<void> {
  const by = { actor: "customer", actorId: id, providerId, network } as const;
  const detail = { name, package: packageName, when: begins };
  await record(ctx, { ...by, action: "line.own_package", subject: lineId, detail });
}

function addressOf({ link, reader }: Page, path: string): string {
  const query = new URLSearchParams(langOf(reader.chosen));
  return `/my/${encodeURIComponent(link)}${path}${query.size > 0 ? `?${query}` : ""}`;
}

async function frameOf({ ctx, tenant, link, reader }: Page, problem: string | null) {
  const { language, chosen } = reader;
  const { brand } = await portalBrand(ctx, providerIn(tenant).id, tenant.onMain);
  return { language, chosen, link, problem, brand: shownBrand(brand) };
}

const namedOf = ({ packageName, priceCents, period }: LineTerms) => ({
  packageName,
  price: shillings(priceCents),
  period,
});

async function packagesView(page: Page, lineId: string, problem: string | null): Promise<PackagesView> {
  const { ctx, tenant, customer } = page;
  const found = await ownChoices(ctx, providerIn(tenant), customer, lineId);
  const { present, next, choices, isByPhone } = found;
  return {
    ...(await frameOf(page, problem)),
    lineId,
    present: namedOf(present),
    next: next && namedOf(next),
    choices: choices.map(({ terms, ...choice }) => ({
      ...namedOf(terms),
      id: terms.packageId,
      downMbps: terms.downKbps / 1_000,
      upMbps: terms.upKbps / 1_000,
      ...choice,
    })),
    phone: isByPhone ? ownPhone(customer) : null,
  };
}

/** @throws AppError not_found */
async function changeView(page: Page, id: string, problem: string | null): Promise<ChangeView> {
  const { ctx, tenant, customer } = page;
  const change = await ownChange(ctx, providerIn(tenant), customer, id);
  if (!change) throw refuse("not_found", "my_change_gone");
  const { lineId, terms, begins, state, phone } = change;
  // It says itself that it is over.
  const isTold = state === "over";
  return {
    ...(await frameOf(page, isTold ? null : problem)),
    id,
    lineId,
    package: namedOf(terms),
    begins,
    state,
    phone: maskedPhone(phone),
  };
}
