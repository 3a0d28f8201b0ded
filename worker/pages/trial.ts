import type { Context } from "../context.ts";
import type { PortalScreen } from "../contract/portal.ts";
import * as portal from "../contract/portal.ts";
import type { TextKey } from "../contract/texts.ts";
import { maskedPhone } from "../contract/values/phone.ts";
import { asAppError, refuse } from "../errors.ts";
import { routerForSale } from "../features/routers/index.ts";
import { askCode, knownAsk, offeredMinutes, proveCode, trialFor } from "../features/trials/index.ts";
import { type App, route } from "../http/route.ts";
import type { Tenant } from "../http/tenant.ts";
import { buyerIn, formTenant, placeFields, problemOf, withRetryAfter } from "./forms.ts";
import { pageOf } from "./portal-data.ts";
import { addressWith, field, placeOf, type Visitor, visitorFrom } from "./portal-visitor.ts";
import { refusalPage } from "./refusal.ts";
import { html, seeOther } from "./render.ts";

// The free trial with links and forms alone, with scripts as without: a number, then the code that an SMS brings.

type TrialForm = Extract<PortalScreen, { kind: "trial" }>;

const emptyForm = { kind: "trial", id: null, phoneNumber: "", problem: null } as const;

/** After these there is nothing to enter any more: a code is asked for anew. */
const overs: readonly TextKey[] = ["trial_code_ended", "trial_code_late", "trial_unknown"];

export function mountTrialPages(app: App): void {
  const refusing = { refuse: refusalPage };

  route(
    app,
    portal.portalTrialPage,
    async (call) => {
      const { ctx, tenant, url, query } = call;
      const who = visitorFrom(call, query);
      const place = await placeIn(ctx, url, tenant, query);
      const { minutes } = await trialFor(ctx, place);
      return html(await pageOf(ctx, tenant, who, { ...emptyForm, minutes }));
    },
    refusing,
  );

  route(
    app,
    portal.portalAskTrial,
    async (call) => {
      const { ctx, url, body: form } = call;
      const who = visitorFrom(call, form);
      const tenant = await formTenant(call, who);
      const phoneNumber = field(form, "phoneNumber") ?? "";
      const { network } = buyerIn(call, who);
      const input = { phoneNumber, ...placeFields(form) };
      try {
        const id = await askCode(ctx, { url, tenant, input, network, language: who.language });
        return seeOther(addressWith(`/trial/${id}`, placeOf(who, tenant)));
      } catch (cause) {
        const screen = { ...(await phoneForm(ctx, url, tenant, form, cause)), phoneNumber };
        return formAgain(ctx, tenant, who, screen, cause);
      }
    },
    refusing,
  );

  route(
    app,
    portal.portalTrialCodePage,
    async (call) => {
      const { ctx, tenant, url, query, params } = call;
      const who = visitorFrom(call, query);
      const screen = await codeForm(ctx, url, tenant, query, params.id);
      return html(await pageOf(ctx, tenant, who, screen));
    },
    refusing,
  );

  route(
    app,
    portal.portalProveTrial,
    async (call) => {
      const { ctx, url, body: form, params, waitUntil } = call;
      const who = visitorFrom(call, form);
      const { language } = who;
      const tenant = await formTenant(call, who);
      const input = { code: field(form, "code") ?? "", ...placeFields(form) };
      const proof = { url, tenant, id: params.id, input, ...buyerIn(call, who), language, waitUntil };
      try {
        const transactionId = await proveCode(ctx, proof);
        return seeOther(addressWith(`/pay/${transactionId}`, placeOf(who, tenant)));
      } catch (cause) {
        const isOver = overs.includes(asAppError(cause).text.say);
        const screen = isOver
          ? await phoneForm(ctx, url, tenant, form, cause)
          : await codeForm(ctx, url, tenant, form, params.id);
        return formAgain(ctx, tenant, who, screen, cause);
      }
    },
    refusing,
  );
}

/** @throws AppError where the page knows no device, or nothing is sold there */
async function placeIn(ctx: Context, url: URL, tenant: Tenant, source: Record<string, unknown>) {
  const { providerId, router, subject } = await routerForSale(ctx, url, tenant, placeFields(source));
  if (!subject) throw refuse("invalid", "join_wifi_with_device");
  return { providerId, routerId: router.id, subject };
}

/** @throws `cause` where there is nothing to ask for any more */
async function phoneForm(
  ctx: Context,
  url: URL,
  tenant: Tenant,
  source: Record<string, unknown>,
  cause: unknown,
): Promise<TrialForm> {
  const minutes = await offeredMinutes(ctx, await placeIn(ctx, url, tenant, source));
  if (minutes === null) throw cause;
  return { ...emptyForm, minutes };
}

/** @throws AppError not_found for an id of another device */
async function codeForm(
  ctx: Context,
  url: URL,
  tenant: Tenant,
  source: Record<string, unknown>,
  id: string,
): Promise<TrialForm> {
  const place = await placeIn(ctx, url, tenant, source);
  const asked = await knownAsk(ctx, place, id);
  if (!asked) throw refuse("not_found", "trial_unknown");
  return { ...emptyForm, id, minutes: asked.minutes, phoneNumber: maskedPhone(asked.phone) };
}

async function formAgain(
  ctx: Context,
  tenant: Tenant,
  who: Visitor,
  form: TrialForm,
  cause: unknown,
): Promise<Response> {
  const error = asAppError(cause);
  const page = await pageOf(ctx, tenant, who, { ...form, problem: problemOf(error, who.language) });
  return withRetryAfter(html(page, error.status), error);
}
