import { createRoot } from "react-dom/client";
import { ConsoleRoot } from "../console/console-root.tsx";
import { speak, wantedLanguage } from "../console/language.ts";
import { readPageData } from "../console/page-data.ts";
import { AdminRouter } from "./router.tsx";
import { session } from "./session.ts";

async function start(root: HTMLElement): Promise<void> {
  session.read();
  await speak(wantedLanguage());
  createRoot(root).render(
    <ConsoleRoot>
      <AdminRouter page={readPageData()} />
    </ConsoleRoot>,
  );
}

const root = document.getElementById("root");
if (root) void start(root);
