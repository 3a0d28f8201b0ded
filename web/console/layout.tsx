import {
  ActionIcon,
  AppShell,
  Avatar,
  Badge,
  Box,
  Divider,
  Group,
  NavLink,
  Stack,
  Text,
  UnstyledButton,
} from "@mantine/core";
import { useDisclosure, useNetwork } from "@mantine/hooks";
import { IconAdjustments, IconCloudOff, IconDots, IconLogout, IconSearch } from "@tabler/icons-react";
import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { NavLink as RouterLink, useLocation } from "react-router";
import { useBackCloses } from "./back-closes.ts";
import { SecondaryButton, Warning } from "./kit.tsx";
import { t } from "./language.ts";
import classes from "./layout.module.css";

export type NavItem = {
  /** A part of a page has its tab in it: `/admin/billing?tab=bill`. */
  to: string;
  name: string;
  /** Other words that it is searched by. */
  also?: string;
  /** What stands together, under this name. */
  group?: string;
  /** Its group is opened by a press: what is needed seldom. */
  isFolded?: boolean;
  icon: ComponentType<{ size?: number; "aria-hidden"?: boolean }>;
  badge?: { figure: ReactNode; name: string };
  /** How much of that waits for a person: More says it of what stands behind it. */
  waits?: number;
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
  /** Stand in the sidebar always; without them language and theme are in the menu of who one is. */
  choices?: ReactNode;
  banner?: ReactNode;
  children: ReactNode;
};

/** Whether one is at that part of a page which an address names. */
const isPart = (to: string, search: string): boolean => {
  const wanted = to.split("?")[1];
  return !wanted || new URLSearchParams(search).get("tab") === new URLSearchParams(wanted).get("tab");
};

function Place({ place, onGo }: { place: NavItem; onGo?: (() => void) | undefined }) {
  const { to, name, icon: Icon, badge } = place;
  const isHere = isPart(to, useLocation().search);
  return (
    <RouterLink
      to={to}
      className={classes.plain ?? ""}
      onClick={onGo}
      {...(isHere ? {} : { "aria-current": "false" as const })}
    >
      {({ isActive }) => (
        <NavLink
          component="span"
          label={name}
          active={isActive && isHere}
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
  );
}

function NavItems(props: { places: readonly NavItem[]; onGo?: () => void }) {
  const { places, onGo } = props;
  const { pathname } = useLocation();
  const heading = useId();
  const groups = [...new Set(places.map(({ group }) => group ?? ""))];
  return groups.map((name, place) => {
    const own = places.filter(({ group = "" }) => group === name);
    const links = own.map((place) => <Place key={place.to} place={place} onGo={onGo} />);
    if (own[0]?.isFolded)
      return (
        <details key={name} className={classes.group} open={own.some(({ to }) => to === pathname)}>
          <summary className={classes.more}>{name}</summary>
          {links}
        </details>
      );
    const id = `${heading}-${place}`;
    return (
      <div key={name} className={classes.group} {...(name ? { role: "group", "aria-labelledby": id } : {})}>
        {name ? (
          <Text id={id} size="xs" c="dimmed" px={12} pb={2}>
            {name}
          </Text>
        ) : null}
        {links}
      </div>
    );
  });
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

const loadMoreMenu = () => import("./more-menu.tsx");
const MoreMenu = lazy(async () => ({ default: (await loadMoreMenu()).MoreMenu }));
const LazyChoices = lazy(async () => ({ default: (await import("./choices.tsx")).Choices }));
const OwnMenu = lazy(async () => ({ default: (await import("./own-menu.tsx")).OwnMenu }));

/** What is chosen once and kept, and the way out: fetched when somebody wants it. */
function OwnMenuButton({ logOut }: { logOut: ReactNode }) {
  const [isAsked, ask] = useState(false);
  const button = (
    <ActionIcon color="gray" aria-label={t("Language, theme and logout")} onClick={() => ask(true)}>
      <IconAdjustments size={20} aria-hidden />
    </ActionIcon>
  );
  if (!isAsked) return button;
  return (
    <Suspense fallback={button}>
      <OwnMenu logOut={logOut} />
    </Suspense>
  );
}

/** Sidebar on desktops; on phones a bar of four and the whole menu behind More. */
export function Layout(props: LayoutProps) {
  const { sidebar, menu, bar, identity, profile, choices } = props;
  const [open, more] = useDisclosure(false);
  const [wasOpened, wantMore] = useState(false);
  const moreButton = useRef<HTMLButtonElement>(null);
  // Its file comes once nobody waits for figures any more: a thumb finds it there.
  useEffect(() => {
    const later = setTimeout(() => void loadMoreMenu(), 15_000);
    return () => clearTimeout(later);
  }, []);
  const { online } = useNetwork();
  useBackCloses(open, more.close);
  const behindMore = menu.filter(({ to, waits }) => waits && !bar.some((tab) => tab.to === to));
  const waits = behindMore.reduce((sum, place) => sum + (place.waits ?? 0), 0);
  const logOut = <LogOutButton onLogOut={props.onLogOut} text={props.signOut ?? t("Logout")} />;
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
            aria-label={t("Search")}
            flex="none"
            className={classes.search ?? ""}
          >
            <span className={classes.word}>{t("Search")}</span>
          </SecondaryButton>
        </Group>
      </AppShell.Header>

      {/* Not only out of sight on a phone: there it would be a second menu for keyboards and readers. */}
      <AppShell.Navbar p="sm" visibleFrom="sm">
        <AppShell.Section grow component="nav" aria-label={t("Main")} className={classes.scroll ?? ""}>
          <NavItems places={sidebar} />
        </AppShell.Section>
        <AppShell.Section pt="xs">
          <Stack gap="sm">
            {choices}
            <Divider />
            <Group gap={4} wrap="nowrap">
              <Box flex={1} miw={0}>
                {profile ? (
                  <UnstyledButton component={RouterLink} to={profile} className={classes.who ?? ""}>
                    <IdentityLines identity={identity.button} />
                  </UnstyledButton>
                ) : (
                  <IdentityLines identity={identity.button} />
                )}
              </Box>
              {choices ? null : <OwnMenuButton logOut={logOut} />}
            </Group>
            {choices ? logOut : null}
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
            onClick={() => {
              wantMore(true);
              more.open();
            }}
            aria-expanded={open}
            aria-haspopup="dialog"
          >
            <IconDots size={22} aria-hidden />
            <span>{t("More")}</span>
            {waits > 0 ? (
              <Badge size="xs" className={classes.waits ?? ""} title={behindMore[0]?.badge?.name}>
                {waits}
              </Badge>
            ) : null}
          </UnstyledButton>
        </div>
      </AppShell.Footer>

      {wasOpened ? (
        <Suspense fallback={null}>
          <MoreMenu opened={open} onClose={dismiss} title={<IdentityLines identity={identity.menu} />}>
            <nav aria-label={t("Menu")}>
              <NavItems places={menu} onGo={more.close} />
            </nav>
            <Stack gap="sm" pt="md">
              {choices ?? <LazyChoices />}
              <LogOutButton onLogOut={props.onLogOut} text={t("Logout")} />
            </Stack>
          </MoreMenu>
        </Suspense>
      ) : null}
    </AppShell>
  );
}
