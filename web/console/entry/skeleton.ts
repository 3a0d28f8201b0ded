import { escapeHtml } from "#contract/values/html";
import style from "./entry.css?inline";

// What a console's document shows until its script has drawn: it says where one is, and holds the places of what comes. The worker
// renders it, without a word that would need a language.

export { style as entryStyle };

/** The page before a console. @param place the provider's subdomain; null where there is none @param isPlain without links and languages */
export function entrySkeleton(name: string, place: string | null, isPlain: boolean): string {
  const field = '<div><div class="bone bone-word"></div><div class="bone"></div></div>';
  return [
    '<main class="entry" aria-busy="true"><div class="entry-card">',
    `<div><div class="entry-title">${escapeHtml(name)}</div><p class="entry-dim">${escapeHtml(place ?? "")}&nbsp;</p></div>`,
    `<div class="entry-stack">${field}${field}<div class="bone"></div>`,
    isPlain ? "" : '<div class="entry-link">&nbsp;</div>',
    `</div></div>${isPlain ? "" : '<div class="entry-languages"><span>&nbsp;</span></div>'}</main>`,
  ].join("");
}

/** Head, menu and cards of a console. */
export function consoleSkeleton(name: string, place: string | null): string {
  const bones = (count: number, looks = "") => `<div class="bone${looks}"></div>`.repeat(count);
  return [
    '<div class="shell" aria-busy="true">',
    `<header class="shell-head">${escapeHtml(name)}<span class="shell-place">${escapeHtml(place ?? "")}</span></header>`,
    `<div class="shell-side">${bones(9)}</div>`,
    `<main class="shell-main">${bones(1)}${bones(4, " bone-card")}${bones(1, " bone-card")}</main>`,
    `<div class="shell-bar">${bones(5)}</div></div>`,
  ].join("");
}
