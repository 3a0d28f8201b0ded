import { and, eq, isNull } from "drizzle-orm";
import type { Context } from "../../context.ts";
import type { GatewayConfiguration } from "../../contract/gateways.ts";
import type { Made } from "../../contract/texts.ts";
import { explained } from "../../contract/values/gateway-faults.ts";
import { gateways } from "../../db/schema/platform.ts";
import { among, sql } from "../../db/sql.ts";
import { sortOf } from "./catalogue.ts";
import { type Health, healthNow, readinessOf, standingBy } from "./gateway-for.ts";
import { gatewayKinds, ownWalletTypes } from "./gateway-kinds.ts";
import { openSecrets, type StoredGateway } from "./store.ts";

/** From this length on the last four characters of a secret help nobody to guess the rest. */
const longEnough = 10;

export async function configurationNow(
  ctx: Context,
  row: StoredGateway,
): Promise<Made<typeof GatewayConfiguration>> {
  const [shown] = await configurationsNow(ctx, row.providerId, [row]);
  if (!shown) throw new Error("a gateway that is shown is not there");
  return shown;
}

export async function configurationsNow(
  ctx: Context,
  providerId: string,
  rows: readonly StoredGateway[],
): Promise<Made<typeof GatewayConfiguration>[]> {
  const inUse = ctx.platform.select(gateways, {
    where: and(eq(gateways.providerId, providerId), eq(gateways.isActive, true), isNull(gateways.archivedAt)),
  });
  const [health, others, all] = await Promise.all([
    healthNow(ctx.platform),
    othersAt(ctx, providerId),
    inUse,
  ]);
  const standBy = standingBy(
    all.map((row) => ({ ...row, status: readinessOf(ctx, row, secretsOf(ctx, row), health).status })),
  );
  return rows.map((row) => {
    const shown = configurationOf(ctx, row, health);
    const status = standBy.has(row.id) ? ("stands_by" as const) : shown.status;
    return { ...shown, status, sharedWith: others.get(row.id) ?? null };
  });
}

const secretsOf = (ctx: Context, row: StoredGateway) => (row.useAutoApi ? {} : openSecrets(ctx, row));

/** Of each secret that it is set, and the end by which people know it. */
function configurationOf(
  ctx: Context,
  row: StoredGateway,
  health: Health,
): Omit<Made<typeof GatewayConfiguration>, "sharedWith"> {
  const { id, type, routerId, isActive, accountNumber, paidAs, environment, useAutoApi } = row;
  const secrets = secretsOf(ctx, row);
  const plain = (name: string) => secrets[name] ?? null;
  const service = type === "bank" ? row.service : type;
  const readiness = readinessOf(ctx, row, secrets, health);
  return {
    id,
    paymentGatewayId: type,
    service,
    routerId,
    isActive,
    accountNumber,
    paidAs,
    environment,
    useAutoApi,
    portalNeeds: gatewayKinds[type].portalNeeds(ctx, row, secrets),
    status: readiness.status,
    fault: readiness.status === "cannot_collect" ? readiness.fault : null,
    suspendedAt: momentOf(row.suspendedAt),
    verification: verificationOf(row),
    paybillReports: {
      possible: isPaybillOfItsOwn(row, secrets),
      since: momentOf(row.paybillSince),
      fault: row.paybillFault,
    },
    configuration: {
      accountNumber,
      environment,
      gatewayType: sortOf(type),
      gatewayProvider: service ?? type,
      isProviderSpecific: !useAutoApi,
      businessShortCode: plain("businessShortCode"),
      bankCode: plain("bankCode"),
      merchantId: plain("merchantId"),
      merchantCode: plain("merchantCode"),
      consumerKey: masked(secrets.consumerKey),
      consumerSecret: masked(secrets.consumerSecret),
      passkey: masked(secrets.passkey),
      apiKey: masked(secrets.apiKey),
      apiSecret: masked(secrets.apiSecret),
      clientId: masked(secrets.clientId),
      clientSecret: masked(secrets.clientSecret),
      initiatorName: masked(secrets.initiatorName),
      securityCredential: masked(secrets.securityCredential),
      callbackKey: masked(secrets.callbackKey),
      // The end of a PEM is the same in all of them.
      privateKey: secrets.privateKey ? "••••" : null,
    },
  };
}

export function verificationOf(row: StoredGateway): GatewayConfiguration["verification"] {
  const { verifiedAt, verificationFault: fault } = row;
  if (verifiedAt !== null) return { status: "verified", at: momentOf(verifiedAt), fault: null };
  const at = null;
  if (fault !== null) return { status: "failed", at, fault: explained(fault) };
  return { status: row.verificationPaymentId === null ? "none" : "pending", at, fault };
}

/** Only then is the account code that people type the provider's own to give. */
export function isPaybillOfItsOwn(
  { type, useAutoApi, accountNumber }: Pick<StoredGateway, "type" | "useAutoApi" | "accountNumber">,
  { businessShortCode }: Record<string, string | undefined>,
): boolean {
  return type === "mpesa" && !useAutoApi && (businessShortCode ?? accountNumber) === accountNumber;
}

const momentOf = (at: number | null) => (at === null ? null : new Date(at).toISOString());

function masked(secret: string | undefined): string | null {
  if (!secret) return null;
  return secret.length < longEnough ? "••••" : `•••• ${secret.slice(-4)}`;
}

/** Business names of others at the same accounts. Said and not refused: one owner may have two businesses. */
async function othersAt({ platform }: Context, providerId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await platform.all(
    sql<{ id: string; name: string }>`SELECT own.id, providers.business_name AS name
      FROM gateways AS own
        JOIN gateways AS other ON other.type = own.type AND other.service IS own.service
          AND other.environment = own.environment AND other.archived_at IS NULL
            AND other.provider_id <> own.provider_id
          AND upper(trim(other.account_number)) = upper(trim(own.account_number))
        JOIN providers ON providers.id = other.provider_id
      WHERE own.provider_id = ${providerId} AND own.archived_at IS NULL
        AND NOT (own.type IN ${among(ownWalletTypes)} AND (own.use_auto_api = 1 OR other.use_auto_api = 1))
      ORDER BY other.created_at DESC`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
