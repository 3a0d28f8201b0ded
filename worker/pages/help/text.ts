import { helpPictures } from "virtual:client-scripts";
import type { Language } from "../../contract/texts.ts";
import { escapeHtml } from "../../contract/values/html.ts";

// A handbook's text: a line is a paragraph, `- ` and `1. ` begin items of a list, `!name words` is a picture with what it shows.
// `**words**` stand so in the console, `code` is typed, [words](address) is a link.

type Block = { tag: "p" | "ul" | "ol"; lines: string[] } | { tag: "img"; name: string; alt: string };

export function htmlOf(text: string, language: Language): string {
  return blocksOf(text)
    .map((block) => {
      if (block.tag === "img") return pictureOf(block.name, block.alt, language);
      const lines = block.lines.map(inline);
      return block.tag === "p"
        ? `<p>${lines.join("")}</p>`
        : `<${block.tag}>${lines.map((line) => `<li>${line}</li>`).join("")}</${block.tag}>`;
    })
    .join("");
}

function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  for (const line of text.trim().split(/\n+/)) {
    const picture = /^!(\S+) (.+)$/.exec(line);
    if (picture) {
      blocks.push({ tag: "img", name: picture[1] ?? "", alt: picture[2] ?? "" });
      continue;
    }
    const item = /^(- |\d+\. )(.+)$/.exec(line);
    const tag = item === null ? "p" : item[1] === "- " ? "ul" : "ol";
    const last = blocks.at(-1);
    if (item && last?.tag === tag) last.lines.push(item[2] ?? "");
    else blocks.push({ tag, lines: [item?.[2] ?? line] });
  }
  return blocks;
}

function inline(text: string): string {
  return escapeHtml(text)
    .replace(/\*\*(.+?)\*\*/g, "<b>$1</b>")
    .replace(/`(.+?)`/g, "<code>$1</code>")
    .replace(/\[(.+?)\]\((.+?)\)/g, '<a href="$2">$1</a>');
}

/** As wide and high as the screens that they show (tests/screens/help-pictures.ts). */
function pictureOf(name: string, alt: string, language: Language): string {
  const src = helpPictures[`${name}-${language}`];
  return src
    ? `<img src="${src}" alt="${escapeHtml(alt)}" width="360" height="640" loading="lazy" decoding="async">`
    : "";
}
