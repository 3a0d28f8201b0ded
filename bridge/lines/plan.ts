import { connectionPath, secretPath } from "../commands/read-access.ts";
import { userComment } from "../marks.ts";
import { type Router, RouterFault, type RouterRow } from "../router.ts";
import { parseDuration, parseFlag, printDuration, printFlag } from "../router-values.ts";
import { type Line, type LineState, sameName } from "./line.ts";
import {
  entryComment,
  type LinesView,
  lineOfEntry,
  lineOfSecret,
  lineProfile,
  listPath,
  lists,
} from "./router-lines.ts";

/** What is to be written for one line; nothing: the router is equal to the journal. */
type Step =
  | { verb: "add"; path: string; values: Record<string, string> }
  | { verb: "set" | "renew"; path: string; id: string; values: Record<string, string> }
  | { verb: "remove"; path: string; id: string };

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
  const isTaken = secrets.some((row) => row !== own && sameName(row.name, login) && !marked.includes(row));
  return { own, isTaken: isTaken && !sameName(own?.name, login) };
}

/** @param epoch of the mark */
export function planLine(line: Line, state: LineState, view: LinesView, epoch: number): Plan {
  const { own, isTaken } = secretOf(line, view);
  if (line.spec.kind === "serve" && isTaken) return { kind: "foreign" };
  // A row that was renamed at the router keeps the session of its former name.
  const session = own && sessionOf([line.spec.login, own.name ?? ""], view.sessions);
  const steps = [...secretSteps(line, state, own, epoch), ...entrySteps(line, state, session, view.entries)];
  if (session && (state === "closed" || isSlowOrFast(line, state)))
    steps.push({ verb: "remove", path: connectionPath, id: session[".id"] ?? "" });
  return { kind: "steps", steps };
}

export const sessionOf = (names: readonly string[], sessions: readonly RouterRow[]): RouterRow | undefined =>
  sessions.find((row) => names.some((name) => sameName(row.name, name)));

/** The session keeps the speed of its dial: another one comes with another dial. A blocked line waits for its own. */
function isSlowOrFast({ spec, session }: Line, state: LineState): boolean {
  if (state !== "open" || spec.kind !== "serve" || !session?.speed) return false;
  return session.speed.upKbps !== spec.upKbps || session.speed.downKbps !== spec.downKbps;
}

function secretSteps(line: Line, state: LineState, own: RouterRow | undefined, epoch: number): Step[] {
  const { spec, id } = line;
  if (spec.kind === "close") {
    if (!own || parseFlag(own.disabled)) return [];
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

/** What is not shown is written once for each revision. */
const isHidden = (password: string | undefined): boolean => password === undefined || /^\*+$/.test(password);

/** An entry goes by itself when the bridge is no longer there to renew it. Seconds. */
const blockedFor = 600;
const openFor = 86_400;

/**
 * The two lists as this session needs them. One that was dialled while open is blocked by an entry of ours; one that was dialled while
 * blocked stands in the list by its profile, which cannot be taken out, and is freed by an entry in the list that comes first.
 */
export function entrySteps(
  line: Line,
  state: LineState,
  session: RouterRow | undefined,
  entries: readonly RouterRow[],
): Step[] {
  const address = session?.address ?? "";
  const isKept = entries.some(
    (row) => row.list === lists.blocked && row.address === address && lineOfEntry(row) === undefined,
  );
  return [
    ...listSteps(
      line,
      lists.blocked,
      state === "blocked" && !isKept ? address : "",
      address,
      blockedFor,
      entries,
    ),
    ...listSteps(line, lists.open, state === "open" && isKept ? address : "", address, openFor, entries),
  ];
}

/** @param wanted address that shall be in it, "" for none @param present of the session: entries of ours that name it are its own or too old */
function listSteps(
  line: Line,
  list: string,
  wanted: string,
  present: string,
  seconds: number,
  entries: readonly RouterRow[],
): Step[] {
  const own = entries.filter(
    (row) =>
      row.list === list &&
      (lineOfEntry(row) === line.id ||
        (present !== "" && row.address === present && lineOfEntry(row) !== undefined)),
  );
  const kept = own.find((row) => wanted !== "" && row.address === wanted && lineOfEntry(row) === line.id);
  const steps: Step[] = own
    .filter((row) => row !== kept)
    .map((row) => ({ verb: "remove", path: listPath, id: row[".id"] ?? "" }));
  if (wanted === "") return steps;
  const timeout = printDuration(seconds);
  const values = { list, address: wanted, comment: entryComment(line.id), timeout };
  if (!kept) return [...steps, { verb: "add", path: listPath, values }];
  const left = parseDuration(kept.timeout);
  if (left === undefined || left < seconds / 2)
    steps.push({ verb: "renew", path: listPath, id: kept[".id"] ?? "", values });
  return steps;
}

/** @throws RouterFault */
export async function carryOut(router: Router, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    if (step.verb === "add") await router.add(step.path, step.values);
    else if (step.verb === "set") await router.set(step.path, step.id, step.values);
    else if (step.verb === "remove") await router.remove(step.path, step.id);
    else await renew(router, step);
  }
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
