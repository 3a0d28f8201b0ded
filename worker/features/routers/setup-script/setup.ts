import { quoted } from "../../../contract/values/routeros-text.ts";

/** What a set-up script is made of. Whatever people typed may hold anything; the rest is ours. */
export type RouterSetup = {
  /** Names this set-up on the router; hex. */
  id: string;
  routerId: string;
  routerName: string;
  businessName: string;
  /** The provider's own host, `https://cafe.mlango.app`: where visitors go, and all that they reach unpaid. */
  portalOrigin: string;
  /** Of the router, that the hotspot serves. */
  interface: string;
  /** IPv4: from there alone the API user may log in, and the hotspot lets that machine through. */
  bridgeAddress: string;
  /** There the bridge shows the page for vouchers without internet. */
  pagePort: number;
  /** 8728, or 8729 for TLS. */
  apiPort: number;
  bootstrapPassword: string;
  macAuthPassword: string;
  /** Of the user for a box at the site; "" where a bridge there drives the router in any case. */
  sitePassword: string;
  /** Null: a bridge at the site drives it. */
  tunnel: TunnelSetup | null;
};

/** How a router comes in at the platform's hosts. */
export type TunnelSetup = {
  /** The address of this script, below which the router tells its key and how far it is. */
  toldAt: string;
  /** A /16, and the router's address in it by WireGuard; that by OpenVPN follows from it. */
  network: string;
  address: string;
  /** Common name of who vouches for the hosts, for version 6; else "". */
  authority: string;
  hosts: { number: string; publicKey: string; endpoint: string; address: string }[];
};

export type RouterosVersion = "7.x" | "6.x";

/** Name of what is ours where RouterOS keeps no comment; everywhere else comments begin with it and a colon. */
export const mark = "mlango";

/** Where an interface without an address gets one: as RouterOS' own wizard proposes. */
export const ownNetwork = {
  address: "10.5.50.1/24",
  network: "10.5.50.0",
  cidr: "10.5.50.0/24",
  gateway: "10.5.50.1",
  ranges: "10.5.50.10-10.5.50.254",
} as const;

/** Name of the script on the router that holds what was before. */
export const beforeScript = "mlango-before";

export const comment = (what: string) => quoted(`${mark}: ${what}`);

/** `found` is what a row of ours is found by, without brackets. */
export function unless(found: string, command: string): string {
  return `:if ([:len [${found}]] = 0) do={ ${command} }`;
}

/** Runs a line whose words the router may not know, or which it may refuse: nothing else stops for it. */
export const quietly = (line: string) => `:do { [[:parse ${quoted(line)}]] } on-error={}`;

/** Changes a setting that exists once, and keeps the line that puts it back. @param value an expression at the end of that line */
export function changed(condition: string, former: string, command: string, value = ""): string {
  return `:if (${condition}) do={ ${kept(former, value)}; ${command} }`;
}

/** Adds a line to those that put things back. Each is run by `quietly`, so that the others run where one fails or is not understood. */
export function kept(former: string, value = ""): string {
  const before = quoted(beforeScript);
  // The zero byte marks where the value belongs inside of two pairs of quotes; `quoted` writes it as `\00`.
  const [line = "", end = ""] = quietly(`${former}\0`).split("\\00");
  const parts = [quoted(line), ...(value === "" ? [] : [value]), quoted(`${end}\n`)];
  return `/system script set [find name=${before}] source=([/system script get [find name=${before}] source] . ${parts.join(" . ")})`;
}

/** A row of ours: found by its comment, added where it is missing, its values as they shall be now. */
export function row(menu: string, what: string, fixed: string, values: string, place = ""): string[] {
  const mine = comment(what);
  return [
    unless(`${menu} find comment=${mine}`, `${menu} add ${fixed} ${values} comment=${mine}${place}`),
    `${menu} set [find comment=${mine}] ${values}`,
  ];
}

/** As `row`; a new one goes before everything else of its chain. Where it is the only one, it stands there already. */
export function firstRow(menu: string, what: string, chain: string, rule: string, values: string): string[] {
  const mine = comment(what);
  const first = `[:pick [${menu} find chain=${chain} dynamic=no] 0]`;
  return row(menu, what, `chain=${chain} ${rule}`, values).map((line, index) =>
    index > 0
      ? line
      : line.replace(
          / \}$/,
          `; :do { ${menu} move [find comment=${mine}] destination=${first} } on-error={} }`,
        ),
  );
}

/**
 * Does `body` with `$mlgRow` for each row of `found` whose `field` is `text`. Addresses are compared as text: whether a
 * `find` matches an address written as a literal differs between versions.
 */
export function eachWhere(menu: string, field: string, text: string, body: string, where = ""): string {
  const find = where === "" ? `${menu} find` : `${menu} find ${where}`;
  return `:foreach mlgRow in=[${find}] do={ :if ([:tostr [${menu} get $mlgRow ${field}]] = ${text}) do={ ${body} } }`;
}
