import { connectionPath, isForLines, secretPath } from "../commands/read-access.ts";
import { isWithin } from "../ipv4.ts";
import { userComment } from "../marks.ts";
import { type Router, RouterFault, type RouterRow } from "../router.ts";
import { filledRows, parseDuration, parseFlag, printDuration, printFlag } from "../router-values.ts";
import { type Line, type LineState, sameName } from "./line.ts";
import {
  entryComment,
  type LinesView,
  lineOfEntry,
  lineOfSecret,
  lineProfile,
  listPath,
  lists,
  routesOf,
  speedOfLineProfile,
} from "./router-lines.ts";
import { prefixesOf, sixListPath } from "./six.ts";
import { cutSix } from "./six-firewall.ts";

const trackedPath = "/ip/firewall/connection";

/** What is to be written for one line; nothing: the router is equal to the journal. */
export type Step =
  | { verb: "add"; path: string; values: Record<string, string> }
  | { verb: "set" | "renew"; path: string; id: string; values: Record<string, string> }
  | { verb: "remove"; path: string; id: string }
  | { verb: "cut"; address: string }
  | { verb: "cutSix"; address: string };

/** `foreign`: a row that is not ours has the name. */
export type Plan = { kind: "steps"; steps: Step[] } | { kind: "foreign" };

/** Of the line's own, or undefined; `isTaken`: a row of its name is not ours. */
export function secretOf(
  line: Line,
  { secrets }: LinesView,
): { own: RouterRow | undefined; isTaken: boolean } {
  const { login } = line.spec;
  const marked = secrets.filter((row) => lineOfSecret(row) === line.id);
  const own = marked.find(({ name }) => sameName(name, login)) ?? marked[0];
  const others = secrets.filter(
    (row) => row !== own && sameName(row.name, login) && !marked.includes(row) && isForLines(row),
  );
  const [other] = others;
  if (!own && other && others.length === 1 && line.spec.kind === "serve" && mayTake(other, line.spec))
    return { own: other, isTaken: false };
  const isTaken = others.length > 0;
  return { own, isTaken: isTaken && !sameName(own?.name, login) };
}

/** Of a line that was given up, or the router's own that a person handed over. */
const mayTake = (row: RouterRow, { former }: Extract<Line["spec"], { kind: "serve" }>): boolean =>
  isLeft(row) || (former !== undefined && lineOfSecret(row) === undefined);

/** Of a line that was given up: it dials in no more, and another line may have its name. */
const isLeft = (row: RouterRow): boolean =>
  lineOfSecret(row) !== undefined && parseFlag(row.disabled) && speedOfLineProfile(row.profile) !== null;

/** @param epoch of the mark */
export function planLine(line: Line, state: LineState, view: LinesView, epoch: number): Plan {
  const { own, isTaken } = secretOf(line, view);
  if (line.spec.kind === "serve" && isTaken) return { kind: "foreign" };
  // A row that was renamed at the router keeps the session of its former name.
  const sessions = own ? sessionsOf([line.spec.login, own.name ?? ""], view.sessions) : [];
  const live = { sessions, routes: own ? routesOf(own) : [] };
  const steps = [...secretSteps(line, state, own, epoch), ...entrySteps(line, state, live, view)];
  const hungUp = sessions.filter((session) => mustHangUp(line, state, session, view.entries));
  for (const session of [...hungUp, ...(own && state !== "open" ? tunnelsOf(line, own, view) : [])])
    steps.push({ verb: "remove", path: connectionPath, id: session[".id"] ?? "" });
  return { kind: "steps", steps };
}

/**
 * What came in by another way while the name was the router's own, which lets in by any: no list of ours blocks it, and it would last for
 * ever. Of a name that another row has as well it is that row's.
 */
function tunnelsOf(line: Line, own: RouterRow, { secrets, tunnels }: LinesView): RouterRow[] {
  const isRestored = line.spec.kind === "close" && line.spec.restore !== undefined;
  const isShared = secrets.some((row) => row !== own && sameName(row.name, own.name ?? ""));
  return isRestored || isShared ? [] : sessionsOf([own.name ?? ""], tunnels);
}

/** The router's own profile may have let in several by one name, before it was a line's. */
export const sessionsOf = (names: readonly string[], sessions: readonly RouterRow[]): RouterRow[] =>
  sessions.filter((row) => names.some((name) => sameName(row.name, name)));

