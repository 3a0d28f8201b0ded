import { createRoot } from "react-dom/client";
import { ConsoleRoot } from "../console/console-root.tsx";
import { speak, wantedLanguage } from "../console/language.ts";
import { readPageData } from "../console/page-data.ts";
import { startPopstateWatch } from "../console/popstate.ts";
import { addresses, signUpAddress } from "./navigation.ts";
import { AdminRouter } from "./router.tsx";
import { enterByCode, readSession, session, takeHandoffCode } from "./session.ts";

async function start(root: HTMLElement): Promise<void> {
  startPopstateWatch();
  const code = takeHandoffCode();
  if (code !== null) {
    await speak(wantedLanguage());
    draw(root, await enterByCode(code));
    return;
  }
  const known = session.read();
  const answered = readSession();
  await speak(wantedLanguage());
  // A cookie without a record signs in, too. A page for strangers does not wait for the answer.
  const isForStrangers = [addresses.login, signUpAddress].includes(window.location.pathname);
  if (!known && !isForStrangers) await answered;
  draw(root, null);
}

/** @param refusal why a sign-in by a link did not happen */
function draw(root: HTMLElement, refusal: string | null): void {
  createRoot(root).render(
    <ConsoleRoot>
      <AdminRouter page={readPageData()} refusal={refusal} />
    </ConsoleRoot>,
  );
}

const root = document.getElementById("root");
if (root) void start(root);
