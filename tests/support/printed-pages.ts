import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type PrintedPage = {
  /** Width and height in millimetres. */
  size: [number, number];
  text: string;
  /** What the QR codes say, in no order. */
  qr: string[];
};

/** ZBar overlooks one or the other of many codes in one picture, not the same ones in a larger or smaller picture. */
const resolutions = ["200", "150", "250", "300"];

/**
 * Reads a PDF with programs that know nothing of ours: poppler for pages and text, ZBar for QR codes.
 * @param codesOn how many QR codes a page with this text should have: it is looked at again until they are found
 */
export function readPrint(pdf: Buffer, codesOn: (text: string) => number): PrintedPage[] {
  const dir = mkdtempSync(join(tmpdir(), "print-"));
  try {
    const file = join(dir, "sheet.pdf");
    writeFileSync(file, pdf);
    const [, count = "0"] = /Pages:\s+(\d+)/.exec(run("pdfinfo", [file])) ?? [];
    return Array.from({ length: Number(count) }, (_, index) =>
      readPage(file, String(index + 1), dir, codesOn),
    );
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function readPage(file: string, page: string, dir: string, codesOn: (text: string) => number): PrintedPage {
  const only = ["-f", page, "-l", page];
  const info = run("pdfinfo", [...only, file]);
  const [, width = "0", height = "0"] = /size:\s+([\d.]+) x ([\d.]+) pts/.exec(info) ?? [];
  const millimetres = (points: string) => Math.round((Number(points) / 72) * 25.4);
  const text = run("pdftotext", [...only, "-layout", file, "-"]);
  const qr = new Set<string>();
  for (const dpi of resolutions) {
    const picture = join(dir, `page-${page}-${dpi}`);
    run("pdftoppm", [...only, "-r", dpi, "-gray", "-png", "-singlefile", file, picture]);
    for (const said of qrOf(`${picture}.png`)) qr.add(said);
    if (qr.size >= codesOn(text)) break;
  }
  return { size: [millimetres(width), millimetres(height)], text, qr: [...qr] };
}

function qrOf(picture: string): string[] {
  try {
    const found = run("zbarimg", ["--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", picture]);
    return found.split("\n").filter(Boolean);
  } catch (cause) {
    // ZBar ends with 4 where a picture has no code.
    if ((cause as { status?: number }).status === 4) return [];
    throw cause;
  }
}

function run(command: string, args: string[]): string {
  return execFileSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
}