/** What is given up ends. What is the router's own again goes on, but for a session that its profile keeps in the list of the blocked. */
function mustHangUp(
  line: Line,
  state: LineState,
  session: RouterRow,
  entries: readonly RouterRow[],
): boolean {
  const { spec } = line;
  if (spec.kind === "serve") return isSlowOrFast(line, state);
  return spec.restore === undefined || isBlockedByProfile(session.address ?? "", entries);
}

const isBlockedByProfile = (address: string, entries: readonly RouterRow[]): boolean =>
  entries.some(
    (row) => row.list === lists.blocked && row.address === address && lineOfEntry(row) === undefined,
  );

/** The session keeps the speed of its dial: another one comes with another dial. A blocked line waits for its own. */
function isSlowOrFast({ spec, session }: Line, state: LineState): boolean {
  if (state !== "open" || spec.kind !== "serve" || !session?.speed) return false;
  return session.speed.upKbps !== spec.upKbps || session.speed.downKbps !== spec.downKbps;
}

function secretSteps(line: Line, state: LineState, own: RouterRow | undefined, epoch: number): Step[] {
  const { spec, id } = line;
  if (spec.kind === "close") {
    if (!own) return [];
    if (spec.restore) return [restored(own, spec.restore)];
    if (parseFlag(own.disabled)) return [];
    return [{ verb: "set", path: secretPath, id: own[".id"] ?? "", values: { disabled: printFlag(true) } }];
  }
  const wanted = {
    name: spec.login,
    service: "pppoe",
    password: spec.password,
    profile: lineProfile(spec, state === "blocked"),
    comment: userComment({ entitlementId: id, epoch }),
    disabled: printFlag(false),
  };
  if (!own) return [{ verb: "add", path: secretPath, values: wanted }];
  const changed = Object.entries(wanted).filter(([name, value]) => {
    const now = own[name];
    if (name === "name") return !sameName(now, value);
    if (name === "disabled") return parseFlag(now);
    if (name === "password" && isHidden(now)) return line.applied?.rev !== line.rev;
    return now !== value;
  });
  if (changed.length === 0) return [];
  return [{ verb: "set", path: secretPath, id: own[".id"] ?? "", values: Object.fromEntries(changed) }];
}

/** Its mark goes with its comment: from then on it is none of ours. */
function restored(own: RouterRow, { isOff, ...as }: NonNullable<Restore>): Step {
  return {
    verb: "set",
    path: secretPath,
    id: own[".id"] ?? "",
    values: { ...as, disabled: printFlag(isOff) },
  };
}

type Restore = Extract<Line["spec"], { kind: "close" }>["restore"];

/** What is not shown is written once for each revision. */
const isHidden = (password: string | undefined): boolean => password === undefined || /^\*+$/.test(password);

type Listing = Pick<LinesView, "entries" | "six">;

/** What dialled in by a line's name. @property routes networks that its row leads there, which no profile lists */
export type LineLive = { sessions: readonly RouterRow[]; routes: readonly string[] };

/**
 * The two lists as its sessions need them. One that was dialled while open is blocked by an entry of ours; one that was dialled while
 * blocked stands in the list by its profile, which cannot be taken out, and is freed by an entry in the list that comes first.
 */
export function entrySteps(
  line: Line,
  state: LineState,
  { sessions, routes }: LineLive,
  { entries, six }: Listing,
): Step[] {
  const addresses = sessions.flatMap(({ address = "" }) => (address === "" ? [] : [address]));
  const isBehind = (network: string) => !addresses.includes(network) && !isBlockedByProfile(network, entries);
  const behind = addresses.length > 0 ? routes.filter(isBehind) : [];
  const own = { path: listPath, entries, present: [...addresses, ...behind] };
  const kept = addresses.filter((address) => isBlockedByProfile(address, entries));
  const standing = addresses.filter((address) => !kept.includes(address));
  const block = listSteps(line, lists.blocked, state === "blocked" ? [...standing, ...behind] : [], own);
  // Of several sessions one alone was seen as it dialled.
  const isUnseen = line.session?.speed === null || addresses.length > 1;
  const tracked = [...(isUnseen ? standing : []), ...behind];
  const isRenewed = state === "blocked" && block.length > 0;
  return [
    ...block,
    ...(isRenewed ? tracked.map(cutOf) : []),
    ...listSteps(line, lists.open, state === "open" ? kept : [], own),
    ...(six
      ? sixSteps(line, state, prefixesIn(sessions, six), prefixesIn(keptIn(sessions, kept), six), six.entries)
      : []),
  ];
}

