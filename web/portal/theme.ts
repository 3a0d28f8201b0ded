import type { Theme } from "#contract/branding";
import { guarded, type Stores } from "./remembered-router.ts";

// The visitor's theme, kept in this browser; for a signed-in super admin at the server (docs/behaviour/visitor-portal.md, VP-14).

export type ThemePorts = {
  stores: Stores;
  load(): Promise<{ theme: Theme }>;
  save(theme: Theme): Promise<unknown>;
};

const name = "theme";
export const themes: readonly Theme[] = ["light", "dark", "system", "blue", "green", "purple", "cyberpunk"];

/** The class of the document; none where the browser's own setting decides. */
export function themeClass(theme: Theme | null): string {
  return theme === null || theme === "system" ? "" : `theme-${theme}`;
}

function hasMarker({ stores }: ThemePorts): boolean {
  return guarded(() => stores.session().getItem("superadmin")) !== null;
}

function fromBrowser({ stores }: ThemePorts): Theme | null {
  const kept = guarded(() => stores.local().getItem(name));
  return themes.find((theme) => theme === kept) ?? null;
}

/** null where none is kept or the page has one. */
export async function keptTheme(shown: Theme | null, ports: ThemePorts): Promise<Theme | null> {
  const here = shown === null ? fromBrowser(ports) : null;
  if (!hasMarker(ports)) return here;
  // Signed out or unreachable: like any visitor.
  return ports.load().then(
    (answer) => answer.theme,
    () => here,
  );
}

export function keepTheme(theme: Theme, ports: ThemePorts): void {
  const keepHere = () => guarded(() => ports.stores.local().setItem(name, theme));
  if (hasMarker(ports)) ports.save(theme).catch(keepHere);
  else keepHere();
}
