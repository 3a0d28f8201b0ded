import type { Finding } from "../../../contract/preflight.ts";
import type { Menu, Read, RouterFacts, WhyUnread } from "../../../contract/router-facts.ts";
import type { FindingCode } from "../../../contract/values/preflight-checks.ts";

/** What was read of a router, and how far its clock was from ours: milliseconds, positive when it is ahead. */
export type Seen = { facts: RouterFacts; clockOffMs: number | null };

export type Outcome = Omit<Finding, "check">;
export type Check = (seen: Seen) => Outcome;

type Params = Finding["params"];

const outcome =
  (verdict: Finding["verdict"]) =>
  (code: FindingCode, params: Params = {}, command: string | null = null): Outcome => ({
    verdict,
    code,
    params,
    command,
    why: null,
  });

export const fine = outcome("fine");
export const mend = outcome("mend");
export const blocks = outcome("blocks");

export function unread(why: WhyUnread): Outcome {
  return { verdict: "unknown", code: "unread", params: {}, why, command: null };
}

/** What a menu gave; undefined where it was not read. */
export function valueIn<M extends Menu>(facts: RouterFacts, menu: M): Read<M> | undefined {
  const reading = facts[menu];
  // The schema ties each menu to its value; TypeScript does not follow that through an index.
  return reading && "value" in reading ? (reading.value as Read<M>) : undefined;
}

export function whyUnread(facts: RouterFacts, menu: Menu): WhyUnread {
  const reading = facts[menu];
  return reading && "unread" in reading ? reading.unread : "unclear";
}

/** The outcome of what these menus gave, or why the first of them was not read. */
export function from<M extends Menu>(
  facts: RouterFacts,
  needed: readonly M[],
  judge: (read: { [K in M]: Read<K> }) => Outcome,
): Outcome {
  const missing = needed.find((menu) => valueIn(facts, menu) === undefined);
  if (missing !== undefined) return unread(whyUnread(facts, missing));
  return judge(
    Object.fromEntries(needed.map((menu) => [menu, valueIn(facts, menu)])) as { [K in M]: Read<K> },
  );
}
