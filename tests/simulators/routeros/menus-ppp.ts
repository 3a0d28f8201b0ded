/** /ppp: who may dial in, and who has. Arguments are those of the command trees of 7.9 to 7.24; the same in version 6 by its manual. */

import { formatDuration } from "./duration.ts";
import { chosen, type Menu, nothing, readVerbs } from "./menu.ts";
import { tableMenu } from "./table-menu.ts";
import { failure } from "./trap.ts";
import * as kind from "./values.ts";
import type { World } from "./world.ts";

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
      profile: { kind: kind.text, initial: "default" },
      "local-address": { kind: kind.address },
      "remote-address": { kind: kind.address },
      "limit-bytes-in": { kind: kind.bytes },
      "limit-bytes-out": { kind: kind.bytes },
      routes: { kind: kind.text },
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

const rows = (world: World) =>
  world.state.dialled.map(({ id, name, service, address, since }) => ({
    ".id": id,
    name,
    service,
    "caller-id": "",
    address,
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
          state.dialled = state.dialled.filter((one) => !gone.includes(one));
          return nothing;
        },
      },
    ],
  ]),
};

export const pppMenus: readonly Menu[] = [secrets, active];
