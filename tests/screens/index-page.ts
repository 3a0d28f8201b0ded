export type Picture = { name: string; file: string; width: number; height: number; theme: string };

/** All pictures on one page, a row for each screen; a press opens one in its own size. */
export function indexPage(pictures: readonly Picture[]): string {
  const names = [...new Set(pictures.map(({ name }) => name))];
  const figure = ({ file, width, height, theme }: Picture) =>
    `<a href="${file}"><img src="${file}" alt="${file}" loading="lazy" width="${Math.round(width * (320 / height))}" height="320"><small>${width} ${theme}</small></a>`;
  const rows = names.map((name) => {
    const own = pictures.filter((picture) => picture.name === name).map(figure);
    return `<section><h2>${name}</h2><div>${own.join("")}</div></section>`;
  });
  return `<!doctype html><meta charset="utf-8"><title>Screens</title><style>
body{font:14px system-ui;margin:24px;background:#e8eaed;color:#202124}
div{display:flex;flex-wrap:wrap;gap:16px}a{color:inherit}img{display:block;box-shadow:0 1px 8px #0004}h2{margin:24px 0 8px}
</style>${rows.join("\n")}\n`;
}
