import { atom, getDefaultStore, useAtomValue } from "jotai";
import { isThemeName, schemeOf, type ThemeName } from "#contract/values/console-themes";

// The current theme. The server keeps it and renders the page with it.

const store = getDefaultStore();
const applied = atom<ThemeName>("system");

export function useThemeName(): ThemeName {
  return useAtomValue(applied);
}

export function currentTheme(): ThemeName {
  return store.get(applied);
}

/** @param theme anything unknown counts as `system` */
export function applyTheme(theme: unknown): void {
  const name = isThemeName(theme) ? theme : "system";
  const scheme = schemeOf(name);
  const isDark =
    scheme === "auto" ? window.matchMedia("(prefers-color-scheme: dark)").matches : scheme === "dark";
  // The page before the console has no Mantine that would say it.
  Object.assign(document.documentElement.dataset, {
    theme: name,
    mantineColorScheme: isDark ? "dark" : "light",
  });
  store.set(applied, name);
}
