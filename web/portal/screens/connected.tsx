import type { DeviceAccess, PurchaseReceipt } from "#contract/portal";
import { formatBytes } from "#contract/values/data";
import { timeLeft } from "#contract/values/duration";
import { formatPhone } from "#contract/values/phone";
import { inService } from "#contract/values/services";
import { claimAddress, homeAddress } from "../addresses.ts";
import { serverNow } from "../flow-view.ts";
import { endsWhen } from "../moments.ts";
import { Figures } from "../parts/figures.tsx";
import { Icon } from "../parts/icon.tsx";
import { Rare } from "../parts/rare.tsx";
import { RecoveryCode } from "../parts/recovery-code.tsx";
import { amountOf } from "../plan-figures.ts";
import { usePortal } from "../portal-context.ts";

/** For the buyer's own cookie. */
function Receipt({ planName, receipt }: { planName: string | null; receipt: PurchaseReceipt }) {
  const { messages } = usePortal();
  const { connected } = messages;
  return (
    <>
      {receipt.recoveryCode ? <RecoveryCode code={receipt.recoveryCode} /> : null}
      <section className="help" aria-labelledby="purchase">
        <h2 id="purchase">{connected.purchase}</h2>
        <Figures
          figures={[
            ...(planName ? [{ name: connected.plan, value: planName }] : []),
            ...(receipt.amount > 0
              ? [{ name: connected.amount, value: amountOf(receipt.amount, messages) }]
              : []),
            ...(receipt.receipt
              ? [{ name: inService(connected.receipt, receipt.service), value: receipt.receipt }]
              : []),
            ...(receipt.phoneNumber
              ? [{ name: connected.paidBy, value: formatPhone(receipt.phoneNumber) }]
              : []),
            { name: connected.reference, value: <span className="reference">{receipt.transactionId}</span> },
          ]}
        />
      </section>
    </>
  );
}

/** Places that nobody uses yet, and how to use them: who has the recovery code may. */
function MoreDevices({ device, isBuyer }: { device: DeviceAccess; isBuyer: boolean }) {
  const { connected } = usePortal().messages;
  if (device.devices.attached >= device.devices.bought) return null;
  return (
    <p className="note">{isBuyer ? connected.addDevice : `${connected.addDevice} ${connected.askBuyer}`}</p>
  );
}

/** Websites of advertisements that were asked for before they could open. */
function Websites() {
  const { page, messages } = usePortal();
  if (page.websites.length === 0) return null;
  return (
    <section className="help" aria-labelledby="websites">
      <h2 id="websites">{messages.connected.websites}</h2>
      <ul className="websites">
        {page.websites.map(({ title, url }) => (
          <li key={url}>
            <a className="text-link" href={url} rel="noreferrer">
              {messages.connected.open(title)}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function TimeAndData({ device }: { device: DeviceAccess }) {
  const { flow, messages } = usePortal();
  const { connected } = messages;
  const now = serverNow(flow);
  const endsAt = device.expiresAt === null ? null : Date.parse(device.expiresAt);
  return (
    <>
      <div className="left">
        <p className="left-name">{connected.timeLeft}</p>
        <p className="left-time">
          {endsAt === null ? connected.noTime : timeLeft(endsAt - now, messages.time)}
        </p>
        {endsAt === null ? null : (
          <p className="left-until">{connected.until(endsWhen(endsAt, now, messages))}</p>
        )}
      </div>
      <Figures
        figures={[
          { name: connected.plan, value: device.planName },
          {
            name: connected.dataLeft,
            value: device.dataLeftBytes === null ? connected.unlimited : formatBytes(device.dataLeftBytes),
          },
          { name: connected.speed, value: messages.home.mbps(device.speedMbps) },
          ...(device.devices.bought > 1
            ? [
                {
                  name: connected.devices,
                  value: connected.devicesUsed(device.devices.attached, device.devices.bought),
                },
              ]
            : []),
        ]}
      />
    </>
  );
}

function useTitle(device: DeviceAccess | null): { title: string; text: string | null; live: boolean } {
  const { page, flow, messages } = usePortal();
  const { access } = page;
  if (access === null) return { ...messages.connected.none, live: false };
  const endsAt = device?.expiresAt ?? null;
  if (endsAt !== null && Date.parse(endsAt) <= serverNow(flow))
    return { title: messages.device.ended, text: messages.connected.none.text, live: false };
  const text = device ? null : messages.connected.notShown;
  if (access === "online") return { title: messages.device.online, text, live: true };
  if (access === "connecting") return { title: messages.device.connecting, text, live: true };
  return { title: messages.device.waiting, text: messages.connected.absent, live: true };
}

/** What this device has bought and how much is left. Opens in a real browser, too, as long as the device is online. */
export function ConnectedScreen() {
  const { page, messages } = usePortal();
  const { device, screen } = page;
  const receipt = screen.kind === "connected" ? screen.receipt : null;
  const { title, text, live } = useTitle(device);
  const online = live && page.access === "online";
  const isMain = !live && page.elsewhere.length + page.waiting.length === 0;
  return (
    <div className="card card-state">
      <div className={live ? "seal seal-good" : "seal seal-wait"}>
        <Icon name="wifi" />
      </div>
      <h1>{title}</h1>
      {text ? <p className="lead">{text}</p> : null}
      {device && live ? <TimeAndData device={device} /> : null}
      {device && live ? <MoreDevices device={device} isBuyer={receipt !== null} /> : null}
      {device && device.queued > 0 ? (
        <p className="note">{messages.connected.queued(device.queued)}</p>
      ) : null}
      <Rare part="elsewhere" />
      <div className="foot">
        <a className={isMain ? "button button-main" : "button button-second"} href={homeAddress(page)}>
          {live ? messages.connected.buyMore : messages.connected.seePlans}
        </a>
      </div>
      {online ? <Websites /> : null}
      {receipt ? <Receipt planName={device?.planName ?? null} receipt={receipt} /> : null}
      <p className="way-on">
        {messages.connected.move}{" "}
        <a className="text-link" href={claimAddress(page)}>
          {messages.connected.useCode}
        </a>
      </p>
    </div>
  );
}
