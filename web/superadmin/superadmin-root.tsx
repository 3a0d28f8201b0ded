import "./looks.css";
import { type MantineColorSchemeManager, useMantineColorScheme } from "@mantine/core";
import { type ReactElement, type ReactNode, useLayoutEffect, useMemo } from "react";
import { schemeOf } from "#contract/values/looks";
import { ConsoleRoot } from "../console/console-root.tsx";
import { lookNow, useLook } from "./look.ts";
import { lookFor } from "./themes.ts";

/** The look decides, and the server keeps it: nothing of it lies in this browser. */
const schemes: MantineColorSchemeManager = {
  get: () => schemeOf(lookNow()),
  set: () => undefined,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
};

/** The console in the look that was chosen; it turns at once. */
export function SuperadminRoot({ children }: { children: ReactNode }): ReactElement {
  const name = useLook();
  const look = useMemo(() => ({ ...lookFor(name), schemes }), [name]);
  return (
    <ConsoleRoot look={look}>
      <FollowLook />
      {children}
    </ConsoleRoot>
  );
}

function FollowLook(): null {
  const wanted = schemeOf(useLook());
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  // Before the next paint: colours of one look in the scheme of another are neither.
  useLayoutEffect(() => {
    if (colorScheme !== wanted) setColorScheme(wanted);
  });
  return null;
}
