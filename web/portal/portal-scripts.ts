import type { Language, PortalPage } from "#contract/portal";
import { rarePartsOf } from "./rare-parts.ts";

/** Addresses of the built client files. */
export type PortalScripts = {
  /** Each language's entry, and the files that it fetches in turn. */
  entries: Record<Language, { script: string; preload: readonly string[] }>;
  /** The files of each rare part, by its name. */
  rare: Readonly<Record<string, readonly string[]>>;
};

/** The one script of a page, and what it will fetch: announced in the head, so that all come at once. */
export function scriptsFor(
  page: PortalPage,
  scripts: PortalScripts | null,
): { script: string | null; preload: readonly string[] } {
  if (!scripts) return { script: null, preload: [] };
  const { script, preload } = scripts.entries[page.language];
  const rare = rarePartsOf(page).flatMap((part) => scripts.rare[part] ?? []);
  return { script, preload: [...new Set([...preload, ...rare])] };
}
