import { quoted } from "../../../contract/values/routeros-text.ts";
import { comment, firstRow, unless } from "./setup.ts";

// What a device without a purchase gets out of the hotspot. RouterOS itself lets ICMP and questions of names pass, and the
// walled garden opens every site behind the portal's addresses: each of them is enough for a tunnel, so each is a trickle.
// All of it stands before the firewall's accept rules (docs/reference/routeros.md, "Unpaid devices").

/** Of one connection: the portal's page with its pictures is a fifth of it. */
export const unpaidBytes = 1_000_000;
/** Packets of a device, each way: a megabyte at once, and then what a page that waits for a payment asks. */
export const unpaidPackets = { perSecond: 5, burst: 800 };
/** Questions of names of a device: a phone that joins asks some dozens at once. */
export const unpaidNames = { perSecond: 2, burst: 100 };

const filter = "/ip firewall filter";
const ways = [
  { chain: "mlango-unpaid", hotspot: "from-client,!auth", by: "src-address", what: "unpaid" },
  { chain: "mlango-unpaid-to", hotspot: "to-client,!auth", by: "dst-address", what: "to unpaid" },
] as const;

/** Rows in their order; where one of them is missing, all are written anew. */
function chainLines(chain: string, rules: readonly string[], what: string): string[] {
  const name = quoted(chain);
  return [
    `:if ([:len [${filter} find chain=${name} comment~${quoted("^mlango: ")}]] != ${rules.length}) do={ ${filter} remove [find chain=${name} comment~${quoted("^mlango: ")}] }`,
    ...rules.flatMap((rule, index) => {
      const mine = comment(`${what} ${index + 1}`);
      return [
        unless(`${filter} find comment=${mine}`, `${filter} add chain=${chain} ${rule} comment=${mine}`),
        `${filter} set [find comment=${mine}] ${rule}`,
      ];
    }),
  ];
}

export function unpaidLines(): string[] {
  const { perSecond, burst } = unpaidPackets;
  const forward = ways.flatMap(({ chain, hotspot, by, what }) => [
    ...chainLines(
      chain,
      [
        "action=drop protocol=icmp",
        `action=drop protocol=tcp connection-bytes=${unpaidBytes}-0`,
        `action=return dst-limit=${perSecond},${burst},${by}/10m`,
        "action=drop",
      ],
      what,
    ),
    ...firstRow(filter, what, "forward", `action=jump jump-target=${chain}`, `hotspot=${hotspot}`),
  ]);
  // RouterOS runs this chain first for packets to the router itself; the hotspot's own names are on this port.
  const names = "dst-port=64872 hotspot=!auth";
  return [
    ...forward,
    ...chainLines(
      "pre-hs-input",
      [
        `action=return protocol=udp ${names} dst-limit=${unpaidNames.perSecond},${unpaidNames.burst},src-address/10m`,
        `action=drop protocol=udp ${names}`,
        `action=drop protocol=tcp ${names}`,
      ],
      "names",
    ),
  ];
}
