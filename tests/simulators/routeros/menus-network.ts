/**
 * The router's own networks: leases, who has which address, and how interfaces answer for addresses. Arguments are those of the command
 * trees of 7.9 to 7.24; the same in version 6 by its manual. What is refused as a twin was tried on a router of 7.23.
 */

import { chosen, type Menu, nothing, readVerbs } from "./menu.ts";
import type { Row } from "./query.ts";
import { queueMenu } from "./queues.ts";
import type { StoredRow } from "./state.ts";
import { tableMenu } from "./table-menu.ts";
import { failure, noMatch } from "./trap.ts";
import * as kind from "./values.ts";
import { isDynamic } from "./wired.ts";
import { value, type World } from "./world.ts";

/** A name, or `all`, which the row does not show. */
const server: kind.Kind = (name, _argument, world) => {
  if (name === "all") return "";
  if (world.state.box.menus["/ip/dhcp-server"].some((row) => row.name === name)) return name;
  throw noMatch("server");
};

const interfaceName: kind.Kind = (name, _argument, world) => {
  if (world.state.box.menus["/interface"].some((row) => row.name === name)) return name;
  throw noMatch("interface");
};

const boxLeases = (world: World): Row[] =>
  (world.state.box.menus["/ip/dhcp-server/lease"] ?? []).map((row, index) => ({
    ".id": `*B${(index + 1).toString(16).toUpperCase()}`,
    ...row,
  }));

function leaseShown(world: World, row: StoredRow): Row {
  const holder = world.state.wired.find(
    (one) =>
      one.isPresent &&
      !one.isSetByHand &&
      one.address === row.values.address &&
      one.mac === row.values["mac-address"],
  );
  const active = { "active-address": value(row, "address"), "active-mac-address": value(row, "mac-address") };
  return {
    ...(holder && active),
    status: holder ? "bound" : "waiting",
    dynamic: String(isDynamic(row)),
    radius: "false",
    blocked: "false",
  };
}

const leaseTable = tableMenu({
  path: "/ip/dhcp-server/lease",
  table: "leases",
  verbs: ["add", "set", "remove", "enable", "disable"],
  fields: {
    address: { kind: kind.address },
    "mac-address": { kind: kind.mac },
    server: { kind: server },
    "client-id": { kind: kind.text },
    "lease-time": { kind: kind.durationLimit },
    "rate-limit": { kind: kind.rateLimit },
    "address-lists": { kind: kind.text },
    "block-access": { kind: kind.yesNo },
  },
  check: (world, values, self) => {
    if (self && isDynamic(self)) throw failure("can not change dynamic item");
    const others = world.state.tables.leases.filter((row) => row !== self && !isDynamic(row));
    const isSameServer = (name = "") => name === "" || !values.server || name === values.server;
    if (others.some((row) => row.values.address === values.address))
      throw failure("already have static lease with this IP address");
    const isClient = ({ values: other }: StoredRow) =>
      other["mac-address"] === values["mac-address"] &&
      other.disabled !== "true" &&
      values.disabled !== "true" &&
      isSameServer(other.server);
    if (values["mac-address"] && others.some(isClient))
      throw failure("already have static lease for this client");
  },
  shown: leaseShown,
  extra: boxLeases,
});

const leases: Menu = {
  ...leaseTable,
  verbs: new Map([
    ...leaseTable.verbs,
    [
      "make-static",
      {
        writes: true,
        parameters: () => [".id", "numbers"],
        run: (call) => {
          for (const row of chosen(call, (key) =>
            call.world.state.tables.leases.find(({ id }) => id === key),
          ))
            delete row.values.dynamic;
          return nothing;
        },
      },
    ],
  ]),
};

const modes = ["disabled", "enabled", "local-proxy-arp", "proxy-arp", "reply-only"];

/** What devices say of themselves; an interface that only replies learns nothing. */
const heard = ({ state }: World): Row[] =>
  state.wired
    .filter(
      ({ isPresent, address, interface: on }) =>
        isPresent &&
        address !== "" &&
        state.arpModes[on] !== "reply-only" &&
        !state.tables.arp.some(({ values }) => values.address === address && values.interface === on),
    )
    .map(({ mac, address, interface: on }) => ({
      ".id": `*A${address.replaceAll(".", "")}`,
      address,
      "mac-address": mac,
      interface: on,
      published: "false",
      complete: "true",
      disabled: "false",
      dynamic: "true",
    }));

const arp = tableMenu({
  path: "/ip/arp",
  table: "arp",
  verbs: ["add", "set", "remove", "enable", "disable"],
  fields: {
    address: { kind: kind.address, required: true },
    "mac-address": { kind: kind.mac },
    interface: { kind: interfaceName, required: true },
    published: { kind: kind.yesNo, initial: "false" },
  },
  check: (world, values, self) => {
    const twin = world.state.tables.arp.some(
      (row) =>
        row !== self && row.values.address === values.address && row.values.interface === values.interface,
    );
    if (twin) throw failure("already have such ARP record");
  },
  shown: () => ({ dynamic: "false", complete: "true", invalid: "false" }),
  extra: heard,
});

/** Interfaces of one type, of which `arp` is written. */
function typeMenu(path: string, type: string): Menu {
  const rows = (world: World): Row[] =>
    world.state.box.menus["/interface"].flatMap((row, index) =>
      row.type === type
        ? [
            {
              ".id": `*${(index + 1).toString(16).toUpperCase()}`,
              name: row.name ?? "",
              arp: world.state.arpModes[row.name ?? ""] ?? "enabled",
              disabled: "false",
              running: "true",
            },
          ]
        : [],
    );
  return {
    path,
    rows,
    verbs: new Map([
      ...readVerbs(rows),
      [
        "set",
        {
          writes: true,
          parameters: () => [".id", "numbers", "arp"],
          run: (call) => {
            const { world, command } = call;
            const named = chosen(call, (key) =>
              rows(world).find((row) => row[".id"] === key || row.name === key),
            );
            const mode = command.attributes.get("arp");
            if (mode !== undefined && !modes.includes(mode)) throw noMatch("arp");
            for (const { name = "" } of named) if (mode !== undefined) world.state.arpModes[name] = mode;
            return nothing;
          },
        },
      ],
    ]),
  };
}

export const networkMenus: readonly Menu[] = [
  leases,
  arp,
  queueMenu,
  typeMenu("/interface/ethernet", "ether"),
  typeMenu("/interface/bridge", "bridge"),
  typeMenu("/interface/vlan", "vlan"),
];
