import { eq } from "drizzle-orm";
import type { Context } from "../../context.ts";
import { Theme } from "../../contract/branding.ts";
import { operators } from "../../db/schema/platform.ts";
import { sql } from "../../db/sql.ts";
import { type Actor, changesOf, recordStatement } from "../audit/index.ts";

/** The look that an admin of the platform chose; as the device says where none was chosen. */
export async function themeOf(ctx: Context, adminId: string): Promise<Theme> {
  const [row] = await ctx.platform.select(operators, { where: eq(operators.id, adminId), limit: 1 });
  const theme = Theme.safeParse(row?.theme);
  return theme.success ? theme.data : "system";
}

export async function keepTheme(ctx: Context, actor: Actor, adminId: string, theme: Theme): Promise<void> {
  const before = await themeOf(ctx, adminId);
  await ctx.platform.batch([
    sql`UPDATE operators SET theme = ${theme} WHERE id = ${adminId}`,
    recordStatement(ctx, {
      ...actor,
      action: "theme.save",
      subject: adminId,
      detail: changesOf({ theme: before }, { theme }),
    }),
  ]);
}
