import type { Context } from "../../context.ts";
import type { Language } from "../../contract/texts.ts";
import { customerNumberFrom } from "../../contract/values/account-code.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { randomHex } from "../../keys.ts";

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

/** Ten taken numbers in a row would need most of two million customers. */
const draws = 10;

/** A number for one customer, for ever: the platform's list of them decides, and forgets none. */
async function giveAccountNumber(ctx: Context, providerId: string): Promise<string> {
  for (let draw = 0; draw < draws; draw += 1) {
    const number = customerNumberFrom(Number.parseInt(randomHex(48), 16));
    const written = await ctx.platform.run(
      sql`INSERT OR IGNORE INTO customer_numbers (number, provider_id, given_at)
        VALUES (${number}, ${providerId}, ${ctx.now()})`,
    );
    if (written > 0) return number;
  }
  throw new Error("no account number is free");
}

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

export const customerById = (ctx: Context, providerId: string, id: string): Promise<Customer | null> =>
  first(ctx, providerId, sql`id = ${id}`);

export const customerByNumber = (
  ctx: Context,
  providerId: string,
  number: string,
): Promise<Customer | null> => first(ctx, providerId, sql`number = ${number}`);

async function first(ctx: Context, providerId: string, where: Sql): Promise<Customer | null> {
  const row = await ctx
    .tenant(providerId)
    .first(sql<Customer>`SELECT ${columns} FROM customer_accounts WHERE ${where}`);
  return row ?? null;
}
