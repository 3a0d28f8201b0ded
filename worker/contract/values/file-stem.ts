/**
 * A router's name as the beginning of file names: `{router}-client.crt`. What a file system, a browser or RouterOS could
 * take for something else becomes `_`.
 */
export function fileStem(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9 ._-]/g, "_")
    .replace(/\s+/g, " ")
    .slice(0, 60)
    .replace(/^[ .]+|[ .]+$/g, "");
  return plain || "router";
}
