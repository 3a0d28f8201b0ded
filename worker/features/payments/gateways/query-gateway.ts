import type { Context } from "../../../context.ts";
import type { Intent } from "../core/payment-state.ts";
import type { Route } from "../core/route.ts";
import type { QueryResult } from "./driver.ts";
import { gatewayOf } from "./index.ts";

/** Never throws: no answer is `silent`. @param patienceMs null = as long as the gateway's own time-out */
export async function queryGateway(
  ctx: Context,
  { route, intent }: { route: Route; intent: Intent },
  handle: string,
  patienceMs: number | null,
): Promise<QueryResult> {
  const answer = gatewayOf(ctx, route, intent.id)
    .query(handle)
    .catch((cause: unknown): QueryResult => ({ kind: "silent", detail: String(cause) }));
  if (patienceMs === null) return answer;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const impatient = new Promise<QueryResult>((resolve) => {
    timer = setTimeout(
      () => resolve({ kind: "silent", detail: `no answer in ${patienceMs} ms` }),
      patienceMs,
    );
  });
  return Promise.race([answer, impatient]).finally(() => clearTimeout(timer));
}
