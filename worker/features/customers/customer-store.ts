import type { Context } from "../../context.ts";
import type { Language } from "../../contract/texts.ts";
import { customerNumberFrom } from "../../contract/values/account-code.ts";
import { among, type Sql, sql } from "../../db/sql.ts";
import { randomHex } from "../../keys.ts";

export type Customer = {
  id: string;
  /** Eight digits. */
  number: string;
  name: string;
  /** 254 and nine digits; "" = not known yet. */
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

/** A number for each customer, for ever: the platform's list of them decides, and forgets none. */
async function giveAccountNumbers(ctx: Context, providerId: string, count: number): Promise<string[]> {
  const given: string[] = [];
  for (let draw = 0; draw < draws && given.length < count; draw += 1) {
    const wanted = Array.from({ length: count - given.length }, () =>
      customerNumberFrom(Number.parseInt(randomHex(48), 16)),
    );
    const written = await ctx.platform.all(
      sql<{ number: string }>`INSERT OR IGNORE INTO customer_numbers (number, provider_id, given_at)
        SELECT value, ${providerId}, ${ctx.now()} FROM json_each(${JSON.stringify(wanted)}) RETURNING number`,
    );
    given.push(...written.map(({ number }) => number));
  }
  if (given.length < count) throw new Error("no account number is free");
  return given;
}

/** @property id of a repeat, which makes no second one @property phone "" = not known yet @property formerNumber in another system */
export type NewCustomer = Pick<Customer, "id" | "name" | "phone" | "language"> & {
  email?: string;
  formerNumber?: string;
};

/** Two calls, however many there are. */
export async function addCustomers(
  ctx: Context,
  providerId: string,
  customers: readonly NewCustomer[],
): Promise<void> {
  const db = ctx.tenant(providerId);
  const ids = customers.map(({ id }) => id);
  const known = await db.all(sql<{ id: string }>`SELECT id FROM customer_accounts WHERE id IN ${among(ids)}`);
  const there = new Set(known.map(({ id }) => id));
  const added = customers.filter(({ id }) => !there.has(id));
  if (added.length === 0) return;
  const numbers = await giveAccountNumbers(ctx, providerId, added.length);
  const now = ctx.now();
  const rows = added.map((one, index) => ({ ...one, number: numbers[index] }));
  await db.batch([
    accountPlanStatement(now),
    sql`INSERT OR IGNORE INTO customer_accounts (id, number, name, phone, language, notes, email, former_number,
        created_at)
      SELECT value ->> 'id', value ->> 'number', value ->> 'name', value ->> 'phone', value ->> 'language', '',
        coalesce(value ->> 'email', ''), coalesce(value ->> 'formerNumber', ''), ${now}
      FROM json_each(${JSON.stringify(rows)})`,
  ]);
}

/** Removes those of these new customers that got no line, because another line took the name meanwhile. Their numbers are not given again. */
export const dropUnused = (ids: readonly string[]): Sql =>
  sql`DELETE FROM customer_accounts WHERE id IN ${among(ids)}
    AND NOT EXISTS (SELECT 1 FROM lines WHERE lines.customer_id = customer_accounts.id)
    AND NOT EXISTS (SELECT 1 FROM customer_entries e WHERE e.customer_id = customer_accounts.id)`;

/** @param id of a repeat, which makes no second one */
export async function addCustomer(
  ctx: Context,
  providerId: string,
  id: string,
  customer: Omit<NewCustomer, "id">,
): Promise<Customer> {
  await addCustomers(ctx, providerId, [{ ...customer, id }]);
  const made = await customerById(ctx, providerId, id);
  if (!made) throw new Error(`customer ${id} is not there`);
  return made;
}

/** Says whether there is such a customer. @property email undefined: as it was */
export async function saveCustomer(
  ctx: Context,
  providerId: string,
  id: string,
  { name, phone, email }: Pick<Customer, "name" | "phone"> & { email?: string | undefined },
): Promise<boolean> {
  const written = await ctx.tenant(providerId).run(
    sql`UPDATE customer_accounts SET name = ${name}, phone = ${phone}, email = coalesce(${email ?? null}, email)
        WHERE id = ${id}`,
  );
  return written > 0;
}

export const customerById = (ctx: Context, providerId: string, id: string): Promise<Customer | null> =>
  first(ctx, providerId, sql`id = ${id}`);

export const customerByNumber = (
  ctx: Context,
  providerId: string,
  number: string,
): Promise<Customer | null> => first(ctx, providerId, sql`number = ${number}`);

/** The provider of the customer with this number; null = the number was never given. */
export async function providerOfNumber(ctx: Context, number: string): Promise<string | null> {
  const row = await ctx.platform.first(
    sql<{
      providerId: string;
    }>`SELECT provider_id AS providerId FROM customer_numbers WHERE number = ${number}`,
  );
  return row?.providerId ?? null;
}

async function first(ctx: Context, providerId: string, where: Sql): Promise<Customer | null> {
  const row = await ctx
    .tenant(providerId)
    .first(sql<Customer>`SELECT ${columns} FROM customer_accounts WHERE ${where}`);
  return row ?? null;
}
