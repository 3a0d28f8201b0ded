import type { RouterAssignment } from "#contract/bridge";
import { isAboutRow, type Router } from "../router.ts";
import { filledRows, parseCounter } from "../router-values.ts";
import type { BlockedPage, PagePlace } from "./blocked-page.ts";
import { ensureRules, type Rule } from "./ensure-rules.ts";
import { linesComment, lists } from "./router-lines.ts";

const path = "/ip/firewall/nat";
const chain = "mlango-lines";
/** So many packets of blocked lines without one that came here: something in between lets none through. */
const lostPackets = 10;

/**
 * Where names and pages of a blocked line lead. Names that are asked elsewhere are answered by the router, since its profile may name another
 * resolver; pages that are asked without encryption by ours. All of it is the first packet's of a connection: what stands is refused.
 */
function rulesOf(page: PagePlace | null): Rule[] {
  const blocked = { "src-address-list": lists.blocked };
  const inside: Rule[] = [
    { action: "return", "src-address-list": lists.open },
    { action: "redirect", protocol: "udp", "dst-port": "53" },
    ...(page
      ? [
          { action: "return", "dst-address-list": lists.portal },
          {
            action: "dst-nat",
            protocol: "tcp",
            "dst-port": "80",
            "to-addresses": page.address,
            "to-ports": String(page.port),
          },
        ]
      : []),
  ];
  return [
    ...inside.map((rule) => ({ chain, ...rule })),
    { chain: "dstnat", action: "jump", "jump-target": chain, ...blocked },
    // Who answers need know no way back to the line.
    ...(page
      ? [
          {
            chain: "srcnat",
            action: "masquerade",
            protocol: "tcp",
            ...blocked,
            "dst-address": page.address,
            "dst-port": String(page.port),
          },
        ]
      : []),
  ];
}

/** @param page null = there is none that the router reaches: what is asked of the web is refused */
export const ensureRedirect = (router: Router, page: PagePlace | null): Promise<boolean> =>
  ensureRules(router, { path, comment: linesComment, rules: rulesOf(page), firsts: ["dstnat", "srcnat"] });

/** Finds out by what the router itself sees whether it reaches our page. */
export class PageReach {
  readonly #page: BlockedPage | undefined;
  readonly #at: Pick<RouterAssignment, "host" | "username" | "portalHosts">;
  #isLost = false;

  /** @param page undefined: this bridge has none */
  constructor(
    page: BlockedPage | undefined,
    at: Pick<RouterAssignment, "host" | "username" | "portalHosts">,
  ) {
    this.#page = page;
    this.#at = at;
  }

  /** The connection is new, and so may be the way. */
  startOver(): void {
    this.#isLost = false;
  }

  /** @throws RouterFault of the connection */
  async place(router: Router): Promise<PagePlace | null> {
    const { host, username, portalHosts = [] } = this.#at;
    if (this.#isLost || !this.#page) return null;
    const place = await this.#page.placeFor(host, portalHosts[0]);
    if (place === null) return null;
    try {
      // Behind a translation of addresses, or in a container of its own, it has another one there.
      const sessions = await router.print("/user/active", { name: username }, ["address"]);
      if (!filledRows(sessions).some(({ address }) => address === place.address)) return null;
      if (await this.#isUnheard(router, place)) this.#isLost = true;
    } catch (error) {
      if (!isAboutRow(error)) throw error;
      return null;
    }
    return this.#isLost ? null : place;
  }

  /** Lines were led here and no connection arrived: a firewall of this machine, or on the way. They are refused instead. */
  async #isUnheard(router: Router, { address }: PagePlace): Promise<boolean> {
    if ((this.#page?.heardAt(address) ?? 0) > 0) return false;
    const rows = await router.print(path, { action: "dst-nat" }, [...["comment", "to-addresses", "packets"]]);
    return filledRows(rows).some(
      (row) =>
        row.comment === linesComment &&
        row["to-addresses"] === address &&
        parseCounter(row.packets) >= lostPackets,
    );
  }
}
