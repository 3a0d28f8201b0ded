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

/** @property prefixes by the interface of the session */
export type SixView = { prefixes: ReadonlyMap<string, string[]>; entries: RouterRow[] };

/** Prefixes of links, and those that were delegated. @param lists of which entries are read */
export async function readSix(router: Router, lists: readonly string[]): Promise<SixView> {
  const [links, delegated, ...entries] = await Promise.all([
    rowsOf(router, "/ipv6/nd/prefix", ["prefix", "interface"]),
    rowsOf(router, "/ipv6/dhcp-server/binding", ["address", "server"]),
    ...lists.map((list) =>
      router.print(sixListPath, { list }, [".id", "list", "address", "comment", "timeout"]),
    ),
  ]);
  const all = [
    ...links.map((row) => [row.interface, row.prefix] as const),
    ...delegated.map((row) => [row.server, row.address] as const),
  ].filter(([, prefix = ""]) => /^[0-9a-f:]+\/\d{1,3}$/i.test(prefix));
  const prefixes = new Map<string, string[]>();
  for (const [session = "", prefix = ""] of all)
    prefixes.set(session, [...(prefixes.get(session) ?? []), prefix]);
  return { prefixes, entries: entries.flatMap(filledRows) };
}

/** Of a router that lacks one of the two ways, the other one's. */
async function rowsOf(router: Router, path: string, fields: readonly string[]): Promise<RouterRow[]> {
  try {
    return filledRows(await router.print(path, {}, fields));
  } catch (error) {
    if (error instanceof RouterFault && error.refusal === "no such command") return [];
    throw error;
  }
}

/** As the router calls the interface of a session. */
export const prefixesOf = (session: RouterRow, { prefixes }: SixView): string[] =>
  prefixes.get(`<pppoe-${session.name}>`) ?? [];
