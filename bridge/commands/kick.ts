import { say, type Text } from "#contract/texts";
import type { Router } from "../router.ts";
import { activePath, readDevice } from "./read-device.ts";

/** Ends the device's session if it is one of ours; it may come back by itself. Gives what is answered. */
export async function kick(router: Router, mac: string): Promise<{ ok: boolean; message: Text }> {
  const { ours, active } = await readDevice(router, mac);
  if (!active) return { ok: true, message: say("device_not_online", { mac }) };
  if (!ours || active.user !== mac) {
    return { ok: false, message: say("device_foreign_user", { mac }) };
  }
  await router.remove(activePath, active.rowId);
  return { ok: true, message: say("device_disconnected", { mac }) };
}
