import type { Page } from "playwright-core";

/**
 * How much of a picture looks otherwise than the former one, 0 to 1; 1 where their sizes differ. A clock, a code or a port that
 * differs in each run is a small part of a page.
 * @param page any; it is not shown
 */
export async function changedShare(page: Page, former: Buffer, picture: Buffer): Promise<number> {
  const [one, other] = [former, picture].map((bytes) => `data:image/png;base64,${bytes.toString("base64")}`);
  return page.evaluate<number>(`(async () => {
    const pixels = async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext("2d");
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, image.width, image.height);
      return { width: image.width, height: image.height, data: new Uint32Array(data.buffer) };
    };
    const [a, b] = [await pixels(${JSON.stringify(one)}), await pixels(${JSON.stringify(other)})];
    if (a.width !== b.width || a.height !== b.height) return 1;
    let changed = 0;
    for (let place = 0; place < a.data.length; place += 1) if (a.data[place] !== b.data[place]) changed += 1;
    return changed / a.data.length;
  })()`);
}
