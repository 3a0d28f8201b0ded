import type { Router } from "../router.ts";
import { activePath, readDevice } from "./read-device.ts";

/** Ends the device's session if it is one of ours; it may come back by itself. Gives the sentence for the answer. */
export async function kick(router: Router, mac: string): Promise<{ ok: boolean; message: string }> {
  const { ours, active } = await readDevice(router, mac);
  if (!active) return { ok: true, message: `${mac} is not online.` };
  if (!ours || active.user !== mac) {
    return { ok: false, message: `${mac} is online by a user that is not Mlango's; it was left alone.` };
  }
  await router.remove(activePath, active.rowId);
  return { ok: true, message: `${mac} was disconnected.` };
}
