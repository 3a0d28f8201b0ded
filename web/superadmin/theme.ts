import { atom, getDefaultStore, useAtomValue } from "jotai";
import { isThemeName, type ThemeName } from "#contract/values/console-themes";

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
  document.documentElement.dataset.theme = name;
  store.set(applied, name);
}
