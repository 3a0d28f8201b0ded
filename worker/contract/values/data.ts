// Amounts of data. A plan's GB is 2^30 bytes, which is what RouterOS tools and buyers in this market count.

export const gigabyte = 2 ** 30;
export const megabyte = 2 ** 20;

/** `1.5 GB`, `320 MB`, `12 KB`, `0 B`. */
export function formatBytes(bytes: number): string {
  const units: readonly [number, string][] = [
    [gigabyte, "GB"],
    [megabyte, "MB"],
    [2 ** 10, "KB"],
  ];
  for (const [size, unit] of units) {
    // What would round up to 1024 of the unit below is one of this.
    if (bytes >= size - size / 2048)
      return `${Number((bytes / size).toFixed(bytes / size < 10 ? 1 : 0))} ${unit}`;
  }
  return `${Math.max(0, Math.round(bytes))} B`;
}
