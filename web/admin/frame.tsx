import { Spotlight, spotlight } from "@mantine/spotlight";
import { useQueryClient } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { type ReactElement, useEffect, useReducer } from "react";
import { Navigate, Outlet, useLocation, useNavigate } from "react-router";
import { t } from "../console/language.ts";
import { Layout } from "../console/layout.tsx";
import type { PageData } from "../console/page-data.ts";
import { polled } from "../console/query.ts";
import { whenSessionEnds } from "../console/request.ts";
import { signedAtom } from "../console/session.ts";
import { ask, useRead } from "./api.ts";
import { addresses, places } from "./places.ts";
import { session } from "./session.ts";

/** Letters after `g`: where they lead. */
const jumps: Record<string, string> = {
  d: addresses.dashboard,
  p: addresses.plans,
  u: addresses.users,
  m: addresses.payments,
  r: addresses.routers,
  v: addresses.vouchers,
};

/** Around every page of a signed-in admin; without a session it leads to log-in and back. */
export function Frame({ page }: { page: PageData }): ReactElement {
  const signed = useAtomValue(signedAtom);
  const here = useLocation();
  const go = useNavigate();
  const client = useQueryClient();
  const [, again] = useReducer((count: number) => count + 1, 0);
  const stats = useRead("providerStats", {}, { ...polled(30_000), enabled: signed !== null });

  useEffect(() => whenSessionEnds(() => session.clear()), []);

  if (!signed) {
    const back = `${here.pathname}${here.search}`;
    return <Navigate to={`${addresses.login}?next=${encodeURIComponent(back)}`} replace />;
  }
  const leave = async () => {
    await ask("adminLogOut").catch((cause: unknown) => console.warn("log out", cause));
    session.clear();
    client.clear();
    await go(addresses.login);
  };
  const all = places(stats.data?.onlineUsers ?? "–");
  return (
    <Layout
      title={page.businessName ?? t("HotSpot Admin")}
      subtitle={page.subdomain}
      signed={{ ...signed, name: signed.name || t("Admin User") }}
      roleName={signed.role || t("Administrator")}
      profile={addresses.profile}
      {...all}
      onLogOut={() => void leave()}
      onSearch={spotlight.open}
      onLanguage={again}
    >
      <Shortcuts onGo={(to) => void go(to)} />
      <Outlet />
      <Spotlight
        shortcut={["mod + K", "/"]}
        nothingFound={t("Nothing found")}
        searchProps={{ placeholder: t("Search or go to …"), "aria-label": t("Search") }}
        actions={all.menu.map(({ to, name, icon: Icon }) => ({
          id: to,
          label: name,
          leftSection: <Icon size={20} aria-hidden />,
          onClick: () => void go(to),
        }))}
      />
    </Layout>
  );
}

/** `g` and a letter goes to a page, wherever nobody types. */
function Shortcuts({ onGo }: { onGo: (to: string) => void }): null {
  useEffect(() => {
    let pressedG = 0;
    const press = (event: KeyboardEvent) => {
      const typing = (event.target as HTMLElement | null)?.closest(
        "input, textarea, select, [contenteditable]",
      );
      if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "g") {
        pressedG = event.timeStamp;
        return;
      }
      const to = jumps[event.key];
      if (to && event.timeStamp - pressedG < 1_500) onGo(to);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [onGo]);
  return null;
}
