import {
  AppShell,
  Avatar,
  Badge,
  Box,
  Divider,
  Drawer,
  Group,
  NavLink,
  Stack,
  Text,
  UnstyledButton,
} from "@mantine/core";
import { useDisclosure, useNetwork } from "@mantine/hooks";
import { IconCloudOff, IconDots, IconLogout, IconSearch } from "@tabler/icons-react";
import { type ComponentType, type ReactNode, useRef } from "react";
import { NavLink as RouterLink } from "react-router";
import { useBackCloses } from "./back-closes.ts";
import { Choices } from "./choices.tsx";
import { SecondaryButton, Warning } from "./kit.tsx";
import { t } from "./language.ts";
import classes from "./layout.module.css";

export type NavItem = {
  to: string;
  name: string;
  icon: ComponentType<{ size?: number; "aria-hidden"?: boolean }>;
  badge?: { figure: ReactNode; name: string };
};

type Identity = { name: string; text: string };

type LayoutProps = {
  title: string;
  subtitle: string | null;
  /** As the profile button shows it, and as the phone's menu does. */
  identity: { button: Identity; menu: Identity };
  sidebar: readonly NavItem[];
  menu: readonly NavItem[];
  bar: readonly NavItem[];
  profile: string | null;
  onLogOut: () => void;
  /** What the sidebar's button to leave says; the phone's menu always says Logout. */
  signOut?: string;
  onSearch: () => void;
  /** Language and theme; those of the kit by default. */
  choices?: ReactNode;
  banner?: ReactNode;
  children: ReactNode;
};

function NavItems(props: { places: readonly NavItem[]; onGo?: () => void }) {
  return (
    <>
      {props.places.map(({ to, name, icon: Icon, badge }) => (
        <RouterLink key={to} to={to} className={classes.plain ?? ""} onClick={props.onGo}>
          {({ isActive }) => (
            <NavLink
              component="span"
              label={name}
              active={isActive}
              leftSection={<Icon size={20} aria-hidden />}
              rightSection={
                badge ? (
                  <Badge variant="light" title={badge.name}>
                    {badge.figure}
                  </Badge>
                ) : null
              }
              className={classes.place ?? ""}
            />
          )}
        </RouterLink>
      ))}
    </>
  );
}

function IdentityLines({ identity }: { identity: Identity }) {
  return (
    <Group gap="sm" wrap="nowrap">
      <Avatar name={identity.name} color="door" radius="xl" aria-hidden />
      <Box miw={0}>
        <Text size="sm" fw={600} truncate>
          {identity.name}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {identity.text}
        </Text>
      </Box>
    </Group>
  );
}

function LogOutButton(props: { onLogOut: () => void; text: string }) {
  return (
    <SecondaryButton icon={IconLogout} onClick={props.onLogOut}>
      {props.text}
    </SecondaryButton>
  );
}

/** Sidebar on desktops; on phones a bar of four and the whole menu behind More. */
export function Layout(props: LayoutProps) {
  const { sidebar, menu, bar, identity, profile, choices = <Choices /> } = props;
  const [open, more] = useDisclosure(false);
  const moreButton = useRef<HTMLButtonElement>(null);
  const { online } = useNetwork();
  useBackCloses(open, more.close);
  // Closed by hand, the focus returns to More; after a choice the page's heading takes it.
  const dismiss = () => {
    more.close();
    moreButton.current?.focus({ preventScroll: true });
  };
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 248, breakpoint: "sm", collapsed: { mobile: true } }}
      footer={{ height: { base: 64, sm: 0 } }}
      padding={{ base: "md", sm: "lg" }}
    >
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap" miw={0}>
            <Text fw={700} truncate>
              {props.title}
            </Text>
            {props.subtitle ? (
              <Badge variant="light" tt="none" visibleFrom="xs">
                {props.subtitle}
              </Badge>
            ) : null}
          </Group>
          <SecondaryButton
            icon={IconSearch}
            onClick={props.onSearch}
            aria-keyshortcuts="Control+K /"
            flex="none"
          >
            {t("Search")}
          </SecondaryButton>
        </Group>
      </AppShell.Header>

      {/* Not only out of sight on a phone: there it would be a second menu for keyboards and readers. */}
      <AppShell.Navbar p="sm" visibleFrom="sm">
        <AppShell.Section grow component="nav" aria-label={t("Main")} className={classes.scroll ?? ""}>
          <NavItems places={sidebar} />
        </AppShell.Section>
        <AppShell.Section>
          <Stack gap="sm">
            {choices}
            <Divider />
            {profile ? (
              <UnstyledButton component={RouterLink} to={profile} className={classes.who ?? ""}>
                <IdentityLines identity={identity.button} />
              </UnstyledButton>
            ) : (
              <IdentityLines identity={identity.button} />
            )}
            <LogOutButton onLogOut={props.onLogOut} text={props.signOut ?? t("Logout")} />
          </Stack>
        </AppShell.Section>
      </AppShell.Navbar>

      <AppShell.Main>
        {online ? null : (
          <Warning role="status" mb="md" icon={<IconCloudOff aria-hidden />} title={t("You are offline")}>
            {t("What you see may be old. It is read again when the connection is back.")}
          </Warning>
        )}
        {props.banner}
        <Box maw={1200} mx="auto">
          {props.children}
        </Box>
      </AppShell.Main>

      <AppShell.Footer hiddenFrom="sm" component="nav" aria-label={t("Main")}>
        <div className={classes.bar}>
          {bar.map(({ to, name, icon: Icon }) => (
            <RouterLink key={to} to={to} className={classes.tab ?? ""}>
              <Icon size={22} aria-hidden />
              <span className={classes.name}>{name}</span>
            </RouterLink>
          ))}
          <UnstyledButton
            ref={moreButton}
            className={classes.tab ?? ""}
            onClick={more.open}
            aria-expanded={open}
            aria-haspopup="dialog"
          >
            <IconDots size={22} aria-hidden />
            <span>{t("More")}</span>
          </UnstyledButton>
        </div>
      </AppShell.Footer>

      <Drawer
        opened={open}
        onClose={dismiss}
        returnFocus={false}
        position="bottom"
        size="auto"
        title={<IdentityLines identity={identity.menu} />}
        closeButtonProps={{ "aria-label": t("Close"), size: 44 }}
      >
        <nav aria-label={t("Menu")}>
          <NavItems places={menu} onGo={more.close} />
        </nav>
        <Stack gap="sm" pt="md">
          {choices}
          <LogOutButton onLogOut={props.onLogOut} text={t("Logout")} />
        </Stack>
      </Drawer>
    </AppShell>
  );
}
