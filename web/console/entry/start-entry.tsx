import { type ReactNode, StrictMode, useLayoutEffect } from "react";
import { createRoot, type Root } from "react-dom/client";
import type { PageData } from "../page-data.ts";
import { signedNow } from "../session.ts";
import type { Later } from "./later.tsx";
import { NoAnswer } from "./no-answer.tsx";

/** So long what the document drew may stand for an answer; then the page says what it waits for. */
const patienceMs = 2_500;

type Start = {
  entry: ReactNode;
  console: Later<{ page: PageData }>;
  page: PageData;
  isEnglish: boolean;
  /** A page of who is not signed in: it waits for nobody. */
  isOpen: boolean;
  /** This tab remembers who is signed in, or has just been told: the server's answer may come later. */
  isKnown: boolean;
  /** Who is signed in, asked already. Rejected where nobody said. */
  answered: Promise<void> | null;
  ask: () => Promise<void>;
};

/** Draws a console, or the page before it. Until then the document shows where one is. */
export function startEntry(root: HTMLElement, start: Start): Root {
  const { page, isEnglish, isOpen, isKnown, answered, ask } = start;
  const drawn = createRoot(root);
  const draw = (what: ReactNode) =>
    drawn.render(
      <StrictMode>
        <InItsPlace>{what}</InItsPlace>
      </StrictMode>,
    );
  let turn = 0;
  let isDrawn = false;
  const complain = (asked: number, cause: unknown) => {
    // An answer that was given up may come after one that was not.
    if (isDrawn || asked !== turn) return;
    const retry = () => void goOn(ask());
    draw(<NoAnswer key={turn} cause={cause} page={page} isEnglish={isEnglish} onRetry={retry} />);
  };
  const goOn = async (answer: Promise<void> | null) => {
    turn += 1;
    const asked = turn;
    const slow = setTimeout(() => complain(asked, null), patienceMs);
    try {
      await answer;
      clearTimeout(slow);
      if (signedNow()) await start.console.load();
      isDrawn = true;
      draw(start.entry);
    } catch (cause) {
      clearTimeout(slow);
      complain(asked, cause);
    }
  };
  // What comes after log-in comes while somebody types.
  root.addEventListener("focusin", () => fetchAhead(page.ahead ?? []), { once: true });
  // Its files are on their way already.
  if (page.isSigned) start.console.load().catch(() => undefined);
  const unasked = (cause: unknown) => console.warn("who is signed in was not answered", cause);
  if (isOpen) {
    answered?.catch(unasked);
    draw(start.entry);
    return drawn;
  }
  if (isKnown) answered?.catch(unasked);
  void goOn(isKnown ? null : answered);
  return drawn;
}

/** What the document drew goes in the moment in which this is there. */
function InItsPlace({ children }: { children: ReactNode }): ReactNode {
  useLayoutEffect(() => document.getElementById("before")?.remove(), []);
  return children;
}

function fetchAhead(files: readonly string[]): void {
  for (const href of files) {
    const link = document.createElement("link");
    const isStyle = href.endsWith(".css");
    Object.assign(link, {
      href,
      rel: isStyle ? "preload" : "modulepreload",
      ...(isStyle && { as: "style" }),
    });
    document.head.append(link);
  }
}
