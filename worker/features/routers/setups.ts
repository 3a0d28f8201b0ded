import { eq } from "drizzle-orm";
import * as z from "zod";
import type { Context } from "../../context.ts";
import type { RouterAssignment } from "../../contract/bridge.ts";
import type { SetupStop } from "../../contract/router-setup.ts";
import { setupUser, siteUser } from "../../contract/values/router-setup.ts";
import { dayMs, minuteMs } from "../../contract/values/time.ts";
import { routerSetups } from "../../db/schema/platform.ts";
import { sealedPlace } from "../../db/sealed-columns.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { randomHex, sha256 } from "../../keys.ts";
import { routerRow } from "./platform-routers.ts";
import { newRenewal, openSecrets, sealSecrets } from "./store.ts";

/** How long the address of a script is good. */
const lifeMs = 30 * minuteMs;
/** How long a bridge waits for a script that was taken in time to be run; each of its tries is a line in the router's log. */
const patienceMs = dayMs;

export const SetupSecrets = z.object({
  /** In the script: good until the bridge first logs in. */
  bootstrapPassword: z.string(),
  /** What the bridge changes it to; no script holds it. */
  password: z.string(),
  macAuthPassword: z.string(),
  /** Of the user for a box at the site; only where the router comes in by a tunnel. */
  sitePassword: z.string().optional(),
});
export type SetupSecrets = z.infer<typeof SetupSecrets>;

export type Setup = Omit<typeof routerSetups.$inferSelect, "secrets" | "tokenHash">;
type Row = typeof routerSetups.$inferSelect;

const place = (routerId: string) => sealedPlace("router_setups", routerId);

function open(ctx: Context, row: Row): { setup: Setup; secrets: SetupSecrets } {
  const { secrets, tokenHash: _, ...setup } = row;
  return { setup, secrets: SetupSecrets.parse(JSON.parse(ctx.keys.unseal(secrets, place(row.routerId)))) };
}

/** The one before it ends. @returns what is to be written, and the token, which is not stored */
export function newSetup(
  ctx: Context,
  asked: Pick<Setup, "routerId" | "routerosVersion" | "interface" | "bridgeAddress">,
  secrets: SetupSecrets,
): { statement: Sql; setup: Setup; token: string } {
  const token = randomHex(128);
  const createdAt = ctx.now();
  const nothing = {
    usedAt: null,
    fetchedAt: null,
    fetchedFrom: null,
    refusedAt: null,
    doneAt: null,
    stoppedAt: null,
    stoppedFor: null,
  };
  const setup = { ...asked, id: randomHex(64), createdAt, expiresAt: createdAt + lifeMs, ...nothing };
  const statement = sql`INSERT INTO router_setups (router_id, id, token_hash, routeros_version, interface,
      bridge_address, secrets, created_at, expires_at, used_at)
      VALUES (${setup.routerId}, ${setup.id}, ${sha256(token)}, ${setup.routerosVersion}, ${setup.interface},
        ${setup.bridgeAddress}, ${ctx.keys.seal(JSON.stringify(secrets), place(setup.routerId))},
        ${setup.createdAt}, ${setup.expiresAt}, NULL)
    ON CONFLICT (router_id) DO UPDATE SET id = excluded.id, token_hash = excluded.token_hash,
      routeros_version = excluded.routeros_version, interface = excluded.interface,
      bridge_address = excluded.bridge_address, secrets = excluded.secrets, created_at = excluded.created_at,
      expires_at = excluded.expires_at, used_at = NULL, fetched_at = NULL, fetched_from = NULL, refused_at = NULL,
      done_at = NULL, stopped_at = NULL, stopped_for = NULL`;
  return { statement, setup, token };
}

/** The last one, whatever became of it. */
export async function setupOf(ctx: Context, routerId: string): Promise<Setup | undefined> {
  const where = eq(routerSetups.routerId, routerId);
  const [row] = await ctx.platform.select(routerSetups, { where, limit: 1 });
  if (!row) return undefined;
  const { secrets: _secrets, tokenHash: _hash, ...setup } = row;
  return setup;
}

