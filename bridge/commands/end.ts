import { type Router, RouterFault } from "../router.ts";
import { printFlag } from "../router-values.ts";
import { activePath, type Device, readUser, type UserRow, userPath } from "./read-device.ts";

/**
 * Disables the user first (MAC login would bring it back), then removes session, cookies and user; foreign rows stay.
 * @param ended told the user with its final counters @throws RouterFault if a session is left
 */
export async function end(
  router: Router,
  mac: string,
  device: Device,
  ended: (user: UserRow | undefined) => void,
): Promise<void> {
  const { ours, foreign } = device;
  // Without a user of ours a session of this name is one that we opened, unless somebody else's user has that name.
  if (!ours && foreign) return;
  if (ours && !ours.disabled) await router.set(userPath, ours.id, { disabled: printFlag(true) });
  await removeSessions(router, mac);
  ended(ours ? await readUser(router, mac) : undefined);
  if (ours) await router.remove(userPath, ours.id);
  const left = await router.print(activePath, { user: mac }, [".id"]);
  if (left.length > 0)
    throw new RouterFault("trap", `the session of ${mac} is still there after its removal`);
}

/** Those of this name, and what would bring them back. */
export async function removeSessions(router: Router, mac: string): Promise<void> {
  for (const path of [activePath, "/ip/hotspot/cookie"]) {
    const rows = await router.print(path, { user: mac }, [".id"]);
    for (const row of rows) if (row[".id"]) await router.remove(path, row[".id"]);
  }
}
