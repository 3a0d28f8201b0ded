import type { Context } from "../../context.ts";
import type { ManagedAd } from "../../contract/ads.ts";
import { showsAt } from "./shown-when.ts";
import { type AdRow, type AdSums, adAnswer, adPage, adSums } from "./store.ts";

const mostRows = 1_000;

type Asked = { page?: number | undefined; pageSize?: number | undefined; q?: string | undefined };

export async function managedAds(
  ctx: Context,
  { page = 1, pageSize = mostRows, q = "" }: Asked,
): Promise<{ ads: ManagedAd[]; total: number }> {
  const place = { limit: pageSize, offset: (page - 1) * pageSize };
  const { rows, total } = await adPage(ctx, { q: q.trim().toLowerCase(), ...place });
  return { ads: rows.map((row) => managedAd(row, ctx.now())), total };
}

export function adStats(ctx: Context): Promise<AdSums> {
  return adSums(ctx, ctx.now());
}

export function managedAd(row: AdRow, now: number): ManagedAd {
  const { isActive, viewCount, clickCount, createdAt } = row;
  return {
    ...adAnswer(row),
    showsNow: isActive && showsAt(row, now),
    viewCount,
    clickCount,
    createdAt: new Date(createdAt).toISOString(),
  };
}
