import { t } from "../language.ts";

// A logo is picked large and kept small: visitors on slow lines load it before they see a plan.

/** Specification, provider console 9. */
const maxPickedBytes = 5 * 1024 * 1024;
const maxKeptBytes = 12 * 1024;
/** Longest side in pixels, largest first. */
const sides = [256, 192, 128, 96, 64, 48];
const qualities = [0.92, 0.8, 0.65, 0.5];

/** Why a picked file is no logo; `title` and `text` are the specification's (5 and 8). */
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

/**
 * Drawn anew at no more than 256 pixels and 12 KB, as WebP or PNG: whatever else the file carried stays behind, and a
 * drawing in SVG becomes pixels. Answers a data URL. Throws `LogoRefused`.
 */
export async function shrinkLogo(file: File): Promise<string> {
  checkLogo(file);
  const address = URL.createObjectURL(file);
  try {
    const picture = await read(address);
    for (const side of sides) {
      const kept = await smallEnough(draw(picture, side));
      if (kept) return await dataUrl(kept);
    }
  } finally {
    URL.revokeObjectURL(address);
  }
  throw new LogoRefused(t("Upload Failed"), t("Failed to upload logo"));
}

async function read(address: string): Promise<HTMLImageElement> {
  const picture = new Image();
  picture.src = address;
  try {
    await picture.decode();
  } catch (cause) {
    console.warn("the picked file shows nothing", cause);
    throw new LogoRefused(t("Upload Failed"), t("Failed to read the uploaded file"));
  }
  return picture;
}

function draw(picture: HTMLImageElement, side: number): HTMLCanvasElement {
  // Some drawings say nothing about their size.
  const width = picture.naturalWidth || side;
  const height = picture.naturalHeight || side;
  const scale = Math.min(1, side / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const pen = canvas.getContext("2d");
  if (!pen) throw new LogoRefused(t("Upload Failed"), t("Failed to upload logo"));
  pen.imageSmoothingQuality = "high";
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Browsers that make no WebP answer a PNG instead, whatever quality is asked for. */
async function smallEnough(canvas: HTMLCanvasElement): Promise<Blob | null> {
  for (const quality of qualities) {
    const blob = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, "image/webp", quality);
    });
    if (blob && blob.size <= maxKeptBytes) return blob;
    if (blob?.type !== "image/webp") return null;
  }
  return null;
}

function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new LogoRefused(t("Upload Failed"), t("Failed to read the uploaded file")));
    reader.readAsDataURL(blob);
  });
}
