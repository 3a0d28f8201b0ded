/** Between RouterOS quotes: what a script could misread (`"`, `\`, `$`, `?`, line ends) is written by its number. */
export function quoted(text: string): string {
  // Percent signs and the bytes of UTF-8: this room knows no encoder of its own.
  const bytes = encodeURIComponent(text.toWellFormed()).matchAll(/%(..)|[\s\S]/g);
  return `"${Array.from(bytes, ([plain, hex]) => written(hex ? Number.parseInt(hex, 16) : plain.charCodeAt(0))).join("")}"`;
}

const plain = /[A-Za-z0-9 .,:;@_/+=()#*<>'~^-]/;

function written(byte: number): string {
  if (byte === 10) return "\\n";
  const character = String.fromCharCode(byte);
  return plain.test(character) ? character : `\\${byte.toString(16).toUpperCase().padStart(2, "0")}`;
}
