import type { Context } from "../../context.ts";
import type { SettingsInput } from "../../contract/branding.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import { type Actor, changesOf, recordStatement } from "../audit/index.ts";
import { isStoredPicture, newPicture, picturesIn } from "./media.ts";
import { keepStatements, platformsOwn, reuseStatement, settleStatements } from "./picture-uses.ts";

/** Every visitor loads it, many of them over EDGE; the console scales what was picked far below. */
const largestLogoBytes = 50 * 1024;

const noLogo = () => refuse("invalid", "logo_unusable");

/** An empty field goes back to its default. @throws AppError invalid for a logo that is no small picture of ours */
export async function saveSettings(
  ctx: Context,
  {
    providerId,
    input,
    actor,
  }: {
    providerId: string;
    input: SettingsInput;
    actor: Actor;
  },
): Promise<void> {
  const { patch, pictures } = await patchOf(ctx, input, providerId);
  const before = await storedIn(
    ctx,
    sql<{ value: string }>`SELECT captive_portal_settings AS value FROM providers WHERE id = ${providerId}`,
  );
  await ctx.platform.batch([
    ...pictures,
    sql`UPDATE providers SET captive_portal_settings = json_patch(captive_portal_settings,
        ${JSON.stringify(patch)}), updated_at = ${ctx.now()}
      WHERE id = ${providerId}`,
    ...(patch.logoUrl === undefined ? [] : settleStatements(ctx, providerId)),
    recordStatement(ctx, {
      ...actor,
      action: "settings.save",
      subject: providerId,
      detail: changesOf(before, patch),
    }),
  ]);
}

/** Where no provider decides. @throws AppError invalid as above */
export async function saveGeneralSettings(
  ctx: Context,
  { input, actor }: { input: SettingsInput; actor: Actor },
): Promise<void> {
  const { patch, pictures } = await patchOf(ctx, input, platformsOwn);
  const change = JSON.stringify(patch);
  const before = await storedIn(
    ctx,
    sql<{ value: string }>`SELECT value FROM platform_settings WHERE name = 'portal'`,
  );
  await ctx.platform.batch([
    ...pictures,
    sql`INSERT INTO platform_settings (name, value, updated_at)
      VALUES ('portal', json_patch('{}', ${change}), ${ctx.now()})
      ON CONFLICT (name) DO UPDATE SET value = json_patch(value, ${change}),
        updated_at = excluded.updated_at`,
    ...(patch.logoUrl === undefined ? [] : settleStatements(ctx, platformsOwn)),
    recordStatement(ctx, {
      ...actor,
      action: "settings.general",
      subject: "portal",
      detail: changesOf(before, patch),
    }),
  ]);
}

async function storedIn(
  ctx: Context,
  statement: Sql<{ value: string | null }>,
): Promise<Record<string, unknown>> {
  const row = await ctx.platform.first(statement);
  return JSON.parse(row?.value ?? "{}");
}

/** In a merge patch (RFC 7396) null takes the field away. @returns pictures: what keeps the logo, written with the patch */
async function patchOf(
  ctx: Context,
  input: SettingsInput,
  user: string,
): Promise<{ patch: Record<string, string | null>; pictures: Sql[] }> {
  const logo = input.logoUrl ? await logoOf(ctx, input.logoUrl, user) : null;
  const given = Object.entries({ ...input, logoUrl: logo ? logo.address : input.logoUrl });
  const patch = given.flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value === "" ? null : value] as const],
  );
  return { patch: Object.fromEntries(patch), pictures: logo?.kept ?? [] };
}

/** Its own address, `/media/<hash>`, and what keeps it for this user. */
async function logoOf(ctx: Context, logo: string, user: string): Promise<{ address: string; kept: Sql[] }> {
  if (await isStoredPicture(ctx, logo))
    return { address: logo, kept: [reuseStatement(ctx, picturesIn(logo), user)] };
  const data = /^data:image\/[\w.+-]{1,40};base64,([A-Za-z0-9+/]+={0,2})$/.exec(logo)?.[1];
  if (data === undefined) throw noLogo();
  const bytes = Buffer.from(data, "base64");
  if (bytes.byteLength > largestLogoBytes) throw refuse("invalid", "logo_50_kb");
  const picture = newPicture(bytes);
  return { address: picture.address, kept: keepStatements(ctx, picture, user) };
}
