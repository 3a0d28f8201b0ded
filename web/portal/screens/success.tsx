import type { PortalScreen } from "#contract/portal";
import { connectedAddress } from "../addresses.ts";
import { secondsToClose, serverNow } from "../flow-view.ts";
import { endsWhen } from "../moments.ts";
import { type Figure, Figures } from "../parts/figures.tsx";
import { Icon } from "../parts/icon.tsx";
import { RecoveryCode } from "../parts/recovery-code.tsx";
import { usePortal } from "../portal-context.ts";

type Success = Extract<PortalScreen, { kind: "success" }>;

function useFigures(screen: Success): Figure[] {
  const { page, flow, messages } = usePortal();
  const { expiresAt } = screen.status;
  const speed = page.plans.find((plan) => plan.name === screen.planName)?.speedMbps ?? page.device?.speedMbps;
  return [
    ...(screen.planName ? [{ name: messages.success.plan, value: screen.planName }] : []),
    ...(expiresAt
      ? [{ name: messages.success.until, value: endsWhen(Date.parse(expiresAt), serverNow(flow), messages) }]
      : []),
    ...(speed === undefined
      ? []
      : [{ name: messages.success.speed, value: messages.success.upTo(messages.home.mbps(speed)) }]),
  ];
}

/** Paid. The way on opens when the router has let the device out, not before. */
export function SuccessScreen({ screen }: { screen: Success }) {
  const { page, flow, actions, messages } = usePortal();
  const figures = useFigures(screen);
  const { recoveryCode } = screen.status;
  const online = screen.status.access === "online";
  const absent = screen.status.access === "waiting_for_device";
  const seconds = secondsToClose(flow);
  const waitingText = absent ? messages.success.absent : messages.success.connecting;
  return (
    <div className="card card-state">
      <div className="seal seal-good">
        <Icon name="check" />
      </div>
      <h1>{messages.success.title}</h1>
      <p className="lead">{online ? messages.success.activated : waitingText}</p>
      <Figures figures={figures} />
      <p className="trouble" role="status">
        {flow.watch?.trouble ? messages.waiting.trouble : ""}
      </p>
      <div className="foot">
        {online ? (
          <a className="button button-main" href={connectedAddress(page)}>
            {messages.success.browse}
          </a>
        ) : (
          <p className="button button-waiting">
            <span className="spinner" aria-hidden="true" />
            {absent ? messages.success.absentStep : messages.success.connectingStep}
          </p>
        )}
        <p className="closing">
          {online && flow.scripted ? (
            seconds === null ? (
              messages.success.staying
            ) : (
              <>
                {messages.success.closesIn(seconds)}
                <button type="button" className="text-link" onClick={() => actions?.stay()}>
                  {messages.success.stay}
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
