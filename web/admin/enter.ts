import { later } from "../console/entry/later.tsx";
import { speakAll } from "../console/language.ts";
import type { Signed } from "../console/session.ts";
import { session } from "./session.ts";

export const adminConsole = later(async () => {
  const [{ AdminConsole }] = await Promise.all([import("./console.tsx"), speakAll()]);
  return AdminConsole;
});

/** Who has signed in sees the console, at this address. @throws TypeError where its files did not come */
export async function enter(admin: Signed, address?: string): Promise<void> {
  await adminConsole.load();
  if (address !== undefined) window.history.replaceState(null, "", address);
  session.write(admin);
}
