import type { Context } from "../../context.ts";
import { mostCashOfCashier } from "../../contract/customer-accounts.ts";
import { dayStart, nairobiDay } from "../../contract/values/duration.ts";
import { formatShillings } from "../../contract/values/money.ts";
import type { Role } from "../../contract/values/roles.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { type AppError, refuse } from "../../errors.ts";
import { log } from "../../log.ts";
import { copyNow } from "../copies/index.ts";
import {
  type Cash,
  type CashRow,
  type Customer,
  cashById,
  cashStatements,
  customerById,
  undoneStatements,
} from "../customers/index.ts";
import { routerOfCustomer } from "./router-of-customer.ts";
import { settleAccount } from "./settle-account.ts";

// Money that is handed over a counter: for an account, and back out of one.

/** Who acts. @property id of the admin; of an operator who acts for the provider the operator's */
export type Hand = { id: string; name: string; role: Role };

export type CashDone = { cash: CashRow; customer: Customer; isNew: boolean };

/** @param id of a repeat, which takes nothing twice @throws AppError not_found, refused with the reason */
export async function takeCash(
  ctx: Context,
  providerId: string,
  { id, customerId, amount }: { id: string; customerId: string; amount: number },
  hand: Hand,
): Promise<CashDone> {
  const cents = amount * 100;
  const day = dayStart(nairobiDay(ctx.now()));
  const full =
    hand.role === "owner"
      ? sql`false`
      : sql`${takenValue(hand.id, day)} + ${cents} > ${mostCashOfCashier * 100}`;
  return handOver(ctx, providerId, { id, customerId, cents, note: "" }, hand, full, async () => {
    const [{ taken } = { taken: 0 }] = await ctx
      .tenant(providerId)
      .all(sql<{ taken: number }>`SELECT ${takenValue(hand.id, day)} AS taken`);
    return refuse("refused", "cash_day_full", {
      taken: formatShillings(taken),
      most: formatShillings(mostCashOfCashier * 100),
    });
  });
}

/** Never more than there is, also where a line is paid at the same moment. @throws AppError not_found, refused */
export async function giveCashBack(
  ctx: Context,
  providerId: string,
  { id, customerId, amount, reason }: { id: string; customerId: string; amount: number; reason: string },
  hand: Hand,
): Promise<CashDone> {
  const asked = { id, customerId, cents: -amount * 100, note: reason };
  return handOver(ctx, providerId, asked, hand, sql`false`, async (customer) =>
    refuse("refused", "cash_beyond_balance", {
      balance: formatShillings(Math.max(0, customer.balanceCents)),
    }),
  );
}

async function handOver(
  ctx: Context,
  providerId: string,
  asked: Pick<Cash, "id" | "customerId" | "cents" | "note">,
  { id: by, name }: Hand,
  unless: Sql,
  refusal: (customer: Customer) => Promise<AppError>,
): Promise<CashDone> {
  const known = await doneBefore(ctx, providerId, asked.id);
  if (known) return { ...known, isNew: false };
  const { customerId } = asked;
  const customer = await customerById(ctx, providerId, customerId);
  if (!customer) throw refuse("not_found", "customer_gone");
  const routerId = await routerOfCustomer(ctx, providerId, customerId);
  if (routerId === null) throw refuse("refused", "customer_without_line");
  const cash: Cash = { ...asked, routerId, at: ctx.now(), by: { id: by, name } };
  await ctx.tenant(providerId).batch(cashStatements(cash, unless));
  const row = await cashById(ctx, providerId, asked.id);
  if (!row) throw await refusal((await customerById(ctx, providerId, customerId)) ?? customer);
  return settled(ctx, providerId, row, true);
}

async function doneBefore(ctx: Context, providerId: string, id: string): Promise<CashDone | null> {
  const row = await cashById(ctx, providerId, id);
  return row && settled(ctx, providerId, row, false);
}

/** By the owner, once. @throws AppError not_found, conflict */
export async function undoCash(
  ctx: Context,
  providerId: string,
  { id, reason }: { id: string; reason: string },
  { name }: Hand,
): Promise<CashDone> {
  const row = await cashById(ctx, providerId, id);
  if (!row) throw refuse("not_found", "cash_gone");
  const statements = undoneStatements(row, { at: ctx.now(), name, why: reason });
  const [changed] = await ctx.tenant(providerId).batch(statements);
  if (changed.length === 0) throw refuse("conflict", "cash_undone_before");
  return settled(ctx, providerId, (await cashById(ctx, providerId, id)) ?? row, true);
}

/** What the account covers now is paid, and what it does not cover any more is not; should this fail, the provider's sweep does it. */
async function settled(ctx: Context, providerId: string, cash: CashRow, isNew: boolean): Promise<CashDone> {
  try {
    await settleAccount(ctx, providerId, cash.customerId);
  } catch (cause) {
    log("error", "account not settled", cause, { provider: providerId });
  }
  const customer = await customerById(ctx, providerId, cash.customerId);
  if (!customer) throw refuse("not_found", "customer_gone");
  // The operator sees the sale at once.
  if (isNew) await copyNow(ctx, providerId);
  return { cash, customer, isNew };
}

/** Cents that this person took since then, less what was undone. */
const takenValue = (by: string, since: number): Sql => sql`(SELECT coalesce(sum(cents), 0) FROM customer_cash
  WHERE taken_by = ${by} AND at >= ${since} AND cents > 0 AND undone_at IS NULL)`;
