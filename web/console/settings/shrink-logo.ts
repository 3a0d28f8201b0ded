import { t } from "../language.ts";
import { shrinkPicture, UnreadablePicture } from "../shrink-picture.ts";

// A logo is picked large and kept small: visitors on slow lines load it before they see a plan.

/** docs/behaviour/provider-console.md, PC-91 and PC-93. */
const maxPickedBytes = 5 * 1024 * 1024;
const limits = { sides: [256, 192, 128, 96, 64, 48], bytes: 12 * 1024 };

/** Why a picked file is no logo; `title` and `text` as in docs/behaviour/provider-console.md, PC-90 to PC-92. */
export class LogoRefused extends Error {
  override readonly name = "LogoRefused";
  readonly title: string;

  constructor(title: string, text: string) {
    super(text);
    this.title = title;
  }
}

/** Throws `LogoRefused` for what is no image by its type, or over 5 MB. */
export function checkLogo(file: { type: string; size: number }): void {
  if (!file.type.startsWith("image/"))
    throw new LogoRefused(t("Invalid File Type"), t("Please upload an image file (PNG, JPG, SVG, etc.)"));
  if (file.size > maxPickedBytes)
    throw new LogoRefused(t("File Too Large"), t("Please upload an image smaller than 5MB"));
}

/** At no more than 256 pixels and 12 KB, as data URL. Throws `LogoRefused`. */
export async function shrinkLogo(file: File): Promise<string> {
  checkLogo(file);
  try {
    const small = await shrinkPicture(file, limits);
    if (small) return small;
  } catch (cause) {
    if (!(cause instanceof UnreadablePicture)) throw cause;
    console.warn("a logo was not read", cause);
    throw new LogoRefused(t("Upload Failed"), t("Failed to read the uploaded file"));
  }
  throw new LogoRefused(t("Upload Failed"), t("Failed to upload logo"));
}
