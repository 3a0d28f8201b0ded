import type { Context } from "../../context.ts";
import { type AppError, refuse } from "../../errors.ts";
import { isStoredPicture, pictureType } from "../branding/index.ts";
import { copyPicture } from "./copy-picture.ts";

/** Visitors on slow lines load it before they see a plan. */
const largestBytes = 200 * 1024;

export type AdPicture = { address: string } | { bytes: Uint8Array; type: string } | null;

/** An own address, a data URL, or an https address that is copied now. @throws AppError invalid */
export async function adPicture(ctx: Context, named: string | undefined): Promise<AdPicture> {
  if (named === undefined) return null;
  const own = ownAddress(ctx, named);
  if (own !== null) {
    if (!(await isStoredPicture(ctx, own))) throw chooseAgain();
    return { address: own };
  }
  const bytes = named.startsWith("data:") ? fromDataUrl(named) : await copyPicture(ctx, named);
  const type = pictureType(bytes);
  if (!type) throw refuse("invalid", "not_a_picture");
  if (bytes.byteLength > largestBytes) {
    const size = Math.ceil(bytes.byteLength / 1024);
    throw refuse("invalid", "ad_picture_large", { size });
  }
  return { bytes, type };
}

/** `/media/<hash>`, also with this platform's own host in front of it. */
function ownAddress(ctx: Context, named: string): string | null {
  const { origin } = new URL(ctx.settings.MAIN_ORIGIN);
  const path = named.startsWith(`${origin}/`) ? named.slice(origin.length) : named;
  return path.startsWith("/") ? path : null;
}

function fromDataUrl(named: string): Uint8Array {
  const data = /^data:image\/[\w.+-]{1,40};base64,([A-Za-z0-9+/]+={0,2})$/.exec(named)?.[1];
  if (data === undefined) throw chooseAgain();
  return new Uint8Array(Buffer.from(data, "base64"));
}

function chooseAgain(): AppError {
  return refuse("invalid", "ad_picture_again");
}
