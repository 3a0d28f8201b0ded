import type { ReactElement } from "react";
import { serverNow } from "../flow-view.ts";
import { endsWhen } from "../moments.ts";
import { usePortal } from "../portal-context.ts";
import { PlaceFields } from "./place-fields.tsx";

/** What this very cookie bought on other device addresses (phones change theirs), each with the way to bring it here. */
export function Elsewhere(): ReactElement | null {
  const { page, flow, words } = usePortal();
  if (page.elsewhere.length === 0) return null;
  const { text, textUntil, use } = words.elsewhere;
  return (
    <ul className="elsewhere">
      {page.elsewhere.map(({ planName, expiresAt, recoveryCode }) => (
        <li key={recoveryCode} className="elsewhere-one">
          <p>
            {expiresAt === null
              ? text(planName)
              : textUntil(planName, endsWhen(Date.parse(expiresAt), serverNow(flow), words))}
          </p>
          {/* A document of its own with scripts, too: phones look for the open internet again only then. */}
          <form method="post" action="/claim">
            <PlaceFields planId="" />
            <input type="hidden" name="code" value={recoveryCode} />
            <button type="submit" className="button button-strong">
              {use}
            </button>
          </form>
        </li>
      ))}
    </ul>
  );
}
