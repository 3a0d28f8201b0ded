// An advertisement's own HTML stands in a sandboxed frame. It inherits the page's security policy, so its stylesheet is
// one fixed text whose hash that policy names; its pictures are the host's own.

/** White in every theme: content is made for white. */
export const adFrameStyle = [
  "body{margin:12px;color:#131a22;background:#fff;",
  'font:15px/1.45 -apple-system,BlinkMacSystemFont,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;',
  "overflow-wrap:break-word;word-break:break-word}",
  "img{max-width:100%;height:auto}",
  "h1,h2,h3,h4{margin:0 0 8px;font-size:18px;line-height:1.3}",
  "p,ul,ol,table,blockquote{margin:0 0 8px}",
  "ul,ol{padding-left:20px}blockquote{padding-left:12px;border-left:3px solid #dce1e7}",
  "td,th{padding:2px 8px 2px 0;text-align:left}",
].join("");

/** @param content cleaned HTML */
export function adFrameDocument(content: string): string {
  return `<!doctype html><meta charset="utf-8"><style>${adFrameStyle}</style>${content}`;
}
