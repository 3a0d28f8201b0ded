import type { Context } from "../../context.ts";
import { say } from "../../contract/texts.ts";
import { sql } from "../../db/sql.ts";
import type { Actor } from "../audit/index.ts";
import { inBoth, letterStatement } from "../mail/index.ts";
import { changeFactor, withoutFactor } from "./factor-store.ts";
import { revokeSessions } from "./provider-store.ts";

type Person = { id: string; providerId: string; username: string; email: string };

/**
 * Turns the second factor of one of a provider's people off, who lost phone and recovery codes. The phone may be another's by now:
 * every session ends. They are told by letter, as it is they who would know that nothing was lost. @returns whether it was on
 */
export async function endLostSecondFactor(ctx: Context, person: Person, actor: Actor): Promise<boolean> {
  const { id, providerId, username, email } = person;
  const who = { adminId: id, providerId };
  const isEnded = await changeFactor(ctx, who, {
    update: sql`UPDATE admins SET ${withoutFactor} WHERE id = ${id} AND totp_since IS NOT NULL RETURNING id`,
    after: [revokeSessions(ctx, sql`admin_id = ${id}`)],
    line: {
      ...{ ...actor, providerId, action: "admin.second_factor_taken_off", subject: id },
      detail: { username },
    },
  });
  if (!isEnded || !email.includes("@")) return isEnded;
  const letter = {
    ...inBoth(say("letter_factor_off_subject"), say("letter_factor_off", { username })),
    ...{ recipient: email, event: `second factor of ${id} off ${ctx.now()}` },
  };
  await ctx.platform.run(letterStatement(ctx, letter, sql`true`));
  return true;
}
