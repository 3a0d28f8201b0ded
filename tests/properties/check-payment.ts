import type { PaymentState } from "#worker/features/payments/core/payment-state";
import { cover } from "./coverage.ts";
import { centralTill, type Observation, type Prompt } from "./observation.ts";
import { PropertyViolation } from "./property-violation.ts";

// One payment against its prompts, at the end of a history.

/** A payment is asked about for 24 h after its push, hourly at last. */
const askedForMs = 22 * 3_600_000;

/** Properties 3, 6, 8, 9, 10 and 12. */
export function checkPayment(observed: Observation, state: PaymentState, prompts: readonly Prompt[]): void {
  const { intent, status, handle } = state;
  const { id } = intent;
  // The oldest first.
  const own = prompts.filter((prompt) => String(prompt.callBackUrl).includes(id)).reverse();
  checkPrompts(state, own);
  const isPaid = own.some((prompt) => prompt.state === "paid");
  const isNotified = own.some(
    (prompt) => prompt.state === "paid" && observed.notified.has(prompt.checkoutRequestId),
  );
  if (status === "completed" && !isPaid)
    throw new PropertyViolation(9, `${id} is completed, and nobody paid it`);
  if (isNotified && status !== "completed")
    throw new PropertyViolation(10, `${id} was paid, we were told so, and it is ${status}`);
  if (status !== "completed" && status !== "failed")
    throw new PropertyViolation(10, `${id} is ${status} after a day`);
  checkAsking(
    observed,
    state,
    own.find((prompt) => prompt.checkoutRequestId === handle),
  );
  if (isNotified) cover("paid and told");
  if (state.late) cover("late money");
  checkRows(observed, state);
  checkIndexed(observed, state);
  for (const prompt of own)
    if (Number(prompt.amount) * 100 !== intent.amountCents)
      throw new PropertyViolation(12, `${id} was asked for another amount`);
}

/** One prompt for each route: a second one only where the gateway refused the switch's account. */
function checkPrompts({ intent, route, earlier }: PaymentState, own: readonly Prompt[]): void {
  const { id } = intent;
  const [first, second, third] = own;
  if (third) throw new PropertyViolation(8, `${id} was pushed ${own.length} times`);
  const routes = [route, earlier?.route].flatMap((one) => (one?.type === "mpesa" ? one.partyB : []));
  for (const { partyB } of own)
    if (!routes.includes(String(partyB))) throw new PropertyViolation(3, `${id} was sent to ${partyB}`);
  if (!first || !second) return;
  // Money that came late to the refused account leaves it refused: it was the gateway's answer when the second went out.
  const isRefused = first.partyB === centralTill && ["refused", "paid"].includes(first.state);
  if (!isRefused || second.partyB === centralTill || !earlier)
    throw new PropertyViolation(
      8,
      `${id} was pushed to ${first.partyB} (${first.state}), then to ${second.partyB}`,
    );
  cover("fell back");
  if (first.state === "paid") cover("refused account paid");
}

/** Its rows in D1. */
function checkRows(observed: Observation, { intent, status, route, takenBack }: PaymentState): void {
  const { id } = intent;
  const [row] = observed.tenantRows<{ status: string; switchId: string | null }>(
    "SELECT status, switch_id AS switchId FROM payments WHERE id = ?1",
    id,
  );
  if (row && row.status !== status)
    throw new PropertyViolation(6, `${id} is ${status}, D1 says ${row.status}`);
  if (row && row.switchId !== (route?.switchId ?? null))
    throw new PropertyViolation(3, `${id}: the row says another receiver`);
  if (route?.switchId) cover("diverted");
  const isSold = status === "completed";
  const bought = observed.tenantRows<{ state: string }>(
    "SELECT state FROM entitlements WHERE source_id = ?1",
    id,
  );
  const wasSold = isSold || takenBack.length > 0;
  if (bought.length !== (wasSold ? 1 : 0))
    throw new PropertyViolation(6, `${id} is ${status} with ${bought.length} purchases`);
  if (wasSold && (bought[0]?.state === "cut_off") === isSold)
    throw new PropertyViolation(18, `${id} is ${status}, and what it bought is ${bought[0]?.state}`);
  const linesOf = (one: typeof route) => (one?.switchId ? 4 : 2);
  const wanted =
    takenBack.reduce((total, sale) => total + 2 * linesOf(sale.route), 0) + (isSold ? linesOf(route) : 0);
  const lines = observed.tenantRows("SELECT 1 FROM ledger WHERE payment_id = ?1", id).length;
  if (lines !== wanted) throw new PropertyViolation(6, `${id} is ${status} with ${lines} lines in the books`);
  const [sales] = observed.tenantRows<{ cents: number }>(
    "SELECT -coalesce(sum(cents), 0) AS cents FROM ledger WHERE payment_id = ?1 AND account = 'sales'",
    id,
  );
  if (sales?.cents !== (isSold ? intent.amountCents : 0))
    throw new PropertyViolation(6, `${id} is ${status}, and its sales are ${sales?.cents}`);
  const posted = observed.rows("SELECT 1 FROM switch_transactions WHERE payment_id = ?1", id).length;
  if (posted !== (isSold && route?.switchId ? 1 : 0))
    throw new PropertyViolation(3, `${id}, ${status}: ${posted} postings`);
}

/** Property 10: a payment without a callback is found by query, as long as the gateway answers. */
function checkAsking(
  observed: Observation,
  { intent, status, handle, pushedAt }: PaymentState,
  prompt: Prompt | undefined,
): void {
  if (!prompt || !observed.undisputedPaid.has(prompt.id) || handle === null || pushedAt === null) return;
  if (pushedAt + askedForMs < observed.healthyFrom) return;
  if (status !== "completed")
    throw new PropertyViolation(
      10,
      `${intent.id} was paid, the gateway would have said so, and it is ${status}`,
    );
  if (!observed.notified.has(prompt.checkoutRequestId)) cover("learned by asking");
}

/** Property 20: at every moment, where no gateway tells a receipt itself. */
export function checkReceipts(states: readonly PaymentState[]): void {
  const paid = new Set<string>();
  for (const { status, receipt } of states) {
    if (status !== "completed" || receipt === null) continue;
    if (paid.has(receipt)) throw new PropertyViolation(20, `${receipt} paid two purchases`);
    paid.add(receipt);
  }
}

/** The same, once nothing is under way. */
function checkIndexed(observed: Observation, { intent, status, receipt, reviews }: PaymentState): void {
  if (status === "completed" && receipt !== null && observed.receiptsOf(intent.id) === 0)
    throw new PropertyViolation(20, `the index does not know that ${receipt} paid ${intent.id}`);
  if (reviews.some(({ kind }) => kind === "receipt")) cover("receipt refused");
}
