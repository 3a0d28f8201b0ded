import type * as z from "zod";
import type { Context } from "../../context.ts";
import { AddressesResult, type BridgeRequest, FoundHere } from "../../contract/bridge-requests.ts";
import { say, type Text } from "../../contract/texts.ts";
import { siteUser } from "../../contract/values/router-setup.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { AppError, refuse } from "../../errors.ts";
import { type Actor, recordIfStatement } from "../audit/index.ts";
import { bridgeAway, refuseForeignBridge, refuseTooMany } from "./choose-bridge.ts";
import { forget, notifyBridge } from "./notify-bridge.ts";
import { alreadyThere, taken } from "./own-routers.ts";
import { type RouterRow, routerRow } from "./platform-routers.ts";
import { giveBack } from "./return-to-platform.ts";
import { epochAboveAll } from "./serving-epoch.ts";
import { setupOf } from "./setups.ts";
import { secretsAtSite, sitePasswords } from "./site-log-in.ts";
import { openSecrets, sealSecrets } from "./store.ts";

/** A bridge answers after nine seconds at the latest. */
const patienceMs = 11_000;

type Asked = {
  id: string;
  providerId: string;
  /** Of the provider's own; null: the platform drives it by its tunnel again. */
  bridgeId: string | null;
  actor: Actor;
};

/**
 * Who drives a router that comes in by a tunnel: a box at its site, or the platform. The tunnel stays up. @returns the sentence to
 * show @throws AppError not_found; conflict; unavailable where a bridge could not be asked; refused where it did not find the router
 */
export async function chooseRouterBridge(ctx: Context, asked: Asked): Promise<Text> {
  const { id, providerId, bridgeId, actor } = asked;
  const router = await routerRow(ctx, id);
  if (router?.providerId !== providerId) throw refuse("not_found", "no_such_router");
  const { name } = router;
  if (router.connectionType !== "tunnel") throw refuse("refused", "router_without_tunnel", { name });
  if (bridgeId === null) {
    await giveBack(ctx, router, actor);
    return say("router_given_back", { name });
  }
  await refuseForeignBridge(ctx, providerId, bridgeId);
  if (bridgeId === router.bridgeId) {
    // The call before it may have been cut off right after it was written.
    await notifyBridge(ctx, bridgeId);
    throw refuse("conflict", "box_drives_already", { name });
  }
  await takeToSite(ctx, router, bridgeId, actor);
  return say("router_taken_to_site", { name });
}

async function takeToSite(ctx: Context, router: RouterRow, bridgeId: string, actor: Actor): Promise<void> {
  const { id, providerId, name, port } = router;
  const setup = await setupOf(ctx, id);
  // Its script may have run, and then neither way is let in by what is kept here.
  if (setup && setup.usedAt === null && setup.fetchedAt !== null)
    throw refuse("conflict", "set_up_running", { name });
  const isAtSite = router.username === siteUser;
  const secrets = openSecrets(ctx, router);
  const passwords = sitePasswords(secrets, isAtSite);
  if (passwords.length === 0) throw refuse("refused", "router_without_site_user", { name });
  await refuseTooMany(ctx, providerId ?? "", "try");
  const hosts = await addressesOf(ctx, router);
  const found = await answered(
    ctx,
    bridgeId,
    { kind: "find_router", hosts, port, username: siteUser, passwords },
    FoundHere,
  );
  const at = { bridgeId, host: found.host, port };
  const sealed = sealSecrets(ctx, id, secretsAtSite(secrets, isAtSite, passwords[found.password] ?? ""));
  const isTaken: Sql = sql`${taken(at)} AND id <> ${id}`;
  const [changed] = await ctx.platform.batch([
    sql<{ id: string }>`UPDATE routers SET bridge_id = ${bridgeId}, host = ${at.host}, username = ${siteUser},
        secrets = ${sealed}, log_in_shared_with = ${providerId}, serving_epoch = ${epochAboveAll(ctx.now())}
      WHERE id = ${id} AND provider_id = ${providerId} AND bridge_id IS ${router.bridgeId}
        AND secrets = ${router.secrets} AND archived_at IS NULL
        AND EXISTS (SELECT 1 FROM bridges WHERE id = ${bridgeId} AND revoked_at IS NULL)
        AND NOT EXISTS (${isTaken}) RETURNING id`,
    recordIfStatement(
      ctx,
      {
        ...actor,
        providerId,
        action: "router.take_to_site",
        subject: id,
        detail: { name, host: at.host, from: router.bridgeId, to: bridgeId },
      },
      sql`changes() = 1`,
    ),
    // A line that nobody pasted would take the hosts' log-in away behind the box's back.
    sql`DELETE FROM router_setups WHERE router_id = ${id} AND used_at IS NULL
      AND EXISTS (SELECT 1 FROM routers WHERE id = ${id} AND bridge_id = ${bridgeId})`,
  ]);
  if (changed.length === 0) {
    const other = await ctx.platform.first(isTaken as Sql<{ name: string }>);
    throw other ? alreadyThere(other.name) : refuse("conflict", "router_changed_meanwhile");
  }
  if (router.bridgeId !== null) await forget(ctx, router.bridgeId, id);
  await notifyBridge(ctx, bridgeId);
}

/** What drives it now asks the router itself: nobody else in the site's networks is believed, or told a password. */
async function addressesOf(ctx: Context, { id, bridgeId, name }: RouterRow): Promise<string[]> {
  if (bridgeId === null) throw refuse("unavailable", "no_bridge");
  const [a, b] = ctx.settings.TUNNEL_NETWORK.split(".");
  const all = await answered(ctx, bridgeId, { kind: "addresses", routerId: id }, AddressesResult);
  const hosts = all.filter((address) => !address.startsWith(`${a}.${b}.`));
  if (hosts.length === 0) throw refuse("refused", "router_without_address", { name });
  return hosts;
}

async function answered<T>(
  ctx: Context,
  bridgeId: string,
  request: BridgeRequest,
  result: z.ZodType<T>,
): Promise<T> {
  const answer = await ctx.env.BRIDGE.getByName(bridgeId).request(request, patienceMs);
  if (answer.kind !== "answered") throw new AppError("unavailable", bridgeAway[answer.kind]);
  if (!answer.ok) throw new AppError("refused", answer.message);
  const read = result.safeParse(JSON.parse(answer.result));
  if (!read.success) throw refuse("unavailable", "bridge_answer_unreadable");
  return read.data;
}
