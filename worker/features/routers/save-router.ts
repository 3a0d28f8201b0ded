import type { Context } from "../../context.ts";
import type { RouterInput } from "../../contract/routers.ts";
import { say } from "../../contract/texts.ts";
import { siteUser } from "../../contract/values/router-setup.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { AppError, refuse } from "../../errors.ts";
import { type Actor, changesOf, recordStatement } from "../audit/index.ts";
import { linkVpnClient } from "../openvpn/index.ts";
import { forget, notifyBridge } from "./notify-bridge.ts";
import {
  changeStatements,
  newRouterStatement,
  type RouterFields,
  type RouterRow,
  refuseTaken,
  routerRow,
} from "./platform-routers.ts";
import { openSecrets, type RouterSecrets, tunnelUnknown, withRenewal } from "./store.ts";

/** It may have no provider and no bridge yet. @returns its id @throws AppError invalid, not_found (bridge), conflict (address) */
export async function addRouter(ctx: Context, input: RouterInput, actor: Actor): Promise<string> {
  if (input.connectionType === "tunnel") throw refuse("invalid", "choose_connection");
  if (input.password === "") throw missing(input);
  const bridgeId = input.bridgeId === "none" ? null : (input.bridgeId ?? null);
  await refuseBridge(ctx, bridgeId, null);
  const fields = fieldsOf(input, { bridgeId, before: null });
  const id = crypto.randomUUID();
  await refuseTaken(ctx, fields, id);
  await link(ctx, input, id, actor);
  await ctx.platform.batch([
    newRouterStatement(ctx, id, fields, secretsOf(input, null)),
    recordStatement(ctx, { ...actor, action: "router.add", subject: id, detail: detailOf(fields) }),
  ]);
  return id;
}

/** Absent secrets and tunnel fields stay as they are. @throws AppError as above */
export async function changeRouter(
  ctx: Context,
  { id, input, actor }: { id: string; input: RouterInput; actor: Actor },
): Promise<void> {
  const before = await routerRow(ctx, id);
  if (!before) throw refuse("not_found", "no_such_router");
  const { providerId } = before;
  if ((input.connectionType === "tunnel") !== (before.connectionType === "tunnel"))
    throw refuse("invalid", "choose_connection");
  const bridgeId = input.bridgeId === "none" ? null : (input.bridgeId ?? before.bridgeId);
  if (bridgeId !== before.bridgeId && before.username === siteUser)
    throw refuse("conflict", "set_up_give_back_first");
  if (bridgeId !== before.bridgeId) await refuseBridge(ctx, bridgeId, providerId);
  const fields = fieldsOf(input, { bridgeId, before });
  await refuseTaken(ctx, fields, id);
  await link(ctx, input, id, actor);
  const secrets = secretsOf(input, { ...openSecrets(ctx, before), username: before.username });
  const endsSharing = input.sharesLogIn === false && before.logInSharedWith !== null;
  await ctx.platform.batch([
    ...changeStatements(ctx, before, fields, endsSharing ? withRenewal(secrets) : secrets),
    sharingStatement(before, input),
    ...(input.location === undefined ? [] : [placeStatement(before, input.location)]),
    recordStatement(ctx, {
      ...actor,
      providerId,
      action: "router.change",
      subject: id,
      detail: {
        name: fields.name,
        ...changesOf(detailOf(before), detailOf(fields)),
        ...(input.sharesLogIn === undefined ? {} : { sharesLogIn: input.sharesLogIn }),
      },
    }),
  ]);
  if (before.bridgeId !== null && before.bridgeId !== bridgeId) await forget(ctx, before.bridgeId, id);
  if (bridgeId !== null) await notifyBridge(ctx, bridgeId);
}

/** A password that is typed now is known to nobody who had the router before. */
function sharingStatement({ id, providerId }: RouterRow, { password, sharesLogIn }: RouterInput): Sql {
  const known =
    sharesLogIn === false ? sql`coalesce(log_in_shared_with, log_in_known_to)` : sql`log_in_known_to`;
  const shared =
    sharesLogIn === undefined ? sql`log_in_shared_with` : sql`${sharesLogIn ? providerId : null}`;
  return sql`UPDATE routers SET log_in_known_to = ${password === "" ? known : sql`NULL`},
      log_in_shared_with = ${shared}
    WHERE id = ${id}`;
}

