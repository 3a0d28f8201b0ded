import type { Context } from "../../context.ts";
import type { SettingsInput } from "../../contract/branding.ts";
import type { Statement } from "../../db/tenant-db.ts";
import { refuse } from "../../errors.ts";
import { type Actor, changesOf, recordStatement } from "../audit/index.ts";
import { isStoredPicture, newPicture, picturesIn } from "./media.ts";
import { keepStatements, platformsOwn, reuseStatement, settleStatements } from "./picture-uses.ts";
import { brandChanged, generalBrandChanged } from "./portal-brand.ts";

/** Every visitor loads it, many of them over EDGE; the console scales what was picked far below. */
const largestLogoBytes = 50 * 1024;

const noLogo = () => refuse("invalid", "logo_unusable");

/**
 * Changes what was given of how a provider's portal looks; an empty field goes back to its default.
 * @throws AppError invalid for a logo that is no small picture of ours
 */
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
    "SELECT captive_portal_settings AS value FROM providers WHERE id = ?1",
    providerId,
  );
  await ctx.platform.batch([
    ...pictures,
    ctx.platform.statement(
      `UPDATE providers SET captive_portal_settings = json_patch(captive_portal_settings, ?2), updated_at = ?3
      WHERE id = ?1`,
      providerId,
      JSON.stringify(patch),
      ctx.now(),
    ),
    ...(patch.logoUrl === undefined ? [] : settleStatements(ctx, providerId)),
    recordStatement(ctx, {
      ...{ ...actor, action: "settings.save", subject: providerId },
      detail: changesOf(before, patch),
    }),
  ]);
  brandChanged(providerId);
}

/**
 * The same for how the portal looks where no provider decides.
 * @throws AppError invalid as above
 */
export async function saveGeneralSettings(
  ctx: Context,
  { input, actor }: { input: SettingsInput; actor: Actor },
): Promise<void> {
  const { patch, pictures } = await patchOf(ctx, input, platformsOwn);
  const before = await storedIn(ctx, "SELECT value FROM platform_settings WHERE name = ?1", "portal");
  await ctx.platform.batch([
    ...pictures,
    ctx.platform.statement(
      `INSERT INTO platform_settings (name, value, updated_at) VALUES ('portal', json_patch('{}', ?1), ?2)
      ON CONFLICT (name) DO UPDATE SET value = json_patch(value, ?1), updated_at = excluded.updated_at`,
      JSON.stringify(patch),
      ctx.now(),
    ),
    ...(patch.logoUrl === undefined ? [] : settleStatements(ctx, platformsOwn)),
    recordStatement(ctx, {
      ...{ ...actor, action: "settings.general", subject: "portal" },
      detail: changesOf(before, patch),
    }),
  ]);
  generalBrandChanged();
}

async function storedIn(ctx: Context, sql: string, id: string): Promise<Record<string, unknown>> {
  const [row] = await ctx.platform.all<{ value: string | null }>(ctx.platform.statement(sql, id));
  return JSON.parse(row?.value ?? "{}");
}

/**
 * In a merge patch (RFC 7396) null takes the field away; two people who save at once keep each other's fields.
 * @returns pictures: what keeps the logo, to be written with the patch
 */
async function patchOf(
  ctx: Context,
  input: SettingsInput,
  user: string,
): Promise<{ patch: Record<string, string | null>; pictures: Statement[] }> {
  const logo = input.logoUrl ? await logoOf(ctx, input.logoUrl, user) : null;
  const given = Object.entries({ ...input, logoUrl: logo ? logo.address : input.logoUrl });
  const patch = given.flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value === "" ? null : value] as const],
  );
  return { patch: Object.fromEntries(patch), pictures: logo?.kept ?? [] };
}

/** Its own address, `/media/<hash>`, and what keeps it for this user. */
async function logoOf(
  ctx: Context,
  logo: string,
  user: string,
): Promise<{ address: string; kept: Statement[] }> {
  if (await isStoredPicture(ctx, logo))
    return { address: logo, kept: [reuseStatement(ctx, picturesIn(logo), user)] };
  const data = /^data:image\/[\w.+-]{1,40};base64,([A-Za-z0-9+/]+={0,2})$/.exec(logo)?.[1];
  if (data === undefined) throw noLogo();
  const bytes = Buffer.from(data, "base64");
  if (bytes.byteLength > largestLogoBytes) throw refuse("invalid", "logo_50_kb");
  const picture = newPicture(bytes);
  return { address: picture.address, kept: keepStatements(ctx, picture, user) };
}
