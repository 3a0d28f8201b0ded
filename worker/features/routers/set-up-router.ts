import { randomBytes } from "node:crypto";
import type * as z from "zod";
import type { Context } from "../../context.ts";
import type { createRouterSetup, NewRouterSetup, RouterSetup } from "../../contract/router-setup.ts";
import { fileStem } from "../../contract/values/file-stem.ts";
import { pagePort } from "../../contract/values/router-setup.ts";
import { refuse } from "../../errors.ts";
import { log } from "../../log.ts";
import { type Actor, recordStatement } from "../audit/index.ts";
import { providerById } from "../providers/index.ts";
import { limitFor } from "../rate-limits/index.ts";
import { notifyBridge } from "./notify-bridge.ts";
import { type RouterRow, routerRow } from "./platform-routers.ts";
import { setUpScript } from "./setup-script/set-up-script.ts";
import { scriptFile, undoScript } from "./setup-script/undo-script.ts";
import { newSetup, type Setup, type SetupSecrets, setupByToken, setupOf } from "./setups.ts";
import { openSecrets } from "./store.ts";

type Asked = { id: string /** Whose router it must be; null = anybody's. */; providerId: string | null };

/** How long a page waits for the bridge to say where it stands. */
const patienceMs = 3_000;

/** 138 random bits in letters and digits that mean nothing to RouterOS. */
const newPassword = () => randomBytes(24).toString("base64url").replace(/[-_]/g, "x");

/** @throws AppError not_found */
export async function readRouterSetup(ctx: Context, asked: Asked): Promise<RouterSetup> {
  const { router } = await routerAsked(ctx, asked);
  const [latest, bridgeAddress] = await Promise.all([setupOf(ctx, router.id), addressOfBridge(ctx, router)]);
  const moment = (at: number) => new Date(at).toISOString();
  return {
    routerosVersion: latest?.routerosVersion ?? router.routerosVersion,
    bridgeAddress: bridgeAddress ?? latest?.bridgeAddress ?? null,
    latest: latest
      ? {
          id: latest.id,
          createdAt: moment(latest.createdAt),
          expiresAt: moment(latest.expiresAt),
          usedAt: latest.usedAt === null ? null : moment(latest.usedAt),
        }
      : null,
    undoScript: undoScript(),
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
  const known = openSecrets(ctx, router).macAuthPassword;
  const secrets: SetupSecrets = {
    bootstrapPassword: newPassword(),
    password: newPassword(),
    // Devices that are let out now stay so: the password of their log-in does not change without need.
    macAuthPassword: known || newPassword(),
  };
  const { statement, setup, token } = newSetup(ctx, { routerId: router.id, ...input }, secrets);
  await ctx.platform.batch([
    statement,
    recordStatement(ctx, {
      ...{ ...actor, providerId: ownerId, action: "router.set_up", subject: router.id },
      detail: { name: router.name, ...input },
    }),
  ]);
  if (router.bridgeId !== null) await notifyBridge(ctx, router.bridgeId);
  const address = `${ctx.settings.MAIN_ORIGIN}/api/router-setup/${token}`;
  return {
    id: setup.id,
    command: `/tool fetch url="${address}" dst-path=${scriptFile}; :delay 2s; /import ${scriptFile}; /file remove ${scriptFile}`,
    expiresAt: new Date(setup.expiresAt).toISOString(),
    script: await scriptOf(ctx, { setup, secrets }, router, ownerId),
    fileName: `${fileStem(router.name)}_mlango_setup.rsc`,
  };
}

/** @param network from which it is asked: tokens are not guessed @throws AppError too_many; not_found for a bad address */
export async function setupScript(ctx: Context, token: string, network: string): Promise<string> {
  const tries = await limitFor(ctx, { network }).attempt({ key: "router-setup", windowMs: 600_000, max: 60 });
  if (!tries.allowed) throw refuse("too_many", "tries_limit_ten_minutes");
  const found = await setupByToken(ctx, token);
  const router = found && (await routerRow(ctx, found.setup.routerId));
  const ownerId = router && (await ctx.lookup.routerById(router.id))?.providerId;
  if (!found || !router || !ownerId) throw refuse("not_found", "set_up_line_over");
  return scriptOf(ctx, found, router, ownerId);
}

async function routerAsked(
  ctx: Context,
  { id, providerId }: Asked,
): Promise<{ router: RouterRow; ownerId: string | null }> {
  const [router, found] = await Promise.all([routerRow(ctx, id), ctx.lookup.routerById(id)]);
  const ownerId = found?.providerId ?? null;
  if (!router || (providerId !== null && ownerId !== providerId)) throw refuse("not_found", "no_such_router");
  return { router, ownerId };
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
  { setup, secrets }: { setup: Setup; secrets: SetupSecrets },
  router: RouterRow,
  ownerId: string,
): Promise<string> {
  const { businessName, subdomain } = await providerById(ctx, ownerId);
  const portal = new URL(ctx.settings.MAIN_ORIGIN);
  portal.hostname = `${subdomain}.${portal.hostname}`;
  const { bootstrapPassword, macAuthPassword } = secrets;
  return setUpScript(
    {
      ...{ id: setup.id, routerId: router.id, routerName: router.name, businessName },
      ...{ portalOrigin: portal.origin, apiPort: router.port },
      ...{ interface: setup.interface, bridgeAddress: setup.bridgeAddress, pagePort },
      ...{ bootstrapPassword, macAuthPassword },
    },
    setup.routerosVersion,
  );
}
