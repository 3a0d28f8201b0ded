import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Marked } from "marked";
import type { Plugin } from "vite";

// The handbooks at /help are Markdown. The worker keeps them as HTML, so that it carries no parser.

const pictureFolder = join(import.meta.dirname, "..", "web", "help");
const topicHeading = /^### (.+) \{#([\w-]+)\}$/m;

/** Each picture: its name, such as `plan-en`, the built file, and the one that it is made of. */
function pictures(): { name: string; file: string; from: string }[] {
  return readdirSync(pictureFolder)
    .filter((file) => file.endsWith(".webp"))
    .map((file) => {
      const [name, from] = [basename(file, ".webp"), join(pictureFolder, file)];
      const hash = createHash("sha256").update(readFileSync(from)).digest("hex").slice(0, 8);
      return { name, from, file: `assets/help-${name}-${hash}.webp` };
    });
}

/** @param addresses of the built pictures, by name; a picture without one is left out */
function renderHandbook(markdown: string, addresses: Readonly<Record<string, string>>) {
  const html: Marked = new Marked({
    renderer: {
      // A handbook is text: a tag in it is shown, not made.
      html({ text }) {
        return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
      },
      heading({ text, depth }) {
        if (depth === 2) return `<h2 class="part">${html.parseInline(text)}</h2>`;
        const [, title = "", id] = topicHeading.exec(`### ${text}`) ?? [];
        return `<h3 id="${id}" tabindex="-1">${html.parseInline(title)}</h3>`;
      },
      // Words of the console, which are no more important than others.
      strong({ tokens }) {
        return `<b>${this.parser.parseInline(tokens)}</b>`;
      },
      paragraph({ tokens }) {
        const inner = this.parser.parseInline(tokens);
        return tokens.every(({ type }) => type === "image") ? inner : `<p>${inner}</p>`;
      },
      /** As wide and high as the screens that they show (tests/screens/help-pictures.ts). */
      image({ href, tokens }) {
        const src = addresses[basename(href, ".webp")];
        const alt = this.parser.parseInline(tokens, this.parser.textRenderer);
        return src
          ? `<img src="${src}" alt="${alt}" width="360" height="640" loading="lazy" decoding="async">`
          : "";
      },
    },
  });
  const [head = "", ...chapters] = markdown.split(/^(?=###? )/m);
  const [, title = "", intro = ""] = /^# (.+)\n+(.+)\n/.exec(head) ?? [];
  const topics = chapters.flatMap((chapter) => {
    const [, heading = "", id] = topicHeading.exec(chapter) ?? [];
    return id ? [`<li><a href="#${id}">${html.parseInline(heading)}</a></li>`] : [];
  });
  const sections = chapters.map((chapter) => {
    const [, , id] = topicHeading.exec(chapter) ?? [];
    const inner = html.parse(chapter);
    return id ? `<section aria-labelledby="${id}">${inner}</section>` : inner;
  });
  return {
    title: html.parseInline(title),
    intro: html.parseInline(intro),
    contents: topics.join(""),
    sections: sections.join(""),
  };
}

/** A handbook's file becomes a module of its HTML, and the client's files get the pictures. */
export function handbooks({ isBuilt = true } = {}): Plugin {
  return {
    name: "handbooks",
    transform(markdown, id) {
      if (!id.endsWith(".md")) return undefined;
      const isBuild = isBuilt && this.environment.mode === "build";
      const addresses = (isBuild ? pictures() : []).map(({ name, file }) => [name, `/${file}`]);
      const handbook = renderHandbook(markdown, Object.fromEntries(addresses));
      return { code: `export const handbook = ${JSON.stringify(handbook)};`, map: null };
    },
    generateBundle() {
      if (this.environment.name !== "client") return;
      for (const { file, from } of pictures())
        this.emitFile({ type: "asset", fileName: file, source: readFileSync(from) });
    },
  };
}
