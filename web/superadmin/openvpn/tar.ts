import type { VpnFile } from "#contract/openvpn";

const block = 512;

/** Files as one archive (ustar, POSIX.1-1988), owned by root, with the mode that each one needs. */
export function tarOf(files: readonly VpnFile[], nowMs: number): Blob {
  const encoder = new TextEncoder();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (const { name, mode, content } of files) {
    const bytes = encoder.encode(content);
    parts.push(header(encoder, { name, mode, size: bytes.length, nowMs }), bytes);
    parts.push(new Uint8Array((block - (bytes.length % block)) % block));
  }
  parts.push(new Uint8Array(2 * block));
  return new Blob(parts, { type: "application/x-tar" });
}

type Entry = { name: string; mode: string; size: number; nowMs: number };

function header(encoder: TextEncoder, { name, mode, size, nowMs }: Entry): Uint8Array<ArrayBuffer> {
  if (encoder.encode(name).length > 100) throw new Error(`the name is too long for an archive: ${name}`);
  const bytes = new Uint8Array(block);
  const write = (at: number, text: string) => bytes.set(encoder.encode(text), at);
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, "0");
  write(0, name);
  write(100, mode.padStart(7, "0"));
  write(108, octal(0, 7));
  write(116, octal(0, 7));
  write(124, octal(size, 11));
  write(136, octal(Math.floor(nowMs / 1_000), 11));
  // The sum is taken with spaces in its own place.
  write(148, "        ");
  write(156, "0");
  write(257, "ustar\u000000");
  write(265, "root");
  write(297, "root");
  write(
    148,
    `${octal(
      bytes.reduce((sum, byte) => sum + byte, 0),
      6,
    )}\u0000 `,
  );
  return bytes;
}
