import type { Context } from "../../context.ts";
import type { ReportKind } from "../../contract/reports.ts";
import { TtlCache } from "../../ttl-cache.ts";
import { routerNames } from "../routers/index.ts";
import type { DayRange } from "../transactions/index.ts";
import { stateOf } from "./store.ts";

/** Made reports, as they leave: one of a year, or of all customers, takes far longer to make than to look up. */
const made = new TtlCache<Uint8Array>(60_000, 16);
const longest = 2_000_000;

/** While the kept sums of its days are the same. A very long one is made each time: an isolate has little room. */
export async function keptReport(
  ctx: Context,
  { providerId, kind, range }: { providerId: string; kind: ReportKind; range: DayRange },
  make: () => Promise<unknown>,
): Promise<Response> {
  const [state, names] = await Promise.all([
    stateOf(ctx.tenant(providerId), kind, range),
    routerNames(ctx, providerId),
  ]);
  const key = JSON.stringify([providerId, kind, range.from, range.to, state, [...names]]);
  const body = await made.get(key, ctx.now(), async () =>
    new TextEncoder().encode(JSON.stringify(await make())),
  );
  if (body.byteLength > longest) made.forget(key);
  return new Response(body, { headers: { "content-type": "application/json" } });
}
