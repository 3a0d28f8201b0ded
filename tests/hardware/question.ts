import type { Answer, RouterLine } from "./router-line.ts";

// What docs/reference/routeros.md assumes and nobody has shown. Each question leaves the router as it was: what it makes is called
// `mlango-hardware`, and is removed before and after (`clean`).

export const ours = "mlango-hardware";

/** Of whoever waits between two looks: a transcript that is played back has a clock of its own. */
export type Clock = { now(): number; sleep(ms: number): Promise<void> };

/**
 * @property mac of a phone on the hotspot, which is let in and put off; null = nobody is there
 * @property dials password with which a PPPoE client dials in as `mlango-hardware` all the time; null = nobody does
 */
export type Bench = {
  line: RouterLine;
  mac: string | null;
  dials: string | null;
  waitMs: number;
  clock: Clock;
};

export type Question = {
  id: string;
  asks: string;
  /** The rule of the product that stands or falls with the answer. */
  settles: string;
  answer(bench: Bench): Promise<string>;
};

export const yesNo = (is: boolean) => (is ? "yes" : "no");
export const refusedOr = ({ trap }: Answer, said: string) => (trap === null ? said : `refused: ${trap}`);
export const hotspotUser = "/ip/hotspot/user";
export const listPath = "/ip/firewall/address-list";
/** The mark of the bridge's own entries: only what has it may be taken out. */
export const entryComment = `MLG;${ours}`;

/** As the bridge writes it into the profiles of lines (`bridge/lines/line-profiles.ts`). */
export const clearsOwnEntries = [
  ':local mlgAddress [:tostr $"remote-address"];',
  ':foreach mlgEntry in=[/ip firewall address-list find where comment~"^MLG;"] do={ :do {',
  ":local mlgList [/ip firewall address-list get $mlgEntry list];",
  ':if (($mlgList = "mlango-blocked" || $mlgList = "mlango-open")',
  "&& [:tostr [/ip firewall address-list get $mlgEntry address]] = $mlgAddress)",
  "do={ /ip firewall address-list remove $mlgEntry } } on-error={} }",
].join(" ");

/** Milliseconds until it is so; null where it is not in time. */
export async function until(
  { waitMs, clock }: Pick<Bench, "waitMs" | "clock">,
  is: () => Promise<boolean>,
): Promise<number | null> {
  const began = clock.now();
  const step = Math.min(1_000, waitMs / 4);
  // Counted, so that a transcript which is played back has as many looks.
  for (let looks = Math.ceil(waitMs / step) + 1; looks > 0; looks -= 1) {
    const passed = clock.now() - began;
    if (await is()) return passed;
    if (looks > 1) await clock.sleep(step);
  }
  return null;
}

/** Who dials in goes first: with it goes what its profile keeps. */
export const cleanedOfLines = [
  ...["/ppp/secret", "/ppp/active", "/ppp/profile", "/ip/firewall/filter", "/ipv6/firewall/filter"],
  ...[listPath, "/ipv6/firewall/address-list", "/interface/list"],
];
export const cleanedOfNetworks = [
  ...["/ip/dhcp-server/lease", "/ip/arp", "/queue/simple"],
  "/ip/firewall/filter",
];
const cleaned = [
  ...cleanedOfLines,
  "/ip/hotspot/user",
  "/ip/hotspot/ip-binding",
  "/ip/hotspot/walled-garden/ip",
  "/user",
  "/system/script",
  ...cleanedOfNetworks,
];

/** Removes what an earlier question or run that was cut off left. @returns how much that was */
export async function clean(line: RouterLine, menus: readonly string[] = cleaned): Promise<number> {
  let removed = 0;
  for (const menu of menus)
    for (const row of await line.rows(`${menu}/print`, "=.proplist=.id,name,comment,list")) {
      const isOurs = [row.name, row.comment, row.list].includes(ours) || row.comment === entryComment;
      if (!isOurs) continue;
      const said = await line.ask(`${menu}/remove`, `=.id=${row[".id"]}`);
      if (said.trap === null) removed += 1;
    }
  return removed;
}
