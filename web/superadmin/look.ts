import { atom, getDefaultStore, useAtomValue } from "jotai";
import { isLook, type LookName } from "#contract/values/looks";

// Which of the seven looks this console wears now. The server keeps the choice and sends the page in it.

const store = getDefaultStore();
const worn = atom<LookName>("system");

export function useLook(): LookName {
  return useAtomValue(worn);
}

export function lookNow(): LookName {
  return store.get(worn);
}

/** @param look anything else than one of the seven is the device's */
export function wearLook(look: unknown): void {
  const name = isLook(look) ? look : "system";
  document.documentElement.dataset.look = name;
  store.set(worn, name);
}