function missing({ connectionType }: RouterInput): AppError {
  const tunnel = connectionType === "ovpn_client";
  return refuse("invalid", tunnel ? "router_basics" : "all_required");
}

/** A provider's own bridge drives that provider's routers and nobody else's. */
async function refuseBridge(ctx: Context, id: string | null, providerId: string | null): Promise<void> {
  if (id === null) return;
  const bridge = await ctx.lookup.bridgeByKey(id);
  if (!bridge) throw refuse("not_found", "no_such_bridge");
  if (bridge.providerId !== null && bridge.providerId !== providerId)
    throw new AppError("refused", providerId === null ? say("bridge_of_provider") : say("bridge_of_another"));
}

function fieldsOf(
  input: RouterInput,
  { bridgeId, before }: { bridgeId: string | null; before: RouterRow | null },
): RouterFields {
  const { name, port, username, routerosVersion, connectionType, isActive } = input;
  const ovpnTunnelIp = input.ovpnTunnelIp ?? before?.ovpnTunnelIp ?? null;
  const status = isActive === undefined ? (before?.status ?? "active") : isActive ? "active" : "suspended";
  return {
    name,
    port,
    username,
    routerosVersion,
    connectionType,
    bridgeId,
    status,
    host: hostOf(input, { before, tunnelIp: ovpnTunnelIp }),
    ovpnTunnelIp,
    ovpnServerHost: input.ovpnServerHost ?? before?.ovpnServerHost ?? null,
    ovpnServerPort: input.ovpnServerPort ?? before?.ovpnServerPort ?? null,
    ovpnUsername: input.ovpnUsername ?? before?.ovpnUsername ?? null,
    ovpnCertificate: input.ovpnCertificate ?? before?.ovpnCertificate ?? null,
    ovpnCaFile: input.ovpnCaFile ?? before?.ovpnCaFile ?? null,
  };
}

/** Behind the tunnel it is reached at the tunnel's address, also after that one was generated anew. */
function hostOf(
  input: RouterInput,
  { before, tunnelIp }: { before: RouterRow | null; tunnelIp: string | null },
): string {
  const { host, connectionType } = input;
  if (connectionType === "tunnel" && before) return before.host;
  const unsaid = host === "" || host.toLowerCase() === tunnelUnknown;
  if (connectionType === "direct") {
    if (unsaid) throw missing(input);
    return host;
  }
  const address = (text: string | null | undefined) => text?.split("/")[0] || tunnelUnknown;
  return unsaid || host === address(before?.ovpnTunnelIp) ? address(tunnelIp) : host;
}

function secretsOf(input: RouterInput, before: (RouterSecrets & { username: string }) | null): RouterSecrets {
  const isSame = input.password === "" && input.username === before?.username;
  return {
    password: input.password || (before?.password ?? ""),
    ...(isSame ? { isMade: before.isMade, renewal: before.renewal } : {}),
    // The MAC login of a router that we did not set up has no password.
    macAuthPassword: before?.macAuthPassword ?? "",
    away: before?.away,
    ovpnPassword: input.ovpnPassword ?? before?.ovpnPassword,
  };
}

/** The generated certificate and address are this router's from now on. */
async function link(
  ctx: Context,
  { connectionType, ovpnUsername: username }: RouterInput,
  routerId: string,
  actor: Actor,
): Promise<void> {
  if (connectionType === "ovpn_client" && username !== undefined)
    await linkVpnClient(ctx, { username, routerId }, actor);
}

/** Where its provider has it; of a router without one nothing is kept. */
function placeStatement({ id, providerId }: RouterRow, location: string): Sql {
  return sql`UPDATE routers SET location = ${location} WHERE id = ${id} AND provider_id = ${providerId}`;
}

type Detailed = Pick<RouterFields, "name" | "host" | "port" | "bridgeId" | "connectionType" | "status">;

function detailOf({ name, host, port, bridgeId, connectionType, status }: Detailed) {
  return { name, host, port, bridgeId, connectionType, status };
}
