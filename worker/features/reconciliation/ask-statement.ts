import type { Context } from "../../context.ts";
import { parseKenyanMobile } from "../../contract/values/phone.ts";
import { hourMs } from "../../contract/values/time.ts";
import type { Asked } from "../../db/every-tenant.ts";
import { sql } from "../../db/sql.ts";
import { log } from "../../log.ts";
import { platformMpesa } from "../gateways/index.ts";
import {
  isSale,
  type PushingApp,
  type PushPlace,
  permittedPushes,
  pullStatement,
  readPayment,
  type StatementFault,
} from "../payments/index.ts";
import { type ComparedStatement, compareStatement } from "./compare-statement.ts";
import type { Expected } from "./match-money.ts";
import type { Night } from "./nights.ts";
import type { StatementOf } from "./statement-accounts.ts";
import { unknownOfAll } from "./unknown-payments.ts";

/** Daraja hands out 48 hours; what comes later is not the whole day. */
const statementMs = 47 * hourMs;
/** The phone of a test push may have asked a while before the day for what was paid in it. */
const verificationMs = hourMs;

/** From then on a day's statement is not to be had any more. */
export const statementUntil = (day: { from: number }) => day.from + statementMs;

/** Fetches one statement and compares it with what we know, or says why not. */
export async function requestStatement(
  ctx: Context,
  account: StatementOf,
  day: Night,
): Promise<(ComparedStatement & { rows: number; receivedCents: number }) | StatementFault> {
  try {
    const statement = await askedOf(ctx, account, day.from);
    if ("fault" in statement) return statement;
    const verifications = await verificationsAt(ctx, account, day.from - verificationMs);
    return {
      ...(await compareStatement(ctx, account, statement.rows, day, verifications)),
      rows: statement.rows.length,
      receivedCents: statement.rows.reduce((sum, { amountCents }) => sum + amountCents, 0),
    };
  } catch (cause) {
    // One statement shall not keep a night from all others.
    log("error", "reconcile statement", cause, { subject: account.shortCode });
    return { fault: "The statement could not be compared.", isFinal: false };
  }
}

/** What the first of those who may ask is given; a provider's wrong credentials do not stand in another's way. */
async function askedOf(
  ctx: Context,
  { askers, environment, shortCode }: StatementOf,
  from: number,
): ReturnType<typeof pullStatement> {
  const faults: StatementFault[] = [];
  for (const asker of askers.length === 0 ? [null] : askers) {
    const nominatedNumber = await nominatedBy(ctx, asker?.providerId ?? null);
    const account = { gatewayId: asker?.id ?? null, environment, shortCode };
    const answer =
      nominatedNumber === null
        ? { fault: asker === null ? noPlatformNumber : noProvidersNumber, isFinal: true }
        : await pullStatement(ctx, { ...account, nominatedNumber }, from, ctx.now());
    if (!("fault" in answer)) return answer;
    faults.push(answer);
  }
  // As long as one was not refused, but not answered, asking again may help.
  const [first] = faults.sort((a, b) => Number(a.isFinal) - Number(b.isFinal));
  return first ?? { fault: noProvidersNumber, isFinal: true };
}

const noPlatformNumber =
  "The platform has no Kenyan mobile number (PLATFORM_NOMINATED_NUMBER), which a statement asks for.";
const noProvidersNumber = "The provider has no Kenyan mobile number, which a statement asks for.";

/** Whom Safaricom may call about the short code. @param providerId null = the platform */
async function nominatedBy(ctx: Context, providerId: string | null): Promise<string | null> {
  if (providerId === null) return parseKenyanMobile(ctx.settings.PLATFORM_NOMINATED_NUMBER ?? "") ?? null;
  const contact = await ctx.platform.first(
    sql<{ phone: string }>`SELECT phone FROM providers WHERE id = ${providerId}`,
  );
  return parseKenyanMobile(contact?.phone ?? "") ?? null;
}

/** Test pushes to this short code, by whichever app: they have no row, so their payments are asked. */
async function verificationsAt(
  ctx: Context,
  { own, environment, shortCode }: StatementOf,
  since: number,
): Promise<Asked<Expected>> {
  const platform = platformMpesa(ctx);
  const apps = [
    ...own.map(({ id }) => ({ gatewayId: id, environment })),
    ...(platform ? [{ gatewayId: null, environment: platform.environment }] : []),
  ];
  const holders = new Set(own.map(({ providerId }) => providerId));
  const asked = await Promise.all(
    apps.map((app) =>
      unknownPushes(ctx, app, since, ({ providerId }) => own.length === 0 || holders.has(providerId)),
    ),
  );
  const ids = asked.flatMap(({ rows }) => rows);
  const views = await Promise.all(ids.map((id) => readPayment(ctx, id)));
  const rows = views.flatMap((view) => {
    if (!view || isSale(view.intent) || view.route?.type !== "mpesa" || view.route.partyB !== shortCode)
      return [];
    const { intent, pushedAt, completedAt, receipt, route } = view;
    const since = pushedAt ?? intent.createdAt;
    return {
      paymentId: intent.id,
      cents: intent.amountCents,
      phone: intent.phone,
      receipt,
      since,
      paidAt: completedAt ?? since,
      reference: route.accountReference,
    };
  });
  return { rows, silent: asked.flatMap(({ silent }) => silent) };
}

/** Payments without a row, of all pushes since a moment. @param isTheirs to an account of the platform's any provider's may go */
async function unknownPushes(
  ctx: Context,
  app: PushingApp,
  since: number,
  isTheirs: (push: { providerId: string }) => boolean,
): Promise<Asked<string>> {
  const unknown: Asked<string> = { rows: [], silent: [] };
  let place: PushPlace | null = { at: since, paymentId: "" };
  while (place) {
    const { pushes, next } = await permittedPushes(ctx, app, place);
    const { rows, silent } = await unknownOfAll(ctx, pushes.filter(isTheirs));
    unknown.rows.push(...rows);
    unknown.silent.push(...silent);
    place = next;
  }
  return unknown;
}
