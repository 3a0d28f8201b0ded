import type { ThemeName } from "#contract/values/console-themes";
import { later } from "../console/entry/later.tsx";
import type { Signed } from "../console/session.ts";
import { session } from "./session.ts";
import { applyTheme } from "./theme.ts";

export const superadminConsole = later(async () => (await import("./console.tsx")).SuperadminConsole);

type To = { address?: string; theme?: ThemeName };

/** Who has signed in sees the console, at this address and in this look. @throws TypeError where its files did not come */
export async function enter(admin: Omit<Signed, "providerId">, { address, theme }: To): Promise<void> {
  await superadminConsole.load();
  if (theme !== undefined) applyTheme(theme);
  if (address !== undefined) window.history.replaceState(null, "", address);
  session.write({ providerId: "", ...admin });
}
