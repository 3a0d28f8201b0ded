import type { Router } from "../router.ts";
import { filledRows } from "../router-values.ts";
import type { PagePlace } from "./blocked-page.ts";
import { ensureRules, type Rule, type Rules } from "./ensure-rules.ts";
import { linesComment, listPath, lists } from "./router-lines.ts";

const fromLines = "mlango-lines";
const toLines = "mlango-lines-to";
const names = "mlango-lines-names";

/**
 * What a blocked line gets of the portal's addresses, at which other sites may answer as well: its page with pictures several times, for a
 * home with many phones, and no more than a trickle then. Packets each way; bytes of one connection.
 */
export const portalLimits = { perSecond: 10, burst: 2_000, bytes: 1_000_000 };
/** Questions of names: what a home's phones ask while they look for the portal. */
export const nameLimits = { perSecond: 5, burst: 200 };

type Limit = { perSecond: number; burst: number };
const limit = ({ perSecond, burst }: Limit, by: string) => `${perSecond},${burst},${by}/10m`;

/**
 * What passes within the limit of each address, and within one of all of them together where one device can have many.
 * @param chain that counts all together @param by each address @param together by the other end
 */
function within(
  rule: Rule,
  each: Limit,
  by: string,
  all: { limit: Limit; chain: string; together: string } | null,
): { rule: Rule; counting: Rule[] } {
  const limited = { ...rule, "dst-limit": limit(each, by) };
  if (all === null) return { rule: { action: "accept", ...limited }, counting: [] };
  const { chain } = all;
  return {
    rule: { action: "jump", "jump-target": chain, ...limited },
    counting: [
      { chain, action: "accept", "dst-limit": limit(all.limit, all.together) },
      { chain, action: "drop" },
    ],
  };
}

/** Of our own page, which is one short text. */
export const pageLimits = { perSecond: 5, burst: 100 };

/**
 * @property open list of those that are on all the same @property ports of the portal @property page our own, where blocked lines are led to it
 * @property all of every address together; null where each has but its own
 */
type Reach = { open: string; ports: string; page: PagePlace | null; all: Limit | null };

/** A chain for each direction: of two lines that speak to each other one may be open and the other blocked. */
export const chainOf = (
  chain: string,
  own: "src" | "dst",
  { open, ports, page, all }: Reach,
  ends: readonly Rule[],
): Rule[] => {
  const other = own === "src" ? "dst" : "src";
  const toPortal = { protocol: "tcp", [`${other}-address-list`]: lists.portal, [`${other}-port`]: ports };
  const together = all && { limit: all, chain: `${chain}-all`, together: `${other}-address` };
  const trickle = within(toPortal, portalLimits, `${own}-address`, together);
  const rules: Rule[] = [
    { action: "accept", "connection-state": "established,related", [`${own}-address-list`]: open },
    { action: "return", [`${own}-address-list`]: open },
    { action: "drop", "connection-bytes": `${portalLimits.bytes}-0`, ...toPortal },
    trickle.rule,
    // Not refused: what comes too fast is sent again.
    { action: "drop", ...toPortal },
    ...(page
      ? [
          {
            action: "accept",
            protocol: "tcp",
            "dst-limit": limit(pageLimits, `${own}-address`),
            [`${other}-address`]: page.address,
            [`${other}-port`]: String(page.port),
          },
        ]
      : []),
    ...ends,
  ];
  return [...trickle.counting, ...rules.map((rule) => ({ chain, ...rule }))];
};

/** The portal is found by its name, so the blocked may ask the router's own resolver, where that listens. */
export function namesChain(chain: string, open: string, all: Limit | null = null): Rule[] {
  const together = all && { limit: all, chain: `${chain}-all`, together: "dst-address" };
  const trickle = within({ protocol: "udp" }, nameLimits, "src-address", together);
  const rules: Rule[] = [{ action: "return", "src-address-list": open }, trickle.rule, { action: "drop" }];
  return [...trickle.counting, ...rules.map((rule) => ({ chain, ...rule }))];
}

/** What leads questions of names into that chain. @param by who asks */
export const namesJumps = (chain: string, by: Rule): Rule[] =>
  ["udp", "tcp"].map((protocol) => ({
    chain: "input",
    action: "jump",
    "jump-target": chain,
    protocol,
    "dst-port": "53",
    ...by,
  }));

/**
 * Before `accept established`, because a block must end what stands, and before FastTrack, because what is tracked there meets no rule
 * any more. Connections of lines are therefore accepted here before they could be tracked; a new one still meets the router's own
 * rules. What leads nowhere is refused with an answer: a browser need not wait until it gives up.
 */
const filterOf = (reach: Reach): Rules => ({
  path: "/ip/firewall/filter",
  comment: linesComment,
  firsts: ["forward", "input"],
  rules: [
    ...chainOf(fromLines, "src", reach, [
      { action: "reject", protocol: "tcp", "reject-with": "tcp-reset" },
      { action: "reject", "reject-with": "icmp-admin-prohibited" },
    ]),
    ...chainOf(toLines, "dst", reach, [{ action: "drop" }]),
    ...namesChain(names, lists.open),
    // The chains are there before anything leads into them.
    { chain: "forward", action: "jump", "jump-target": fromLines, "src-address-list": lists.blocked },
    { chain: "forward", action: "jump", "jump-target": toLines, "dst-address-list": lists.blocked },
    ...["src", "dst"].map((way) => ({
      chain: "forward",
      action: "accept",
      "connection-state": "established,related",
      [`${way}-address-list`]: lists.lines,
    })),
    ...namesJumps(names, { "src-address-list": lists.blocked }),
  ],
});

export const ensureLineRules = (
  router: Router,
  portalHosts: readonly string[],
  page: PagePlace | null,
): Promise<boolean> =>
  ensureRules(router, filterOf({ open: lists.open, ports: portsOf(portalHosts), page, all: null }));

/** Those of the web, and what a portal's own address has. */
export function portsOf(hosts: readonly string[]): string {
  const own = hosts.flatMap((host) => /:(\d{1,5})$/.exec(host)?.[1] ?? []);
  return [...new Set(["80", "443", ...own.sort()])].join(",");
}

/** A name, which the router resolves again and again itself; without a port, which a list knows none of. */
const hostIn = (text: string): string => text.replace(/:\d+$/, "").toLowerCase();
const isHost = (text: string): boolean => /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(text);

/** Where the blocked may go. What the set-up script put there stays. */
export async function ensurePortal(router: Router, portalHosts: readonly string[]): Promise<void> {
  const hosts = new Set(portalHosts.map(hostIn).filter(isHost));
  const rows = filledRows(
    await router.print(listPath, { list: lists.portal }, [".id", "list", "address", "comment"]),
  );
  for (const address of hosts)
    if (!rows.some((row) => row.address === address))
      await router.add(listPath, { list: lists.portal, address, comment: linesComment });
  for (const row of rows)
    if (row.comment === linesComment && !hosts.has(row.address ?? ""))
      await router.remove(listPath, row[".id"] ?? "");
}
