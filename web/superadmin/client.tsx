import "./themes.css";
import { type MantineColorSchemeManager, useMantineColorScheme } from "@mantine/core";
import { type ReactElement, type ReactNode, useLayoutEffect, useMemo } from "react";
import { createRoot } from "react-dom/client";
import { schemeOf } from "#contract/values/console-themes";
import { ConsoleRoot } from "../console/console-root.tsx";
import { readPageData } from "../console/page-data.ts";
import { startPopstateWatch } from "../console/popstate.ts";
import { addresses } from "./navigation.ts";
import { SuperadminRouter } from "./router.tsx";
import { readSession, session } from "./session.ts";
import { applyTheme, currentTheme, useThemeName } from "./theme.ts";
import { themeFor } from "./themes.ts";

async function start(root: HTMLElement): Promise<void> {
  startPopstateWatch();
  const page = readPageData();
  applyTheme(page.theme);
  const known = session.read();
  const answered = readSession();
  // A cookie without a record signs in, too: then log-in is not shown first. The log-in page itself waits for nobody.
  if (!known && window.location.pathname !== addresses.login) await answered;
  createRoot(root).render(
    <SuperadminRoot>
      <SuperadminRouter page={page} />
    </SuperadminRoot>,
  );
}

const root = document.getElementById("root");
if (root) void start(root);

/** The look decides, and the server keeps it: nothing of it lies in this browser. */
const schemes: MantineColorSchemeManager = {
  get: () => schemeOf(currentTheme()),
  set: () => undefined,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
};

/** The console in the look that was chosen; it turns at once. */
export function SuperadminRoot({ children }: { children: ReactNode }): ReactElement {
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
