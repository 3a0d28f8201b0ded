import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Context } from "../../context.ts";
import { media } from "../../db/schema/platform.ts";
import { sql } from "../../db/sql.ts";
import { refuse } from "../../errors.ts";
import type { NewPicture, Picture, PictureType } from "./picture-uses.ts";

/** What a person may pick. */
const maxPickedBytes = 2 * 1024 * 1024;
/** What is kept: visitors on EDGE load it before they see a plan. */
const maxStoredBytes = 256 * 1024;

/** With its address `/media/<sha256>`. @throws AppError invalid: no PNG, JPEG, WebP or GIF by its first bytes, or over 256 KB */
export function newPicture(bytes: Uint8Array): NewPicture {
  if (bytes.byteLength > maxPickedBytes) throw refuse("invalid", "picture_2_mb");
  const type = pictureType(bytes);
  if (!type) throw refuse("invalid", "not_a_picture");
  if (bytes.byteLength > maxStoredBytes) throw refuse("invalid", "picture_256_kb");
  const hash = createHash("sha256").update(bytes).digest("hex");
  return { hash, type, bytes, address: `/media/${hash}` };
}

/** The hashes of pictures of ours that a text names. */
export function picturesIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\/media\/([0-9a-f]{64})/g)].map(([, hash = ""]) => hash))];
}

export async function pictureBy(ctx: Context, hash: string): Promise<Picture | null> {
  const [row] = await ctx.platform.select(media, { where: eq(media.hash, hash), limit: 1 });
  return row ? { type: row.type, bytes: new Uint8Array(row.bytes) } : null;
}

export async function isStoredPicture(ctx: Context, address: string): Promise<boolean> {
  const hash = /^\/media\/([0-9a-f]{64})$/.exec(address)?.[1];
  if (!hash) return false;
  const found = await ctx.platform.all(sql`SELECT 1 AS found FROM media WHERE hash = ${hash}`);
  return found.length > 0;
}

/** By the first bytes, never by a name or a header: SVG, which can carry scripts, is none of these. */
export function pictureType(bytes: Uint8Array): PictureType | null {
  const starts = (at: number, text: string) =>
    [...text].every((letter, index) => bytes[at + index] === letter.charCodeAt(0));
  if (starts(0, "\x89PNG\r\n\x1a\n")) return "image/png";
  if (starts(0, "\xff\xd8\xff")) return "image/jpeg";
  if (starts(0, "RIFF") && starts(8, "WEBP")) return "image/webp";
  if (starts(0, "GIF87a") || starts(0, "GIF89a")) return "image/gif";
  return null;
}
