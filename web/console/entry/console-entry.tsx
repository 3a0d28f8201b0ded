import { useAtomValue } from "jotai";
import { type ReactNode, useEffect, useReducer, useSyncExternalStore } from "react";
import type { PageData } from "../page-data.ts";
import { signedAtom } from "../session.ts";
import type { Later } from "./later.tsx";
import { NotFound } from "./not-found.tsx";

/** Links to a page of who is not signed in carry a code behind the `#`, which no server sees. */
const hasCode = () => /^#\w+=/.test(window.location.hash);

/**
 * The console for who is signed in, and log-in for everybody else, which leads back to where one was (docs/behaviour/provider-console.md,
 * PC-3 and PC-9).
 */
export function ConsoleEntry(props: {
  page: PageData;
  /** Of every page of this console. */
  addresses: Readonly<Record<"login" | "dashboard", string>>;
  console: Later<{ page: PageData }>;
  /** @param next where one was sent away from; null where one was not */
  logIn: (next: string | null) => ReactNode;
  /** Pages that are everybody's, by address. */
  open?: Readonly<Record<string, ReactNode>>;
}) {
  const { page, addresses, console: console_, logIn, open = {} } = props;
  const signed = useAtomValue(signedAtom);
  useSyncExternalStore(hearAddress, () => window.location.href);
  const isHere = useHere(console_, signed !== null);
  const { pathname, search } = window.location;
  const isAtLogIn = pathname === addresses.login;
  const everybodys = open[pathname];
  const isConsole = signed !== null && isHere && everybodys === undefined && !(isAtLogIn && hasCode());
  const next = isAtLogIn ? new URLSearchParams(search).get("next") : `${pathname}${search}`;
  const isPage =
    everybodys !== undefined || Object.values(addresses).some((address) => fits(pathname, address));
  const isSentAway = !isConsole && everybodys === undefined && !isAtLogIn && isPage;
  useEffect(() => {
    if (isSentAway && next !== null)
      window.history.replaceState(null, "", `${addresses.login}?next=${encodeURIComponent(next)}`);
  });
  if (!isPage) return <NotFound home={addresses.dashboard} />;
  if (everybodys !== undefined) return everybodys;
  return isConsole ? <console_.Part page={page} /> : logIn(next);
}

const fits = (pathname: string, address: string) =>
  new RegExp(`^${address.replace(/:\w+/g, "[^/]+")}/?$`, "i").test(pathname);

/** Whether the console's files are there; they are fetched for who is signed in. */
function useHere(part: Later<{ page: PageData }>, isWanted: boolean): boolean {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const isHere = part.isHere();
  useEffect(() => {
    if (!isWanted || isHere) return;
    part.load().then(redraw, (cause: unknown) => console.warn("the console did not come", cause));
  }, [part, isWanted, isHere]);
  return isHere;
}

function hearAddress(tell: () => void): () => void {
  window.addEventListener("popstate", tell);
  window.addEventListener("hashchange", tell);
  return () => {
    window.removeEventListener("popstate", tell);
    window.removeEventListener("hashchange", tell);
  };
}
