import type { Root } from "react-dom/client";
import { adminAddresses as addresses, signUpAddress } from "#contract/values/console-pages";
import { startEntry } from "../console/entry/start-entry.tsx";
import { speak, speakAll, wantedLanguage } from "../console/language.ts";
import { readPageData } from "../console/page-data.ts";
import { startPopstateWatch } from "../console/popstate.ts";
import { adminConsole } from "./enter.ts";
import { AdminEntry } from "./entry.tsx";
import { enterByCode, readSession, session, takeHandoffCode } from "./session.ts";

export async function start(root: HTMLElement): Promise<Root> {
  startPopstateWatch();
  const code = takeHandoffCode();
  const page = readPageData();
  const known = code === null ? session.read() : null;
  const answered = code === null ? readSession() : null;
  // Told when the page is drawn.
  answered?.catch(() => undefined);
  if (page.isSigned) await speakAll();
  await speak(wantedLanguage());
  const refusal = code === null ? null : await enterByCode(code);
  return startEntry(root, {
    entry: <AdminEntry page={page} refusal={refusal} />,
    console: adminConsole,
    page,
    isEnglish: false,
    isOpen: !page.isSigned && [addresses.login, signUpAddress].includes(window.location.pathname),
    isKnown: (known !== null && page.isSigned) || code !== null,
    answered,
    ask: readSession,
  });
}

const root = document.getElementById("root");
if (root) void start(root);
