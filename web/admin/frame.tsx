import { Button, Group, Text } from "@mantine/core";
import { spotlight } from "@mantine/spotlight";
import { IconLock, IconLogout, IconTicket, IconUser, IconUserShield } from "@tabler/icons-react";
import { Fragment, useCallback } from "react";
import { Link, Outlet, useLocation, useNavigate } from "react-router";
import { ConfirmPassword } from "../console/confirm-password.tsx";
import { ErrorBoundary } from "../console/error-boundary.tsx";
import { phone } from "../console/format.ts";
import { SecondaryButton, Warning } from "../console/kit.tsx";
import { t, useLanguage } from "../console/language.ts";
import { Layout, type NavItem } from "../console/layout.tsx";
import { Empty, PageHead } from "../console/loaded.tsx";
import type { PageData } from "../console/page-data.ts";
import { foundRows, leaveFor, PaletteField, usePaletteQuery } from "../console/palette.tsx";
import { RequestError } from "../console/request.ts";
import type { Signed } from "../console/session.ts";
import { SignedIn } from "../console/signed-in.tsx";
import { callApi, polled, useList, useRead } from "./api.ts";
import { addresses, navigation } from "./navigation.ts";
import { session } from "./session.ts";

export function Frame({ page }: { page: PageData }) {
  return (
    <SignedIn login={addresses.login} clear={session.clear} logOut={() => callApi("adminLogOut")}>
      {(signed, leave) => <SignedFrame page={page} signed={signed} leave={leave} />}
    </SignedIn>
  );
}

const openWhileSuspended: readonly string[] = [addresses.profile, addresses.billing];

function SignedFrame(props: { page: PageData; signed: Signed; leave: () => void }) {
  const { page, signed, leave } = props;
  const { pathname } = useLocation();
  const go = useNavigate();
  const language = useLanguage();
  const stats = useRead("providerStats", {}, polled(30_000));
  const goTo = useCallback((to: string) => void go(to), [go]);
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
      onLogOut={leave}
      onSearch={spotlight.open}
      banner={
        signed.actingAs ? (
          <ActingBanner name={signed.actingAs} provider={page.businessName ?? signed.name} onExit={leave} />
        ) : null
      }
    >
      <Palette places={all.menu} onGo={goTo} />
      {/* A page is drawn anew in another language, and after a fault elsewhere. */}
      <Fragment key={`${language} ${pathname}`}>
        {refusal && !openWhileSuspended.includes(pathname) ? (
          <Suspended reason={refusal.sentence} onLogOut={leave} />
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

/** On every page while a super admin acts for this provider. */
export function ActingBanner(props: { name: string; provider: string; onExit: () => void }) {
  const { name, provider, onExit } = props;
  return (
    <Warning
      role="status"
      mb="md"
      icon={<IconUserShield aria-hidden />}
      title={t("{name}, you are acting as {provider}", { name, provider })}
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm">{t("What you do here is recorded under your own name.")}</Text>
        <SecondaryButton mih={44} icon={IconLogout} onClick={onExit}>
          {t("Exit")}
        </SecondaryButton>
      </Group>
    </Warning>
  );
}

/** Shown in place of every page but billing and profile. @param reason the server's sentence */
export function Suspended({ reason, onLogOut }: { reason: string; onLogOut: () => void }) {
  return (
    <>
      <PageHead title={t("Account suspended")} />
      <Empty
        icon={<IconLock size={28} aria-hidden />}
        title={reason}
        text={t("What was sold before goes on running. Billing and your own profile stay open to you.")}
        action={
          <Group justify="center">
            <Button component={Link} to={addresses.billing}>
              {t("Billing")}
            </Button>
            <SecondaryButton component={Link} to={addresses.profile}>
              {t("Profile")}
            </SecondaryButton>
            <SecondaryButton onClick={onLogOut}>{t("Logout")}</SecondaryButton>
          </Group>
        }
      />
    </>
  );
}

const shown = 5;

export function Palette(props: { places: readonly NavItem[]; onGo: (to: string) => void }) {
  const { places, onGo } = props;
  const typed = usePaletteQuery();
  const { asked, enabled } = typed;
  const query = { q: asked, pageSize: shown };
  const users = useList("listUsers", { query }, { enabled, staleTime: 0 });
  const vouchers = useList("listVouchers", { query }, { enabled, staleTime: 0 });
  const at = (path: string, q: string) => () => leaveFor(() => onGo(`${path}?${new URLSearchParams({ q })}`));

  const foundUsers = foundRows(typed, users).map(({ id, macAddress, phoneNumber, plan }) => ({
    id: `user ${id}`,
    label: phoneNumber ? phone(phoneNumber) : macAddress,
    description: [macAddress, plan?.name].filter(Boolean).join(" · "),
    leftSection: <IconUser size={20} aria-hidden />,
    onClick: at(addresses.users, macAddress),
  }));
  const foundVouchers = foundRows(typed, vouchers).map(({ id, code, plan }) => ({
    id: `voucher ${id}`,
    label: code,
    description: plan?.name ?? "",
    leftSection: <IconTicket size={20} aria-hidden />,
    onClick: at(addresses.vouchers, code),
  }));
  return (
    <PaletteField
      query={typed}
      groups={[
        { name: t("Users"), actions: foundUsers },
        { name: t("Vouchers"), actions: foundVouchers },
      ]}
      busy={users.isFetching || vouchers.isFetching}
      places={places}
      placeholder={t("Phone, device, voucher or page")}
      onGo={onGo}
    />
  );
}
