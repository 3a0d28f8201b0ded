import { spotlight } from "@mantine/spotlight";
import { useQueryClient } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { Fragment, type ReactElement, useCallback, useEffect, useRef } from "react";
import { Navigate, Outlet, useLocation, useNavigate } from "react-router";
import { ConfirmPassword } from "../console/confirm-password.tsx";
import { ErrorBoundary } from "../console/error-boundary.tsx";
import { t, useLanguage } from "../console/language.ts";
import { Layout } from "../console/layout.tsx";
import { logOut } from "../console/log-out.ts";
import type { PageData } from "../console/page-data.ts";
import { polled } from "../console/query.ts";
import { onSessionEnd, RequestError } from "../console/request.ts";
import { type Signed, signedAtom } from "../console/session.ts";
import { ActingBanner } from "./acting-banner.tsx";
import { callApi, useRead } from "./api.ts";
import { addresses, navigation } from "./navigation.ts";
import { Palette } from "./palette.tsx";
import { session } from "./session.ts";
import { Shortcuts } from "./shortcuts.tsx";
import { Suspended } from "./suspended.tsx";

/** Around every page of a signed-in admin; without a session it leads to log-in and back. */
export function Frame({ page }: { page: PageData }): ReactElement {
  const signed = useAtomValue(signedAtom);
  const here = useLocation();
  const client = useQueryClient();
  const left = useRef(false);
  useEffect(
    () =>
      onSessionEnd(() => {
        session.clear();
        // The next one to sign in may be somebody else.
        client.clear();
      }),
    [client],
  );
  const leave = () => {
    left.current = true;
    session.clear();
    client.clear();
  };
  if (signed) return <SignedFrame page={page} signed={signed} onLeft={leave} />;
  // Who left comes back to the beginning, whoever was sent away to where they were.
  if (left.current) return <Navigate to={addresses.login} replace />;
  const back = `${here.pathname}${here.search}`;
  return <Navigate to={`${addresses.login}?next=${encodeURIComponent(back)}`} replace />;
}

/** Who one is, and the way to pay. */
const openWhileSuspended: readonly string[] = [addresses.profile, addresses.billing];

function SignedFrame(props: { page: PageData; signed: Signed; onLeft: () => void }): ReactElement {
  const { page, signed, onLeft } = props;
  const { pathname } = useLocation();
  const go = useNavigate();
  const language = useLanguage();
  const stats = useRead("providerStats", {}, polled(30_000));
  const goTo = useCallback((to: string) => void go(to), [go]);

  const leave = async () => {
    if (await logOut(() => callApi("adminLogOut"))) onLeft();
  };
  const all = navigation(stats.data?.onlineUsers ?? "–");
  const role = signed.role && signed.role !== "Administrator" ? signed.role : t("Administrator");
  const refusal = stats.error instanceof RequestError && stats.error.status === 403 ? stats.error : null;
  return (
    <Layout
      title={page.businessName ?? t("HotSpot Admin")}
      subtitle={page.subdomain}
      identity={{
        button: { name: signed.name || t("Admin User"), text: role },
        menu: { name: signed.name || signed.username, text: signed.email || role },
      }}
      profile={addresses.profile}
      {...all}
      onLogOut={() => void leave()}
      onSearch={spotlight.open}
      banner={
        signed.actingAs ? (
          <ActingBanner
            name={signed.actingAs}
            provider={page.businessName ?? signed.name}
            onExit={() => void leave()}
          />
        ) : null
      }
    >
      <Shortcuts onGo={goTo} />
      <Palette places={all.menu} onGo={goTo} />
      {/* A page is drawn anew in another language, and after a fault elsewhere. */}
      <Fragment key={`${language} ${pathname}`}>
        {refusal && !openWhileSuspended.includes(pathname) ? (
          <Suspended reason={refusal.sentence} onLogOut={() => void leave()} />
        ) : (
          <ErrorBoundary>
            <Outlet />
          </ErrorBoundary>
        )}
      </Fragment>
      <ConfirmPassword
        confirm={(currentPassword) => callApi("confirmAdminPassword", { body: { currentPassword } })}
      />
    </Layout>
  );
}
