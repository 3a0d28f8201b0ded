import type { Context } from "../../context.ts";
import type { PeopleRules } from "../../contract/people.ts";
import { sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import type { ProviderCaller } from "../../http/session.ts";
import { actorOf, changesOf, record } from "../audit/index.ts";

// What an owner asks of all the provider's people. The look-up of a session reads it, too.

export async function peopleRules(ctx: Context, providerId: string): Promise<PeopleRules> {
  const row = await ctx
    .tenant(providerId)
    .first(
      sql<{ required: number }>`SELECT second_factor_required AS required FROM people_rules WHERE id = 'own'`,
    );
  return { secondFactorRequired: row?.required === 1 };
}

/** Who demands a second factor has one: some owner can always take the rule back. @throws AppError refused */
export async function savePeopleRules(
  ctx: Context,
  me: ProviderCaller,
  rules: PeopleRules,
): Promise<PeopleRules> {
  const { providerId, adminId } = me;
  const { secondFactorRequired: required } = rules;
  const before = await peopleRules(ctx, providerId);
  const saved = await ctx.tenant(providerId).run(
    sql`INSERT INTO people_rules (id, second_factor_required) SELECT 'own', ${required}
      WHERE ${required} = 0 OR EXISTS (SELECT 1 FROM admins WHERE id = ${adminId} AND totp_since IS NOT NULL)
      ON CONFLICT (id) DO UPDATE SET second_factor_required = excluded.second_factor_required`,
  );
  if (saved === 0) throw refuse("refused", "second_factor_own_first");
  const detail = changesOf(before, rules);
  if (before.secondFactorRequired !== required)
    await record(ctx, { ...actorOf(me), action: "settings.people", subject: "people", detail });
  return rules;
}