/** By the token of its address, while that is good. */
export async function setupByToken(
  ctx: Context,
  token: string,
): Promise<{ setup: Setup; secrets: SetupSecrets } | undefined> {
  const where = eq(routerSetups.tokenHash, sha256(token));
  const [row] = await ctx.platform.select(routerSetups, { where, limit: 1 });
  return row && row.usedAt === null && row.expiresAt > ctx.now() ? open(ctx, row) : undefined;
}

const thisOne = ({ routerId, id }: Setup): Sql => sql`router_id = ${routerId} AND id = ${id}`;

/**
 * Binds the set-up to the network of its first fetch, which may repeat it until the set-up ends. The token in the address is
 * seen by people beside the screen and on the way: another network's fetch is refused, and kept for the router's owner.
 * @param network as `networkOf` tells it
 * @returns false: bound to another network
 */
export async function claimScript(ctx: Context, setup: Setup, network: string): Promise<boolean> {
  const now = ctx.now();
  const claimed = await ctx.platform.first(
    sql`UPDATE router_setups SET fetched_from = ${network}, fetched_at = ${now}, done_at = NULL, stopped_at = NULL,
        stopped_for = NULL
      WHERE ${isFrom(setup, network)} RETURNING id`,
  );
  return claimed !== undefined;
}

const isFrom = (setup: Setup, network: string): Sql =>
  sql`${thisOne(setup)} AND coalesce(fetched_from, ${network}) = ${network}`;

/** That another network asked. @returns whether none was refused before */
export async function noteRefused(ctx: Context, setup: Setup): Promise<boolean> {
  const refused = await ctx.platform.first(
    sql`UPDATE router_setups SET refused_at = ${ctx.now()} WHERE ${thisOne(setup)} AND refused_at IS NULL
      RETURNING id`,
  );
  return refused !== undefined;
}

/** What version the router has, as it told itself. @returns the set-up with it */
export async function noteVersion(
  ctx: Context,
  setup: Setup,
  routerosVersion: Setup["routerosVersion"],
): Promise<Setup> {
  await ctx.platform.batch([
    sql`UPDATE router_setups SET routeros_version = ${routerosVersion} WHERE ${thisOne(setup)}`,
    sql`UPDATE routers SET routeros_version = ${routerosVersion} WHERE id = ${setup.routerId}`,
  ]);
  return { ...setup, routerosVersion };
}

/**
 * What the router tells while the script runs there, by the network of the first fetch; the first to tell where the script was never fetched.
 * @returns false: bound to another network, or another set-up replaced this one
 */
export async function noteProgress(
  ctx: Context,
  setup: Setup,
  network: string,
  news: "done" | { stopped: SetupStop },
): Promise<boolean> {
  const now = ctx.now();
  const change =
    news === "done"
      ? sql`done_at = ${now}, stopped_at = NULL, stopped_for = NULL`
      : sql`stopped_at = ${now}, stopped_for = ${news.stopped}`;
  const noted = await ctx.platform.run(
    sql`UPDATE router_setups SET ${change}, fetched_from = ${network} WHERE ${isFrom(setup, network)}`,
  );
  return noted > 0;
}

/** The last set-up of each router, unless it was never run and is too old: for which address, and how to log in at first. */
type BridgeSetup = {
  routerId: string;
  id: string;
  secrets: string;
  bridgeAddress: string;
  usedAt: number | null;
};

/**
 * A script taken in time may be run later: only the bridge's log-in, or a newer one, ends it here. One that was made in the moment in
 * which a box took the router over is none of that box's business: it holds the hosts' log-in. @param routerIds a list, in brackets
 */
