import { superadminAddresses as addresses } from "#contract/values/console-pages";
import { startEntry } from "../console/entry/start-entry.tsx";
import { readPageData } from "../console/page-data.ts";
import { startPopstateWatch } from "../console/popstate.ts";
import { superadminConsole } from "./enter.ts";
import { SuperadminEntry } from "./entry.tsx";
import { readSession, session } from "./session.ts";
import { applyTheme } from "./theme.ts";

function start(root: HTMLElement): void {
  startPopstateWatch();
  const page = readPageData();
  applyTheme(page.theme);
  startEntry(root, {
    entry: <SuperadminEntry page={page} />,
    console: superadminConsole,
    page,
    isEnglish: true,
    isOpen: !page.isSigned && window.location.pathname === addresses.login,
    isKnown: session.read() !== null && page.isSigned,
    answered: readSession(),
    ask: readSession,
  });
}

const root = document.getElementById("root");
if (root) start(root);
