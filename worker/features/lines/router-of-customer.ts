import type { Context } from "../../context.ts";
import { sql } from "../../db/sql.ts";

/**
 * At which router a customer's money counts, and whose gateway takes it: that of the line that ends first; of one that was given up where
 * there is no other. @returns null where the customer never had a line
 */
export async function routerOfCustomer(
  ctx: Context,
  providerId: string,
  customerId: string,
): Promise<string | null> {
  const line = await ctx.tenant(providerId).first(
    sql<{ routerId: string }>`SELECT router_id AS routerId FROM lines WHERE customer_id = ${customerId}
      ORDER BY closed_at IS NOT NULL, coalesce(paid_until, 0), id LIMIT 1`,
  );
  return line?.routerId ?? null;
}
