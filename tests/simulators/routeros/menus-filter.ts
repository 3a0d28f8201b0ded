/** /ip/firewall/filter, the same of IPv6, and /ip/firewall/nat: rules in an order that counts. What the router shows is what the box has; see `box.ts`. */

import { fieldsOf } from "./box-menus.ts";
import { lineInterfaces } from "./line-interfaces.ts";
import { type Call, chosen, type Menu, nothing, type Result, readVerbs, type Verb } from "./menu.ts";
import type { Row } from "./query.ts";
import { badValue, failure, missing, noMatch } from "./trap.ts";
import { yesNo } from "./values.ts";
import { factsOf, type World } from "./world.ts";

/** Menus of rules. */
export type RulesPath = "/ip/firewall/filter" | "/ip/firewall/nat" | "/ipv6/firewall/filter";
const readOnly = ["dynamic", "invalid", "bytes", "packets", "hw-offload"];
const filterActions = [
  ...["accept", "drop", "reject", "jump", "return", "passthrough", "log", "fasttrack-connection"],
  ...["add-src-to-address-list", "add-dst-to-address-list", "tarpit"],
];
const actions: Record<RulesPath, readonly string[]> = {
  "/ip/firewall/filter": filterActions,
  "/ipv6/firewall/filter": filterActions,
  "/ip/firewall/nat": [
    ...["accept", "dst-nat", "jump", "log", "masquerade", "netmap", "passthrough", "redirect", "return"],
    ...["same", "src-nat", "add-src-to-address-list", "add-dst-to-address-list"],
  ],
};
const rejects: Record<RulesPath, readonly string[]> = {
  "/ip/firewall/filter": [
    ...["icmp-network-unreachable", "icmp-host-unreachable", "icmp-port-unreachable"],
    ...["icmp-protocol-unreachable", "icmp-network-prohibited", "icmp-host-prohibited"],
    ...["icmp-admin-prohibited", "tcp-reset"],
  ],
  "/ipv6/firewall/filter": [
    ...["icmp-no-route", "icmp-admin-prohibited", "icmp-not-neighbour", "icmp-address-unreachable"],
    ...["icmp-port-unreachable", "tcp-reset"],
  ],
  "/ip/firewall/nat": [],
};
const states = ["established", "invalid", "new", "related", "untracked"];

/** Rules have ids of their own, which stay when others come before them. */
function rules(world: World, path: RulesPath): Row[] {
  const { menus } = world.state.box;
  // One that was kept from before has no such menu.
  menus[path] ??= [];
  const all = menus[path];
  if (all.some((row) => row[".id"] === undefined)) {
    let last = Math.max(0, ...all.map((row) => Number.parseInt((row[".id"] ?? "*0").slice(1), 16)));
    menus[path] = all.map((row) => ({
      ".id": row[".id"] ?? `*${(++last).toString(16).toUpperCase()}`,
      ...row,
    }));
  }
  return menus[path];
}

/** As they stand, the first first. */
export const filterRules = (world: World, path: RulesPath): readonly Row[] => rules(world, path);

const arguments_ = (world: World, path: RulesPath) =>
  fieldsOf(path, world.settings.version, world.settings.release).filter((name) => !readOnly.includes(name));

const isInterface = (world: World, name: string) =>
  [...world.state.box.menus["/interface"], ...lineInterfaces(world)].some((one) => one.name === name);

function values(call: Call, path: RulesPath, before: Row): Row {
  const next: Record<string, string> = { ...before };
  for (const name of arguments_(call.world, path)) {
    const given = call.command.attributes.get(name);
    if (given === undefined) continue;
    if (name === "action" && !actions[path].includes(given)) throw noMatch(name);
    if (/^(in|out)-interface$/.test(name) && given !== "" && !isInterface(call.world, given.replace("!", "")))
      throw noMatch("interface");
    if (name === "reject-with" && !rejects[path].includes(given)) throw noMatch(name);
    if (
      name === "connection-state" &&
      !given
        .replace("!", "")
        .split(",")
        .every((one) => states.includes(one))
    )
      throw badValue(name);
    if (given === "") delete next[name];
    else next[name] = name === "disabled" ? yesNo(given, name, call.world) : given;
  }
  if (!next.chain) throw missing("chain");
  if (next.action === "jump" && !next["jump-target"]) throw missing("jump-target");
  if (next["reject-with"] === "tcp-reset" && next.protocol !== "tcp")
    throw failure("tcp-reset possible only for tcp");
  return next;
}

function add(call: Call, path: RulesPath): Result {
  const { world, command } = call;
  const all = rules(world, path);
  const fresh = { action: "accept", disabled: "false", dynamic: "false", bytes: "0", packets: "0" };
  const made = values(call, path, fresh);
  const before = command.attributes.get("place-before");
  const at = before === undefined ? all.length : all.findIndex((row) => row[".id"] === before);
  if (at < 0) throw failure(factsOf(world).noSuchItem);
  // The hotspot's own jumps stand first, and nothing of ours may stand before them.
  if (all[at]?.dynamic === "true") throw failure("can not place before dynamic item");
  const last = Math.max(0, ...all.map((row) => Number.parseInt((row[".id"] ?? "*0").slice(1), 16)));
  const id = `*${(last + 1).toString(16).toUpperCase()}`;
  all.splice(at, 0, { ".id": id, ...made });
  return { rows: [], ret: id };
}

function changeable(call: Call, path: RulesPath): Row[] {
  const gone = chosen(call, (key) => rules(call.world, path).find((row) => row[".id"] === key));
  if (gone.some((row) => row.dynamic === "true")) throw failure("can not change dynamic item");
  return gone;
}

function set(call: Call, path: RulesPath): Result {
  const changes = new Map(changeable(call, path).map((row) => [row, values(call, path, row)]));
  const { menus } = call.world.state.box;
  menus[path] = rules(call.world, path).map((row) => changes.get(row) ?? row);
  return nothing;
}

function remove(call: Call, path: RulesPath): Result {
  const gone = changeable(call, path);
  const { menus } = call.world.state.box;
  menus[path] = rules(call.world, path).filter((row) => !gone.includes(row));
  return nothing;
}

function rulesMenu(path: RulesPath): Menu {
  const rows = (world: World) => rules(world, path);
  const verb = (
    run: (call: Call, path: RulesPath) => Result,
    more: readonly string[],
    isOfFields = true,
  ): Verb => ({
    writes: true,
    parameters: (world) => [...more, ...(isOfFields ? arguments_(world, path) : [])],
    run: (call) => run(call, path),
  });
  return {
    path,
    rows,
    exists: ({ state }) => path.startsWith("/ip/") || !state.box.lacks.includes("ipv6"),
    verbs: new Map([
      ...readVerbs(rows),
      ["add", verb(add, ["place-before"])],
      ["set", verb(set, [".id", "numbers"])],
      ["remove", verb(remove, [".id", "numbers"], false)],
    ]),
  };
}

export const rulesMenus: readonly Menu[] = [
  rulesMenu("/ip/firewall/filter"),
  rulesMenu("/ip/firewall/nat"),
  rulesMenu("/ipv6/firewall/filter"),
];
