import { hopHost } from "#contract/values/voucher-link";
import { usePortal } from "../portal-context.ts";

/** For a page that came without its device address: on the WiFi the router sends it back with one. */
export function OnThisWifi() {
  const { messages } = usePortal();
  return (
    <a className="button button-second on-this-wifi" href={`http://${hopHost}/`}>
      {messages.home.onWifi}
    </a>
  );
}
