import type { ReactElement } from "react";
import type { PortalScreen } from "#contract/portal";
import { connectedAddress } from "../addresses.ts";
import { secondsToClose, serverNow } from "../flow-view.ts";
import { endsWhen } from "../moments.ts";
import { type Figure, Figures } from "../parts/figures.tsx";
import { Icon } from "../parts/icon.tsx";
import { RecoveryCode } from "../parts/recovery-code.tsx";
import { usePortal } from "../portal-context.ts";

type Success = Extract<PortalScreen, { kind: "success" }>;

/** Until when and how fast, as far as it is known. */
function useFigures(screen: Success): Figure[] {
  const { page, flow, words } = usePortal();
  const { expiresAt } = screen.status;
  const speed = page.plans.find((plan) => plan.name === screen.planName)?.speedMbps ?? page.device?.speedMbps;
  return [
    ...(screen.planName ? [{ name: words.success.plan, value: screen.planName }] : []),
    ...(expiresAt
      ? [{ name: words.success.until, value: endsWhen(Date.parse(expiresAt), serverNow(flow), words) }]
      : []),
    ...(speed === undefined
      ? []
      : [{ name: words.success.speed, value: words.success.upTo(words.home.mbps(speed)) }]),
  ];
}

/** Paid. The way on opens when the router has let the device out, not before. */
export function SuccessScreen({ screen }: { screen: Success }): ReactElement {
  const { page, flow, actions, words } = usePortal();
  const figures = useFigures(screen);
  const { recoveryCode } = screen.status;
  const online = screen.status.access === "online";
  const absent = screen.status.access === "waiting_for_device";
  const seconds = secondsToClose(flow);
  const waitingText = absent ? words.success.absent : words.success.connecting;
  return (
    <div className="card card-state">
      <div className="seal seal-good">
        <Icon name="check" />
      </div>
      <h1>{words.success.title}</h1>
      <p className="lead">{online ? words.success.activated : waitingText}</p>
      <Figures figures={figures} />
      <p className="trouble" role="status">
        {flow.watch?.trouble ? words.waiting.trouble : ""}
      </p>
      <div className="foot">
        {online ? (
          <a className="button button-main" href={connectedAddress(page)}>
            {words.success.browse}
          </a>
        ) : (
          <p className="button button-waiting">
            <span className="spinner" aria-hidden="true" />
            {absent ? words.success.absentStep : words.success.connectingStep}
          </p>
        )}
        <p className="closing">
          {online && flow.scripted ? (
            seconds === null ? (
              words.success.staying
            ) : (
              <>
                {words.success.closesIn(seconds)}
                <button type="button" className="text-link" onClick={() => actions?.stay()}>
                  {words.success.stay}
                </button>
              </>
            )
          ) : null}
        </p>
      </div>
      {recoveryCode ? <RecoveryCode code={recoveryCode} /> : null}
    </div>
  );
}
