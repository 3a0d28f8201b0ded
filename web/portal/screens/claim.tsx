import { hopHost, receiptPath } from "#contract/values/voucher-link";
import { homeAddress } from "../addresses.ts";
import { shownScreen } from "../flow-view.ts";
import { ClaimForm } from "../parts/claim-form.tsx";
import { usePortal } from "../portal-context.ts";

export function ClaimScreen() {
  const { page, flow, messages } = usePortal();
  const screen = shownScreen(flow);
  if (screen.kind !== "claim") return null;
  return (
    <div className="card card-form">
      <h1>{messages.claim.title}</h1>
      <p>{messages.claim.text}</p>
      {page.mac === null ? <p className="note">{messages.claim.unknownDevice}</p> : null}
      {page.mac === null && screen.code ? (
        <a
          className="button button-second"
          href={`http://${hopHost}${receiptPath(encodeURIComponent(screen.code))}`}
        >
          {messages.home.onWifi}
        </a>
      ) : null}
      <ClaimForm screen={screen} />
      <a className="text-link back" href={homeAddress(page)}>
        {messages.claim.back}
      </a>
    </div>
  );
}
