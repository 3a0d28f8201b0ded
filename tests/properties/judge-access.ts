import type { PaymentState } from "#worker/features/payments/core/payment-state";
import { Broken, meets } from "./broken.ts";
import type { Prompt, Seen } from "./seen.ts";

// Who is online, whoever lies: the gateway's own answer decides.

const offlineWithinMs = 60_000;

/** Properties 17 and 18, at a moment when nothing is under way. */
export function judgeAccess(seen: Seen, state: PaymentState, prompts: readonly Prompt[]): void {
  const { intent, status, handle, takenBack } = state;
  const [bought] = seen.rows<{ state: string }>(
    "SELECT state FROM entitlements WHERE source_id = ?1",
    intent.id,
  );
  const isCut = bought?.state === "cut_off";
  if (takenBack.length > 0) meets("taken back");
  if (takenBack.length > 0 && status === "completed") meets("sold again");
  if (seen.owes(intent.id)) return;
  if (status === "completed" && isCut)
    throw new Broken(18, `${intent.id} is paid, and its access is cut off`);
  const denied = handle === null ? undefined : seen.denied(handle);
  if (handle === null || !denied || seen.diedSince(intent.id, handle)) return;
  const isPaid = prompts.some((one) => String(one.callBackUrl).includes(intent.id) && one.state === "paid");
  if (isPaid || denied.at + offlineWithinMs > Date.now()) return;
  if (status === "completed" || (bought && !isCut))
    throw new Broken(17, `${intent.id} was denied by the gateway a minute ago and is ${bought?.state}`);
}
