/**
 * IPv6 of dialled lines: prefixes that profile or secret give, and the interface lists that rules ask for. What a profile leaves open is that
 * of the PPPoE server's own (manual, PPP AAA). Arguments are those of the command trees of 7.9 to 7.24; prefixes and bindings show as
 * scripts in `on-up` were seen to read them.
 */

import type { Menu } from "./menu.ts";
import { readVerbs } from "./menu.ts";
import type { Row } from "./query.ts";
import type { Dialled, StoredRow } from "./state.ts";
import { tableMenu } from "./table-menu.ts";
import { failure } from "./trap.ts";
import * as kind from "./values.ts";
import { rowNamed, value, type World } from "./world.ts";

export const hasSix = ({ state }: World): boolean => !state.box.lacks.includes("ipv6");

const isGiven = (pool: string) => pool !== "" && pool !== "none";

/** Of the profile, else of the one that the PPPoE server uses for all. */
function poolOf(world: World, profile: StoredRow | undefined, name: string): string {
  const own = value(profile, name);
  if (own !== "") return own;
  const [server] = world.state.box.menus["/interface/pppoe-server/server"];
  return value(rowNamed(world, "pppProfiles", server?.["default-profile"] ?? ""), name);
}

/** A client that has the IPv4 address of another had has its prefixes as well: pools give what is free again. */
export function prefixesFor(
  world: World,
  secret: StoredRow,
  profile: StoredRow | undefined,
  address: string,
): Dialled["prefixes"] {
  if (!hasSix(world) || address === "") return undefined;
  const number = Number(address.split(".").at(-1)).toString(16);
  const fixed = value(secret, "remote-ipv6-prefix");
  const isLinked = isGiven(poolOf(world, profile, "remote-ipv6-prefix-pool"));
  const link = fixed !== "" ? fixed : isLinked ? `2001:db8:a:${number}::/64` : undefined;
  const isDelegated = isGiven(poolOf(world, profile, "dhcpv6-pd-pool"));
  const delegated = isDelegated ? `2001:db8:${number}00::/56` : undefined;
  return link === undefined && delegated === undefined ? undefined : { link, delegated };
}

/** An address that the client has; undefined without IPv6. */
export function sixAddressOf({ prefixes }: Dialled): string | undefined {
  const prefix = prefixes?.delegated ?? prefixes?.link;
  return prefix?.replace(/::\/\d+$/, "::5");
}

const shown = (world: World, of: "link" | "delegated", row: (prefix: string, line: Dialled) => Row): Row[] =>
  world.state.dialled.flatMap((line) => {
    const prefix = line.prefixes?.[of];
    return prefix === undefined ? [] : [row(prefix, line)];
  });

const linkPrefixes = (world: World) =>
  shown(world, "link", (prefix, { id, name }) => ({
    ".id": `${id}F6`,
    prefix,
    interface: `<pppoe-${name}>`,
    "on-link": "true",
    autonomous: "true",
    dynamic: "true",
    disabled: "false",
  }));

const bindings = (world: World) =>
  shown(world, "delegated", (address, { id, name }) => ({
    ".id": `${id}F7`,
    address,
    duid: "0x00030001020000000101",
    server: `<pppoe-${name}>`,
    status: "bound",
    dynamic: "true",
    disabled: "false",
  }));

const listed = (path: string, rows: (world: World) => Row[]): Menu => ({
  path,
  rows,
  verbs: readVerbs(rows),
  exists: hasSix,
});

const interfaceLists = tableMenu({
  path: "/interface/list",
  table: "interfaceLists",
  verbs: ["add", "set", "remove"],
  fields: { name: { kind: kind.requiredText, required: true }, comment: { kind: kind.text } },
  check: (world, values, self) => {
    const twin = rowNamed(world, "interfaceLists", values.name ?? "");
    if (twin && twin.id !== self?.id) throw failure("already have interface list with such name");
  },
});

/** Those that profiles make. */
const members = ({ state }: World): Row[] =>
  state.dialled
    .filter(({ interfaceList = "" }) => interfaceList !== "")
    .map(({ id, name, interfaceList = "" }) => ({
      ".id": `${id}F8`,
      list: interfaceList,
      interface: `<pppoe-${name}>`,
      dynamic: "true",
      disabled: "false",
    }));

export const lineSixMenus: readonly Menu[] = [
  interfaceLists,
  { path: "/interface/list/member", rows: members, verbs: readVerbs(members) },
  listed("/ipv6/nd/prefix", linkPrefixes),
  listed("/ipv6/dhcp-server/binding", bindings),
];
