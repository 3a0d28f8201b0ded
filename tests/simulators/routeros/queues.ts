/**
 * /queue/simple: in an order that counts, the first that an address is the target of limits it. Rows of dialled lines are the router's
 * own. Arguments are those of the command trees of 7.9 to 7.24; the same in version 6 by its manual. Speeds are shown in bits.
 */

import { inNetwork } from "./address-lists.ts";
import { lineQueues } from "./line-interfaces.ts";
import { type Call, chosen, type Menu, type Verb } from "./menu.ts";
import type { Row } from "./query.ts";
import { noUsage } from "./state.ts";
import { tableMenu } from "./table-menu.ts";
import { badValue, failure } from "./trap.ts";
import * as kind from "./values.ts";
import { rowNamed, value, type World } from "./world.ts";

const units = { "": 1, k: 1_000, M: 1_000_000, G: 1_000_000_000 };

/** "2M/8M" -> "2000000/8000000"; one figure alone is for both ways. */
const limits: kind.Kind = (text, name) => {
  const halves = text.split("/");
  const bits = halves.map((half) => {
    const [, figure, unit = ""] = /^(\d+)([kMG]?)$/.exec(half) ?? [];
    if (figure === undefined) throw badValue(name);
    return String(Number(figure) * (units[unit as keyof typeof units] ?? 1));
  });
  if (bits.length > 2) throw badValue(name);
  return [bits[0], bits[1] ?? bits[0]].join("/");
};

/** Addresses have their length behind them. */
const target: kind.Kind = (text, name) =>
  text
    .split(",")
    .map((one) => {
      const [address = "", bits = "32"] = one.split("/");
      if (!kind.isAddress(address)) {
        if (/^[\d.]/.test(one)) throw badValue(name);
        return one;
      }
      return `${address}/${bits}`;
    })
    .join(",");

const boxQueues = (world: World) => world.state.box.menus["/queue/simple"] ?? [];

const menu = tableMenu({
  path: "/queue/simple",
  table: "queues",
  verbs: ["add", "set", "remove", "enable", "disable"],
  counted: true,
  fields: {
    name: { kind: kind.requiredText, required: true },
    target: { kind: target, required: true },
    "max-limit": { kind: limits, initial: "0/0" },
    "limit-at": { kind: limits },
    parent: { kind: kind.text, initial: "none" },
    queue: { kind: kind.text, initial: "default-small/default-small" },
  },
  check: (world, values, self) => {
    const isTaken = [...boxQueues(world), ...lineQueues(world)].some(({ name }) => name === values.name);
    const twin = rowNamed(world, "queues", values.name ?? "");
    if (isTaken || (twin && twin.id !== self?.id)) throw failure("already have such name");
  },
  shown: (_world, { used }) => ({
    bytes: `${used?.bytesIn ?? 0}/${used?.bytesOut ?? 0}`,
    dynamic: "false",
    invalid: "false",
  }),
  extra: (world) => [
    ...boxQueues(world).map((row, index) => ({
      ".id": `*B${(index + 1).toString(16).toUpperCase()}`,
      ...row,
    })),
    ...lineQueues(world),
  ],
});

/** Behind all others, or before the one that `place-before` names. Those of the box stand behind: only their names can be named. */
function add(call: Call): ReturnType<Verb["run"]> {
  const { world, command } = call;
  const before = command.attributes.get("place-before");
  const all = world.state.tables.queues;
  const isOfBox = menu
    .rows(world, call.account)
    .some((row) => row[".id"] === before && !all.some(({ id }) => id === before));
  if (before !== undefined && !isOfBox)
    chosen(
      { world, account: call.account, command: { ...command, attributes: new Map([[".id", before]]) } },
      (key) => all.find(({ id }) => id === key),
    );
  const result = menu.verbs.get("add")?.run(call);
  if (!result) throw new Error("the queues have no add");
  const made = all.pop();
  if (!made) throw new Error("no queue was made");
  made.used ??= noUsage();
  const at = before === undefined || isOfBox ? all.length : all.findIndex(({ id }) => id === before);
  all.splice(at, 0, made);
  return result;
}

export const queueMenu: Menu = {
  ...menu,
  verbs: new Map([
    ...menu.verbs,
    [
      "add",
      {
        writes: true,
        parameters: (world) => [...(menu.verbs.get("add")?.parameters(world) ?? []), "place-before"],
        run: add,
      },
    ],
  ]),
};

const isTarget = (row: Row, address: string) =>
  (row.target ?? "").split(",").some((one) => /^[\d.]+\/\d+$/.test(one) && inNetwork(one, address));

const queueOf = (world: World, address: string) =>
  world.state.tables.queues.find(({ values }) => values.disabled !== "true" && isTarget(values, address));

/** "2000000/8000000", or null without one. */
export function limitOf(world: World, address: string): string | null {
  const row = queueOf(world, address);
  return row ? value(row, "max-limit") : null;
}

export function countInQueue(world: World, address: string, bytes: number, bytesUp = 0): void {
  const row = queueOf(world, address);
  if (!row?.used) return;
  row.used.bytesIn += BigInt(bytesUp);
  row.used.bytesOut += BigInt(bytes);
}
