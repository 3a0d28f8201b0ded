import type { ForeignUser } from "../foreign-user.ts";
import { type Router, RouterFault } from "../router.ts";
import { removeSessions } from "./end.ts";
import { type Device, readDevice, userPath } from "./read-device.ts";

/**
 * Takes away the users that others made for a device, with what they let in: first the users, so that MAC login cannot begin their
 * sessions again. @returns the device as it is then @throws RouterFault where one of them is still there
 */
export async function takeOver(
  router: Router,
  mac: string,
  { ids }: ForeignUser,
  hasOurs: boolean,
): Promise<Device> {
  for (const id of ids) await router.remove(userPath, id);
  // With a user of ours beside it a session of this name may be that one's.
  if (!hasOurs) await removeSessions(router, mac);
  const device = await readDevice(router, mac);
  if (device.foreign || (!device.ours && device.active?.user === mac))
    throw new RouterFault("trap", `the user ${mac} is still there after its removal`);
  return device;
}
