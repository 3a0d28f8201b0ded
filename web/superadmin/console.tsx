import "./themes.css";
import { type MantineColorSchemeManager, useMantineColorScheme } from "@mantine/core";
import { type ReactNode, useLayoutEffect, useMemo } from "react";
import { schemeOf } from "#contract/values/console-themes";
import { ConsoleRoot } from "../console/console-root.tsx";
import type { PageData } from "../console/page-data.ts";
import { SuperadminRouter } from "./router.tsx";
import { currentTheme, useThemeName } from "./theme.ts";
import { themeFor } from "./themes.ts";

/** What who is signed in sees: a file of its own, which the pages before it do not wait for. */
export function SuperadminConsole({ page }: { page: PageData }) {
  return (
    <SuperadminRoot>
      <SuperadminRouter page={page} />
    </SuperadminRoot>
  );
}

/** The look decides, and the server keeps it: nothing of it lies in this browser. */
const schemes: MantineColorSchemeManager = {
  get: () => schemeOf(currentTheme()),
  set: () => undefined,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
};

/** The console in the look that was chosen; it turns at once. */
function SuperadminRoot({ children }: { children: ReactNode }) {
  const name = useThemeName();
  const customTheme = useMemo(() => ({ ...themeFor(name), schemes }), [name]);
  return (
    <ConsoleRoot customTheme={customTheme}>
      <FollowTheme />
      {children}
    </ConsoleRoot>
  );
}

function FollowTheme(): null {
  const wanted = schemeOf(useThemeName());
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  // Before the next paint: colours of one look in the scheme of another are neither.
  useLayoutEffect(() => {
    if (colorScheme !== wanted) setColorScheme(wanted);
  });
  return null;
}
