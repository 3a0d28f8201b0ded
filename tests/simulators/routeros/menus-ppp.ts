/** /ppp: who may dial in, and who has. Arguments are those of the command trees of 7.9 to 7.24; the same in version 6 by its manual. */

import { formatDuration } from "./duration.ts";
import { hasSix } from "./line-six.ts";
import { chosen, type Menu, nothing, readVerbs } from "./menu.ts";
import { hangUp, isKnownScript } from "./ppp-sessions.ts";
import { tableMenu } from "./table-menu.ts";
import { badValue, failure, noMatch } from "./trap.ts";
import * as kind from "./values.ts";
import { rowNamed, type World } from "./world.ts";

const services = ["any", "async", "l2tp", "ovpn", "pppoe", "pptp", "sstp"];
const isThere = ({ state }: World) => !state.box.lacks.includes("ppp");

const secrets: Menu = {
  ...tableMenu({
    path: "/ppp/secret",
    table: "secrets",
    verbs: ["add", "set", "remove", "enable", "disable"],
    fields: {
      name: { kind: kind.requiredText, required: true },
      service: { kind: kind.oneOf(...services), initial: "any" },
      "caller-id": { kind: kind.text },
      password: { kind: kind.text, sensitive: true },
      profile: { kind: kind.nameOf("pppProfiles"), initial: "default" },
      "local-address": { kind: kind.address },
      "remote-address": { kind: kind.address },
      "limit-bytes-in": { kind: kind.bytes },
      "limit-bytes-out": { kind: kind.bytes },
      routes: { kind: kind.text },
      "remote-ipv6-prefix": { kind: kind.text, exists: hasSix },
    },
    check: (world, values, self) => {
      const twin = world.state.tables.secrets.find(
        (row) =>
          row.id !== self?.id &&
          row.values.name === values.name &&
          (row.values.service ?? "any") === (values.service ?? "any"),
      );
      if (twin !== undefined) throw failure("secret with the same name already exists");
    },
  }),
  exists: isThere,
};

/** An address, or the name of a pool that is there. */
const addressOrPool: kind.Kind = (value, name, world) => {
  const isPool = world.state.box.menus["/ip/pool"].some((pool) => pool.name === value);
  if (value === "" || isPool || kind.isAddress(value)) return value;
  throw noMatch(name);
};

const addresses: kind.Kind = (value, name) => {
  if (value === "" || value.split(",").every(kind.isAddress)) return value;
  throw badValue(name);
};

/** The simulator runs no scripts: it takes those whose effect it knows. */
const script: kind.Kind = (value, name) => {
  if (!isKnownScript(value)) throw badValue(name);
  return value;
};

const yesNoDefault = kind.oneOf("yes", "no", "default");

const profiles: Menu = {
  ...tableMenu({
    path: "/ppp/profile",
    table: "pppProfiles",
    verbs: ["add", "set", "remove"],
    fields: {
      name: { kind: kind.requiredText, required: true },
      comment: { kind: kind.text },
      "local-address": { kind: addressOrPool },
      "remote-address": { kind: addressOrPool },
      "dns-server": { kind: addresses },
      "rate-limit": { kind: kind.rateLimit },
      "address-list": { kind: kind.text },
      "interface-list": { kind: kind.nameOf("interfaceLists", "") },
      "remote-ipv6-prefix-pool": { kind: kind.text, exists: hasSix },
      "dhcpv6-pd-pool": { kind: kind.text, exists: hasSix },
      "change-tcp-mss": { kind: yesNoDefault, initial: "default" },
      "only-one": { kind: yesNoDefault, initial: "default" },
      "use-encryption": { kind: kind.oneOf("yes", "no", "default", "required"), initial: "default" },
      "session-timeout": { kind: kind.durationLimit },
      "idle-timeout": { kind: kind.durationLimit },
      "on-up": { kind: script },
      "on-down": { kind: script },
    },
    check: (world, values, self) => {
      const twin = rowNamed(world, "pppProfiles", values.name ?? "");
      if (twin && twin.id !== self?.id) throw failure("profile with the same name already exists");
    },
  }),
  exists: isThere,
};

const rows = (world: World) =>
  world.state.dialled.map(({ id, name, service, address, since, callerId }) => ({
    ".id": id,
    name,
    service,
    "caller-id": callerId ?? "",
    ...(address !== "" && { address }),
    uptime: formatDuration(world.now() - since),
    encoding: "",
    "session-id": `0x8120${id.slice(1)}`,
    radius: "false",
  }));

/** Switching a secret off ends nothing that runs by it. */
const active: Menu = {
  path: "/ppp/active",
  exists: isThere,
  rows,
  verbs: new Map([
    ...readVerbs(rows),
    [
      "remove",
      {
        writes: true,
        parameters: () => [".id", "numbers"],
        run: (call) => {
          const { state } = call.world;
          const gone = chosen(call, (key) => state.dialled.find(({ id }) => id === key));
          hangUp(call.world, gone);
          return nothing;
        },
      },
    ],
  ]),
};

export const pppMenus: readonly Menu[] = [secrets, profiles, active];
