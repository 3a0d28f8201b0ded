import type { Context } from "../context.ts";
import type { Tenant } from "../http/tenant.ts";
import { log } from "../log.ts";
import { within } from "../sleep.ts";

// D1 learns that a bridge fell silent on a link that stayed open when the bridge's object looks, which may be minutes later. Who is
// about to buy is told before: while people look at a router's page its bridge is asked once a minute, and not for each of them.

/** A page does not wait longer for it. */
const patienceMs = 1_000;
/** What could not be asked, and one that is silent, are asked again after this. */
const againMs = 5_000;

const most = 2_000;
const heard = new Map<string, { isSilent: boolean; askAt: number }>();

/** The same, with its router away where its bridge is silent. */
export async function asHeard(ctx: Context, tenant: Tenant): Promise<Tenant> {
  const { router } = tenant;
  if (!router?.bridgeId || router.onlineSince === null) return tenant;
  return (await fellSilent(ctx, router.bridgeId))
    ? { ...tenant, router: { ...router, onlineSince: null } }
    : tenant;
}

async function fellSilent(ctx: Context, bridgeId: string): Promise<boolean> {
  const now = ctx.now();
  const known = heard.get(bridgeId);
  if (known && known.askAt > now) return known.isSilent;
  if (heard.size >= most) heard.clear();
  // Others go by D1 while this one asks: an isolate has objects of several providers, and no answer is shared.
  heard.set(bridgeId, { isSilent: false, askAt: now + againMs });
  try {
    const until = await within(patienceMs, ctx.env.BRIDGE.getByName(bridgeId).thereUntil());
    const isSilent = until <= now;
    heard.set(bridgeId, { isSilent, askAt: isSilent ? now + againMs : until });
    return isSilent;
  } catch (cause) {
    log("error", "bridge not heard", cause, { bridge: bridgeId });
    return false;
  }
}
