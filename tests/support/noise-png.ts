import { randomFillSync } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";

/** A picture in RGB that cannot be compressed: three bytes a pixel, a little over `side * side * 3` in all. */
export function noisePng(side: number): Buffer {
  const row = 1 + side * 3;
  const pixels = randomFillSync(Buffer.alloc(row * side));
  // Filter 0 at the beginning of each row.
  for (let at = 0; at < pixels.length; at += row) pixels[at] = 0;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(pixels, { level: 1 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
