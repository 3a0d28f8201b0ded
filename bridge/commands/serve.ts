import { type Router, RouterFault } from "../router.ts";
import { printCounter, printDuration, printFlag } from "../router-values.ts";
import { type DesiredUser, judge } from "../verdict.ts";
import {
  activePath,
  type Device,
  hasMoved,
  readDevice,
  readHosts,
  readUser,
  type UserRow,
  userPath,
} from "./read-device.ts";

/**
 * - `online`: the router shows the session; `device` is what was read back.
 * - `waiting`: the user is right, the device is not on the router's list.
 * - `again`: the device is there, but the router did not let it in yet; null: it let it in, and the session ended.
 */
export type Served =
  | { outcome: "online"; device: Device }
  | { outcome: "waiting" }
  | { outcome: "again"; refused: RouterFault | null };

export type Serving = {
  mac: string;
  /** Asked just before it is written: closing a session changes what is left. */
  wanted(): DesiredUser;
  ended(user: UserRow | undefined): void;
};

/** Makes the router let one device out and reads that back; its profile is there. Limits count over all sessions: counter plus what is left. */
export async function serve(router: Router, device: Device, serving: Serving): Promise<Served> {
  const { mac } = serving;
  const verdict = judge(device, serving.wanted());
  if (verdict === "rewrite") await rewrite(router, device, serving);
  if (verdict === "relabel" && device.ours) {
    const { comment, password } = serving.wanted();
    await router.set(userPath, device.ours.id, { comment, password });
  }
  if (verdict !== "rewrite" && device.active?.user === mac) {
    if (!hasMoved(device)) return { outcome: "online", device };
    // The user may have one session only, and the old one would block the new.
    await router.remove(activePath, device.active.rowId);
    serving.ended(await readUser(router, mac));
  }
  return letIn(router, device, serving);
}

/** A session keeps the limits it began with, so it ends first; disabled, so that MAC login does not begin it again. */
async function rewrite(router: Router, device: Device, serving: Serving): Promise<void> {
  let user = device.ours;
  if (user && device.active?.user === serving.mac) {
    await router.set(userPath, user.id, { disabled: printFlag(true) });
    await router.remove(activePath, device.active.rowId);
    user = await readUser(router, serving.mac);
    serving.ended(user);
  }
  const wanted = serving.wanted();
  const used = user?.used ?? { seconds: 0, up: 0, down: 0 };
  const values = {
    name: serving.mac,
    password: wanted.password,
    "mac-address": serving.mac,
    profile: wanted.profile,
    server: "all",
    "limit-uptime": printDuration(used.seconds + wanted.seconds),
    "limit-bytes-total": printCounter(wanted.bytes === null ? 0 : used.up + used.down + wanted.bytes),
    comment: wanted.comment,
    disabled: printFlag(false),
  };
  if (user) await router.set(userPath, user.id, values);
  else await router.add(userPath, values);
}

/** Logs the device in at its address as just read. MAC login may have been faster: what counts is what is read back. */
async function letIn(router: Router, { active, hosts }: Device, serving: Serving): Promise<Served> {
  const { mac } = serving;
  // Ending a session took a while, and one that was not there may have come.
  const host = (active ? undefined : hosts[0]) ?? (await readHosts(router, mac))[0];
  if (!host) return { outcome: "waiting" };
  let refused = await logIn(router, serving, host.address);
  if (refused?.refusal === "wrong password") {
    // The password of the router's MAC login changed, and routers may hide what a user has.
    const user = await readUser(router, mac);
    if (user) await router.set(userPath, user.id, { password: serving.wanted().password });
    refused = await logIn(router, serving, host.address);
  }
  const device = await readDevice(router, mac);
  if (device.active?.user === mac && !hasMoved(device)) return { outcome: "online", device };
  return { outcome: "again", refused };
}

/** Gives the router's refusal, null for none. */
async function logIn(router: Router, { mac, wanted }: Serving, ip: string): Promise<RouterFault | null> {
  try {
    await router.run(`${activePath}/login`, {
      user: mac,
      password: wanted().password,
      "mac-address": mac,
      ip,
    });
    return null;
  } catch (error) {
    if (error instanceof RouterFault && error.kind === "trap") return error;
    throw error;
  }
}
