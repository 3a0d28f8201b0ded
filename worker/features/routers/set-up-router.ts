import type * as z from "zod";
import type { Context } from "../../context.ts";
import {
  type createRouterSetup,
  type NewRouterSetup,
  type RouterSetup,
  type SetupStop,
  undoSetupScript,
} from "../../contract/router-setup.ts";
import type { Made } from "../../contract/texts.ts";
import { fileStem } from "../../contract/values/file-stem.ts";
import { pagePort, siteUser } from "../../contract/values/router-setup.ts";
import { hostAddress, hostsNetwork, openvpnAddress } from "../../contract/values/tunnel-network.ts";
import { sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { log } from "../../log.ts";
import { type Actor, record, recordStatement } from "../audit/index.ts";
import { providerById } from "../providers/index.ts";
import { limitFor } from "../rate-limits/index.ts";
import {
  allHosts,
  confirmCertificate,
  giveCertificate,
  hostAuthority,
  peerOf,
  takeKey,
} from "../tunnels/index.ts";
import { notifyBridge } from "./notify-bridge.ts";
import { type RouterRow, routerRow } from "./platform-routers.ts";
import { lineThatRuns } from "./setup-script/checked-fetch.ts";
import { setUpScript } from "./setup-script/set-up-script.ts";
import type { RouterosVersion, TunnelSetup } from "./setup-script/setup.ts";
import { scriptFile, undoFile, undoScript } from "./setup-script/undo-script.ts";
import {
  claimScript,
  newSetup,
  noteProgress,
  noteRefused,
  noteVersion,
  type Setup,
  type SetupSecrets,
  setupByToken,
  setupOf,
} from "./setups.ts";
import { newPassword, openSecrets } from "./store.ts";
import { tunnelProgress, unfetched } from "./tunnel-progress.ts";

type Asked = { id: string /** Whose router it must be; null = anybody's. */; providerId: string | null };

/** How long a page waits for the bridge to say where it stands. */
const patienceMs = 3_000;

/** @throws AppError not_found */
export async function readRouterSetup(ctx: Context, asked: Asked): Promise<Made<typeof RouterSetup>> {
  const { router } = await routerAsked(ctx, asked);
  const latest = await setupOf(ctx, router.id);
  const isTunnel = router.connectionType === "tunnel";
  const atHost = await hostOfOpenvpn(ctx, router);
  const bridgeAddress = isTunnel ? null : (atHost ?? (await addressOfBridge(ctx, router)));
  const moment = (at: number) => new Date(at).toISOString();
  return {
    routerosVersion: latest?.routerosVersion ?? router.routerosVersion,
    bridgeAddress: isTunnel ? null : (bridgeAddress ?? latest?.bridgeAddress ?? null),
    comesInAtHost: atHost !== null,
    unfetched: unfetched(ctx, latest),
    tunnel: isTunnel ? await tunnelProgress(ctx, router, latest) : null,
    latest: latest
      ? {
          id: latest.id,
          createdAt: moment(latest.createdAt),
          expiresAt: moment(latest.expiresAt),
          usedAt: latest.usedAt === null ? null : moment(latest.usedAt),
          isSeenElsewhere: latest.refusedAt !== null,
        }
      : null,
    undoScript: undoScript(),
    undoCommand: lineThatRuns(`${ctx.settings.MAIN_ORIGIN}${undoSetupScript.path}`, undoFile),
  };
}

/** Its bridge tries the first log-in from now on. @throws AppError not_found; refused for a router without a provider */
export async function createSetup(
  ctx: Context,
  asked: Asked,
  input: z.output<typeof createRouterSetup.body>,
  actor: Actor,
): Promise<NewRouterSetup> {
  const { router, ownerId } = await routerAsked(ctx, asked);
  if (ownerId === null) throw refuse("refused", "assign_before_set_up");
  if (router.username === siteUser) throw refuse("conflict", "set_up_give_back_first");
  const known = openSecrets(ctx, router).macAuthPassword;
  const secrets: SetupSecrets = {
    bootstrapPassword: newPassword(),
    password: newPassword(),
    // Devices that are let out now stay so: the password of their log-in does not change without need.
    macAuthPassword: known || newPassword(),
    ...(router.connectionType === "tunnel" && { sitePassword: newPassword() }),
  };
  const bridgeAddress =
    router.connectionType === "tunnel"
      ? hostsNetwork(ctx.settings.TUNNEL_NETWORK)
      : ((await hostOfOpenvpn(ctx, router)) ?? input.bridgeAddress ?? null);
  if (bridgeAddress === null) throw refuse("invalid", "bridge_machine_address");
  const { routerosVersion, interface: visitors } = input;
  const given = { routerosVersion, interface: visitors, bridgeAddress };
  const { statement, setup, token } = newSetup(ctx, { routerId: router.id, ...given }, secrets);
  await ctx.platform.batch([
    statement,
    recordStatement(ctx, {
      ...actor,
      providerId: ownerId,
      action: "router.set_up",
      subject: router.id,
      detail: { name: router.name, ...given },
    }),
  ]);
  if (router.bridgeId !== null) await notifyBridge(ctx, router.bridgeId);
  return {
    id: setup.id,
    command: lineThatRuns(addressOf(ctx, token), scriptFile, router.connectionType === "tunnel"),
    expiresAt: new Date(setup.expiresAt).toISOString(),
    script: await scriptOf(ctx, { setup, secrets, token }, router, ownerId),
    fileName: `${fileStem(router.name)}_mlango_setup.rsc`,
    routerosVersion,
  };
}

/**
 * @param network from which it is asked: tokens are not guessed @param major first digit of the router's version; null where it was told
 * when the line was made @throws AppError too_many; not_found for a bad address
 */
export async function setupScript(
  ctx: Context,
  token: string,
  network: string,
  major: string | null,
): Promise<string> {
  const { found, router, ownerId } = await setupFound(ctx, token, network);
  await claimOrRefuse(ctx, found.setup, { network, ownerId });
  const said: RouterosVersion = major === "6" ? "6.x" : "7.x";
  const setup = major === null ? found.setup : await noteVersion(ctx, found.setup, said);
  return scriptOf(ctx, { ...found, setup, token }, router, ownerId);
}

/** What holds a secret, lets a router in or tells of it is for the network of the first fetch alone. @throws AppError not_found */
async function claimOrRefuse(
  ctx: Context,
  setup: Setup,
  { network, ownerId }: { network: string; ownerId: string },
): Promise<void> {
  if (!(await claimScript(ctx, setup, network))) await refuseElsewhere(ctx, setup, ownerId);
}

/** Its owner reads of the first one. @throws AppError not_found */
async function refuseElsewhere(ctx: Context, setup: Setup, ownerId: string): Promise<never> {
  if (await noteRefused(ctx, setup))
    await record(ctx, {
      actor: "system",
      actorId: null,
      providerId: ownerId,
      action: "router.set_up_refused",
      subject: setup.routerId,
    });
  throw refuse("not_found", "set_up_line_elsewhere");
}

/** @throws AppError as above; conflict, invalid for a key that cannot be its own, or a certificate that is not good any more */
export async function takeTunnelKey(
  ctx: Context,
  token: string,
  told: { publicKey?: string | undefined; certificate?: string | undefined },
  network: string,
): Promise<void> {
  const { found, router, ownerId } = await setupFound(ctx, token, network);
  const address = await tunnelAddress(ctx, router);
  await claimOrRefuse(ctx, found.setup, { network, ownerId });
  if (told.certificate !== undefined) {
    await confirmCertificate(ctx, router.id, told.certificate, found.setup.createdAt);
    await comesInAt(ctx, router, openvpnAddress(address));
  } else {
    await takeKey(ctx, router.id, told.publicKey ?? "", found.setup.createdAt);
    await comesInAt(ctx, router, address);
  }
}

/** @returns PEM @throws AppError as above */
export async function giveTunnelCertificate(ctx: Context, token: string, network: string): Promise<string> {
  const { found, router, ownerId } = await setupFound(ctx, token, network);
  const address = await tunnelAddress(ctx, router);
  await claimOrRefuse(ctx, found.setup, { network, ownerId });
  const pem = await giveCertificate(ctx, router.id, found.setup.createdAt);
  await comesInAt(ctx, router, openvpnAddress(address));
  return pem;
}

/** By WireGuard. @throws AppError not_found for a router that comes in by no tunnel */
async function tunnelAddress(ctx: Context, { id, connectionType }: RouterRow): Promise<string> {
  const peer = connectionType === "tunnel" ? await peerOf(ctx, id) : undefined;
  if (!peer) throw refuse("not_found", "set_up_line_over");
  return peer.address;
}

/** Its bridge reaches it there from now on. */
async function comesInAt(ctx: Context, { id, host, bridgeId }: RouterRow, address: string): Promise<void> {
  if (host === address) return;
  await ctx.platform.run(sql`UPDATE routers SET host = ${address} WHERE id = ${id} AND archived_at IS NULL`);
  if (bridgeId !== null) await notifyBridge(ctx, bridgeId);
}

/** @param stopped where the script ended before its end; null: it is done @throws AppError as above */
export async function takeProgress(
  ctx: Context,
  token: string,
  stopped: SetupStop | null,
  network: string,
): Promise<void> {
  const { found, ownerId } = await setupFound(ctx, token, network);
  const isNoted = await noteProgress(ctx, found.setup, network, stopped === null ? "done" : { stopped });
  if (!isNoted) await refuseElsewhere(ctx, found.setup, ownerId);
}

async function setupFound(ctx: Context, token: string, network: string) {
  const tries = await limitFor(ctx, { network }).attempt({ key: "router-setup", windowMs: 600_000, max: 60 });
  if (!tries.allowed) throw refuse("too_many", "tries_limit_ten_minutes");
  const found = await setupByToken(ctx, token);
  const router = found && (await routerRow(ctx, found.setup.routerId));
  const ownerId = router && (await ctx.lookup.routerById(router.id))?.providerId;
  if (!found || !router || !ownerId) throw refuse("not_found", "set_up_line_over");
  return { found, router, ownerId };
}

const addressOf = (ctx: Context, token: string) => `${ctx.settings.MAIN_ORIGIN}/api/router-setup/${token}`;

async function routerAsked(
  ctx: Context,
  { id, providerId }: Asked,
): Promise<{ router: RouterRow; ownerId: string | null }> {
  const [router, found] = await Promise.all([routerRow(ctx, id), ctx.lookup.routerById(id)]);
  const ownerId = found?.providerId ?? null;
  if (!router || (providerId !== null && ownerId !== providerId)) throw refuse("not_found", "no_such_router");
  return { router, ownerId };
}

/** The address in its tunnel of the host that its generated configuration leads to; null where another bridge drives it. */
async function hostOfOpenvpn(
  ctx: Context,
  { connectionType, ovpnServerHost, bridgeId }: RouterRow,
): Promise<string | null> {
  if (connectionType !== "ovpn_client") return null;
  const host = (await allHosts(ctx)).find(({ address }) => address === ovpnServerHost);
  if (!host || (bridgeId !== null && bridgeId !== host.bridgeId)) return null;
  return hostAddress(ctx.settings.TUNNEL_NETWORK, Number(host.id));
}

/** Null where nobody can say: the page asks the person then. */
async function addressOfBridge(ctx: Context, { id, bridgeId }: RouterRow): Promise<string | null> {
  if (bridgeId === null) return null;
  try {
    const answer = await ctx.env.BRIDGE.getByName(bridgeId).request(
      { kind: "address", routerId: id },
      patienceMs,
    );
    const said: unknown = answer.kind === "answered" && answer.ok ? JSON.parse(answer.result) : null;
    return typeof said === "string" ? said : null;
  } catch (cause) {
    log("error", "bridge", cause, { bridge: bridgeId });
    return null;
  }
}

async function scriptOf(
  ctx: Context,
  { setup, secrets, token }: { setup: Setup; secrets: SetupSecrets; token: string },
  router: RouterRow,
  ownerId: string,
): Promise<string> {
  const { businessName, subdomain } = await providerById(ctx, ownerId);
  const portal = new URL(ctx.settings.MAIN_ORIGIN);
  portal.hostname = `${subdomain}.${portal.hostname}`;
  const { bootstrapPassword, macAuthPassword, sitePassword = "" } = secrets;
  return setUpScript(
    {
      id: setup.id,
      routerId: router.id,
      routerName: router.name,
      businessName,
      portalOrigin: portal.origin,
      apiPort: router.port,
      interface: setup.interface,
      bridgeAddress: setup.bridgeAddress,
      pagePort,
      bootstrapPassword,
      macAuthPassword,
      sitePassword,
      tunnel: await tunnelOf(ctx, router, setup.routerosVersion, addressOf(ctx, token)),
    },
    setup.routerosVersion,
  );
}

/** What the script makes a tunnel of; null for a router that a bridge at its site drives. */
async function tunnelOf(
  ctx: Context,
  { id, connectionType }: RouterRow,
  version: RouterosVersion,
  toldAt: string,
): Promise<TunnelSetup | null> {
  if (connectionType !== "tunnel") return null;
  const [peer, hosts] = await Promise.all([peerOf(ctx, id), allHosts(ctx)]);
  if (!peer) throw refuse("not_found", "no_such_router");
  const network = ctx.settings.TUNNEL_NETWORK;
  return {
    toldAt,
    network,
    address: peer.address,
    authority: version === "6.x" ? (await hostAuthority(ctx)).commonName : "",
    hosts: hosts.map((host) => ({
      number: host.id,
      publicKey: host.publicKey,
      endpoint: host.address,
      address: hostAddress(network, Number(host.id)),
    })),
  };
}
