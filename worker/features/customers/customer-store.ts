import type { Context } from "../../context.ts";
import type { Language } from "../../contract/texts.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { giveAccountNumber } from "./account-number.ts";

export type Customer = {
  id: string;
  /** Eight digits. */
  number: string;
  name: string;
  /** 254 and nine digits. */
  phone: string;
  language: Language | null;
  balanceCents: number;
};

/**
 * The plan of each payment into an account: payments refer to one, and an archived one is nowhere on sale or listed. Lists and reports call
 * them so together: a customer each would be a plan each.
 */
export const accountPlan = { id: "customer-account", name: "Lines" } as const;

const accountPlanStatement = (now: number): Sql =>
  sql`INSERT OR IGNORE INTO plans (id, name, price_cents, duration_minutes, down_kbps, up_kbps, is_active, is_hidden,
      created_at, updated_at, archived_at)
    VALUES (${accountPlan.id}, ${accountPlan.name}, 0, 0, 0, 0, 0, 1, ${now}, ${now}, ${now})`;

const columns = sql`id, number, name, phone, language, balance_cents AS balanceCents`;

/** @param id of a repeat, which makes no second one */
export async function addCustomer(
  ctx: Context,
  providerId: string,
  id: string,
  { name, phone, language }: Pick<Customer, "name" | "phone" | "language">,
): Promise<Customer> {
  const known = await customerById(ctx, providerId, id);
  if (known) return known;
  const number = await giveAccountNumber(ctx, providerId);
  const now = ctx.now();
  await ctx.tenant(providerId).batch([
    accountPlanStatement(now),
    sql`INSERT OR IGNORE INTO customer_accounts (id, number, name, phone, language, notes, created_at)
      VALUES (${id}, ${number}, ${name}, ${phone}, ${language}, '', ${now})`,
  ]);
  const made = await customerById(ctx, providerId, id);
  if (!made) throw new Error(`customer ${id} is not there`);
  return made;
}

export async function customerById(ctx: Context, providerId: string, id: string): Promise<Customer | null> {
  return first(ctx, providerId, sql`id = ${id}`);
}

export async function customerByNumber(
  ctx: Context,
  providerId: string,
  number: string,
): Promise<Customer | null> {
  return first(ctx, providerId, sql`number = ${number}`);
}

async function first(ctx: Context, providerId: string, where: Sql): Promise<Customer | null> {
  const row = await ctx
    .tenant(providerId)
    .first(sql<Customer>`SELECT ${columns} FROM customer_accounts WHERE ${where}`);
  return row ?? null;
}
