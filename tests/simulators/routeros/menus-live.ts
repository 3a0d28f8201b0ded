/** What the hotspot shows of the moment: sessions and hosts. */

import { formatDuration } from "./duration.ts";
import { isBypassed, removeHost, sessionAt } from "./hosts.ts";
import { type Call, chosen, type Menu, nothing, type Result, readVerbs, type Verb } from "./menu.ts";
import { usageRow } from "./menus-users.ts";
import type { Row } from "./query.ts";
import { endSession, logIn } from "./sessions.ts";
import type { Host, Session } from "./state.ts";
import { badValue, Trap } from "./trap.ts";
import { isAddress, mac as macKind } from "./values.ts";
import { idOfAddress, type World } from "./world.ts";

function optional(name: string, shown: string | null | undefined): Row {
  return shown === null || shown === undefined || shown === "" ? {} : { [name]: shown };
}

/** Time left of a session in milliseconds, or null without a limit. */
export function timeLeft(world: World, session: Session): number | null {
  return session.timeLimitMs === null ? null : session.startedAt + session.timeLimitMs - world.now();
}

function activeRow(world: World, session: Session): Row {
  const left = timeLeft(world, session);
  return {
    ".id": idOfAddress(session.address),
    server: session.server,
    user: session.user,
    address: session.address,
    "mac-address": session.mac,
    "login-by": session.loginBy,
    ...usageRow({ ...session.used, uptimeMs: world.now() - session.startedAt }),
    ...optional("session-time-left", left === null ? null : formatDuration(left)),
    "idle-time": formatDuration(world.now() - session.lastTrafficAt),
    ...optional("idle-timeout", session.idleMs === null ? null : formatDuration(session.idleMs)),
    ...optional(
      "keepalive-timeout",
      session.keepaliveMs === null ? null : formatDuration(session.keepaliveMs),
    ),
    ...optional("limit-bytes-in", session.limitIn?.toString()),
    ...optional("limit-bytes-out", session.limitOut?.toString()),
    ...optional("limit-bytes-total", session.limitTotal?.toString()),
    radius: "false",
    blocked: "false",
    ...optional("comment", session.comment),
  };
}

function hostRow(world: World, host: Host): Row {
  return {
    ".id": idOfAddress(host.address),
    "mac-address": host.mac,
    address: host.address,
    "to-address": host.address,
    server: host.server,
    "bridge-port": "ether2",
    ...usageRow({ ...host.used, uptimeMs: world.now() - host.since }),
    "idle-time": formatDuration(host.leftAt === null ? 0 : world.now() - host.leftAt),
    "found-by": "UDP :68 -> :67",
    authorized: String(sessionAt(world, host.address) !== undefined),
    bypassed: String(isBypassed(world, host)),
    dynamic: "true",
    static: "false",
    DHCP: "true",
  };
}

/** `/ip/hotspot/active/login`: the host row decides where, the user row decides whether. */
function login(call: Call): Result {
  const { world, command } = call;
  const given = (name: string) => command.attributes.get(name) ?? "";
  const ip = given("ip") || "0.0.0.0";
  if (!isAddress(ip)) throw badValue("ip");
  const mac = command.attributes.has("mac-address")
    ? macKind(given("mac-address"), "mac-address", world)
    : "";
  const host = world.state.hosts.find((one) => one.address === ip);
  if (host === undefined) throw new Trap(`unknown host IP ${ip}`);
  if (mac !== "" && mac !== host.mac) throw new Trap("wrong MAC provided");
  const before = sessionAt(world, host.address);
  if (before !== undefined) throw new Trap(`no more sessions are allowed for user ${given("user")}`);
  logIn(world, host, { user: given("user"), password: given("password") }, "admin");
  return nothing;
}

function removeSessions(call: Call): Result {
  const { world } = call;
  const gone = chosen(call, (key) => world.state.sessions.find((one) => idOfAddress(one.address) === key));
  for (const session of gone) endSession(world, session, world.now());
  return nothing;
}

function removeHosts(call: Call): Result {
  const { world } = call;
  const gone = chosen(call, (key) => world.state.hosts.find((one) => idOfAddress(one.address) === key));
  for (const host of gone) removeHost(world, host, world.now());
  return nothing;
}

function liveMenu(path: string, rows: (world: World) => Row[], verbs: Record<string, Verb>): Menu {
  return { path, rows, verbs: new Map([...readVerbs(rows), ...Object.entries(verbs)]) };
}

const items = () => [".id", "numbers"];

export const liveMenus: readonly Menu[] = [
  liveMenu(
    "/ip/hotspot/active",
    (world) => world.state.sessions.map((session) => activeRow(world, session)),
    {
      remove: { writes: true, parameters: items, run: removeSessions },
      login: {
        writes: true,
        parameters: () => ["user", "password", "mac-address", "ip", "domain"],
        run: login,
      },
    },
  ),
  liveMenu("/ip/hotspot/host", (world) => world.state.hosts.map((host) => hostRow(world, host)), {
    remove: { writes: true, parameters: items, run: removeHosts },
  }),
];
