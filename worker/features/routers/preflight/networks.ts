/** IPv4 as numbers of 32 bits, ends included. */
type Range = { first: number; last: number };

/** The network of "192.168.88.1/24"; undefined for what is none. */
export function networkOf(text: string): (Range & { cidr: string }) | undefined {
  const [host = "", bits = ""] = text.split("/");
  const address = addressOf(host);
  if (address === undefined || !/^\d{1,2}$/.test(bits) || Number(bits) > 32) return undefined;
  const size = 2 ** (32 - Number(bits));
  const first = Math.floor(address / size) * size;
  return { first, last: first + size - 1, cidr: `${written(first)}/${bits}` };
}

/** "10.5.50.10-10.5.50.254,10.5.51.0/24" of a pool; what cannot be read is left out. */
export function rangesOf(text: string): Range[] {
  return text.split(",").flatMap((part) => {
    const [from = "", to = from] = part.trim().split("-");
    if (part.includes("/")) return networkOf(part.trim()) ?? [];
    const [first, last] = [addressOf(from), addressOf(to)];
    return first === undefined || last === undefined || last < first ? [] : { first, last };
  });
}

export const overlap = (one: Range, other: Range) => one.first <= other.last && other.first <= one.last;
export const within = (inner: Range, outer: Range) => outer.first <= inner.first && inner.last <= outer.last;

export function addressOf(text: string): number | undefined {
  const parts = text.split(".");
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256))
    return undefined;
  return parts.reduce((sum, part) => sum * 256 + Number(part), 0);
}

function written(address: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join(".");
}
