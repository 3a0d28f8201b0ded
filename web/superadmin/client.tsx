import { createRoot } from "react-dom/client";
import { alsoSpeaks, speak, wantedLanguage } from "../console/language.ts";
import { readPageData } from "../console/page-data.ts";
import { startPopstateWatch } from "../console/popstate.ts";
import { addresses } from "./navigation.ts";
import { SuperadminRouter } from "./router.tsx";
import { readSession, session } from "./session.ts";
import { SuperadminRoot } from "./superadmin-root.tsx";
import { applyTheme } from "./theme.ts";

async function start(root: HTMLElement): Promise<void> {
  startPopstateWatch();
  const page = readPageData();
  applyTheme(page.theme);
  const known = session.read();
  const answered = readSession();
  alsoSpeaks(async () => (await import("./messages/sw.json")).default);
  await speak(wantedLanguage());
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
