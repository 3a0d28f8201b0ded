import { t } from "./language.ts";

/** What of these has this name: in lists the two cannot be told apart. */
export function sameNamed<T extends { name: string }>(name: string, others: readonly T[]): T | undefined {
  const plain = (text: string) => text.trim().toLowerCase();
  return others.find((other) => plain(other.name) === plain(name));
}

/** Said while a name is typed, and not refused. */
export function sameNameHint(name: string, others: readonly { name: string }[]): string | null {
  const twin = sameNamed(name, others);
  return twin
    ? t("There is a {name} already: give this one a name that tells them apart.", { name: twin.name })
    : null;
}
