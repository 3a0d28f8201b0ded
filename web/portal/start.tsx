import { useEffect, useSyncExternalStore } from "react";
import { hydrateRoot } from "react-dom/client";
import type { Theme } from "#contract/branding";
import type { PortalPage } from "#contract/portal";
import { type Actions, createActions } from "./actions.ts";
import { connectedAddress } from "./addresses.ts";
import { adsSeen } from "./ads-seen.ts";
import { createAttempts, randomKey } from "./attempts.ts";
import { browserPolling, pageClock, pause } from "./browser-ports.ts";
import { startFlow } from "./flow.ts";
import { leaving } from "./flow-view.ts";
import { loadPaymentScreens, loadRareParts, loadStanding, partsWith } from "./load-rare-parts.ts";
import type { Messages } from "./messages/en.ts";
import type { FirstMessages } from "./messages/first-en.ts";
import type { LaterMessages } from "./messages/later-en.ts";
import { startClock, startLooking, startPolling } from "./polling.ts";
import { Portal } from "./portal.tsx";
import type { RareParts } from "./rare-parts.ts";
import { addressOfRememberedRouter, rememberRouter } from "./remembered-router.ts";
import { initiate, letGo, readTheme, readVisitor, redeem, saveTheme } from "./requests.ts";
import { createStore, type Store } from "./store.ts";
import { keepTheme, keptTheme, type ThemePorts, themeClass, themes } from "./theme.ts";

type Live = { page: PortalPage; store: Store; actions: Actions; messages: Messages; rare: RareParts };

function LivePortal({ store, onLive, ...rest }: Live & { onLive: () => void }) {
  const flow = useSyncExternalStore(store.listen, store.flow, store.first);
  // Not before: the first rendering must be the server's.
  useEffect(onLive, [onLive]);
  return <Portal {...rest} flow={flow} />;
}

/** Phones look for the open internet again after a document navigation, not after a change of the page. */
function leaveWhenDone(page: PortalPage, store: Store, goTo: (address: string) => void): void {
  const stop = store.listen(() => {
    if (!leaving(store.flow())) return;
    stop();
    goTo(connectedAddress(page));
  });
}

function wearTheme(theme: Theme | null): void {
  const { classList } = document.documentElement;
  classList.remove(...themes.map(themeClass).filter(Boolean));
  const shown = themeClass(theme);
  if (shown) classList.add(shown);
}

/** Until its rare parts are here the page goes on as links and forms, and so it does if they never come. */
async function start(
  root: HTMLElement,
  page: PortalPage,
  first: FirstMessages,
  later: () => Promise<LaterMessages>,
): Promise<void> {
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
  const themePorts: ThemePorts = { stores, load: readTheme, save: saveTheme };
  const look = keptTheme(page.theme, themePorts).then((theme) => theme ?? page.theme);
  void look.then(wearTheme);
  const clock = pageClock();
  // Only rare parts say the later words, and none is there before them.
  const messages = { ...first } as Messages;
  const fetchPart = partsWith(() => later().then((words) => Object.assign(messages, words)));
  const rare = await loadRareParts(page, fetchPart);
  const store = createStore(startFlow(page), clock);
  const goTo = (address: string) => {
    store.send({ kind: "going" });
    location.assign(address);
  };
  const ports = {
    attempts: createAttempts(randomKey),
    replaceAddress: (address: string) => history.replaceState(null, "", address),
    keepTheme: (theme: Theme) => {
      wearTheme(theme);
      keepTheme(theme, themePorts);
    },
    open: goTo,
    dialogs: () => typeof HTMLDialogElement === "function",
    initiate,
    redeem,
    letGo,
    pause,
  };
  const actions = createActions(page, store, ports, messages);
  // After the first, server-equal rendering: links become buttons, clocks start to run.
  const onLive = () => {
    store.send({ kind: "scripted" });
    void look.then((theme) => {
      page.theme = theme;
      store.send({ kind: "passed" });
    });
  };
  hydrateRoot(root, <LivePortal {...{ page, store, actions, messages, rare, onLive }} />);
  loadPaymentScreens(rare, store, () => location.reload(), fetchPart);
  loadStanding(rare, store, fetchPart);
  leaveWhenDone(page, store, goTo);
  watchLeaving(store);
  startPolling(store, browserPolling);
  startLooking(store, { ...browserPolling, look: (mark) => readVisitor(page, mark) });
  startClock(store, browserPolling);
}

/** Makes the served page live, in the words of its language. Each language has an entry file with its own words only. */
export function startPortal(first: FirstMessages, later: () => Promise<LaterMessages>): void {
  const root = document.getElementById("portal");
  const island = document.getElementById("page");
  if (!root || !island?.textContent) return;
  start(root, JSON.parse(island.textContent) as PortalPage, first, later).catch((cause) =>
    console.error(cause),
  );
}

/** Whether a press on this link loads another document of ours. */
function leads(link: HTMLAnchorElement): boolean {
  if (link.origin !== location.origin) return false;
  const sameDocument = link.pathname === location.pathname && link.search === location.search;
  return !(sameDocument && link.hash !== "");
}

/** Tells the page that it is about to be replaced: on a slow line that takes seconds in which nothing else would move. */
export function watchLeaving(store: Store): void {
  addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0;
    if (link && !event.defaultPrevented && !elsewhere && leads(link)) store.send({ kind: "going" });
  });
  addEventListener("submit", (event) => {
    if (!event.defaultPrevented) store.send({ kind: "going" });
  });
  // A browser may keep this document as it was left and bring it back.
  addEventListener("pageshow", () => {
    if (store.flow().goingSince !== null) store.send({ kind: "back" });
  });
}
