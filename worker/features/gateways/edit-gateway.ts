import type { Context } from "../../context.ts";
import type { GatewayChange, GatewayConfiguration } from "../../contract/gateways.ts";
import type { Made } from "../../contract/texts.ts";
import { sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { type Actor, changesOf, recordIfStatement } from "../audit/index.ts";
import { bankAskedFor } from "./catalogue.ts";
import { configurationNow, isPaybillOfItsOwn } from "./configuration.ts";
import { formOf, type OwnSecrets } from "./gateway-form.ts";
import { gatewayKinds } from "./gateway-kinds.ts";
import { hasToWait, takeSlotStatements, waitingIn } from "./gateway-slot.ts";
import { auditOf, notifyOfChangeStatement } from "./notify-change.ts";
import { paybillSinceOf } from "./paybill.ts";
import { addFromStatement, gatewayById, gatewayInUse, openSecrets, type StoredGateway } from "./store.ts";

/**
 * Puts another one in its place: payments begun with the former end with its credentials; its proof holds where
 * nothing of it changed (docs/decisions/0015). @throws AppError not_found, invalid, conflict
 */
export async function editGateway(
  ctx: Context,
  { providerId, id }: { providerId: string; id: string },
  input: GatewayChange,
  actor: Actor,
): Promise<Made<typeof GatewayConfiguration>> {
  const former = await gatewayInUse(ctx, providerId, id);
  const { type, routerId } = former;
  if (former.collected !== null) throw refuse("conflict", "gateway_by_consent");
  const waiting = await waitingIn(ctx, former);
  if ([input.paymentGatewayId, input.gatewayId].some((named) => named && named !== type))
    throw refuse("invalid", "gateway_type_stays");
  const service = type === "bank" ? (bankAskedFor(input) ?? former.service) : null;
  const stored = openSecrets(ctx, former) as OwnSecrets;
  const form = formOf(input, { secrets: stored, useAutoApi: former.useAutoApi });
  const secrets = gatewayKinds[type].read(ctx, form, service);
  const { accountNumber, environment } = input;
  const useAutoApi = secrets === null;
  const changed = changedNames(stored, secrets ?? {});
  const isSame =
    former.accountNumber === accountNumber &&
    former.environment === environment &&
    former.useAutoApi === useAutoApi &&
    former.service === service;
  // One that waits for what it has by now takes its place when it is saved again.
  const isReady = !former.isActive && !(await hasToWait(ctx, former, secrets));
  if (isSame && changed.length === 0 && !isReady) return configurationNow(ctx, former);

  const proofHolds = isSame && changed.every((name) => besideCollecting.includes(name));
  const reportsPaybill = isPaybillOfItsOwn({ type, useAutoApi, accountNumber }, secrets ?? {});
  const paybillFault =
    former.accountNumber === accountNumber && former.environment === environment ? former.paybillFault : null;
  const next = {
    ...former,
    id: crypto.randomUUID(),
    service,
    accountNumber,
    environment,
    useAutoApi,
    createdAt: ctx.now(),
    ...(proofHolds ? {} : nothingProved),
    ...(reportsPaybill
      ? { paybillSince: await paybillSinceOf(ctx, { providerId, accountNumber, environment }), paybillFault }
      : { paybillSince: null, paybillFault: null }),
  };
  const isActive = !(await hasToWait(ctx, next, secrets));
  const isMade = sql`EXISTS (SELECT 1 FROM gateways WHERE id = ${next.id})`;
  const change = { providerId, id: next.id, kind: "changed" as const, before: former, after: next };
  const letter = { ...change, otherCredentials: changed.length > 0 };
  await ctx.platform.batch([
    addFromStatement(ctx, { former, waiting, proofHolds }, { ...next, isActive }, secrets),
    ...takeSlotStatements({ id: next.id, former: id, at: next.createdAt }),
    recordIfStatement(
      ctx,
      {
        ...actor,
        providerId,
        action: "gateway.update",
        subject: next.id,
        // Of the credentials their names alone.
        detail: {
          type,
          routerId,
          ...auditOf(next),
          ...changesOf(auditOf(former), auditOf(next)),
          changed,
          former: id,
        },
      },
      isMade,
    ),
    await notifyOfChangeStatement(ctx, letter, actor, isMade),
  ]);
  const row: StoredGateway | undefined = await gatewayById(ctx, next.id);
  if (!row) throw refuse("conflict", "gateway_changed");
  return configurationNow(ctx, row);
}

const nothingProved = {
  paidAs: null,
  verifiedAt: null,
  verificationPaymentId: null,
  verificationFault: null,
  suspendedAt: null,
  suspendedFor: null,
};

/** Money arrives with or without them, so a new one leaves what KSh 1 proved. */
const besideCollecting = ["initiatorName", "securityCredential", "callbackKey"];

function changedNames(before: OwnSecrets, after: OwnSecrets): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.filter((name) => before[name] !== after[name]).sort();
}
