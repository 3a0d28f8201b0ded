import { type ReactElement, useSyncExternalStore } from "react";
import { hydrateRoot } from "react-dom/client";
import type { PortalPage } from "#contract/portal";
import { type Actions, createActions } from "./actions.ts";
import { connectedAddress } from "./addresses.ts";
import { adsSeen } from "./ads-seen.ts";
import { createAttempts, randomKey } from "./attempts.ts";
import { browserPolling, pageClock } from "./browser-ports.ts";
import { startFlow } from "./flow.ts";
import { leaving } from "./flow-view.ts";
import { keepFresh } from "./keep-fresh.ts";
import { loadRareParts } from "./load-rare-parts.ts";
import { startClock, startPolling } from "./polling.ts";
import { Portal } from "./portal.tsx";
import type { RareParts } from "./rare-parts.ts";
import { addressOfRememberedRouter, rememberRouter } from "./remembered-router.ts";
import { initiate, redeem } from "./requests.ts";
import { createStore, type Store } from "./store.ts";
import type { Words } from "./words.ts";

type Live = { page: PortalPage; store: Store; actions: Actions; words: Words; rare: RareParts };

function LivePortal({ store, ...rest }: Live): ReactElement {
  const flow = useSyncExternalStore(store.listen, store.flow, store.first);
  return <Portal {...rest} flow={flow} />;
}

/** Phones look for the open internet again after a document navigation, not after a change of the page. */
function leaveWhenDone(page: PortalPage, store: Store): void {
  const stop = store.listen(() => {
    if (!leaving(store.flow())) return;
    stop();
    location.assign(connectedAddress(page));
  });
}

/** Until its rare parts are here the page goes on as links and forms, and so it does if they never come. */
async function start(root: HTMLElement, page: PortalPage, words: Words): Promise<void> {
  const stores = { local: () => localStorage, session: () => sessionStorage };
  if (page.routerId === null) {
    const elsewhere = addressOfRememberedRouter(stores, location.pathname, location.search);
    if (elsewhere && page.screen.kind === "home") {
      location.replace(elsewhere);
      return;
    }
  } else if (page.noSale === null) {
    rememberRouter(stores, page.routerId);
  }

  if (page.ads.length > 0 && adsSeen(stores, page.mac)) {
    // This browser has seen them, though the server could not know it: away before anything else starts.
    document.getElementById("ads")?.remove();
    page.ads = [];
  }
  const clock = pageClock();
  const rare = await loadRareParts(page);
  const store = createStore(startFlow(page), clock);
  const actions = createActions(
    page,
    store,
    {
      initiate,
      redeem,
      attempts: createAttempts(randomKey),
      replaceAddress: (address) => history.replaceState(null, "", address),
      open: (address) => location.assign(address),
      dialogs: typeof HTMLDialogElement === "function",
    },
    words,
  );
  hydrateRoot(root, <LivePortal page={page} store={store} actions={actions} words={words} rare={rare} />);
  // After the first, server-equal rendering: links become buttons, clocks start to run.
  setTimeout(() => store.send({ kind: "scripted" }), 0);
  leaveWhenDone(page, store);
  startPolling(store, browserPolling);
  startClock(store, browserPolling);
  keepFresh(page, {
    ...browserPolling,
    now: clock,
    reload: () => location.reload(),
    busy: () =>
      store.flow().form !== null || store.flow().watch !== null || document.getElementById("ads") !== null,
  });
}

/** Makes the served page live, in the words of its language. Each language has an entry file with its own words only. */
export function startPortal(words: Words): void {
  const root = document.getElementById("portal");
  const island = document.getElementById("page");
  if (!root || !island?.textContent) return;
  start(root, JSON.parse(island.textContent) as PortalPage, words).catch((cause) => console.error(cause));
}