export function setupsForBridge(ctx: Context, routerIds: Sql): Sql<BridgeSetup> {
  return sql<BridgeSetup>`SELECT router_id AS routerId, id, secrets, bridge_address AS bridgeAddress,
      used_at AS usedAt
    FROM router_setups
    WHERE (used_at IS NOT NULL OR (created_at > ${ctx.now() - patienceMs} AND NOT EXISTS (
        SELECT 1 FROM routers WHERE id = router_setups.router_id AND username = ${siteUser})))
      AND router_id IN ${routerIds}`;
}

export function setupOfAssignment(
  ctx: Context,
  { routerId, id, secrets, bridgeAddress, usedAt }: BridgeSetup,
): Pick<RouterAssignment, "bridgeAddress" | "setup"> {
  // Where it comes in by a tunnel the hosts' network stands there, and none of them is expected at one address.
  const at = bridgeAddress.includes("/") ? {} : { bridgeAddress };
  if (usedAt !== null) return at;
  const { bootstrapPassword, password } = SetupSecrets.parse(
    JSON.parse(ctx.keys.unseal(secrets, place(routerId))),
  );
  return { ...at, setup: { id, username: setupUser, bootstrapPassword, password } };
}

/**
 * The bridge's own password drives it from now on; told twice, it was so. @param recorded the audit line of
 * what was done @returns false where another set-up came meanwhile, or the router is gone
 */
export async function finishSetup(
  ctx: Context,
  { routerId, setupId }: { routerId: string; setupId: string },
  recorded: (action: "router.set_up_done" | "router.log_in_renewed") => Sql,
): Promise<boolean> {
  const { platform } = ctx;
  const where = eq(routerSetups.routerId, routerId);
  const [[row], router] = await Promise.all([
    platform.select(routerSetups, { where, limit: 1 }),
    routerRow(ctx, routerId),
  ]);
  if (!router) return false;
  const { renewal, away, ...known } = openSecrets(ctx, router);
  if (away?.renewal?.id === setupId) {
    // A host has renewed the log-in of a box.
    const next = { password: away.renewal.password, ...(away.isKnown && { renewal: newRenewal() }) };
    const secrets = sealSecrets(ctx, routerId, { ...known, ...(renewal && { renewal }), away: next });
    const renewed = await platform.run(sql`UPDATE routers SET secrets = ${secrets}
      WHERE id = ${routerId} AND secrets = ${router.secrets}`);
    if (renewed > 0) await platform.run(recorded("router.log_in_renewed"));
    return renewed > 0;
  }
  if (renewal?.id === setupId) {
    const secrets = sealSecrets(ctx, routerId, {
      ...known,
      password: renewal.password,
      ...(away && { away }),
    });
    const renewed = await platform.run(sql`UPDATE routers SET secrets = ${secrets}, log_in_known_to = NULL
      WHERE id = ${routerId} AND secrets = ${router.secrets}`);
    if (renewed > 0) await platform.run(recorded("router.log_in_renewed"));
    return renewed > 0;
  }
  if (row?.id !== setupId) return false;
  if (row.usedAt !== null) return true;
  const { password, macAuthPassword, sitePassword } = open(ctx, row).secrets;
  const secrets = sealSecrets(ctx, routerId, {
    ...known,
    password,
    macAuthPassword,
    isMade: true,
    ...(sitePassword !== undefined && { away: { password: sitePassword } }),
  });
  await platform.batch([
    sql`UPDATE routers SET username = ${setupUser}, secrets = ${secrets}, log_in_known_to = NULL,
        log_in_shared_with = (SELECT provider_id FROM bridges WHERE id = routers.bridge_id)
      WHERE id = ${routerId} AND EXISTS (SELECT 1 FROM router_setups
        WHERE router_id = ${routerId} AND id = ${setupId})`,
    // Its secrets are the router's now; here they would be kept for nobody.
    sql`UPDATE router_setups SET used_at = ${ctx.now()}, secrets = ''
      WHERE router_id = ${routerId} AND id = ${setupId}`,
    recorded("router.set_up_done"),
  ]);
  return true;
}
