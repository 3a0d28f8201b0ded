import { cleanup, configure } from "@testing-library/react";
import * as React from "react";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { startPopstateWatch } from "#web/console/popstate.ts";
import { theme } from "#web/console/theme.ts";
import { patienceMs } from "../../support/patience.ts";
import { stopDate } from "./clock.ts";
import { faultsOfServer, startServer } from "./fake-server.ts";
import { clearPage } from "./page.ts";

configure({ asyncUtilTimeout: patienceMs });

// As built for production: components are drawn once, and no element carries the stack of where it was made. Both take
// half of the time of these tests otherwise.
vi.mock("react", async (original) => {
  const react = await original<typeof import("react")>();
  return { ...react, StrictMode: react.Fragment };
});
const internals = Object.entries(React).find(([name]) => name.startsWith("__CLIENT_INTERNALS"))?.[1];
Object.defineProperty(internals, "recentlyCreatedOwnerStacks", {
  get: () => 1e9,
  set: () => {},
  configurable: true,
});

// Without a layout everything is out of sight, and what drops down from it would be hidden with it.
theme.components = { ...theme.components, Popover: { defaultProps: { hideDetached: false } } };

// A text area that grows waits for fonts, of which there are none.
Object.defineProperty(document, "fonts", { value: new EventTarget(), configurable: true });

startPopstateWatch();

const errors: string[] = [];
stopDate();
beforeEach(() => {
  stopDate();
  startServer();
  errors.length = 0;
  vi.spyOn(console, "error").mockImplementation((...said: unknown[]) => {
    // Mantine's `form.key(…)` comes with the other properties of its fields.
    if (!/^A props object containing a "key" prop/.test(String(said[0]))) errors.push(said.join(" "));
  });
});

afterEach(async () => {
  cleanup();
  await clearPage();
  vi.useRealTimers();
  vi.restoreAllMocks();
  expect([...faultsOfServer(), ...errors]).toEqual([]);
});
