import { markOf } from "#contract/values/mac";
import { serverNow } from "../flow-view.ts";
import { endsWhen } from "../moments.ts";
import { planTitle } from "../plan-figures.ts";
import { usePortal } from "../portal-context.ts";
import { PlaceFields } from "./place-fields.tsx";

/** Purchases of this cookie on other devices (phones change their address); each can be moved here. */
export function Elsewhere() {
  const { page, flow, messages } = usePortal();
  if (page.elsewhere.length + page.waiting.length === 0) return null;
  const { text, textUntil, use, waits, connect } = messages.elsewhere;
  const device = markOf(page.mac ?? "");
  return (
    <ul className="elsewhere">
      {page.waiting.length > 0 ? (
        <li className="elsewhere-one">
          <p>{waits(page.waiting.map((plan) => planTitle(plan, messages)).join(", "))}</p>
          <form method="post" action="/connect">
            <PlaceFields planId="" />
            <button type="submit" className="button button-strong">
              {connect(device)}
            </button>
          </form>
        </li>
      ) : null}
      {page.elsewhere.map(({ planName, expiresAt, recoveryCode }) => (
        <li key={recoveryCode} className="elsewhere-one">
          <p>
            {expiresAt === null
              ? text(planTitle(planName, messages))
              : textUntil(
                  planTitle(planName, messages),
                  endsWhen(Date.parse(expiresAt), serverNow(flow), messages),
                )}
          </p>
          {/* A document of its own with scripts, too: phones look for the open internet again only then. */}
          <form method="post" action="/claim">
            <PlaceFields planId="" />
            <input type="hidden" name="code" value={recoveryCode} />
            <button type="submit" className="button button-strong">
              {use(device)}
            </button>
          </form>
        </li>
      ))}
    </ul>
  );
}
