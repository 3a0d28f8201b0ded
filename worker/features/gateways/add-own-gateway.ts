import type { Context } from "../../context.ts";
import type { OfferedGateways, OwnAccount, OwnGateway } from "../../contract/own-gateways.ts";
import type { Made } from "../../contract/texts.ts";
import { sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import type { Actor } from "../audit/index.ts";
import { refuseDebtor } from "./collection.ts";
import { platformMpesa } from "./mpesa.ts";
import { ownGateways } from "./own-gateways.ts";
import { createGateway, deleteGateway } from "./provider-gateways.ts";
import { gatewayById, gatewayInUse } from "./store.ts";

/** Airtel's push names no payee: by the platform's app it would pay the platform. */
export function offeredGateways(ctx: Context): OfferedGateways {
  const app = platformMpesa(ctx);
  return app ? { kinds: ["mpesa", "bank"], environment: app.environment } : { kinds: [], environment: null };
}

/**
 * An account of the provider's own that the platform's app pays straight; what collects goes on until KSh 1 has arrived there, in the
 * sandbox, too: a number that was mistyped replaces none that works.
 * @throws AppError invalid
 */
export async function addOwnGateway(
  ctx: Context,
  providerId: string,
  { type, bank, accountNumber }: OwnAccount,
  actor: Actor,
): Promise<Made<typeof OwnGateway>> {
  const app = platformMpesa(ctx);
  if (!app) throw refuse("invalid", "platform_pays_nobody");
  // Once money arrives at an account of its own the platform collects no more for it.
  await refuseDebtor(ctx, providerId);
  if (accountNumber === app.shortCode) throw refuse("invalid", "account_is_platforms");
  const input = {
    gatewayId: type,
    accountNumber,
    environment: app.environment,
    useAutoApi: true,
    ...(bank === undefined ? {} : { gatewayProvider: bank }),
  };
  const { id } = await createGateway(ctx, providerId, input, actor, { untilProved: true });
  const made = (await ownGateways(ctx, providerId)).find((one) => one.id === id);
  if (!made) throw refuse("conflict", "gateway_changed");
  return made;
}

/** One at which nothing has arrived yet. What still arrives by it is paid all the same. @throws AppError not_found, refused, conflict */
export async function removeOwnGateway(
  ctx: Context,
  providerId: string,
  id: string,
  actor: Actor,
): Promise<void> {
  const found = await gatewayInUse(ctx, providerId, id);
  const shown = (await ownGateways(ctx, providerId)).find((one) => one.id === id);
  // An operator set the others: the credentials of an account of its own are not the provider's to take away.
  const isOwn = found.useAutoApi && found.collected === null;
  if (!isOwn || found.verifiedAt !== null || shown?.status === "collects")
    throw refuse("refused", "own_gateway_stays");
  await deleteGateway(ctx, { providerId, id }, actor, sql`verified_at IS NULL`);
  if ((await gatewayById(ctx, id))?.archivedAt === null) throw refuse("conflict", "gateway_changed");
}
