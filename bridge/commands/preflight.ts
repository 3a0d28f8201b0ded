import type { RouterAssignment } from "#contract/bridge";
import type { Menu, RouterFacts, WhyUnread } from "#contract/router-facts";
import { say, type Text } from "#contract/texts";
import { type FetchPage, type PageMarks, readLoginPages } from "../preflight/login-pages.ts";
import { menus, type PlainMenu } from "../preflight/menus.ts";
import { readRadios } from "../preflight/radios.ts";
import { readSchedulers } from "../preflight/schedulers.ts";
import { type Router, RouterFault } from "../router.ts";
import { filledRows } from "../router-values.ts";

/** What was read, and a sentence on why not everything was; "" where it was. */
export type Preflight = { facts: RouterFacts; note: Text | null };

export type PreflightParts = {
  /** A connection of its own: a menu that hangs must not break the one by which visitors are let in. */
  router: Router;
  username: string;
  takesOver?: RouterAssignment["takesOver"];
  marks: PageMarks;
  /** The address of this machine towards the router; "" where it is not known. */
  own: string;
  fetchPage?: FetchPage | undefined;
  /** Monotonic milliseconds. */
  now(): number;
  signal: AbortSignal;
  tell(checked: number): void;
};

/** What takes several menus to be known. */
const composed = {
  pages: ({ router, marks, fetchPage }: PreflightParts) => readLoginPages(router, marks, fetchPage),
  radios: ({ router }: PreflightParts) => readRadios(router),
  schedulers: ({ router }: PreflightParts) => readSchedulers(router),
} as const satisfies Record<Exclude<Menu, PlainMenu>, unknown>;
const isComposed = (name: Menu): name is keyof typeof composed => name in composed;

export const menuNames: readonly Menu[] = [
  ...(Object.keys(menus) as PlainMenu[]),
  ...(Object.keys(composed) as (keyof typeof composed)[]),
];

/** What hangs longer is given up: somebody waits for it. */
const patienceMs = 45_000;
/** One broken connection is bad luck; so many without an answer between them are a router that is gone. */
const mostFaultsInTurn = 3;

/** Reads menu by menu, the slowest of routers being the one that matters. Never rejects. */
export async function preflight(parts: PreflightParts): Promise<Preflight> {
  const { now, signal, tell } = parts;
  const facts: RouterFacts = {};
  const until = now() + patienceMs;
  let faultsInTurn = 0;
  let last: RouterFault | undefined;
  let read = 0;
  let clockReadAt = now();
  for (const [index, name] of menuNames.entries()) {
    const isGone = faultsInTurn >= mostFaultsInTurn || last?.kind === "refused-login";
    const said =
      isGone || signal.aborted || now() >= until
        ? undefined
        : await readMenu(name, parts, (fault) => {
            last = fault;
            faultsInTurn += 1;
          });
    if (said === undefined) Object.assign(facts, { [name]: { unread: "silent" } });
    else {
      Object.assign(facts, { [name]: said });
      read += 1;
      faultsInTurn = 0;
      if (name === "clock") clockReadAt = now();
    }
    tell(index + 1);
  }
  if (facts.clock && "value" in facts.clock) facts.clock.value.ageMs = now() - clockReadAt;
  return { facts, note: noteOf(read, last) };
}

type Said = { value: unknown } | { unread: WhyUnread };
/** Undefined where no answer came, also not to a second question where the connection broke. */
async function readMenu(
  name: Menu,
  asked: PreflightParts,
  failed: (fault: RouterFault) => void,
): Promise<Said | undefined> {
  for (const _try of [1, 2]) {
    try {
      return await readOnce(name, asked);
    } catch (error) {
      if (!(error instanceof RouterFault)) return { unread: "unclear" };
      if (error.kind === "trap") return { unread: whyTrapped(error) };
      failed(error);
      // A second wait as long as the first is no help; and a password does not get better.
      if (error.kind !== "closed") return undefined;
    }
  }
  return undefined;
}

async function readOnce(name: Menu, asked: PreflightParts): Promise<Said> {
  const { router, username, own, takesOver } = asked;
  if (isComposed(name)) return { value: await composed[name](asked) };
  const { path, query, fields, read } = menus[name];
  const rows = filledRows(await router.print(path, query, fields));
  return { value: read(rows, { username, own, takesOver }) };
}

function whyTrapped({ refusal }: RouterFault): WhyUnread {
  if (refusal === "no such command") return "missing";
  return refusal === "not permitted" ? "forbidden" : "unclear";
}

function noteOf(read: number, last: RouterFault | undefined): Text | null {
  const total = menuNames.length;
  if (read === total) return null;
  const why = last?.message.slice(0, 300);
  if (last?.kind === "refused-login") return why ? say("log_in_refused_why", { why }) : say("log_in_refused");
  if (read === 0) return why ? say("no_answer_why", { why }) : say("no_answer");
  const count = { count: read, total };
  return why ? say("questions_answered_why", { ...count, why }) : say("questions_answered", count);
}
