import { Anchor, Box, Group, NativeSelect, Text } from "@mantine/core";
import { spotlight } from "@mantine/spotlight";
import { IconArrowsSplit2, IconPalette } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { Fragment, lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { Link, Outlet, useLocation, useNavigate } from "react-router";
import type { ThemeName } from "#contract/values/console-themes";
import { ConfirmPassword } from "../console/confirm-password.tsx";
import { ErrorBoundary } from "../console/error-boundary.tsx";
import { kes } from "../console/format.ts";
import { Warning } from "../console/kit.tsx";
import { t, useLanguage } from "../console/language.ts";
import { Layout } from "../console/layout.tsx";
import { RequestError } from "../console/request.ts";
import type { Signed } from "../console/session.ts";
import { SignedIn } from "../console/signed-in.tsx";
import { errorText, toastError } from "../console/toast.tsx";
import { callApi, polled, useList, useRead } from "./api.ts";
import { addresses, goingLive, handbook, navigation } from "./navigation.ts";
import classes from "./payment-switch/switch-banner.module.css";
import { accountOf, everySwitch } from "./payment-switch/switch-reading.ts";
import { readSession, roleName, session } from "./session.ts";
import { applyTheme, useThemeName } from "./theme.ts";

/** Seldom needed, and by no page's first look: none of them waits for these. */
const Palette = lazy(async () => ({ default: (await import("./palette.tsx")).Palette }));
const SecondFactorFirst = lazy(async () => ({
  default: (await import("./profile/second-factor-first.tsx")).SecondFactorFirst,
}));

function forget(): void {
  session.clear();
  applyTheme("system");
}

export function Frame() {
  const client = useQueryClient();
  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        const failure = event.type === "updated" && event.action.type === "error" ? event.action.error : null;
        // With a provider's session in the same browser, this console's calls answer 404 once its own session ended.
        if (failure instanceof RequestError && failure.status === 404)
          readSession().catch((cause: unknown) => console.warn("who is signed in was not answered", cause));
      }),
    [client],
  );
  return (
    <SignedIn login={addresses.login} clear={forget} logOut={() => callApi("platformLogOut")}>
      {(signed, leave) => <SignedFrame signed={signed} leave={leave} />}
    </SignedIn>
  );
}

function SignedFrame({ signed, leave }: { signed: Signed; leave: () => void }) {
  const { pathname } = useLocation();
  const language = useLanguage();
  const go = useNavigate();
  const goTo = useCallback(
    (to: string) => void (to === handbook().to ? window.open(to, "_blank", "noopener") : go(to)),
    [go],
  );
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
  const all = navigation(
    counts && {
      payments: counts.appeals,
      reconciliation: counts.differences + counts.paybill + counts.refunds + counts.nights,
      billing: counts.confirmations,
    },
  );
  return (
    <Layout
      title={t("System Control Center")}
      subtitle={null}
      identity={{
        button: { name, text: roleName(signed.role) },
        menu: { name, text: signed.email || t("Super admin") },
      }}
      profile={addresses.profile}
      {...all}
      onLogOut={() => leave()}
      signOut={t("Sign Out")}
      onSearch={spotlight.open}
      choices={<ThemeChoice />}
    >
      <Suspense>
        <Palette places={[...all.menu, goingLive(), handbook()]} onGo={goTo} />
      </Suspense>
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
      <ConfirmPassword
        confirm={(currentPassword) => callApi("confirmPlatformPassword", { body: { currentPassword } })}
      />
    </Layout>
  );
}

export function ThemeChoice() {
  const look = useThemeName();
  const latest = useRef(0);
  const names: readonly (readonly [ThemeName, string])[] = [
    ["light", t("Light")],
    ["dark", t("Dark")],
    ["blue", t("Ocean Blue")],
    ["green", t("Nature Green")],
    ["purple", t("Royal Purple")],
    ["cyberpunk", t("Cyberpunk")],
    ["system", t("System")],
  ];
  const choose = async (theme: ThemeName) => {
    const turn = latest.current + 1;
    latest.current = turn;
    const before = look;
    applyTheme(theme);
    try {
      await callApi("saveTheme", { body: { theme } });
    } catch (cause) {
      // Unless another theme was chosen meanwhile.
      if (latest.current === turn) applyTheme(before);
      toastError(t("Theme not saved"), errorText(cause, t("Please try again.")));
    }
  };
  return (
    <NativeSelect
      aria-label={t("Theme")}
      leftSection={<IconPalette size={18} aria-hidden />}
      data={names.map(([value, label]) => ({ value, label }))}
      value={look}
      onChange={(event) => void choose(event.currentTarget.value as ThemeName)}
    />
  );
}

/** On every page while payments are diverted: nobody forgets where the money goes. */
export function SwitchBanner() {
  const switches = useList("listSwitches", everySwitch, polled(60_000));
  const active = (switches.data?.rows ?? []).filter(({ isActive }) => isActive);
  const [first] = active;
  if (!first) return null;
  return (
    <>
      {/* It comes when the page is drawn already: it takes room at the page's end, and pushes nothing. */}
      <Box h={72} />
      <Box className={classes.banner ?? ""}>
        <Warning role="status" radius={0} py="xs" icon={<IconArrowsSplit2 aria-hidden />}>
          <Group justify="space-between" gap="xs">
            <Text size="sm" fw={600}>
              {active.length === 1
                ? t("A payment gateway switch is active")
                : t("{count} payment gateway switches are active", { count: active.length })}
            </Text>
            <Text size="sm" visibleFrom="sm">
              {t("Provider earnings go to {account}: {current} of {target}.", {
                account: accountOf(first),
                current: kes(first.currentAmount),
                target: kes(first.targetAmount),
              })}
            </Text>
            <Anchor component={Link} to={addresses.paymentSwitch} size="sm" fw={600}>
              {t("Open Payment Switch")}
            </Anchor>
          </Group>
        </Warning>
      </Box>
    </>
  );
}
