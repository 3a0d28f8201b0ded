import {
  AppShell,
  Avatar,
  Badge,
  Box,
  Button,
  Divider,
  Drawer,
  Group,
  NavLink,
  SegmentedControl,
  Stack,
  Text,
  UnstyledButton,
  useMantineColorScheme,
  VisuallyHidden,
} from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconDots, IconLogout, IconSearch } from "@tabler/icons-react";
import { type ComponentType, type ReactElement, type ReactNode, useEffect } from "react";
import { NavLink as RouterLink, useLocation } from "react-router";
import { language, speak, t } from "./language.ts";
import classes from "./layout.module.css";
import type { Signed } from "./session.ts";

export type Place = {
  to: string;
  name: string;
  icon: ComponentType<{ size?: number; "aria-hidden"?: boolean }>;
  /** A live figure beside the name. */
  badge?: ReactNode;
};

export type LayoutProps = {
  title: string;
  subtitle: string | null;
  signed: Signed;
  roleName: string;
  /** Of the sidebar, in order. */
  sidebar: readonly Place[];
  /** Of the phone's menu behind More, in order. */
  menu: readonly Place[];
  /** Four of the phone's bottom bar. */
  bar: readonly Place[];
  profile: string | null;
  onLogOut: () => void;
  onSearch: () => void;
  onLanguage: () => void;
  banner?: ReactNode;
  children: ReactNode;
};

function Choices({ onLanguage }: Pick<LayoutProps, "onLanguage">): ReactElement {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Stack gap="xs">
      <SegmentedControl
        fullWidth
        aria-label={t("Language")}
        data={[
          { value: "en", label: "English" },
          { value: "sw", label: "Kiswahili" },
        ]}
        value={language()}
        onChange={(value) => void speak(value === "sw" ? "sw" : "en").then(onLanguage)}
      />
      <SegmentedControl
        fullWidth
        aria-label={t("Theme")}
        data={[
          { value: "light", label: t("Light") },
          { value: "dark", label: t("Dark") },
          { value: "auto", label: t("System") },
        ]}
        value={colorScheme}
        onChange={(value) => setColorScheme(value as "light" | "dark" | "auto")}
      />
    </Stack>
  );
}

function Places(props: { places: readonly Place[]; onGo?: () => void }): ReactElement {
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
              rightSection={badge === undefined ? null : <Badge variant="light">{badge}</Badge>}
              className={classes.place ?? ""}
            />
          )}
        </RouterLink>
      ))}
    </>
  );
}

function Who({ signed, roleName }: Pick<LayoutProps, "signed" | "roleName">): ReactElement {
  const name = signed.name || signed.username;
  return (
    <Group gap="sm" wrap="nowrap">
      <Avatar name={name} color="door" radius="xl" aria-hidden />
      <Box miw={0}>
        <Text size="sm" fw={600} truncate>
          {name}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {signed.email || roleName}
        </Text>
      </Box>
    </Group>
  );
}

/** Sidebar on desktops; on phones a bar of four and the whole menu behind More. */
export function Layout(props: LayoutProps): ReactElement {
  const { sidebar, menu, bar, signed, roleName, profile } = props;
  const [open, more] = useDisclosure(false);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes with every page
  useEffect(() => more.close(), [pathname]);
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
              <Badge variant="light" tt="none">
                {props.subtitle}
              </Badge>
            ) : null}
          </Group>
          <Button
            variant="default"
            size="sm"
            leftSection={<IconSearch size={16} aria-hidden />}
            onClick={props.onSearch}
            aria-keyshortcuts="Control+K /"
          >
            {t("Search")}
          </Button>
        </Group>
      </AppShell.Header>

      <AppShell.Navbar p="sm">
        <AppShell.Section grow component="nav" aria-label={t("Main")}>
          <Places places={sidebar} />
        </AppShell.Section>
        <AppShell.Section>
          <Stack gap="sm">
            <Choices onLanguage={props.onLanguage} />
            <Divider />
            {profile ? (
              <UnstyledButton component={RouterLink} to={profile} className={classes.who ?? ""}>
                <Who signed={{ ...signed, email: "" }} roleName={roleName} />
              </UnstyledButton>
            ) : (
              <Who signed={signed} roleName={roleName} />
            )}
            <Button
              variant="default"
              leftSection={<IconLogout size={18} aria-hidden />}
              onClick={props.onLogOut}
            >
              {t("Logout")}
            </Button>
          </Stack>
        </AppShell.Section>
      </AppShell.Navbar>

      <AppShell.Main>
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
              <span>{name}</span>
            </RouterLink>
          ))}
          <UnstyledButton
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
        onClose={more.close}
        position="bottom"
        size="auto"
        title={<Who signed={signed} roleName={roleName} />}
        closeButtonProps={{ "aria-label": t("Close") }}
      >
        <VisuallyHidden>{t("Menu")}</VisuallyHidden>
        <nav aria-label={t("Menu")}>
          <Places places={menu} onGo={more.close} />
        </nav>
        <Stack gap="sm" pt="md">
          <Choices onLanguage={props.onLanguage} />
          <Button
            variant="default"
            leftSection={<IconLogout size={18} aria-hidden />}
            onClick={props.onLogOut}
          >
            {t("Logout")}
          </Button>
        </Stack>
      </Drawer>
    </AppShell>
  );
}
