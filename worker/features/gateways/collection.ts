import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { Context, PlatformRows } from "../../context.ts";
import type { Collection } from "../../contract/collection.ts";
import { shillings } from "../../contract/values/money.ts";
import { dayMs } from "../../contract/values/time.ts";
import { gateways } from "../../db/schema/platform.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { type Actor, recordIfStatement } from "../audit/index.ts";
import { balanceNow } from "../ledger/index.ts";
import { healthNow, readinessOf } from "./gateway-for.ts";
import { takeSlotStatements } from "./gateway-slot.ts";
import { platformMpesa } from "./mpesa.ts";
import { auditOf, notifyOfChangeStatement } from "./notify-change.ts";
import { deleteGateway } from "./provider-gateways.ts";
import { addGateway, openSecrets, type StoredGateway } from "./store.ts";

// The platform collects M-Pesa at its own pay bill for a provider that consents. The consent is a gateway of the provider's like any
// other: it is in use until KSh 1 has arrived at an account of the provider's own.

const settingName = "collection";

/** @property holdMs so long what was sold waits before it is paid out: its payer may want it back */
export type CollectionTerms = { collects: boolean; feeCents: number; leastCents: number; holdMs: number };

/** Off until an operator turns it on. */
export async function collectionTerms(rows: Pick<PlatformRows, "first">): Promise<CollectionTerms> {
  const row = await rows.first(
    sql<{ value: string }>`SELECT value FROM platform_settings WHERE name = ${settingName}`,
  );
  const value = (row ? JSON.parse(row.value) : {}) as Record<string, string>;
  return {
    collects: value.collects === "on",
    feeCents: Number(value.feeCents ?? 0),
    leastCents: Number(value.leastCents ?? 10_000),
    holdMs: Number(value.holdMs ?? dayMs),
  };
}

const isOn = sql`EXISTS (SELECT 1 FROM platform_settings
  WHERE name = ${settingName} AND json_extract(value, '$.collects') = 'on')`;

/** Off means at once, for all of them; on again, they go on as they had consented. */
export function collectionSwitchStatements(
  ctx: Context,
  { collects, feeCents, leastCents, holdMs }: CollectionTerms,
): Sql[] {
  const value = JSON.stringify({
    collects: collects ? "on" : "off",
    feeCents: String(feeCents),
    leastCents: String(leastCents),
    holdMs: String(holdMs),
  });
  return [
    sql`INSERT INTO platform_settings (name, value, updated_at) VALUES (${settingName}, ${value}, ${ctx.now()})
      ON CONFLICT (name) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`,
    switchStatement(),
  ];
}

const switchStatement = (): Sql => sql`UPDATE gateways SET collected = iif(${isOn}, 'on', 'stopped')
  WHERE collected IS NOT NULL AND collected <> iif(${isOn}, 'on', 'stopped') AND archived_at IS NULL`;

async function consentOf(ctx: Context, providerId: string): Promise<StoredGateway | undefined> {
  const [row] = await ctx.platform.select(gateways, {
    where: and(
      eq(gateways.providerId, providerId),
      isNotNull(gateways.collected),
      isNull(gateways.archivedAt),
    ),
    limit: 1,
  });
  return row;
}

export async function collectionOf(ctx: Context, providerId: string): Promise<Collection["state"]> {
  const consent = await consentOf(ctx, providerId);
  if (consent) return consent.collected === "on" ? "consented" : "stopped";
  const { collects } = await collectionTerms(ctx.platform);
  return collects && platformMpesa(ctx) ? "offered" : "off";
}

/** @throws AppError conflict where it is not offered, or an account of the provider's own collects */
export async function consentToCollection(ctx: Context, providerId: string, actor: Actor): Promise<void> {
  const app = platformMpesa(ctx);
  if (!app || !(await collectionTerms(ctx.platform)).collects) throw refuse("conflict", "collection_off");
  if (await consentOf(ctx, providerId)) return;
  await refuseWhereOwnCollects(ctx, providerId);
  const now = ctx.now();
  const gateway = {
    id: crypto.randomUUID(),
    providerId,
    routerId: null,
    type: "mpesa" as const,
    service: null,
    isActive: true,
    accountNumber: app.shortCode,
    environment: app.environment,
    useAutoApi: true,
    // The platform's own pay bill needs no proof.
    paidAs: "pay_bill" as const,
    collected: "on" as const,
    verifiedAt: now,
    createdAt: now,
  };
  const { id } = gateway;
  const isMade = sql`EXISTS (SELECT 1 FROM gateways WHERE id = ${id} AND archived_at IS NULL)`;
  const letter = { providerId, id, kind: "created" as const, before: null, after: gateway };
  const statements = [
    // An account of its own that has not taken KSh 1 yet waits for it, unless another one does.
    sql`UPDATE gateways SET is_active = 0
      WHERE provider_id = ${providerId} AND type = 'mpesa' AND router_id IS NULL AND archived_at IS NULL
        AND is_active = 1 AND NOT EXISTS (SELECT 1 FROM gateways AS other
          WHERE other.provider_id = ${providerId} AND other.type = 'mpesa' AND other.router_id IS NULL
            AND other.archived_at IS NULL AND other.is_active = 0)`,
    addGateway(ctx, gateway, null),
    ...takeSlotStatements({ id, former: id, at: now }),
    switchStatement(),
    recordIfStatement(
      ctx,
      { ...actor, providerId, action: "collection.consent", subject: id, detail: auditOf({ ...gateway }) },
      isMade,
    ),
    await notifyOfChangeStatement(ctx, letter, actor, isMade),
  ];
  try {
    await ctx.platform.batch(statements);
  } catch (cause) {
    // A second consent at the same moment: the index keeps one.
    if (!(await consentOf(ctx, providerId))) throw cause;
  }
}

/** What arrives at the provider's own account is not led away from it. */
async function refuseWhereOwnCollects(ctx: Context, providerId: string): Promise<void> {
  const rows = await ctx.platform.select(gateways, {
    where: and(
      eq(gateways.providerId, providerId),
      eq(gateways.type, "mpesa"),
      eq(gateways.isActive, true),
      isNull(gateways.routerId),
      isNull(gateways.archivedAt),
    ),
  });
  const health = await healthNow(ctx.platform);
  const isCollecting = (row: StoredGateway) =>
    readinessOf(ctx, row, row.useAutoApi ? null : openSecrets(ctx, row), health).status === "collects";
  if (rows.some(isCollecting)) throw refuse("conflict", "collection_own_collects");
}

/**
 * Refuses to leave while the balance is below zero (more went back to payers than was left): the next sales make it up.
 * @throws AppError conflict
 */
export async function refuseDebtor(ctx: Context, providerId: string): Promise<void> {
  if (!(await consentOf(ctx, providerId))) return;
  const { owed, refunding } = await balanceNow(ctx, providerId);
  if (owed < refunding) throw refuse("conflict", "collection_debt", { amount: shillings(refunding - owed) });
}

/** What was begun is finished, what waited to replace it is in use, and what is owed stays owed. @throws AppError conflict */
export async function withdrawCollection(ctx: Context, providerId: string, actor: Actor): Promise<void> {
  const consent = await consentOf(ctx, providerId);
  if (!consent) throw refuse("conflict", "collection_not_consented");
  await refuseDebtor(ctx, providerId);
  await deleteGateway(ctx, { providerId, id: consent.id }, actor);
}
