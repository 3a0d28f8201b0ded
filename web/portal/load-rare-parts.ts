import type { ComponentType } from "react";
import type { PortalPage } from "#contract/portal";
import { hasStanding, type RarePart, type RareParts, rarePartsOf } from "./rare-parts.ts";
import type { Store } from "./store.ts";

const load: Record<RarePart, () => Promise<ComponentType>> = {
  ads: () => import("./screens/ads.tsx").then((file) => file.AdStage),
  buy: () => import("./screens/buy.tsx").then((file) => file.BuyScreen),
  claim: () => import("./screens/purchase.tsx").then((file) => file.ClaimScreen),
  connected: () => import("./screens/purchase.tsx").then((file) => file.ConnectedScreen),
  payment: () => import("./screens/purchase.tsx").then((file) => file.PaymentScreen),
  standing: () => import("./screens/purchase.tsx").then((file) => file.Standing),
  "legal-addresses": () => import("./parts/legal-addresses.tsx").then((file) => file.LegalAddresses),
  notice: () => import("./screens/notice.tsx").then((file) => file.NoticeScreen),
  "join-first": () => import("./screens/notice.tsx").then((file) => file.JoinFirst),
  pairing: () => import("./screens/pairing.tsx").then((file) => file.PairingScreen),
  trial: () => import("./screens/trial.tsx").then((file) => file.TrialScreen),
  stopOffers: () => import("./screens/notice.tsx").then((file) => file.StopOffersScreen),
};

/** Fetches a part; with the words that it says, it is there. */
type FetchPart = (part: RarePart) => Promise<ComponentType>;

export function partsWith(fetchWords: () => Promise<unknown>): FetchPart {
  return async (part) => {
    const [found] = await Promise.all([load[part](), fetchWords()]);
    return found;
  };
}

/** The rare parts that this page shows. Rejects where a file cannot be fetched. */
export async function loadRareParts(page: PortalPage, fetchPart: FetchPart): Promise<RareParts> {
  const parts: RareParts = {};
  await Promise.all(
    rarePartsOf(page).map(async (part) => {
      parts[part] = await fetchPart(part);
    }),
  );
  return parts;
}

/** The page may come to show what it came without; if that file never comes, it goes on. */
export function loadStanding(rare: RareParts, store: Store, fetchPart: FetchPart): void {
  const stop = store.listen(() => {
    const { visitor, watch } = store.flow();
    if (!rare.standing && !watch && !hasStanding(visitor)) return;
    stop();
    if (rare.standing) return;
    fetchPart("standing").then(
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
  fetchPart: FetchPart,
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
    fetchPart("payment").then(
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
