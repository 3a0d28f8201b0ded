import type { Context } from "../../context.ts";
import type { RoamHere, RoamOutcome } from "../../contract/purchase-recovery.ts";
import type { Subject } from "../../contract/values/subject.ts";
import { refuse } from "../../errors.ts";
import type { Tenant } from "../../http/tenant.ts";
import { type EntitlementRecord, roam, roamingOf } from "../entitlements/index.ts";
import { planById } from "../plans/index.ts";
import { admitOrRefuse, freshListMs } from "../rate-limits/index.ts";
import { deviceIsListed, routerOf, visitorIsListed } from "../routers/index.ts";

type RoamHereAsk = {
  url: URL;
  tenant: Tenant;
  input: RoamHere;
  /** Null for a cookie that was handed out just now. */
  buyerHash: string | null;
  network: string;
};

/** What this cookie bought follows it to this router: the first that may. @throws AppError as `routerOf`; too_many */
export async function roamHere(ctx: Context, ask: RoamHereAsk): Promise<RoamOutcome> {
  const { buyerHash, network } = ask;
  const at = await routerOf(ctx, ask.url, ask.tenant, ask.input);
  const { providerId, router, subject } = at;
  if (!subject) throw refuse("invalid", "join_wifi_with_device");
  if (buyerHash === null) return "stays";
  const listed = await visitorIsListed(ctx, at, network, freshListMs);
  const who = { providerId, network, browser: buyerHash, routerId: router.id, subject, listed };
  await admitOrRefuse(ctx, "roam", who);
  if (listed !== true) return "stays";
  const here = { providerId, buyerHash, subject, routerId: router.id };
  for (const found of await roamingOf(ctx, here)) {
    if (!(await mayGo(ctx, found, here))) continue;
    const outcome = await roam(ctx, { ...here, entitlementId: found.id });
    // Another page of this buyer may have brought it: a second one must not come beside it.
    if (outcome === "changed") return "stays";
    if (outcome !== "stays") return outcome;
  }
  return "stays";
}

/**
 * Where its plan is sold at chosen routers it stays among them. A router that cannot be asked would not let go: then it stays there. From
 * another device it comes only once that one has left.
 */
async function mayGo(
  ctx: Context,
  { providerId, terms, subjects, routerId }: EntitlementRecord,
  here: { subject: Subject; routerId: string },
): Promise<boolean> {
  const plan = await planById(ctx.tenant(providerId), terms.planId);
  if (plan?.routerIds && !plan.routerIds.includes(here.routerId)) return false;
  const old = await ctx.lookup.routerById(routerId);
  const [before] = subjects;
  const isThere = old && before ? await deviceIsListed(ctx, old, before) : null;
  return before === here.subject ? isThere !== null : isThere === false;
}
