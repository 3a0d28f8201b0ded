import * as z from "zod";
import type { Context } from "../../../context.ts";
import { asItIs, say, type Text, textIn } from "../../../contract/texts.ts";
import { sql } from "../../../db/sql.ts";
import { refuse } from "../../../errors.ts";
import { type Actor, record } from "../../audit/index.ts";
import {
  collectingPaybill,
  collectingPaybillRegistered,
  ownPaybill,
  paybillRegistered,
} from "../../gateways/index.ts";
import type { Paybill } from "../core/callbacks.ts";
import type { MpesaRoute } from "../core/route.ts";
import { darajaCall } from "../gateways/daraja-call.ts";
import { wireText } from "../gateways/wire.ts";
import { paybillAddresses } from "./paybill-address.ts";

export type Registered = { success: boolean; message: Text; paybillSince: string | null };

const Accepted = z.object({ ResponseCode: wireText });
const Refused = z.object({ errorCode: z.string(), errorMessage: z.string().default("") });

const registeredBefore = say("paybill_registered_elsewhere");

/** @throws AppError not_found, refused */
export async function registerPaybillAddresses(
  ctx: Context,
  { providerId, gatewayId }: { providerId: string; gatewayId: string },
  actor: Actor,
): Promise<Registered> {
  const paybill = await ownPaybill(ctx, providerId, gatewayId);
  const { environment, shortCode } = paybill;
  const fault = await register(ctx, paybill, { gatewayId, credentials: "provider" });
  const inEnglish = fault && textIn("en", fault);
  await paybillRegistered(ctx, gatewayId, inEnglish);
  await record(ctx, {
    ...actor,
    providerId,
    action: "gateway.register_paybill",
    subject: gatewayId,
    detail: { shortCode, environment, fault: inEnglish },
  });
  const since = (await ownPaybill(ctx, providerId, gatewayId)).paybillSince;
  return registered(shortCode, fault, since);
}

/** The same of the pay bill at which the platform collects. @throws AppError refused, where there is none too */
export async function registerCollectingPaybill(ctx: Context, actor: Actor): Promise<Registered> {
  const paybill = await collectingPaybill(ctx);
  if (!paybill) throw refuse("refused", "collection_no_app");
  const { environment, shortCode } = paybill;
  const fault = await register(ctx, paybill, { gatewayId: "", credentials: "platform" });
  const inEnglish = fault && textIn("en", fault);
  await collectingPaybillRegistered(ctx, paybill, inEnglish);
  await record(ctx, {
    ...actor,
    action: "settings.collection_paybill",
    subject: "collection",
    detail: { shortCode, environment, fault: inEnglish },
  });
  return registered(shortCode, fault, (await collectingPaybill(ctx))?.since ?? null);
}

function registered(shortCode: string, fault: Text | null, since: number | null): Registered {
  return {
    success: fault === null,
    message: fault ?? say("paybill_registered", { shortCode }),
    paybillSince: since === null ? null : new Date(since).toISOString(),
  };
}

/**
 * Where we do not answer Safaricom there, a payment shall not go through.
 * @returns why it was not done; null = it is @throws AppError refused
 */
async function register(
  ctx: Context,
  paybill: Paybill,
  by: Pick<MpesaRoute, "gatewayId" | "credentials">,
): Promise<Text | null> {
  const { environment, shortCode } = paybill;
  if (environment === "production" && !ctx.settings.MAIN_ORIGIN.startsWith("https:"))
    throw refuse("refused", "paybill_https");
  const addresses = paybillAddresses(ctx, paybill);
  const answer = await darajaCall(
    { ctx, route: { ...by, environment } },
    "/mpesa/c2b/v2/registerurl",
    () => ({
      ShortCode: shortCode,
      ResponseType: "Cancelled",
      ConfirmationURL: addresses.confirmation,
      ValidationURL: addresses.validation,
    }),
  );
  const fault = answer.kind === "answered" ? faultOf(answer.body) : asItIs(answer.detail);
  if (fault === null) await keepAddressVersion(ctx, shortCode);
  return fault;
}

/** Which root secret's address Safaricom has: a replaced one is accepted until the pay bill is registered again. */
async function keepAddressVersion(ctx: Context, shortCode: string): Promise<void> {
  await ctx.platform.run(
    sql`INSERT INTO paybill_addresses (short_code, version, registered_at)
      VALUES (${shortCode}, ${ctx.keys.current}, ${ctx.now()})
      ON CONFLICT (short_code) DO UPDATE SET version = excluded.version,
        registered_at = excluded.registered_at`,
  );
}

/** Null = registered. The same errorCode stands for many things: its message says which. */
function faultOf(body: unknown): Text | null {
  const accepted = Accepted.safeParse(body);
  if (accepted.success && /^0+$/.test(accepted.data.ResponseCode)) return null;
  const refused = Refused.safeParse(body);
  if (!refused.success) return say("paybill_no_answer");
  const { errorCode, errorMessage } = refused.data;
  if (/already registered/i.test(errorMessage)) return registeredBefore;
  return say("paybill_refused", { why: errorMessage || errorCode, code: errorCode });
}
