import { and, desc, eq, isNull } from "drizzle-orm";
import type { Context } from "../../context.ts";
import type { GatewayConfiguration, GatewayInput } from "../../contract/gateways.ts";
import type { Made } from "../../contract/texts.ts";
import { gateways } from "../../db/schema/platform.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { type Actor, recordIfStatement, recordStatement } from "../audit/index.ts";
import { isProvider } from "../providers/index.ts";
import { typeAskedFor } from "./catalogue.ts";
import { configurationNow, configurationsNow, isPaybillOfItsOwn } from "./configuration.ts";
import { formOf } from "./gateway-form.ts";
import { gatewayKinds } from "./gateway-kinds.ts";
import { fillSlotStatement, hasToWait, takeSlotStatements } from "./gateway-slot.ts";
import { auditOf, notifyOfChangeStatement } from "./notify-change.ts";
import { paybillSinceOf } from "./paybill.ts";
import { addGateway, gatewayById, gatewayInUse } from "./store.ts";

const always = sql`true`;

/** Those in use and those that wait to be, newest first. @throws AppError not_found */
export async function providerGateways(
  ctx: Context,
  providerId: string,
): Promise<Made<typeof GatewayConfiguration>[]> {
  await known(ctx, providerId);
  const rows = await ctx.platform.select(gateways, {
    where: and(eq(gateways.providerId, providerId), isNull(gateways.archivedAt)),
    orderBy: [desc(gateways.createdAt)],
  });
  return configurationsNow(ctx, providerId, rows);
}

/**
 * The former one of that type and router is archived at once, or, where it collects, when KSh 1 came by the new one.
 * @param how.untilProved it waits for its KSh 1 in the sandbox, too, before it takes another's place
 * @throws AppError not_found, invalid
 */
export async function createGateway(
  ctx: Context,
  providerId: string,
  input: GatewayInput,
  actor: Actor,
  how: { untilProved?: boolean } = {},
): Promise<Made<typeof GatewayConfiguration>> {
  await known(ctx, providerId);
  const { type, service } = typeAskedFor(input);
  const { accountNumber } = input;
  const secrets = gatewayKinds[type].read(ctx, formOf(input, null), service);
  const routerId = input.routerId?.toLowerCase() ?? null;
  if (routerId !== null) await checkRouter(ctx, providerId, routerId);
  const { platform } = ctx;
  const { environment } = input;
  const useAutoApi = secrets === null;
  const reportsPaybill = isPaybillOfItsOwn({ type, useAutoApi, accountNumber }, secrets ?? {});
  const gateway = {
    id: crypto.randomUUID(),
    providerId,
    routerId,
    type,
    service,
    isActive: true,
    accountNumber,
    environment,
    useAutoApi,
    paidAs: null,
    collected: null,
    verifiedAt: null,
    verificationPaymentId: null,
    verificationFault: null,
    paybillSince: reportsPaybill
      ? await paybillSinceOf(ctx, { providerId, accountNumber, environment })
      : null,
    suspendedAt: null,
    suspendedFor: null,
    paybillFault: null,
    createdAt: ctx.now(),
    archivedAt: null,
  };
  const isActive = !(await hasToWait(ctx, gateway, secrets, how));
  const { id } = gateway;
  const letter = { providerId, id, kind: "created" as const, before: null, after: gateway };
  await platform.batch([
    addGateway(ctx, { ...gateway, isActive }, secrets),
    ...takeSlotStatements({ id: gateway.id, former: null, at: gateway.createdAt }),
    recordStatement(ctx, {
      ...actor,
      providerId,
      action: "gateway.create",
      subject: gateway.id,
      detail: { type, routerId, ...auditOf(gateway) },
    }),
    await notifyOfChangeStatement(ctx, letter, actor, always),
  ]);
  const row = await gatewayById(ctx, gateway.id);
  if (!row) throw new Error("a gateway was written and is not there");
  return configurationNow(ctx, row);
}

/**
 * Archives it: what was begun with it is finished with its credentials, and what waited to replace it is in use.
 * @param condition on `gateways`, judged inside the batch; where it does not hold nothing happens
 * @throws AppError not_found
 */
export async function deleteGateway(
  ctx: Context,
  { providerId, id }: { providerId: string; id: string },
  actor: Actor,
  condition: Sql = always,
): Promise<void> {
  const { platform } = ctx;
  const found = await gatewayInUse(ctx, providerId, id);
  const letter = { providerId, id, kind: "deleted" as const, before: found, after: null };
  const isThere = sql`id = ${id} AND archived_at IS NULL AND ${condition}`;
  const isDue = sql`EXISTS (SELECT 1 FROM gateways WHERE ${isThere})`;
  const entry = {
    ...actor,
    providerId,
    action: "gateway.delete",
    subject: id,
    detail: { type: found.type, routerId: found.routerId, ...auditOf(found) },
  } as const;
  await platform.batch([
    recordIfStatement(ctx, entry, isDue),
    await notifyOfChangeStatement(ctx, letter, actor, isDue),
    sql`UPDATE gateways SET is_active = 0, archived_at = ${ctx.now()} WHERE ${isThere}`,
    fillSlotStatement(found),
  ]);
}

async function known(ctx: Context, providerId: string): Promise<void> {
  if (!(await isProvider(ctx, providerId))) throw refuse("not_found", "no_such_provider");
}

async function checkRouter(ctx: Context, providerId: string, routerId: string): Promise<void> {
  const router = await ctx.lookup.routerById(routerId);
  if (router?.providerId !== providerId) throw refuse("invalid", "router_not_assigned_here");
}
