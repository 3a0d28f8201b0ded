import * as portal from "../contract/portal.ts";
import { formatRecoveryCode, parseRecoveryCode } from "../contract/values/recovery-code.ts";
import { asAppError } from "../errors.ts";
import { claimPurchase } from "../features/purchase-recovery/index.ts";
import { type App, route } from "../http/route.ts";
import { buyerIn, formTenant, placeFields, problemOf, withRetryAfter } from "./forms.ts";
import { pageOf } from "./portal-data.ts";
import { addressWith, field, placeOf, visitorFrom } from "./portal-visitor.ts";
import { refusalPage } from "./refusal.ts";
import { html, seeOther } from "./render.ts";

const emptyClaim = {
  kind: "claim",
  code: "",
  phoneNumber: "",
  problem: null,
  reason: null,
  checking: false,
  givesWay: null,
} as const;

/** A whole M-Pesa message may be pasted. */
const longestCode = 2_000;

export function mountClaimPages(app: App): void {
  const refuse = { refuse: refusalPage };

  route(
    app,
    portal.portalClaimPage,
    async (call) => {
      const { ctx, tenant, query } = call;
      const who = visitorFrom(call, query);
      const code = field(query, "code", longestCode) ?? "";
      return html(await pageOf(ctx, tenant, who, { ...emptyClaim, code }));
    },
    refuse,
  );

  route(
    app,
    portal.portalReceiptLink,
    async (call) => {
      const who = visitorFrom(call, call.query);
      const recovery = parseRecoveryCode(call.params.code);
      const place = addressWith("", placeOf(who, call.tenant)).replace("?", "&");
      return seeOther(`/claim?code=${recovery === undefined ? "" : formatRecoveryCode(recovery)}${place}`);
    },
    refuse,
  );

  route(
    app,
    portal.portalClaim,
    async (call) => {
      const { ctx, url, body: form } = call;
      const who = visitorFrom(call, form);
      const tenant = await formTenant(call, who);
      const code = field(form, "code", longestCode) ?? "";
      const phoneNumber = field(form, "phoneNumber");
      const screen = { ...emptyClaim, code, phoneNumber: phoneNumber ?? "" };
      const input = { code, phoneNumber, instead: field(form, "instead"), ...placeFields(form) };
      const ask = { url, tenant, input, ...buyerIn(call, who), idempotencyKey: null };
      try {
        const { success, givesWay } = await claimPurchase(ctx, ask);
        if (success) return seeOther(addressWith("/connected", placeOf(who, tenant)));
        return html(await pageOf(ctx, tenant, who, { ...screen, checking: givesWay === null, givesWay }));
      } catch (cause) {
        const error = asAppError(cause);
        const page = await pageOf(ctx, tenant, who, {
          ...screen,
          problem: problemOf(error, who.language),
          reason: error.text.say,
        });
        return withRetryAfter(html(page, error.status), error);
      }
    },
    refuse,
  );
}
