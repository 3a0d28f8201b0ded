import { Center, Loader } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { spotlight } from "@mantine/spotlight";
import { useQueryClient } from "@tanstack/react-query";
import { Fragment, lazy, Suspense, useCallback, useEffect, useState } from "react";
import { Outlet, useLocation, useNavigate } from "react-router";
import { superadminAddresses } from "#contract/values/console-pages";
import { ConfirmPassword } from "../console/confirm-password.tsx";
import { ErrorBoundary } from "../console/error-boundary.tsx";
import { t, useLanguage } from "../console/language.ts";
import { Layout } from "../console/layout.tsx";
import type { PageData } from "../console/page-data.ts";
import { RequestError } from "../console/request.ts";
import type { Signed } from "../console/session.ts";
import type { Credentials } from "../console/sign-in-again.tsx";
import { SignedIn } from "../console/signed-in.tsx";
import { callApi, polled } from "./api.ts";
import { addresses, mayOpen, navigation } from "./navigation.ts";
import { roleName, session } from "./session.ts";
import { useBusinessName } from "./use-business-name.ts";
import { useUserStats } from "./use-user-stats.ts";

/** Drawn for who lacks it alone. */
const SecondFactorFirst = lazy(async () => ({
  default: (await import("./profile/second-factor-first.tsx")).SecondFactorFirst,
}));
/** Seldom seen, and too heavy for every first page. */
const ActingBanner = lazy(async () => ({ default: (await import("./acting-banner.tsx")).ActingBanner }));
const OthersPage = lazy(async () => ({ default: (await import("./closed-pages.tsx")).OthersPage }));
const Suspended = lazy(async () => ({ default: (await import("./closed-pages.tsx")).Suspended }));
/** Its field and list are read when somebody searches. */
const Palette = lazy(async () => ({ default: (await import("./palette.tsx")).Palette }));

export function Frame({ page }: { page: PageData }) {
  return (
    <SignedIn
      login={addresses.login}
      clear={session.clear}
      logOut={() => callApi("adminLogOut")}
      signInAgain={signInAgain}
    >
      {(signed, leave) => <SignedFrame page={page} signed={signed} leave={leave} />}
    </SignedIn>
  );
}

async function signInAgain(body: Credentials): Promise<Signed> {
  const admin = await callApi("adminLogIn", { body });
  session.write(admin);
  return admin;
}

const openWhileSuspended: readonly string[] = [addresses.profile, addresses.billing];

/**
 * Whether a second factor has to be set up first, as any call says that is refused for want of it; and how to go on. It stays until
 * the recovery codes were seen, although it is on by then.
 */
function useLedToSecondFactor(signed: Signed): { isLed: boolean; goOn: () => void } {
  const client = useQueryClient();
  const [isLed, setLed] = useState(false);
  const isActing = Boolean(signed.actingAs);
  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        const failure = event.type === "updated" && event.action.type === "error" ? event.action.error : null;
        if (failure instanceof RequestError && failure.code === "second_factor_missing" && !isActing)
          setLed(true);
      }),
    [client, isActing],
  );
  const goOn = () => {
    setLed(false);
    void client.invalidateQueries();
  };
  return { isLed, goOn };
}

function SignedFrame(props: { page: PageData; signed: Signed; leave: (elsewhere?: string) => void }) {
  const { page, signed, leave } = props;
  const { pathname } = useLocation();
  const go = useNavigate();
  const language = useLanguage();
  const stats = useUserStats(polled(30_000));
  const goTo = useCallback((to: string) => void go(to), [go]);
  const [isSought, setSought] = useState(false);
  const search = () => {
    setSought(true);
    spotlight.open();
  };
  // From then on the field listens itself.
  useHotkeys(
    isSought
      ? []
      : [
          ["mod+K", search],
          ["/", search],
        ],
  );
  const all = navigation(stats.data?.onlineUsers ?? "–");
  const role = roleName(signed.role);
  const refusal = stats.error instanceof RequestError && stats.error.status === 403 ? stats.error : null;
  const { isLed, goOn } = useLedToSecondFactor(signed);
  const business = useBusinessName(page);
  return (
    <Layout
      title={business || t("HotSpot Admin")}
      subtitle={page.subdomain}
      identity={{
        button: { name: signed.name || t("Admin User"), text: role },
        menu: { name: signed.name || signed.username, text: signed.email || role },
      }}
      profile={addresses.profile}
      {...all}
      onLogOut={() => leave()}
      onSearch={search}
      banner={
        signed.actingAs ? (
          <Suspense>
            <ActingBanner
              name={signed.actingAs}
              provider={business || signed.name}
              onExit={() => leave(operatorsAddress(page, signed.providerId))}
            />
          </Suspense>
        ) : null
      }
    >
      {isSought ? (
        <Suspense fallback={<SearchComes />}>
          <Palette places={all.menu} onGo={goTo} />
        </Suspense>
      ) : null}
      {/* A page is drawn anew in another language, for another role, and after a fault elsewhere. */}
      <Fragment key={`${language} ${signed.role} ${pathname}`}>
        {isLed ? (
          <Suspense>
            <SecondFactorFirst onDone={goOn} />
          </Suspense>
        ) : refusal && !openWhileSuspended.includes(pathname) ? (
          <Suspense>
            <Suspended reason={refusal.sentence} onLogOut={() => leave()} />
          </Suspense>
        ) : !mayOpen(pathname) ? (
          <Suspense>
            <OthersPage />
          </Suspense>
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

function SearchComes() {
  return (
    <Center pos="fixed" inset={0} role="status" aria-label={t("Loading …")} style={{ zIndex: 300 }}>
      <Loader />
    </Center>
  );
}

/** Where the operator came from: this provider in the console of the platform. */
const operatorsAddress = ({ mainOrigin }: PageData, providerId: string) =>
  `${mainOrigin}${superadminAddresses.providerProfile.replace(":id", encodeURIComponent(providerId))}`;
