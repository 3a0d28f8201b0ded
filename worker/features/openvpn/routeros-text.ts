/**
 * A text as RouterOS reads it between quotes. Whatever a script could take for something of its own (`"`, `\`, `$`, the
 * `?` of its console, line ends) is written by its number (MikroTik manual, Scripting: escape sequences).
 */
export function quoted(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return `"${Array.from(bytes, written).join("")}"`;
}

const plain = /[A-Za-z0-9 .,:;@_/+=()#*<>'~^-]/;

function written(byte: number): string {
  if (byte === 10) return "\\n";
  const character = String.fromCharCode(byte);
  return plain.test(character) ? character : `\\${byte.toString(16).toUpperCase().padStart(2, "0")}`;
}
