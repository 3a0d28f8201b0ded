import type { Answer, RouterLine } from "./router-line.ts";

// What docs/reference/routeros.md assumes and nobody has shown. Each question leaves the router as it was: what it makes is called
// `mlango-hardware`, and is removed before and after (`clean`).

export const ours = "mlango-hardware";

/** @property mac of a phone on the hotspot, which is let in and put off; null = nobody is there */
export type Bench = { line: RouterLine; mac: string | null; waitMs: number };

export type Question = {
  id: string;
  asks: string;
  answer(bench: Bench): Promise<string>;
};

export const refusedOr = ({ trap }: Answer, said: string) => (trap === null ? said : `refused: ${trap}`);
export const hotspotUser = "/ip/hotspot/user";

const cleaned = [
  "/ip/hotspot/user",
  "/ip/hotspot/ip-binding",
  "/ip/hotspot/walled-garden/ip",
  "/user",
  "/system/script",
  "/ppp/profile",
  "/ip/dhcp-server/lease",
  "/ip/firewall/address-list",
];

/** Removes what an earlier run that was cut off left. @returns how much that was */
export async function clean(line: RouterLine): Promise<number> {
  let removed = 0;
  for (const menu of cleaned)
    for (const row of await line.rows(`${menu}/print`)) {
      if (![row.name, row.comment, row.list].includes(ours)) continue;
      await line.ask(`${menu}/remove`, `=.id=${row[".id"]}`);
      removed += 1;
    }
  return removed;
}
