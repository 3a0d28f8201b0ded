import { useEffect, useState } from "react";
import { usePortal } from "../portal-context.ts";
import { roam } from "../requests.ts";
import { PlaceFields } from "./place-fields.tsx";

/** Asked by the document once, whatever part shows it: a purchase that stays is not asked for again and again. */
let asked = false;

/** A buyer came to another hotspot of the provider: the purchase follows by itself, and says that it did. */
export function Roaming() {
  const { page, flow, actions, messages } = usePortal();
  const { roaming: words } = messages;
  const { roaming } = page;
  const [stays, setStays] = useState(false);
  const { mac, routerId } = page;
  const isDue = flow.scripted && roaming === "may";
  useEffect(() => {
    if (!isDue || asked) return;
    asked = true;
    roam({ mac, routerId }).then(
      ({ outcome }) => (outcome === "stays" ? setStays(true) : actions?.browse()),
      () => setStays(true),
    );
  }, [isDue, mac, routerId, actions]);
  if (roaming === null) return null;
  if (roaming === "may" && flow.scripted && !stays)
    return (
      <p className="note" role="status">
        {words.coming}
      </p>
    );
  // What is on another device has its own button.
  if (roaming === "may" && page.elsewhere.length > 0) return null;
  if (roaming === "may")
    return (
      <div className="elsewhere-one">
        <p>{words.away}</p>
        <form method="post" action="/roam">
          <PlaceFields planId="" />
          <button type="submit" className="button button-strong">
            {words.use}
          </button>
        </form>
      </div>
    );
  return (
    <div className="note">
      <p>{words.came}</p>
      {roaming === "instead" ? (
        <form method="post" action="/roam/back">
          <PlaceFields planId="" />
          <button type="submit" className="text-link">
            {words.back}
          </button>
        </form>
      ) : null}
    </div>
  );
}
