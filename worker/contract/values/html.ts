// Text into HTML.

export function escapeHtml(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}

/** JSON that cannot end its script element, whatever is in it. */
export function islandJson(data: unknown): string {
  return JSON.stringify(data).replace(/</g, "\\u003c");
}
