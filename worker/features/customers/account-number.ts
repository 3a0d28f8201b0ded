import type { Context } from "../../context.ts";
import { customerNumberFrom } from "../../contract/values/account-code.ts";
import { sql } from "../../db/sql.ts";
import { randomHex } from "../../keys.ts";

/** Ten taken numbers in a row would need most of two million customers. */
const draws = 10;

/** A number for one customer, for ever: the platform's list of them decides, and forgets none. */
export async function giveAccountNumber(ctx: Context, providerId: string): Promise<string> {
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
