import type { Context } from "../../context.ts";
import type { OperatorRules } from "../../contract/admins.ts";
import { sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import type { Caller } from "../../http/session.ts";
import { actorOf, changesOf, recordIfStatement } from "../audit/index.ts";

/** Under this name in `platform_settings`; the look-up of a session reads it, too. */
const settingName = "operators";

export async function operatorRules(ctx: Context): Promise<OperatorRules> {
  const row = await ctx.platform.first(
    sql<{ factor: string | null }>`SELECT json_extract(value, '$.secondFactor') AS factor
      FROM platform_settings WHERE name = ${settingName}`,
  );
  return { secondFactorRequired: row?.factor === "required" };
}

/** Who demands a second factor has one: some operator can always take the rule back. @throws AppError refused */
export async function saveOperatorRules(
  ctx: Context,
  me: Extract<Caller, { kind: "platform" }>,
  rules: OperatorRules,
): Promise<OperatorRules> {
  const { platform } = ctx;
  const value = JSON.stringify({ secondFactor: rules.secondFactorRequired ? "required" : "optional" });
  const before = await operatorRules(ctx);
  await platform.batch([
    sql`INSERT INTO platform_settings (name, value, updated_at) SELECT ${settingName}, ${value}, ${ctx.now()}
      WHERE ${rules.secondFactorRequired} = 0
        OR EXISTS (SELECT 1 FROM operators WHERE id = ${me.adminId} AND totp_since IS NOT NULL)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`,
    recordIfStatement(
      ctx,
      {
        ...actorOf(me),
        action: "settings.operators",
        subject: settingName,
        detail: changesOf(before, rules),
      },
      sql`EXISTS (SELECT 1 FROM platform_settings WHERE name = ${settingName} AND value = ${value})`,
    ),
  ]);
  const saved = await operatorRules(ctx);
  if (saved.secondFactorRequired !== rules.secondFactorRequired)
    throw refuse("refused", "second_factor_own_first");
  return saved;
}
