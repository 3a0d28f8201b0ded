import type { Context } from "../../context.ts";
import { siteNow } from "./choose-bridge.ts";

/** Bridges asked at the same time, and how long one may take to answer: a dashboard waits for nobody. */
const atOnce = 50;
const patienceMs = 3_000;

/** By bridges that missed no two heartbeats; one call per bridge. Without an answer a router is not online. */
export async function onlineRouters(
  ctx: Context,
  routers: readonly { id: string; bridgeId: string | null }[],
): Promise<Set<string>> {
  const sites = [...Map.groupBy(routers, ({ bridgeId }) => bridgeId)];
  const online = new Set<string>();
  const askOne = async (): Promise<void> => {
    for (let site = sites.pop(); site; site = sites.pop()) {
      const [bridgeId, own] = site;
      if (bridgeId === null) continue;
      const ids = own.map(({ id }) => id);
      const now = await inTime(siteNow(ctx, bridgeId, ids));
      for (const id of ids) if (now?.routers[id]?.online) online.add(id);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, sites.length) }, askOne));
  return online;
}

async function inTime<T>(answer: Promise<T>): Promise<T | null> {
  let impatient: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    impatient = setTimeout(() => resolve(null), patienceMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(impatient);
  }
}
