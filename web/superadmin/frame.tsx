import { spotlight } from "@mantine/spotlight";
import { useQueryClient } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { Fragment, lazy, type ReactElement, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { Navigate, Outlet, useLocation, useNavigate } from "react-router";
import { ErrorBoundary } from "../console/error-boundary.tsx";
import { t, useLanguage } from "../console/language.ts";
import { Layout } from "../console/layout.tsx";
import { logOut } from "../console/log-out.ts";
import { polled } from "../console/query.ts";
import { onSessionEnd, RequestError } from "../console/request.ts";
import { type Signed, signedAtom } from "../console/session.ts";
import { callApi, useRead } from "./api.ts";
import { addresses, navigation } from "./navigation.ts";
import { Palette } from "./palette.tsx";
import { SwitchBanner } from "./payment-switch/switch-banner.tsx";
import { readSession, session } from "./session.ts";
import { applyTheme } from "./theme.ts";
import { SuperadminChoices } from "./theme-choice.tsx";

/** Seldom needed, and by no page's first look: none of them waits for these. */
const ConfirmPassword = lazy(async () => ({
  default: (await import("../console/confirm-password.tsx")).ConfirmPassword,
}));
const SecondFactorFirst = lazy(async () => ({
  default: (await import("./profile/second-factor-first.tsx")).SecondFactorFirst,
}));

/** Around every page of a signed-in super admin; without a session it leads to log-in and back. */
export function Frame(): ReactElement {
  const signed = useAtomValue(signedAtom);
  const here = useLocation();
  const client = useQueryClient();
  const left = useRef(false);
  const forget = useCallback(() => {
    session.clear();
    // The next one to sign in may be somebody else.
    client.clear();
    applyTheme("system");
  }, [client]);
  useEffect(() => onSessionEnd(forget), [forget]);
  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        const failure = event.type === "updated" && event.action.type === "error" ? event.action.error : null;
        // In a browser where a provider's admin is signed in, too, this console's calls stop existing when its session ends.
        if (failure instanceof RequestError && failure.status === 404) void readSession();
      }),
    [client],
  );
  const leave = () => {
    left.current = true;
    forget();
  };
  if (signed) return <SignedFrame signed={signed} onLeft={leave} />;
  // Who left comes back to the beginning, whoever was sent away to where they were.
  if (left.current) return <Navigate to={addresses.login} replace />;
  const back = `${here.pathname}${here.search}`;
  return <Navigate to={`${addresses.login}?next=${encodeURIComponent(back)}`} replace />;
}

function SignedFrame({ signed, onLeft }: { signed: Signed; onLeft: () => void }): ReactElement {
  const { pathname } = useLocation();
  const language = useLanguage();
  const go = useNavigate();
  const goTo = useCallback((to: string) => void go(to), [go]);
  const leave = async () => {
    if (await logOut(() => callApi("platformLogOut"))) onLeft();
  };
  const client = useQueryClient();
  const factor = useRead("getSecondFactor").data;
  /** Stays until the recovery codes were seen, although the second factor is on by then. */
  const [led, setLed] = useState(false);
  const isLed = led || (factor?.isRequired === true && !factor.isOn);
  useEffect(() => {
    if (isLed) setLed(true);
  }, [isLed]);
  const goOn = async () => {
    setLed(false);
    await client.invalidateQueries();
  };
  const name = signed.name || signed.username;
  const counts = useRead("reconciliationCounts", {}, polled(60_000)).data;
  const waiting = counts ? counts.differences + counts.typed + counts.refunds : 0;
  const all = navigation(waiting);
  return (
    <Layout
      title={t("System Control Center")}
      subtitle={null}
      identity={{
        button: { name, text: signed.role || t("Super admin") },
        menu: { name, text: signed.email || t("Super admin") },
      }}
      profile={addresses.profile}
      {...all}
      onLogOut={() => void leave()}
      signOut={t("Sign Out")}
      onSearch={spotlight.open}
      choices={<SuperadminChoices />}
    >
      <Palette places={all.menu} onGo={goTo} />
      {/* A page is drawn anew in another language, and after a fault elsewhere. */}
      <Fragment key={`${language} ${pathname}`}>
        <ErrorBoundary>
          {isLed ? (
            <Suspense>
              <SecondFactorFirst onDone={() => void goOn()} />
            </Suspense>
          ) : (
            <Outlet />
          )}
        </ErrorBoundary>
      </Fragment>
      <SwitchBanner />
      <Suspense>
        <ConfirmPassword
          confirm={(currentPassword) => callApi("confirmPlatformPassword", { body: { currentPassword } })}
        />
      </Suspense>
    </Layout>
  );
}
