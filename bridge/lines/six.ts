import { type Router, RouterFault, type RouterRow } from "../router.ts";
import { filledRows } from "../router-values.ts";

// IPv6 of lines, at a router that gives its lines prefixes. Where none does, nothing of this is read or written.

export const sixListPath = "/ipv6/firewall/address-list";
/** By which profile and secret give prefixes. */
export const poolFields = ["remote-ipv6-prefix-pool", "dhcpv6-pd-pool"] as const;
export const prefixField = "remote-ipv6-prefix";

const isGiven = (value = ""): boolean => value !== "" && value !== "none";
/** Any profile: what ours leave open is that of the server's own. */
export const givesPrefixes = (profiles: readonly RouterRow[]): boolean =>
  profiles.some((row) => poolFields.some((field) => isGiven(row[field])));
export const hasPrefix = (secret: RouterRow): boolean => isGiven(secret[prefixField]);

/** @property prefixes by the interface of the session, of those that were asked for */
export type SixView = { prefixes: ReadonlyMap<string, string[]>; entries: RouterRow[] };

export async function readSixEntries(router: Router, lists: readonly string[]): Promise<RouterRow[]> {
  const fields = [".id", "list", "address", "comment", "timeout"];
  const entries = await Promise.all(lists.map((list) => router.print(sixListPath, { list }, fields)));
  return entries.flatMap(filledRows);
}

/** More sessions than these are read with all others. */
const mostSessions = 40;
const ways = [
  { path: "/ipv6/nd/prefix", session: "interface", prefix: "prefix" },
  { path: "/ipv6/dhcp-server/binding", session: "server", prefix: "address" },
] as const;

/** Of links, and those that were delegated. */
export async function readPrefixes(
  router: Router,
  sessions: readonly RouterRow[],
): Promise<SixView["prefixes"]> {
  const names = new Set(sessions.map(interfaceOf));
  const read = await Promise.all(
    ways.map(async ({ path, session, prefix }) => {
      const fields = [prefix, session];
      const asked = names.size > mostSessions ? [{}] : [...names].map((name) => ({ [session]: name }));
      const rows = await Promise.all(asked.map((query) => rowsOf(router, path, query, fields)));
      return rows.flat().map((row) => [row[session] ?? "", row[prefix] ?? ""] as const);
    }),
  );
  const prefixes = new Map<string, string[]>();
  for (const [name, prefix] of read.flat())
    if (names.has(name) && /^[0-9a-f:]+\/\d{1,3}$/i.test(prefix))
      prefixes.set(name, [...(prefixes.get(name) ?? []), prefix]);
  return prefixes;
}

/** Of a router that lacks one of the two ways, the other one's. */
async function rowsOf(
  router: Router,
  path: string,
  query: Record<string, string>,
  fields: readonly string[],
): Promise<RouterRow[]> {
  try {
    return filledRows(await router.print(path, query, fields));
  } catch (error) {
    if (error instanceof RouterFault && error.refusal === "no such command") return [];
    throw error;
  }
}

const interfaceOf = ({ name = "" }: RouterRow): string => `<pppoe-${name}>`;

export const prefixesOf = (session: RouterRow, { prefixes }: SixView): string[] =>
  prefixes.get(interfaceOf(session)) ?? [];
