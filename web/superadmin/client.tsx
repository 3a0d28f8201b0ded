import { createRoot } from "react-dom/client";
import { startBackWatch } from "../console/back-watch.ts";
import { alsoSpeaks, speak, wantedLanguage } from "../console/language.ts";
import { readPageData } from "../console/page-data.ts";
import { wearLook } from "./look.ts";
import { addresses } from "./places.ts";
import { SuperadminRouter } from "./router.tsx";
import { askWho, session } from "./session.ts";
import { SuperadminRoot } from "./superadmin-root.tsx";

async function start(root: HTMLElement): Promise<void> {
  startBackWatch();
  const page = readPageData();
  wearLook(page.look);
  const known = session.read();
  const answered = askWho();
  alsoSpeaks(async () => (await import("./words/swahili.ts")).swahili);
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
