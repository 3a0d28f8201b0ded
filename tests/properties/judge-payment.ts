import type { PaymentState } from "#worker/features/payments/core/payment-state";
import { Broken, meets } from "./broken.ts";
import { centralTill, type Prompt, type Seen } from "./seen.ts";

// One payment against what its phone did, at the end of a history.

/** A payment is asked about for 24 h after its push, hourly at last. */
const askedForMs = 22 * 3_600_000;

/** Properties 3, 6, 8, 9, 10 and 12: one payment against what its phone did. */
export function judgePayment(seen: Seen, state: PaymentState, prompts: readonly Prompt[]): void {
  const { intent, status, handle } = state;
  const { id } = intent;
  // The oldest first.
  const own = prompts.filter((prompt) => String(prompt.callBackUrl).includes(id)).reverse();
  judgePrompts(state, own);
  const isPaid = own.some((prompt) => prompt.state === "paid");
  const isTold = own.some((prompt) => prompt.state === "paid" && seen.told.has(prompt.checkoutRequestId));
  if (status === "completed" && !isPaid) throw new Broken(9, `${id} is completed, and nobody paid it`);
  if (isTold && status !== "completed")
    throw new Broken(10, `${id} was paid, we were told so, and it is ${status}`);
  if (status !== "completed" && status !== "failed") throw new Broken(10, `${id} is ${status} after a day`);
  judgeAsking(
    seen,
    state,
    own.find((prompt) => prompt.checkoutRequestId === handle),
  );
  if (isTold) meets("paid and told");
  if (state.late) meets("late money");
  judgeRows(seen, state);
  for (const prompt of own)
    if (Number(prompt.amount) * 100 !== intent.amountCents)
      throw new Broken(12, `${id} was asked for another amount`);
}

/** One prompt a route: a second one goes round the account that the gateway refused, and nothing else. */
function judgePrompts({ intent, route, earlier }: PaymentState, own: readonly Prompt[]): void {
  const { id } = intent;
  const [first, second, third] = own;
  if (third) throw new Broken(8, `${id} was pushed ${own.length} times`);
  const routes = [route, earlier?.route].flatMap((one) => (one?.driver === "mpesa" ? one.partyB : []));
  for (const { partyB } of own)
    if (!routes.includes(String(partyB))) throw new Broken(3, `${id} was sent to ${partyB}`);
  if (!first || !second) return;
  // Money that came late to the refused account leaves it refused: it was the gateway's answer when the second went out.
  const isRefused = first.partyB === centralTill && ["refused", "paid"].includes(first.state);
  if (!isRefused || second.partyB === centralTill || !earlier)
    throw new Broken(8, `${id} was pushed to ${first.partyB} (${first.state}), then to ${second.partyB}`);
  meets("fell back");
  if (first.state === "paid") meets("refused account paid");
}

/** What D1 shows of it, to the line. */
function judgeRows(seen: Seen, { intent, status, route, takenBack }: PaymentState): void {
  const { id } = intent;
  const [row] = seen.rows<{ status: string; switchId: string | null }>(
    "SELECT status, switch_id AS switchId FROM payments WHERE id = ?1",
    id,
  );
  if (row && row.status !== status) throw new Broken(6, `${id} is ${status}, D1 says ${row.status}`);
  if (row && row.switchId !== (route?.switchId ?? null))
    throw new Broken(3, `${id}: the row says another receiver`);
  if (route?.switchId) meets("diverted");
  const isSold = status === "completed";
  const bought = seen.rows<{ state: string }>("SELECT state FROM entitlements WHERE source_id = ?1", id);
  const wasSold = isSold || takenBack.length > 0;
  if (bought.length !== (wasSold ? 1 : 0))
    throw new Broken(6, `${id} is ${status} with ${bought.length} purchases`);
  if (wasSold && (bought[0]?.state === "cut_off") === isSold)
    throw new Broken(18, `${id} is ${status}, and what it bought is ${bought[0]?.state}`);
  const linesOf = (one: typeof route) => (one?.switchId ? 4 : 2);
  const wanted =
    takenBack.reduce((total, sale) => total + 2 * linesOf(sale.route), 0) + (isSold ? linesOf(route) : 0);
  const lines = seen.rows("SELECT 1 FROM ledger WHERE payment_id = ?1", id).length;
  if (lines !== wanted) throw new Broken(6, `${id} is ${status} with ${lines} lines in the books`);
  const [sales] = seen.rows<{ cents: number }>(
    "SELECT -coalesce(sum(cents), 0) AS cents FROM ledger WHERE payment_id = ?1 AND account = 'sales'",
    id,
  );
  if (sales?.cents !== (isSold ? intent.amountCents : 0))
    throw new Broken(6, `${id} is ${status}, and its sales are ${sales?.cents}`);
  const posted = seen.rows("SELECT 1 FROM switch_transactions WHERE payment_id = ?1", id).length;
  if (posted !== (isSold && route?.switchId ? 1 : 0))
    throw new Broken(3, `${id}, ${status}: ${posted} postings`);
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
  if (!seen.told.has(prompt.checkoutRequestId)) meets("learned by asking");
}
