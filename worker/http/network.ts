/**
 * The network a request comes from, as coarse as one household or office: /24 of IPv4, /64 of IPv6. Attempts are
 * counted by it, since one person easily has many addresses inside. `CF-Connecting-IP` is set by Cloudflare and cannot
 * be chosen by the caller; where it is absent (local start), everybody is one network.
 */
export function networkOf(request: Request): string {
  const address = (request.headers.get("cf-connecting-ip") ?? "").trim().toLowerCase();
  const mapped = /^(?:::ffff:)?(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(address);
  if (mapped) return `${mapped[1]}.0/24`;
  if (!/^[0-9a-f:]+$/.test(address)) return "unknown";
  return `${firstGroups(address, 4)}::/64`;
}

/** Undoes `::`, and leading zeros with it, so that one network has one spelling. */
function firstGroups(address: string, count: number): string {
  const [head = "", tail] = address.split("::");
  const groups = (text: string | undefined) => (text ? text.split(":") : []);
  const before = groups(head);
  const after = groups(tail);
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - before.length - after.length)).fill("0");
  return [...before, ...zeros, ...after]
    .slice(0, count)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}
