import type { ComponentType } from "react";
import type { PortalPage } from "#contract/portal";
import { voucherWithoutDevice } from "./voucher-without-device.ts";

// Parts of the page that a buyer of a plan rarely sees. Each is named like its file, which the browser fetches before the
// page comes alive, and only where the page shows it; the server has them all. They read what they need by `usePortal`.
// A new one is listed here, in `load-rare-parts.ts` for the browser and in `every-rare-part.ts` for the server.

export type RarePart = "ads" | "claim" | "connected" | "join-wifi";
export type RareParts = Partial<Record<RarePart, ComponentType>>;

/** Whether advertisements stand in front of the plans. */
export function adsInFront({ screen, ads, adIndex }: PortalPage): boolean {
  return screen.kind === "home" && adIndex < ads.length;
}

/** What the first rendering of a page shows of them. */
export function rarePartsOf(page: PortalPage): RarePart[] {
  const { screen } = page;
  if (adsInFront(page)) return ["ads"];
  if (voucherWithoutDevice(page) !== null) return ["join-wifi"];
  return screen.kind === "claim" || screen.kind === "connected" ? [screen.kind] : [];
}