const prefixesIn = (sessions: readonly RouterRow[], six: NonNullable<Listing["six"]>): string[] =>
  sessions.flatMap((session) => prefixesOf(session, six));
const keptIn = (sessions: readonly RouterRow[], kept: readonly string[]): RouterRow[] =>
  sessions.filter(({ address = "" }) => kept.includes(address));

/**
 * The same of the prefixes of its sessions. One that its profile blocks by its interface is listed as well: it may have been dialled before
 * profiles named a list of interfaces.
 */
function sixSteps(
  line: Line,
  state: LineState,
  present: readonly string[],
  kept: readonly string[],
  entries: readonly RouterRow[],
): Step[] {
  const own = { path: sixListPath, entries, present };
  const block = listSteps(line, lists.blocked, state === "blocked" ? present : [], own);
  const cuts = block.length > 0 && state === "blocked" ? present : [];
  return [
    ...block,
    ...cuts.map((address): Step => ({ verb: "cutSix", address })),
    ...listSteps(line, lists.open, state === "open" ? kept : [], own),
  ];
}

/**
 * A session that was dialled by another profile than ours was not kept from FastTrack, and what is tracked there meets no rule. Asked
 * with each renewal: once may have been lost.
 */
const cutOf = (address: string): Step => ({ verb: "cut", address });

/**
 * How long an entry blocks that nobody renews, in seconds: it goes by itself when the bridge is no longer there. What keeps a paid session
 * on has no end, so that none is cut by our absence; the profile takes it away with its session.
 */
const blockLasts = 600;

/** @property present what its sessions have: entries of ours that name it are its own or too old */
type Listed = { path: string; entries: readonly RouterRow[]; present: readonly string[] };

/** @param wanted what of that shall be in it */
function listSteps(
  line: Line,
  list: string,
  wanted: readonly string[],
  { path, entries, present }: Listed,
): Step[] {
  const timed = list === lists.blocked ? { timeout: printDuration(blockLasts) } : {};
  const own = entries.filter(
    (row) =>
      row.list === list &&
      (lineOfEntry(row) === line.id ||
        (present.includes(row.address ?? "") && lineOfEntry(row) !== undefined)),
  );
  const keptOf = (address: string) =>
    own.find((row) => row.address === address && lineOfEntry(row) === line.id);
  const kept = wanted.map(keptOf);
  const gone = own.filter((row) => !kept.includes(row));
  return [
    ...gone.map((row): Step => ({ verb: "remove", path, id: row[".id"] ?? "" })),
    ...wanted.flatMap((address): Step[] => {
      const values = { list, address, comment: entryComment(line.id), ...timed };
      const row = keptOf(address);
      if (!row) return [{ verb: "add", path, values }];
      const id = row[".id"] ?? "";
      const left = parseDuration(row.timeout);
      if (list === lists.blocked) {
        const isLong = left !== undefined && left >= blockLasts / 2;
        return isLong ? [] : [{ verb: "renew", path, id, values }];
      }
      // An end cannot be taken from an entry.
      const anew: Step[] = [
        { verb: "remove", path, id },
        { verb: "add", path, values },
      ];
      return left === undefined ? [] : anew;
    }),
  ];
}

/** @throws RouterFault */
export async function carryOut(router: Router, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    if (step.verb === "add") await router.add(step.path, step.values);
    else if (step.verb === "set") await router.set(step.path, step.id, step.values);
    else if (step.verb === "remove") await router.remove(step.path, step.id);
    else if (step.verb === "cut") await cut(router, step.address);
    else if (step.verb === "cutSix") await cutSix(router, step.address);
    else await renew(router, step);
  }
}

async function cut(router: Router, address: string): Promise<void> {
  const tracked = await router.print(trackedPath, { fasttrack: "true" }, [
    ".id",
    "src-address",
    "dst-address",
  ]);
  const isOf = (end = "") => isWithin(address, end.replace(/:\d+$/, ""));
  for (const row of filledRows(tracked))
    if (isOf(row["src-address"]) || isOf(row["dst-address"]))
      await router.remove(trackedPath, row[".id"] ?? "");
}

/** It may have gone by itself just now, and not every version need let a row that counts down be changed. */
async function renew(
  router: Router,
  { path, id, values }: Extract<Step, { id: string; values: object }>,
): Promise<void> {
  try {
    await router.set(path, id, { timeout: values.timeout ?? "" });
  } catch (error) {
    if (!(error instanceof RouterFault) || error.kind !== "trap") throw error;
    await router.remove(path, id);
    await router.add(path, values);
  }
}
