export type Picture = {
  name: string;
  file: string;
  width: number;
  height: number;
  theme: string;
  /** The picture that stood there before, where it looked otherwise. */
  before?: string;
  /** How much of it looks otherwise, 0 to 1. */
  changed?: number;
};
/** Of which there is no picture, and why. */
export type Missing = { name: string; why: string };

/**
 * All pictures on one page, a row for each screen; what changed stands first, beside what it was, the most changed before the
 * others. A press opens one in its own size.
 */
export function indexPage(pictures: readonly Picture[], missing: readonly Missing[] = []): string {
  const names = [...new Set(pictures.map(({ name }) => name))];
  const changed = pictures
    .filter(({ before }) => before !== undefined)
    .sort((one, other) => (other.changed ?? 0) - (one.changed ?? 0));
  const pair = (picture: Picture) =>
    `<figure>${figure(picture.before ?? "", picture, "before")}${figure(picture.file, picture, "after")}<figcaption>${text(picture.name)}, ${((picture.changed ?? 0) * 100).toFixed(1)} % changed</figcaption></figure>`;
  const rows = names.map((name) => {
    const own = pictures.filter((picture) => picture.name === name);
    return `<section><h2>${text(name)}</h2><div>${own.map((picture) => figure(picture.file, picture, "")).join("")}</div></section>`;
  });
  const failed = missing.map(({ name, why }) => `<li><b>${text(name)}</b>: ${text(why)}</li>`);
  return `<!doctype html><meta charset="utf-8"><title>Screens</title><style>
body{font:14px system-ui;margin:24px;background:#e8eaed;color:#202124}
div{display:flex;flex-wrap:wrap;gap:16px}a{color:inherit}img{display:block;box-shadow:0 1px 8px #0004}h2{margin:24px 0 8px}
figure{margin:0;display:flex;gap:8px;flex-wrap:wrap;padding:8px;background:#fff}figcaption{flex-basis:100%}
</style>
${failed.length === 0 ? "" : `<section><h1>No picture (${failed.length})</h1><ul>${failed.join("")}</ul></section>`}
${changed.length === 0 ? "" : `<section><h1>Changed (${changed.length})</h1><div>${changed.map(pair).join("")}</div></section>`}
<h1>All</h1>
${rows.join("\n")}\n`;
}

function figure(file: string, { width, height, theme }: Picture, label: string): string {
  const words = [label, width, theme].filter(Boolean).join(" ");
  return `<a href="${file}"><img src="${file}" alt="${file}" loading="lazy" width="${Math.round(width * (320 / height))}" height="320"><small>${words}</small></a>`;
}

const text = (words: string) => words.replace(/&/g, "&amp;").replace(/</g, "&lt;");
