import type { ComponentType } from "react";
import type { PortalPage } from "#contract/portal";
import { legalOf } from "./legal.ts";

// Parts of the page that its first sight does not need. Each is named like its file, which the browser fetches before the
// page comes alive, and only where the page shows it (`payment` once somebody is about to pay); the server has them all. They read what they need by `usePortal`.
// A new one is listed here, in `load-rare-parts.ts` for the browser and in `everyRarePart` for the server.

export type RarePart =
  | "ads"
  | "buy"
  | "claim"
  | "connected"
  | "elsewhere"
  | "legal-addresses"
  | "notice"
  | "payment";
export type RareParts = Partial<Record<RarePart, ComponentType>>;

export const screenParts: Record<Exclude<PortalPage["screen"]["kind"], "home">, RarePart> = {
  buy: "buy",
  claim: "claim",
  connected: "connected",
  refused: "notice",
  "not-found": "notice",
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

export function rarePartsOf(page: PortalPage): RarePart[] {
  const parts: RarePart[] = [];
  if (adsInFront(page)) parts.push("ads");
  const { kind } = page.screen;
  if (kind !== "home") parts.push(screenParts[kind]);
  if (page.elsewhere.length + page.waiting.length > 0) parts.push("elsewhere");
  if (legalOf(page).length > 0) parts.push("legal-addresses");
  return parts;
}
