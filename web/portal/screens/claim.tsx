import { parseRecoveryCode } from "#contract/values/recovery-code";
import { hopHost, receiptPath } from "#contract/values/voucher-link";
import { homeAddress } from "../addresses.ts";
import { shownScreen } from "../flow-view.ts";
import { ClaimForm } from "../parts/claim-form.tsx";
import { usePortal } from "../portal-context.ts";

export function ClaimScreen() {
  const { page, flow, messages } = usePortal();
  const screen = shownScreen(flow);
  if (screen.kind !== "claim") return null;
  const recovery = parseRecoveryCode(screen.code);
  return (
    <div className="card card-form">
      <h1>{messages.claim.title}</h1>
      <p>{messages.claim.text}</p>
      {page.mac === null ? <p className="note">{messages.claim.unknownDevice}</p> : null}
      {page.mac === null && recovery !== undefined ? (
        <a className="button button-second" href={`http://${hopHost}${receiptPath(recovery)}`}>
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
