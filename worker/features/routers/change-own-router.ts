import type { Context } from "../../context.ts";
import type { OwnRouterInput } from "../../contract/routers.ts";
import { say, type Text } from "../../contract/texts.ts";
import { sql } from "../../db/sql.ts";
import { AppError, refuse } from "../../errors.ts";
import { type Actor, changesOf, recordIfStatement } from "../audit/index.ts";
import { bridgeAway, refuseTooMany } from "./choose-bridge.ts";
import { notifyBridge } from "./notify-bridge.ts";
import { alreadyThere, taken } from "./own-routers.ts";
import { type RouterRow, routerRow } from "./platform-routers.ts";
import { openSecrets, sealSecrets } from "./store.ts";

/** Connecting and logging in take a bridge ten seconds at most. */
const patienceMs = 14_000;

type Change = { id: string; providerId: string; input: OwnRouterInput; actor: Actor };
type Reached = Pick<RouterRow, "host" | "port" | "username"> & { password: string };

/**
 * Name and place are the provider's to say. How the router is reached only where its own bridge drives it directly: a
 * tunnel and a bridge of the platform are the platform's. @throws AppError not_found; refused where the router did not let
 * the bridge in; unavailable where no bridge could try; conflict
 */
export async function changeOwnRouter(ctx: Context, { id, providerId, input, actor }: Change): Promise<void> {
  const before = await routerRow(ctx, id);
  if (before?.providerId !== providerId) throw refuse("not_found", "no_such_router");
  const secrets = openSecrets(ctx, before);
  const { name, host, port, username, untested = false, location = null } = input;
  const reached = { host, port, username, password: input.password || secrets.password };
  // Who types the password shows that he has it, also where it is the one that is kept.
  const isSame =
    host === before.host && port === before.port && username === before.username && input.password === "";
  if (!isSame) {
    await refuseForeign(ctx, providerId, before);
    if (input.password === "" && before.logInSharedWith !== providerId)
      throw refuse("invalid", "type_router_password").at("password");
    if (!untested) await tryRouter(ctx, providerId, before.bridgeId, reached);
  }
  const { password } = reached;
  const { macAuthPassword, ovpnPassword } = secrets;
  const typed = { password, macAuthPassword, ...(ovpnPassword === undefined ? {} : { ovpnPassword }) };
  const sealed = sealSecrets(ctx, id, password === secrets.password ? secrets : typed);
  const sharedWith = isSame ? before.logInSharedWith : providerId;
  const isTaken =
    before.bridgeId === null || isSame
      ? sql`SELECT 1 WHERE false`
      : sql`${taken({ bridgeId: before.bridgeId, host, port })} AND id <> ${id}`;
  const kept = { name, host, port, username, location };
  const { name: oldName, host: oldHost, port: oldPort, username: oldUser, location: oldPlace } = before;
  const was = { name: oldName, host: oldHost, port: oldPort, username: oldUser, location: oldPlace };
  const entry = { ...actor, providerId, action: "router.change", subject: id } as const;
  const detail = {
    name,
    ...changesOf(was, kept),
    ...(password === secrets.password ? {} : { password: true }),
  };
  const [changed] = await ctx.platform.batch([
    sql<{ id: string }>`UPDATE routers SET name = ${name}, host = ${host}, port = ${port},
        username = ${username}, location = ${location}, secrets = ${sealed},
        log_in_shared_with = ${sharedWith},
        log_in_known_to = iif(${password === secrets.password}, log_in_known_to, NULL)
      WHERE id = ${id} AND provider_id = ${providerId} AND archived_at IS NULL AND NOT EXISTS (${isTaken})
      RETURNING id`,
    recordIfStatement(ctx, { ...entry, detail }, sql`changes() = 1`),
  ]);
  if (changed.length === 0) throw alreadyThere(name);
  if (before.bridgeId !== null) await notifyBridge(ctx, before.bridgeId);
}

async function refuseForeign(ctx: Context, providerId: string, router: RouterRow): Promise<void> {
  const bridge = router.bridgeId === null ? null : await ctx.lookup.bridgeByKey(router.bridgeId);
  const isOwn = bridge === null ? router.addedBy === providerId : bridge?.providerId === providerId;
  if (router.connectionType !== "direct" || !isOwn) throw refuse("refused", "router_reached_by_operator");
}

async function tryRouter(
  ctx: Context,
  providerId: string,
  bridgeId: string | null,
  reached: Reached,
): Promise<void> {
  if (bridgeId === null) throw refuse("unavailable", "no_bridge");
  await refuseTooMany(ctx, providerId, "try");
  const { host, port, username, password } = reached;
  const ask = { kind: "try_router", host, port, username, password } as const;
  const answer = await ctx.env.BRIDGE.getByName(bridgeId).request(ask, patienceMs);
  if (answer.kind !== "answered") throw new AppError("unavailable", bridgeAway[answer.kind]);
  if (!answer.ok) throw new AppError("refused", notLetIn(answer.message));
}

const notLetIn = (why: Text) => say("router_not_changed", { why });
