import { vi } from "vitest";

// What a page hands to the browser, and the browser would do with it.

/** Files that were saved, with their names; jsdom and happy-dom save none. */
export function catchFiles(): { name: string; content: Blob }[] {
  const files: { name: string; content: Blob }[] = [];
  let last = new Blob();
  vi.spyOn(URL, "createObjectURL").mockImplementation((content) => {
    last = content as Blob;
    return "blob:file";
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    files.push({ name: this.download, content: last });
  });
  return files;
}

/** Counts how often something was printed; `done` is the end of the browser's dialog. */
export function catchPrints(): { prints: string[]; done: () => void } {
  const prints: string[] = [];
  window.print = () => void prints.push(document.querySelector("[data-print-sheet]")?.textContent ?? "");
  return { prints, done: () => void window.dispatchEvent(new Event("afterprint")) };
}

/** What was handed to the phone's own sharing, or without it to WhatsApp. */
export function catchShares(hasOwn: boolean): string[] {
  const shared: string[] = [];
  const own = async (what: ShareData) => void shared.push(`${what.text}\n${what.url ?? ""}`.trim());
  Object.defineProperty(navigator, "share", { configurable: true, value: hasOwn ? own : undefined });
  vi.spyOn(window, "open").mockImplementation((address) => {
    shared.push(decodeURIComponent(String(address)));
    return { opener: null } as Window;
  });
  return shared;
}

/** What a file with rows says; it begins with the mark by which spreadsheets know its letters. */
export async function csvIn(file: { content: Blob } | undefined): Promise<string> {
  const text = await file?.content.text();
  if (!text?.startsWith("\uFEFF")) throw new Error("no file, or one without its byte order mark");
  return text.slice(1);
}
