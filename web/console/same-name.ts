import { t } from "./language.ts";

/** Two routers of one name cannot be told apart in lists: said while one types, and not refused. */
export function sameNameHint(name: string, others: readonly { name: string }[]): string | null {
  const plain = (text: string) => text.trim().toLowerCase();
  const twin = others.find((other) => plain(other.name) === plain(name));
  return twin
    ? t("There is a {name} already: give this one a name that tells them apart.", { name: twin.name })
    : null;
}
