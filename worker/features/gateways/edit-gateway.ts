import type { Context } from "../../context.ts";
import type { GatewayChange, GatewayConfiguration } from "../../contract/gateways.ts";
import { AppError } from "../../errors.ts";
import { type Actor, recordIfStatement } from "../audit/index.ts";
import { bankAskedFor } from "./catalogue.ts";
import { configurationOf, isPaybillOfItsOwn } from "./configuration.ts";
import { gatewaysChanged } from "./gateway-for.ts";
import { formOf, type OwnSecrets } from "./gateway-form.ts";
import { readGateway } from "./read-gateway.ts";
import { gatewayById, gatewayInUse, openSecrets, replaceStatements, type StoredGateway } from "./store.ts";

/**
 * Changes a gateway by putting another one in its place: payments that began with the former ask and are asked with its
 * credentials until their end (docs/decisions/0015). What was proved of the former holds only as far as nothing of it changed.
 * @throws AppError not_found, invalid, conflict when somebody else changed it meanwhile
 */
export async function editGateway(
  ctx: Context,
  { providerId, id }: { providerId: string; id: string },
  input: GatewayChange,
  actor: Actor,
): Promise<GatewayConfiguration> {
  const former = await gatewayInUse(ctx, providerId, id);
  const { type, routerId } = former;
  if ([input.paymentGatewayId, input.gatewayId].some((named) => named && named !== type))
    throw new AppError(
      "invalid",
      "A gateway's type stays what it is. Delete this one and configure another one.",
    );
  const service = type === "bank" ? (bankAskedFor(input) ?? former.service) : null;
  const stored = openSecrets(ctx, former) as OwnSecrets;
  const form = formOf(input, { secrets: stored, useAutoApi: former.useAutoApi });
  const secrets = readGateway(ctx, { type, service }, form);
  const { accountNumber, environment } = input;
  const useAutoApi = secrets === null;
  const changed = changedNames(stored, secrets ?? {});
  const isSame =
    former.accountNumber === accountNumber &&
    former.environment === environment &&
    former.useAutoApi === useAutoApi &&
    former.service === service;
  if (isSame && changed.length === 0) return configurationOf(ctx, former);

  const proofHolds = isSame && changed.every((name) => besideCollecting.includes(name));
  const reportsTyped =
    former.accountNumber === accountNumber &&
    former.environment === environment &&
    isPaybillOfItsOwn({ type, useAutoApi, accountNumber }, secrets ?? {});
  const next = {
    ...former,
    ...{ id: crypto.randomUUID(), service, accountNumber, environment, useAutoApi, createdAt: ctx.now() },
    ...(proofHolds ? {} : { verifiedAt: null, verificationPaymentId: null, verificationFault: null }),
    ...(reportsTyped ? {} : { typedSince: null, typedFault: null }),
  };
  await ctx.platform.batch([
    ...replaceStatements(ctx, former, next, secrets),
    recordIfStatement(
      ctx,
      {
        ...{ ...actor, providerId, action: "gateway.update", subject: next.id },
        // Of the credentials their names alone.
        detail: { type, routerId, accountNumber, environment, useAutoApi, changed, former: id },
      },
      { sql: "EXISTS (SELECT 1 FROM gateways WHERE id = ?)", values: [next.id] },
    ),
  ]);
  gatewaysChanged();
  const row: StoredGateway | undefined = await gatewayById(ctx, next.id);
  if (!row)
    throw new AppError("conflict", "Somebody else changed this gateway meanwhile. Look at it again first.");
  return configurationOf(ctx, row);
}

/** Money arrives with or without them, so a new one leaves what KES 1 proved. */
const besideCollecting = ["initiatorName", "securityCredential", "callbackKey"];

function changedNames(before: OwnSecrets, after: OwnSecrets): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.filter((name) => before[name] !== after[name]).sort();
}
