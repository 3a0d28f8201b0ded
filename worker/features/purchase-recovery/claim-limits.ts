import type { Context } from "../../context.ts";
import { type Acting, admitOrRefuse, visitorKey } from "../rate-limits/index.ts";

const admitted = "admitted";

/**
 * Counts a try. A repeat of a request that was let in is no new try; one of a request that was not is. Neighbours who name
 * this device count as browsers of their own.
 */
export async function countTry(
  ctx: Context,
  who: Acting,
  idempotencyKey: string | null,
  body: unknown,
): Promise<void> {
  const key = await visitorKey(ctx, who, idempotencyKey, body);
  if (key.known === admitted) return admitOrRefuse(ctx, "claimAgain", who);
  await admitOrRefuse(ctx, "claim", who);
  await key.keep(admitted);
}
