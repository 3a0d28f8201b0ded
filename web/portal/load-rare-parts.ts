import type { ComponentType } from "react";
import type { PortalPage } from "#contract/portal";
import { type RarePart, type RareParts, rarePartsOf } from "./rare-parts.ts";

const load: Record<RarePart, () => Promise<ComponentType>> = {
  ads: () => import("./screens/ads.tsx").then((file) => file.AdStage),
  claim: () => import("./screens/claim.tsx").then((file) => file.ClaimScreen),
  connected: () => import("./screens/connected.tsx").then((file) => file.ConnectedScreen),
  "join-wifi": () => import("./parts/join-wifi.tsx").then((file) => file.JoinWifi),
};

/** The rare parts that this page shows. Rejects where a file cannot be fetched. */
export async function loadRareParts(page: PortalPage): Promise<RareParts> {
  const parts: RareParts = {};
  await Promise.all(
    rarePartsOf(page).map(async (part) => {
      parts[part] = await load[part]();
    }),
  );
  return parts;
}
