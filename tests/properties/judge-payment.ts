import type { PaymentState } from "#worker/features/payments/payment-state";
import { Broken, meets } from "./broken.ts";
import { centralTill, type Prompt, type Seen } from "./seen.ts";

// One payment against what its phone did, at the end of a history.

/** A payment is asked about for 24 h after its push, hourly at last. */
const askedForMs = 22 * 3_600_000;

/** Properties 3, 6, 10 and 12: one payment against what its phone did. */
export function judgePayment(seen: Seen, state: PaymentState, prompts: readonly Prompt[]): void {
  const { intent, status, route } = state;
  const { id } = intent;
  const own = prompts.filter((prompt) => String(prompt.callBackUrl).includes(id));
  if (own.length > 1) throw new Broken(8, `${id} was pushed ${own.length} times`);
  const [prompt] = own;
  const isPaid = prompt?.state === "paid";
  if (status === "completed" && !isPaid) throw new Broken(9, `${id} is completed, and nobody paid it`);
  if (isPaid && seen.told.has(id) && status !== "completed")
    throw new Broken(10, `${id} was paid, we were told so, and it is ${status}`);
  if (status !== "completed" && status !== "failed") throw new Broken(10, `${id} is ${status} after a day`);
  judgeAsking(seen, state, prompt);
  if (isPaid && seen.told.has(id)) meets("paid and told");
  if (state.late) meets("late money");
  const [row] = seen.rows<{ status: string; cents: number; switchId: string | null }>(
    "SELECT status, amount_cents AS cents, switch_id AS switchId FROM payments WHERE id = ?1",
    id,
  );
  if (row && row.status !== status) throw new Broken(6, `${id} is ${status}, D1 says ${row.status}`);
  const entitlements = seen.rows("SELECT 1 FROM entitlements WHERE source_id = ?1", id).length;
  if (seen.rows("SELECT 1 FROM entitlements WHERE source_id = ?1 AND state = 'cut_off'", id).length > 0)
    throw new Broken(7, `${id} was completed, and what it bought was taken away`);
  const lines = seen.rows("SELECT 1 FROM ledger WHERE payment_id = ?1", id).length;
  const wanted = status !== "completed" ? [0, 0] : [1, route?.switchId ? 4 : 2];
  if (entitlements !== wanted[0] || lines !== wanted[1])
    throw new Broken(6, `${id} is ${status} with ${entitlements} purchases and ${lines} lines in the books`);
  if (!prompt) return;
  if (Number(prompt.amount) * 100 !== intent.amountCents)
    throw new Broken(12, `${id} was asked for another amount`);
  if (route?.driver !== "mpesa" || prompt.partyB !== route.partyB)
    throw new Broken(3, `${id} was sent to ${prompt.partyB}`);
  const posted = seen.rows("SELECT 1 FROM switch_transactions WHERE payment_id = ?1", id).length;
  const isDiverted = prompt.partyB === centralTill;
  if (posted !== (isDiverted && isPaid && status === "completed" ? 1 : 0))
    throw new Broken(3, `${id} to ${prompt.partyB}, ${status}: ${posted} postings`);
  if (isDiverted) meets("diverted");
  if (isDiverted !== (row?.switchId !== null)) throw new Broken(3, `${id}: the row says another receiver`);
}

/** Property 10: money that nobody told of is found by asking, whoever died meanwhile, as long as the gateway can be asked. */
function judgeAsking(
  seen: Seen,
  { intent, status, handle, pushedAt }: PaymentState,
  prompt: Prompt | undefined,
): void {
  if (!prompt || !seen.plainlyPaid.has(prompt.id) || handle === null || pushedAt === null) return;
  if (pushedAt + askedForMs < seen.wellFrom) return;
  if (status !== "completed")
    throw new Broken(10, `${intent.id} was paid, the gateway would have said so, and it is ${status}`);
  if (!seen.told.has(intent.id)) meets("learned by asking");
}
