import type { ComponentType } from "react";
import type { PortalPage } from "#contract/portal";
import { type RarePart, type RareParts, rarePartsOf } from "./rare-parts.ts";
import type { Store } from "./store.ts";

const load: Record<RarePart, () => Promise<ComponentType>> = {
  ads: () => import("./screens/ads.tsx").then((file) => file.AdStage),
  buy: () => import("./screens/buy.tsx").then((file) => file.BuyScreen),
  claim: () => import("./screens/claim.tsx").then((file) => file.ClaimScreen),
  connected: () => import("./screens/connected.tsx").then((file) => file.ConnectedScreen),
  elsewhere: () => import("./parts/elsewhere.tsx").then((file) => file.Elsewhere),
  "legal-addresses": () => import("./parts/legal-addresses.tsx").then((file) => file.LegalAddresses),
  notice: () => import("./screens/notice.tsx").then((file) => file.NoticeScreen),
  payment: () => import("./screens/payment.tsx").then((file) => file.PaymentScreen),
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

/** What the visitor has may come to need a part that the page came without; if it never comes, the page goes on. */
export function loadElsewhere(rare: RareParts, store: Store, fetchPart = load.elsewhere): void {
  const stop = store.listen(() => {
    const { elsewhere, waiting } = store.flow().visitor;
    if (elsewhere.length + waiting.length === 0 && !rare.elsewhere) return;
    stop();
    if (rare.elsewhere) return;
    fetchPart().then(
      (part) => {
        rare.elsewhere = part;
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
