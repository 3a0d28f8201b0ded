import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type PrintedPage = {
  /** Width and height in millimetres. */
  size: [number, number];
  text: string;
  /** What the QR codes say, in no order. */
  qr: string[];
};

/** Reads a PDF with programs that know nothing of ours: poppler for pages and text, ZBar for QR codes. */
export function readPrint(pdf: Buffer): PrintedPage[] {
  const dir = mkdtempSync(join(tmpdir(), "print-"));
  try {
    const file = join(dir, "sheet.pdf");
    writeFileSync(file, pdf);
    const run = (command: string, args: string[]) =>
      execFileSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    run("pdftoppm", ["-r", "200", "-gray", "-png", file, join(dir, "page")]);
    const pictures = readdirSync(dir)
      .filter((name) => name.endsWith(".png"))
      .sort();
    return pictures.map((picture, index) => {
      const page = String(index + 1);
      const info = run("pdfinfo", ["-f", page, "-l", page, file]);
      const [, width = "0", height = "0"] = /size:\s+([\d.]+) x ([\d.]+) pts/.exec(info) ?? [];
      const millimetres = (points: string) => Math.round((Number(points) / 72) * 25.4);
      return {
        size: [millimetres(width), millimetres(height)],
        text: run("pdftotext", ["-f", page, "-l", page, "-layout", file, "-"]),
        qr: qrOf(run, join(dir, picture)),
      };
    });
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function qrOf(run: (command: string, args: string[]) => string, picture: string): string[] {
  try {
    const found = run("zbarimg", ["--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", picture]);
    return found.split("\n").filter(Boolean);
  } catch (cause) {
    // ZBar ends with 4 where a picture has no code.
    if ((cause as { status?: number }).status === 4) return [];
    throw cause;
  }
}
