/** The beginning of file names: what a file system, browser or RouterOS could misread becomes `_`. */
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
