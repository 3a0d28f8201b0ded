import type { Context } from "../../context.ts";
import { sql } from "../../db/sql.ts";
import { unknownNetwork } from "../../http/network.ts";
import type { Actor } from "../audit/index.ts";
import { changeFactor, withoutFactor } from "./factor-store.ts";
import { revokeSessions } from "./provider-store.ts";
import { tellPerson } from "./tell-person.ts";

type Person = { id: string; providerId: string; username: string };

/**
 * Turns the second factor of one of a provider's people off, who lost phone and recovery codes. The phone may be another's by now:
 * every session ends. They are told by letter, as it is they who would know that nothing was lost. @returns whether it was on
 */
export async function endLostSecondFactor(ctx: Context, person: Person, actor: Actor): Promise<boolean> {
  const { id, providerId, username } = person;
  const who = { adminId: id, providerId };
  const isEnded = await changeFactor(ctx, who, {
    update: sql`UPDATE admins SET ${withoutFactor} WHERE id = ${id} AND totp_since IS NOT NULL RETURNING id`,
    after: [revokeSessions(ctx, sql`admin_id = ${id}`)],
    line: {
      ...actor,
      providerId,
      action: "admin.second_factor_taken_off",
      subject: id,
      detail: { username },
    },
  });
  if (isEnded) await tellPerson(ctx, who, "factor_lost", actor.network ?? unknownNetwork);
  return isEnded;
}
