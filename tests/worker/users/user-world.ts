import { env } from "cloudflare:workers";
import type { Endpoint } from "#contract/endpoint";
import {
  allowDevice,
  disconnectDevice,
  extendUser,
  type HotspotUser,
  listUsers,
  moveUser,
  userDetails,
} from "#contract/users";
import { createBridgeCode } from "#worker/features/bridges/enrol-bridge";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { clearAudit } from "../../support/clear-audit.ts";
import { FakeBridge, type FakeLink } from "../../support/fake-bridge.ts";
import type { Sold } from "../../support/sell.ts";
import { signInProvider } from "../../support/sign-in.ts";
import { emptyTenantTables } from "../../support/tenant-rows.ts";
import { type CallInput, call, hostOf } from "../../support/worker-call.ts";
import { seedBoth, testContext } from "../../support/worker-context.ts";

// What tests of a provider's users share.

export type Who = "demo" | "savanna";
export type World = TwoProviders & { cookies: Record<Who, string>; bridge: FakeBridge };

/** Both providers signed in, and a bridge that serves the demo provider's routers. */
export async function userWorld(): Promise<World> {
  const seeded = await seedBoth();
  const [demo, savanna] = [await signInProvider(seeded.demo), await signInProvider(seeded.savanna)];
  const owner = { providerId: seeded.demo.id, adminId: null };
  const bridge = await FakeBridge.enrol((await createBridgeCode(testContext(), owner, "Gate")).code);
  return { ...seeded, cookies: { demo, savanna }, bridge };
}

/** A new link of the bridge, with every router of the demo provider in reach and nothing left of before. */
export async function reachable(world: World): Promise<FakeLink> {
  const stub = env.BRIDGE.getByName(world.bridge.id);
  for (const { id } of world.demo.routers) await stub.forget(id);
  const link = await world.bridge.connect();
  for (const { id } of world.demo.routers) sayRouter(link, id, "reachable");
  await link.settled();
  return link;
}

export function sayRouter(
  link: FakeLink,
  routerId: string,
  state: "reachable" | "unreachable",
  foreignUsers?: string[],
): void {
  const more = foreignUsers ? { foreignUsers } : {};
  link.say({ type: "router", routerId, state, message: "", version: null, ...more });
}

type State = "connecting" | "online" | "waiting_for_device" | "queued" | "ended";

export async function say(link: FakeLink, { id, routerId }: Sold, state: State, rev = 1): Promise<void> {
  link.say({ type: "state", routerId, entitlements: [{ id, rev, state }] });
  await link.settled();
}

export const begin = (link: FakeLink, { id, routerId }: Sold, ageMs = 0) =>
  link.report({ kind: "started", ageMs, routerId, entitlementId: id, rev: 1 });

const as = (world: World, who: Who) => ({ host: hostOf(who), cookie: world.cookies[who] });

export function ask<E extends Endpoint>(world: World, endpoint: E, input: CallInput = {}, who: Who = "demo") {
  return call(endpoint, input, as(world, who));
}

export async function users(world: World, query: Record<string, string> = {}, who: Who = "demo") {
  const answer = await ask(world, listUsers, { query }, who);
  if (!answer.ok) throw new Error(`${answer.status} ${answer.text}`);
  return { users: answer.answer, total: Number(answer.headers.get("x-total-count")) };
}

export async function userOf(world: World, mac: string | null): Promise<HotspotUser> {
  return (await detailsOf(world, mac)).user;
}

export async function detailsOf(world: World, mac: string | null, who: Who = "demo") {
  const answer = await ask(world, userDetails, { params: { id: mac ?? "" } }, who);
  if (!answer.ok) throw new Error(`${answer.status} ${answer.text}`);
  return answer.answer;
}

export const disconnect = (world: World, id: string | null, who: Who = "demo") =>
  ask(world, disconnectDevice, { params: { id: id ?? "" } }, who);

export const allow = (world: World, id: string | null, who: Who = "demo") =>
  ask(world, allowDevice, { params: { id: id ?? "" } }, who);

export const move = (world: World, id: string | null, macAddress: string, who: Who = "demo") =>
  ask(world, moveUser, { params: { id: id ?? "" }, body: { macAddress } }, who);

export function extend(
  world: World,
  id: string | null,
  minutes: unknown,
  options: { key?: string; who?: Who } = {},
) {
  const { key, who = "demo" } = options;
  const headers: Record<string, string> = key === undefined ? {} : { "idempotency-key": key };
  return call(extendUser, { params: { id: id ?? "" }, body: { minutes } }, { ...as(world, who), headers });
}

export async function auditLines(): Promise<Record<string, unknown>[]> {
  const { results } = await env.DB.prepare(
    "SELECT actor, actor_id, provider_id, action, subject, detail FROM audit ORDER BY at, rowid",
  ).all();
  return results.map(({ detail, ...line }) => ({ ...line, detail: JSON.parse(String(detail)) }));
}

/** Nobody has bought anything, and nothing is recorded. */
export async function emptyUsers(): Promise<void> {
  await emptyTenantTables(
    "usage",
    "usage_daily",
    "traffic_daily",
    "moves",
    "devices",
    "hotspot_users",
    "entitlements",
  );
  await clearAudit();
}
