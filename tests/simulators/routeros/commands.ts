/** From a command to its reply: which menu, whether it is allowed, what the sentences are. */

import { addressListMenus } from "./address-lists.ts";
import { lineSixMenus } from "./line-six.ts";
import { connectionMenus } from "./line-traffic.ts";
import { logMenu } from "./log.ts";
import { type Call, checkParameters, type Menu, type Result, type Verb } from "./menu.ts";
import { boxAndUserMenus } from "./menus-box.ts";
import { rulesMenus } from "./menus-filter.ts";
import { hotspotMenus } from "./menus-hotspot.ts";
import { liveMenus } from "./menus-live.ts";
import { networkMenus } from "./menus-network.ts";
import { pppMenus } from "./menus-ppp.ts";
import { systemMenus } from "./menus-system.ts";
import { userMenu } from "./menus-users.ts";
import type { ReplyKind } from "./sentence.ts";
import type { ApiUser } from "./settings.ts";
import { noSuchCommand, noSuchPrefix, notPermitted, type Trap } from "./trap.ts";
import type { World } from "./world.ts";

export interface ReplySentence {
  readonly kind: ReplyKind;
  readonly attributes: Readonly<Record<string, string>>;
}

interface Target {
  readonly menu: Menu;
  readonly verb: Verb;
  readonly name: string;
}

const menus = new Map(
  [
    ...[userMenu, ...hotspotMenus, ...liveMenus, ...pppMenus, ...systemMenus, ...boxAndUserMenus],
    ...[...addressListMenus, ...rulesMenus, ...connectionMenus, ...lineSixMenus, logMenu, ...networkMenus],
  ].map((menu) => [menu.path, menu]),
);

/** Throws the Trap for a path or verb that this version does not have. */
export function targetOf(world: World, path: string): Target {
  const slash = path.lastIndexOf("/");
  if (slash <= 0) throw noSuchCommand();
  const menu = menus.get(path.slice(0, slash));
  const isGone = menu?.path.startsWith("/ip/hotspot") && world.state.box.lacks.includes("hotspot");
  if (menu === undefined || isGone || menu.exists?.(world) === false) throw noSuchPrefix();
  const name = path.slice(slash + 1);
  const verb = menu.verbs.get(name);
  if (verb === undefined) throw noSuchCommand();
  return { menu, verb, name };
}

function permit(account: ApiUser, verb: Verb): void {
  if (!account.policies.includes(verb.writes ? "write" : "read")) throw notPermitted();
}

/** Checks the command and carries it out. Throws a Trap for every refusal. */
export function carryOut(target: Target, call: Call): Result {
  permit(call.account, target.verb);
  if (call.world.faults.hiddenMenus.includes(target.menu.path)) throw notPermitted();
  checkParameters(target.verb, call);
  return target.verb.run(call);
}

function saysEmpty(world: World, target: Target, result: Result): boolean {
  if (result.rows.length > 0 || result.ret !== null || world.faults.empty === "off") return false;
  return !target.verb.writes || world.faults.empty === "print+write";
}

export function replyTo(world: World, target: Target, result: Result): ReplySentence[] {
  const rows = result.rows.map((attributes): ReplySentence => ({ kind: "!re", attributes }));
  if (world.faults.bareRow && target.name === "print") rows.unshift({ kind: "!re", attributes: {} });
  if (rows.length === 0 && saysEmpty(world, target, result)) rows.push({ kind: "!empty", attributes: {} });
  return [...rows, { kind: "!done", attributes: result.ret === null ? {} : { ret: result.ret } }];
}

/** After a trap the `!done` still comes. */
export function trapReply(trap: Trap): ReplySentence[] {
  return [
    { kind: "!trap", attributes: trap.attributes() },
    { kind: "!done", attributes: {} },
  ];
}
