import { atom, getDefaultStore, useAtomValue } from "jotai";
import { isThemeName, type ThemeName } from "#contract/values/console-themes";

// Which of the seven looks this console wears now. The server keeps the choice and sends the page in it.

const store = getDefaultStore();
const applied = atom<ThemeName>("system");

export function useThemeName(): ThemeName {
  return useAtomValue(applied);
}

export function currentTheme(): ThemeName {
  return store.get(applied);
}

/** @param theme anything else than one of the seven is the device's */
export function applyTheme(theme: unknown): void {
  const name = isThemeName(theme) ? theme : "system";
  document.documentElement.dataset.theme = name;
  store.set(applied, name);
}
