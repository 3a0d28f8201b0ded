/** The menus of the box, and of the API's own users: lists that are only read. */

import { allowedField, knowsWifi, listsConnections } from "./box.ts";
import { type BoxMenu, boxMenus } from "./box-menus.ts";
import { lineInterfaces } from "./line-interfaces.ts";
import { type Menu, readVerbs } from "./menu.ts";
import type { Row } from "./query.ts";
import type { ApiUser } from "./settings.ts";
import type { World } from "./world.ts";

const singles: readonly BoxMenu[] = [
  ...(["/system/license", "/system/ntp/client", "/ip/dns", "/ipv6/settings"] as const),
  ...(["/interface/wireless/cap", "/interface/wifi/cap"] as const),
];

function withIds(menu: BoxMenu, rows: readonly Row[]): Row[] {
  if (singles.includes(menu)) return [...rows];
  return rows.map((row, index) => ({ ".id": `*${(index + 1).toString(16).toUpperCase()}`, ...row }));
}

/** The port and the networks of the API are what the simulator really listens on and lets in. */
function serviceRow(world: World, row: Row): Row {
  const allowed = allowedField(world.settings.release);
  if (row.name !== "api") return { [allowed]: "", ...row };
  const networks = world.faults.apiAddresses.join(",");
  return { [allowed]: networks, ...row, port: String(world.port) };
}

/** One for each connection of the API, named as the service: who looks for it by name finds several rows. */
function connectionRows(world: World): Row[] {
  if (!listsConnections(world.settings.release)) return [];
  return world.apiPeers.map((remote, index) => ({
    ".id": `*F${index + 1}`,
    name: "api",
    port: String(world.port),
    disabled: "false",
    invalid: "false",
    dynamic: "true",
    connection: "true",
    local: `127.0.0.1:${world.port}`,
    remote,
  }));
}

const needs = (path: BoxMenu) =>
  (["ipv6", "interface/wireless", "interface/wifi"] as const).find((menu) => path.startsWith(`/${menu}`));

function boxMenu(path: BoxMenu): Menu {
  const rows = (world: World) => {
    // A state that was kept from before knows fewer menus.
    const own = withIds(path, world.state.box.menus[path] ?? []);
    if (path === "/interface") return [...own, ...lineInterfaces(world)];
    if (path !== "/ip/service") return own;
    // Connections stand before the service itself.
    return [...connectionRows(world), ...own.map((row) => serviceRow(world, row))];
  };
  const needed = needs(path);
  return {
    path,
    rows,
    verbs: readVerbs(rows),
    exists: ({ state, settings }) => {
      if (path === "/interface/pppoe-server/server") return !state.box.lacks.includes("ppp");
      if (needed === undefined) return true;
      if (needed === "interface/wifi")
        return knowsWifi(settings.release) && !state.box.lacks.includes("wifi");
      return !state.box.lacks.includes(needed === "ipv6" ? "ipv6" : "wireless");
    },
  };
}

const common = ["local", "telnet", "ssh", "ftp", "reboot", "read", "write", "policy", "test", "winbox"];
const policyNames = (world: World) => [
  ...common,
  ...["password", "web", "sniff", "sensitive", "api", "romon"],
  ...(world.settings.version.startsWith("6.") ? ["dude", "tikapp"] : ["rest-api"]),
];

/** Every right by name, those that are missing with a mark of exclamation. */
function policyText(world: World, given: readonly string[]): string {
  return policyNames(world)
    .map((name) => (given.includes(name) ? name : `!${name}`))
    .join(",");
}

const groupOf = (user: ApiUser) => user.group ?? `of-${user.name}`;

function listOf(path: string, rows: Menu["rows"]): Menu {
  return { path, rows, verbs: readVerbs(rows) };
}

const users = listOf("/user", (world) =>
  world.users.map((user, index) => ({
    ".id": `*${(index + 1).toString(16).toUpperCase()}`,
    name: user.name,
    group: groupOf(user),
    address: user.address ?? "",
    disabled: "false",
  })),
);

const groups = listOf("/user/group", (world) => {
  const full = { name: "full", policy: policyText(world, policyNames(world)) };
  const own = world.users.map((user) => ({ name: groupOf(user), policy: policyText(world, user.policies) }));
  const all = [full, ...own.filter(({ name }) => name !== "full")];
  return all.map((row, index) => ({ ".id": `*${index + 1}`, ...row, skin: "default" }));
});

/** The simulator listens on 127.0.0.1 alone. */
const active = listOf("/user/active", (_world, account) => [
  { ".id": "*1", name: account.name, address: "127.0.0.1", via: "api", radius: "false" },
]);

/** Menus of the box that have a file of their own, because rows of them are written. */
const written: ReadonlySet<string> = new Set(["/ip/dhcp-server/lease", "/queue/simple"]);

export const boxAndUserMenus: readonly Menu[] = [
  ...boxMenus.filter((path) => !path.includes("/firewall/") && !written.has(path)).map(boxMenu),
  users,
  groups,
  active,
];
