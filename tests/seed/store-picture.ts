import type { Context } from "#worker/context";
import { keepStatements, newPicture, platformsOwn } from "#worker/features/branding/index";

/** Keeps a picture once, alone; it is removed after a day unless something shows it by then. */
export async function storePicture(ctx: Context, bytes: Uint8Array, user = platformsOwn): Promise<string> {
  const picture = newPicture(bytes);
  await ctx.platform.batch(keepStatements(ctx, picture, user));
  return picture.address;
}
