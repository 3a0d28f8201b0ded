import { formatIpv4, parseIpv4 } from "#contract/values/ipv4";
import type { Speed } from "#contract/values/speed";
import { connectionPath, secretPath } from "../commands/read-access.ts";
import { readUserComment } from "../marks.ts";
import type { Router, RouterRow } from "../router.ts";
import { filledRows } from "../router-values.ts";
import { prefixField, readPrefixes, readSixEntries, type SixView } from "./six.ts";

// What a line is made of at its router, and how that is read.

export const listPath = "/ip/firewall/address-list";

/** `lines`: sessions that were dialled while open; `blocked` and `open` beat it, `open` beats `blocked`; `portal`: where the blocked may go. */
export const lists = {
  lines: "mlango-lines",
  blocked: "mlango-blocked",
  open: "mlango-open",
  portal: "mlango-portal",
} as const;

/** Of rules, profiles and the portal's addresses. */
export const linesComment = "mlango: lines";

const entryBegins = "MLG;";
export const entryComment = (lineId: string): string => `${entryBegins}${lineId}`;
/** Of a row in one of the lists; undefined for those that the router or a person keeps. */
export const lineOfEntry = ({ comment = "" }: RouterRow): string | undefined =>
  comment.startsWith(entryBegins) ? comment.slice(entryBegins.length) : undefined;

/** The purchase's mark, with the line in its place. */
export const lineOfSecret = ({ comment }: RouterRow): string | undefined =>
  readUserComment(comment)?.entitlementId;

/** What a line's profile says. @property former of the router's own profile, whose addresses it gives; absent = those of the server */
export type LineService = Speed & { former?: string | undefined };

export const lineProfile = ({ upKbps, downKbps, former }: LineService, isBlocked: boolean): string =>
  `mlango-l-${upKbps}k-${downKbps}k${isBlocked ? "-blocked" : ""}${former === undefined ? "" : `@${former}`}`;

export function speedOfLineProfile(name: string | undefined): Speed | null {
  const [, up, down] = /^mlango-l-(\d{1,9})k-(\d{1,9})k(?:-blocked)?(?:@.*)?$/.exec(name ?? "") ?? [];
  return up && down ? { upKbps: Number(up), downKbps: Number(down) } : null;
}

/** A network wider than this is its provider's own, and no home's or office's. */
const fewestRouteBits = 16;

/** Networks that a row of `/ppp/secret` leads to the session of that name (`10.1.2.0/24 10.7.0.2 1, ...`), as a list of addresses names them. */
export const routesOf = ({ routes = "" }: RouterRow): string[] => [
  ...new Set(routes.split(",").flatMap(networkIn)),
];

function networkIn(route: string): string[] {
  const [written = ""] = route.trim().split(/\s+/, 1);
  const [base = "", bits = "32"] = written.split("/");
  const address = parseIpv4(base);
  const length = /^\d{1,2}$/.test(bits) ? Number(bits) : Number.NaN;
  if (address === undefined || !(length >= fewestRouteBits && length <= 32)) return [];
  const size = 2 ** (32 - length);
  const network = formatIpv4(Math.floor(address / size) * size);
  return [length === 32 ? network : `${network}/${length}`];
}

/**
 * Who may dial in, who has, and our two lists.
 * @property tunnels sessions by another way than PPPoE @property six undefined where the router gives no line a prefix
 */
export type LinesView = {
  secrets: RouterRow[];
  sessions: RouterRow[];
  tunnels: RouterRow[];
  entries: RouterRow[];
  six: SixView | undefined;
};

const secretFields = [
  ...[".id", "name", "service", "password", "profile", "comment", "disabled", "routes"],
  // Of one that was the router's own.
  prefixField,
];
const sessionFields = [".id", "name", "service", "address", "caller-id", "uptime", "session-id"];
const entryFields = [".id", "list", "address", "comment", "timeout"];

/** More names than these are read as one whole list. */
const mostNames = 40;

/** @param hasSix the router gives lines prefixes @param names of those alone; all where that is left out */
export async function readLines(
  router: Router,
  hasSix: boolean,
  names?: readonly string[],
): Promise<LinesView> {
  const [secrets, live] = await Promise.all([
    readSecrets(router, names),
    readLive(router, hasSix ? "all" : "none", names),
  ]);
  return { secrets, ...live };
}

export const readSecrets = (router: Router, names?: readonly string[]): Promise<RouterRow[]> =>
  rowsOf(router, secretPath, names, secretFields);

/** @param six whose prefixes are read; `blocked`: of sessions whose address is listed so, which are all that can need an entry by themselves */
export async function readLive(
  router: Router,
  six: "none" | "blocked" | "all",
  names?: readonly string[],
): Promise<Omit<LinesView, "secrets">> {
  const reading = rowsOf(router, connectionPath, names, sessionFields);
  const [rows, entries] = await Promise.all([reading, readEntries(router, six, reading)]);
  return { ...byWay(rows), ...entries };
}

/** Of `/ppp/active`. */
export function byWay(rows: readonly RouterRow[]): Pick<LinesView, "sessions" | "tunnels"> {
  const { pppoe = [], other = [] } = Object.groupBy(rows, ({ service }) =>
    service === "pppoe" ? "pppoe" : "other",
  );
  return { sessions: pppoe, tunnels: other };
}

/** Of all who are dialled in, whichever way, no more than this. */
export async function readDialledIds(router: Router): Promise<string[]> {
  const rows = filledRows(await router.print(connectionPath, {}, [".id"]));
  return rows.flatMap(({ ".id": id }) => (id ? [id] : []));
}

/** Who hung up since is left out. @param ids of their rows */
export async function readDialled(router: Router, ids: readonly string[]): Promise<RouterRow[]> {
  const rows = await Promise.all(ids.map((id) => router.print(connectionPath, { ".id": id }, sessionFields)));
  return rows.flatMap(filledRows);
}

/** Our two lists, and of those who dialled in over PPPoE what prefixes they have. @param six see `readLive` */
export async function readEntries(
  router: Router,
  six: "none" | "blocked" | "all",
  dialled: readonly RouterRow[] | Promise<readonly RouterRow[]>,
): Promise<Pick<LinesView, "entries" | "six">> {
  const [sixEntries, rows, ...listed] = await Promise.all([
    six === "none" ? undefined : readSixEntries(router, [lists.blocked, lists.open]),
    dialled,
    ...[lists.blocked, lists.open].map((list) => router.print(listPath, { list }, entryFields)),
  ]);
  const entries = listed.flatMap(filledRows);
  if (!sixEntries) return { entries, six: undefined };
  const { sessions } = byWay(rows);
  const blocked = new Set(entries.filter(({ list }) => list === lists.blocked).map(({ address }) => address));
  const asked = six === "all" ? sessions : sessions.filter(({ address }) => blocked.has(address));
  return { entries, six: { prefixes: await readPrefixes(router, asked), entries: sixEntries } };
}

async function rowsOf(
  router: Router,
  path: string,
  names: readonly string[] | undefined,
  fields: readonly string[],
): Promise<RouterRow[]> {
  if (names === undefined || names.length > mostNames)
    return filledRows(await router.print(path, {}, fields));
  const found = await Promise.all(names.map((name) => router.print(path, { name }, fields)));
  return found.flatMap(filledRows);
}

/** How many are dialled in; undefined where the router does not say. */
export const countDialled = (router: Router): Promise<number | undefined> =>
  router.count(connectionPath, { service: "pppoe" });
