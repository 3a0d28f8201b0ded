import { nairobiDay } from "#contract/values/duration";
import type { PaymentState } from "#worker/features/payments/core/payment-state";
import type { Holding, SwitchState } from "#worker/features/switch/switch-state";
import { cover } from "./coverage.ts";
import type { Observation } from "./observation.ts";
import { PropertyViolation } from "./property-violation.ts";

// Sums over everything, at the end of a history; those of a switch at every moment.

/** Properties 1, 2 and 5: sums over everything. */
export function checkBooks(observed: Observation): void {
  const [unbalanced] = observed.tenantRows(
    "SELECT journal_id FROM ledger WHERE at >= ?1 GROUP BY journal_id HAVING sum(cents) <> 0",
    observed.startedAt,
  );
  if (unbalanced) throw new PropertyViolation(1, "a journal does not balance");
  checkSums(observed);
  const state = observed.switchState();
  if (!state) return;
  if (state.reservedCents !== 0)
    throw new PropertyViolation(10, `${state.reservedCents} cents reserved after a day`);
  for (let cycle = 1; cycle <= state.cycle; cycle += 1) {
    const collected = observed
      .holdings()
      .filter((held) => held.cycle === cycle && held.status === "collected");
    const cents = collected.reduce((total, held) => total + held.cents, 0);
    const [posted] = observed.rows<{ cents: number; count: number }>(
      "SELECT coalesce(sum(cents), 0) AS cents, count(*) AS count FROM switch_transactions WHERE switch_id = ?1 AND cycle = ?2",
      observed.switchId,
      cycle,
    );
    if (posted?.cents !== cents || posted.count !== collected.length)
      throw new PropertyViolation(2, `cycle ${cycle}: ${cents} counted, ${posted?.cents} posted`);
  }
  const [completed] = observed.tenantRows<{ cents: number }>(
    "SELECT coalesce(sum(amount_cents), 0) AS cents FROM payments WHERE switch_id = ?1 AND status = 'completed'",
    observed.switchId,
  );
  const [posted] = observed.rows<{ cents: number }>(
    "SELECT coalesce(sum(cents), 0) AS cents FROM switch_transactions WHERE switch_id = ?1",
    observed.switchId,
  );
  if (completed?.cents !== posted?.cents)
    throw new PropertyViolation(2, `${completed?.cents} paid by diverted payments, ${posted?.cents} posted`);
  const [row] = observed.rows<{ isActive: number; at: number | null }>(
    "SELECT is_active AS isActive, last_target_reached_at AS at FROM switches WHERE id = ?1",
    observed.switchId,
  );
  if (row?.isActive !== (state.isActive ? 1 : 0) || row.at !== state.lastTargetReachedAt)
    throw new PropertyViolation(5, "the operator is shown another switch than there is");
  if (observed.reachedAt.size > 0) cover("target reached");
  if (state.cycle > 1) cover("second cycle");
}

/** Property 13: what the sums show of each settlement is what was completed by it, and only the one provider's. */
function checkSums(observed: Observation): void {
  const day = nairobiDay(observed.startedAt);
  const shown = observed.tenantRows(
    `SELECT settlement, sum(count) AS count, sum(cents) AS cents FROM sales_daily
    WHERE day >= ?1 GROUP BY settlement HAVING sum(count) <> 0 OR sum(cents) <> 0 ORDER BY settlement`,
    day,
  );
  const completed = observed.tenantRows(
    `SELECT settlement, count(*) AS count, sum(amount_cents) AS cents FROM payments
    WHERE completed_at >= ?1 AND status = 'completed' GROUP BY settlement ORDER BY settlement`,
    Date.parse(`${day}T00:00:00+03:00`),
  );
  if (JSON.stringify(shown) !== JSON.stringify(completed))
    throw new PropertyViolation(13, `shown ${JSON.stringify(shown)}, completed ${JSON.stringify(completed)}`);
  for (const table of ["sales_daily", "payments", "ledger", "entitlements"])
    if (observed.rowsOfOthers(`SELECT 1 FROM ${table} LIMIT 1`).length > 0)
      throw new PropertyViolation(13, `another provider has something in ${table}`);
}

/** Properties 2 and 4, at every moment. */
export function checkSwitch(observed: Observation, state: SwitchState): void {
  const own = observed.holdings().filter(({ cycle }) => cycle === state.cycle);
  const sum = (status: Holding["status"]) =>
    own.filter((held) => held.status === status).reduce((total, { cents }) => total + cents, 0);
  if (state.collectedCents !== sum("collected") || state.reservedCents !== sum("reserved"))
    throw new PropertyViolation(2, "the counter is not the sum of its payments");
  const onTime = own.filter((held) => !held.late && held.status === "collected");
  const biggest = Math.max(1, ...own.filter(({ late }) => !late).map(({ cents }) => cents));
  const collected = onTime.reduce((total, { cents }) => total + cents, 0);
  if (collected >= state.settings.targetCents + biggest)
    throw new PropertyViolation(4, `${collected} on time, for a target of ${state.settings.targetCents}`);
}

/** Property 5: at its target, and only there, a switch goes off, and dates that once a cycle. */
export function checkTarget(
  observed: Observation,
  { cycle, collectedCents, settings, isReached, lastTargetReachedAt }: SwitchState,
): void {
  const isFull = cycle > 0 && collectedCents >= settings.targetCents;
  const isLessened = observed.holdings().some((held) => held.cycle === cycle && held.status === "taken-back");
  // What was reached stays reached, though a sale be taken back after it.
  if (isFull !== isReached && !(isReached && isLessened))
    throw new PropertyViolation(5, `${collectedCents} of ${settings.targetCents}, reached: ${isReached}`);
  if (!isReached) return;
  const known = observed.reachedAt.get(cycle);
  if (lastTargetReachedAt === null) throw new PropertyViolation(5, "reached and not dated");
  if (known !== undefined && known !== lastTargetReachedAt)
    throw new PropertyViolation(5, `cycle ${cycle} reached its target twice`);
  observed.reachedAt.set(cycle, lastTargetReachedAt);
}

/**
 * Property 7: a completed payment stays as it is; only a sale that rested on a callback ends
 * once the gateway itself has denied it.
 */
export function checkAbsorbing(observed: Observation, name: string, state: PaymentState): void {
  const was = observed.completed.get(name);
  const isTaken = was !== undefined && state.takenBack.length > was.takenBack.length;
  if (isTaken) {
    if (!was.handle || !observed.denied(was.handle))
      throw new PropertyViolation(18, `${name} was taken back, and the gateway never denied it`);
    observed.completed.delete(name);
  } else if (was !== undefined) {
    if (state.status !== "completed" || state.completedAt !== was.completedAt)
      throw new PropertyViolation(7, `${name} was completed and is ${state.status}`);
    if (was.receipt !== null && state.receipt !== was.receipt)
      throw new PropertyViolation(7, `${name} was completed by ${was.receipt} and says ${state.receipt}`);
    if (state.late !== was.late)
      throw new PropertyViolation(7, `${name} was completed in time, or late: now otherwise`);
  }
  if (state.status !== "completed") return;
  if (state.reason !== null)
    throw new PropertyViolation(7, `${name} is completed and failed for ${state.reason}`);
  if (isTaken || was === undefined || was.receipt === null || was.handle !== state.handle)
    observed.completed.set(name, state);
}
