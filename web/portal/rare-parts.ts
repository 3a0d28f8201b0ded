import type { ComponentType } from "react";
import type { PortalPage } from "#contract/portal";
import { legalOf } from "./legal.ts";

// Parts of the page that its first sight does not need. The browser fetches the file of each, and the words that all of them say,
// before the page comes alive, and only where the page shows it (`payment` once a plan was chosen); the server has them all. They
// read what they need by `usePortal`.
// A new one is listed here, in `load-rare-parts.ts` for the browser and in `everyRarePart` for the server.

/** Each part by the name of its file. */
export const rareFiles = {
  ads: "ads",
  buy: "buy",
  claim: "purchase",
  connected: "purchase",
  payment: "purchase",
  standing: "purchase",
  "legal-addresses": "legal-addresses",
  notice: "notice",
  "join-first": "notice",
  pairing: "pairing",
  trial: "trial",
  stopOffers: "notice",
} as const;
export type RarePart = keyof typeof rareFiles;
export type RareParts = Partial<Record<RarePart, ComponentType>>;

export const screenParts: Record<Exclude<PortalPage["screen"]["kind"], "home">, RarePart> = {
  buy: "buy",
  claim: "claim",
  connected: "connected",
  pairing: "pairing",
  refused: "notice",
  "not-found": "notice",
  trial: "trial",
  stopOffers: "stopOffers",
  waiting: "payment",
  success: "payment",
  failure: "payment",
  overtaken: "payment",
};

export function isHere(kind: PortalPage["screen"]["kind"], rare: RareParts): boolean {
  return kind === "home" || rare[screenParts[kind]] !== undefined;
}

export function adsInFront({ screen, ads, adIndex }: PortalPage): boolean {
  return screen.kind === "home" && adIndex < ads.length;
}

/** On the main domain without a router: there is nobody to buy from yet. */
export function isNowhere({ routerId, plans, noSale }: PortalPage): boolean {
  return routerId === null && plans.length === 0 && noSale === null;
}

type Known = Pick<PortalPage, "access" | "routerAway" | "ended" | "pending" | "elsewhere" | "waiting">;

/** The device or the browser has something, had it lately, or waits for it; or the hotspot is away. */
export function hasStanding({ access, routerAway, ended, pending, elsewhere, waiting }: Known): boolean {
  return (
    routerAway ||
    access !== null ||
    ended !== null ||
    pending !== null ||
    elsewhere.length + waiting.length > 0
  );
}

export function rarePartsOf(page: PortalPage): RarePart[] {
  const parts: RarePart[] = [];
  if (adsInFront(page)) parts.push("ads");
  const { kind } = page.screen;
  if (kind !== "home") parts.push(screenParts[kind]);
  if (kind === "home" && isNowhere(page)) parts.push("join-first");
  if (hasStanding(page)) parts.push("standing");
  if (legalOf(page).length > 0) parts.push("legal-addresses");
  return parts;
}
