// Pictures are re-encoded small: slow lines, no metadata, SVG becomes pixels.

type PictureLimits = {
  sides: readonly number[];
  bytes: number;
};

const qualities = [0.92, 0.8, 0.65, 0.5];

export class UnreadablePicture extends Error {
  override readonly name = "UnreadablePicture";
}

/** A data URL of WebP or PNG within the limits; null where no size is small enough. Throws `UnreadablePicture`. */
export async function shrinkPicture(file: File, limits: PictureLimits): Promise<string | null> {
  const address = URL.createObjectURL(file);
  try {
    const picture = await read(address);
    for (const side of limits.sides) {
      const kept = await smallEnough(draw(picture, side), limits.bytes);
      if (kept) return await dataUrl(kept);
    }
    return null;
  } finally {
    URL.revokeObjectURL(address);
  }
}

async function read(address: string): Promise<HTMLImageElement> {
  const picture = new Image();
  picture.src = address;
  try {
    await picture.decode();
  } catch (cause) {
    throw new UnreadablePicture("the picked file shows nothing", { cause });
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
  if (!pen) throw new UnreadablePicture("this browser draws no pictures");
  pen.imageSmoothingQuality = "high";
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Browsers that make no WebP answer a PNG instead, whatever quality is asked for. */
async function smallEnough(canvas: HTMLCanvasElement, bytes: number): Promise<Blob | null> {
  for (const quality of qualities) {
    const blob = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, "image/webp", quality);
    });
    if (blob && blob.size <= bytes) return blob;
    if (blob?.type !== "image/webp") return null;
  }
  return null;
}

function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new UnreadablePicture("the drawn picture could not be read"));
    reader.readAsDataURL(blob);
  });
}
