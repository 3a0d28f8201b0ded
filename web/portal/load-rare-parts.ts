import type { ComponentType } from "react";
import type { PortalPage } from "#contract/portal";
import type { createPurchases } from "./purchases.ts";
import { hasStanding, type RarePart, type RareParts, rarePartsOf } from "./rare-parts.ts";
import type { Store } from "./store.ts";

const load: Record<RarePart, () => Promise<ComponentType>> = {
  ads: () => import("./screens/ads.tsx").then((file) => file.AdStage),
  buy: () => import("./screens/buy.tsx").then((file) => file.BuyScreen),
  sheet: () => import("./screens/buy.tsx").then((file) => file.BuySheet),
  claim: () => import("./screens/claim.tsx").then((file) => file.ClaimScreen),
  connected: () => import("./screens/purchase.tsx").then((file) => file.ConnectedScreen),
  payment: () => import("./screens/purchase.tsx").then((file) => file.PaymentScreen),
  standing: () => import("./screens/purchase.tsx").then((file) => file.Standing),
  "legal-addresses": () => import("./parts/legal-addresses.tsx").then((file) => file.LegalAddresses),
  notice: () => import("./screens/notice.tsx").then((file) => file.NoticeScreen),
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

/** The payment form over the plans, and what it does; null where it does not come: then plans stay links. */
export async function loadSheet(rare: RareParts): Promise<typeof createPurchases | null> {
  try {
    const file = await import("./screens/buy.tsx");
    rare.sheet = file.BuySheet;
    return file.createPurchases;
  } catch (cause) {
    console.error(cause);
    return null;
  }
}

/** The page may come to show what it came without; if that file never comes, it goes on. */
export function loadStanding(rare: RareParts, store: Store, fetchPart = load.standing): void {
  const stop = store.listen(() => {
    const { visitor, watch } = store.flow();
    if (!rare.standing && !watch && !hasStanding(visitor)) return;
    stop();
    if (rare.standing) return;
    fetchPart().then(
      (part) => {
        rare.standing = part;
        store.send({ kind: "passed" });
      },
      (cause) => console.error(cause),
    );
  });
}

/** Loads the payment screens while the visitor types; on failure the payment's own document is used. */
export function loadPaymentScreens(
  rare: RareParts,
  store: Store,
  reload: () => void,
  fetchScreens = load.payment,
): void {
  let asked = false;
  let failedAt = Number.POSITIVE_INFINITY;
  const look = () => {
    const { form, watch, at } = store.flow();
    if (watch && !watch.trouble && watch.readAt > failedAt) {
      stop();
      return reload();
    }
    if (rare.payment || asked || !(form || watch)) return;
    asked = true;
    fetchScreens().then(
      (part) => {
        rare.payment = part;
        store.send({ kind: "passed" });
      },
      () => {
        failedAt = at;
      },
    );
  };
  const stop = store.listen(look);
  look();
}
