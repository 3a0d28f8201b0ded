import type { Context } from "../../context.ts";
import { macOf, parseDevice, type Subject } from "../../contract/values/subject.ts";
import type { RouterFound } from "../../db/lookup.ts";
import { resolveTenant, type Tenant } from "../../http/tenant.ts";
import { log } from "../../log.ts";
import { TtlCache } from "../../ttl-cache.ts";
import {
  type Act,
  freshListMs,
  limitFor,
  listsAsked,
  refusedFor,
  staleListMs,
  tooMany,
} from "../rate-limits/index.ts";

type Asked = Pick<RouterFound, "id" | "bridgeId">;
type Place = { providerId: string; router: Asked; subject: Subject | null };
/** `macs` null: the router could not be asked. */
type Known = { macs: ReadonlySet<string> | null; at: number };

const lists = new TtlCache<Known>(staleListMs, 500);

/** Null when it could not be asked in time. A yes may be two seconds old, a no is of now. */
export async function deviceIsListed(ctx: Context, router: Asked, subject: Subject): Promise<boolean | null> {
  const mac = macOf(subject);
  const { macs } = await listOf(ctx, router, freshListMs, mac);
  return macs?.has(mac) ?? null;
}

/**
 * For a visitor: a network that asks for very many gets answers that are up to half a minute old.
 * @param knownMs how old a yes may be without asking again
 */
export async function visitorIsListed(
  ctx: Context,
  { providerId, router, subject }: Place,
  network: string,
  knownMs: number = staleListMs,
): Promise<boolean | null> {
  if (subject === null) return false;
  if (!router.bridgeId) return null;
  const mac = macOf(subject);
  if (isFresh(lists.known(router.id, ctx.now()), mac, ctx.now() - knownMs)) return true;
  const look = await limitFor(ctx, { providerId, of: { network } }).attempt({
    key: "lists",
    ...listsAsked,
  });
  if (look.allowed) return deviceIsListed(ctx, router, subject);
  const { macs } = await listOf(ctx, router, staleListMs, null);
  return macs?.has(mac) ?? null;
}

type Visit = {
  url: URL;
  tenant: Tenant;
  input: { routerId?: string | undefined; macAddress?: string | undefined };
  network: string;
};

/** A network that was just refused, before any count, unless the device may be a listed one. @throws AppError too_many */
export async function refuseFlood(
  ctx: Context,
  act: Act,
  { url, tenant, input, network }: Visit,
): Promise<void> {
  const { router, provider } = input.routerId ? await resolveTenant(ctx, url, input.routerId) : tenant;
  if (!provider) return;
  const from = { providerId: provider.id, network };
  if ([true, null].every((listed) => refusedFor(ctx, act, { ...from, listed }) === 0)) return;
  const subject = parseDevice(input.macAddress ?? "");
  const kept = router ? lists.known(router.id, ctx.now()) : undefined;
  if (router?.bridgeId && subject && (!kept || kept.macs?.has(macOf(subject)))) return;
  const listed = subject && (!router?.bridgeId || kept?.macs === null) ? null : false;
  const retryAfterMs = refusedFor(ctx, act, { ...from, listed });
  if (retryAfterMs > 0) throw tooMany(act, retryAfterMs);
}

const isFresh = (kept: Known | undefined, mac: string | null, since: number) =>
  kept !== undefined && kept.at > since && (mac === null || kept.macs?.has(mac) === true);

async function listOf(ctx: Context, router: Asked, maxAgeMs: number, mac: string | null): Promise<Known> {
  const { id, bridgeId } = router;
  const now = ctx.now();
  if (!bridgeId) return { macs: null, at: now };
  const kept = lists.known(id, now);
  if (kept && isFresh(kept, mac, now - maxAgeMs)) return kept;
  lists.forget(id);
  return lists.get(id, now, async () => {
    const macs = await askBridge(ctx, { id, bridgeId }, maxAgeMs, mac);
    return { macs: macs && new Set(macs), at: ctx.now() };
  });
}

/** A sale does not fail because a bridge's object does. */
async function askBridge(
  ctx: Context,
  { id, bridgeId }: { id: string; bridgeId: string },
  maxAgeMs: number,
  mac: string | null,
): Promise<string[] | null> {
  try {
    return await ctx.env.BRIDGE.getByName(bridgeId).devicesOf(id, maxAgeMs, mac);
  } catch (cause) {
    log("error", "list of devices", cause, { bridge: bridgeId, router: id });
    return null;
  }
}
