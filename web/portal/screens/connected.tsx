import type { DeviceAccess, PurchaseReceipt, QueuedPlan } from "#contract/portal";
import { formatBytes } from "#contract/values/data";
import { timeLeft } from "#contract/values/duration";
import { formatPhone } from "#contract/values/phone";
import { inService } from "#contract/values/services";
import { claimAddress, homeAddress, pairingAddress } from "../addresses.ts";
import { serverNow } from "../flow-view.ts";
import { endsWhen, leftOf } from "../moments.ts";
import { Elsewhere } from "../parts/elsewhere.tsx";
import { BuyAgain, endedTitle } from "../parts/ended.tsx";
import { Figures } from "../parts/figures.tsx";
import { Icon } from "../parts/icon.tsx";
import { OnThisWifi } from "../parts/on-this-wifi.tsx";
import { PlanDevices } from "../parts/plan-devices.tsx";
import { RecoveryCode } from "../parts/recovery-code.tsx";
import { Roaming } from "../parts/roaming.tsx";
import { Slow } from "../parts/slow.tsx";
import { TopUpLink } from "../parts/top-up.tsx";
import { amountOf, planTitle } from "../plan-figures.ts";
import { usePortal } from "../portal-context.ts";

/** Short enough to be read out; the provider's search finds the payment by it. */
const shortReference = (transactionId: string) => transactionId.slice(0, 12).toUpperCase();

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
            ...(planName ? [{ name: connected.plan, value: planTitle(planName, messages) }] : []),
            ...(receipt.amount > 0
              ? [{ name: connected.amount, value: amountOf(receipt.amount, messages) }]
              : []),
            ...(receipt.receipt
              ? [{ name: inService(connected.receipt, receipt.service), value: receipt.receipt }]
              : []),
            ...(receipt.phoneNumber
              ? [{ name: connected.paidBy, value: formatPhone(receipt.phoneNumber) }]
              : []),
            { name: connected.reference, value: shortReference(receipt.transactionId) },
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

/** To a television, which has no browser: the buyer's phone lets it in. A plan for one device moves there. */
function ToTelevision({ device: { devices } }: { device: DeviceAccess }) {
  const { page, messages } = usePortal();
  const isOne = devices.bought === 1;
  if (!isOne && devices.attached >= devices.bought) return null;
  return (
    <a className="button button-second" href={pairingAddress(page)}>
      {isOne ? messages.connected.pairOne : messages.connected.pair}
    </a>
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
  const left = endsAt === null ? null : timeLeft(leftOf(device, endsAt, now), messages.time);
  const opensAt = device.opensAt === null ? null : Date.parse(device.opensAt);
  const { hours } = device;
  return (
    <>
      {opensAt === null ? (
        endsAt === null ? null : (
          <div className="left">
            <p className="left-name">{connected.timeLeft}</p>
            <p className="left-time">{left}</p>
            <p className="left-until">{connected.until(endsWhen(endsAt, now, messages))}</p>
          </div>
        )
      ) : (
        <div className="left">
          <p className="left-name">{connected.opensIn}</p>
          <p className="left-time">{timeLeft(opensAt - now, messages.time)}</p>
          <p className="left-until">{messages.device.opens(endsWhen(opensAt, now, messages))}</p>
        </div>
      )}
      <Figures
        figures={[
          { name: connected.plan, value: planTitle(device.planName, messages) },
          ...(hours === null
            ? []
            : [{ name: connected.hours, value: connected.hoursOf(hours.from, hours.until) }]),
          ...(opensAt === null || endsAt === null || left === null
            ? []
            : [
                { name: connected.timeLeft, value: left },
                { name: connected.ends, value: endsWhen(endsAt, now, messages) },
              ]),
          {
            name: connected.dataLeft,
            value:
              device.dataLeftBytes === null ? (
                connected.unlimited
              ) : (
                <>
                  {formatBytes(device.dataLeftBytes)}
                  <span className="figure-note">{connected.dataCounted}</span>
                </>
              ),
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

/** The plans behind the running one, each with its start and what proves it. */
function Queue({ queue }: { queue: readonly QueuedPlan[] }) {
  const { flow, messages } = usePortal();
  const { connected, recovery } = messages;
  if (queue.length === 0) return null;
  return (
    <section className="help queue" aria-labelledby="queue">
      <h2 id="queue">{connected.queue}</h2>
      <ol>
        {queue.map(({ planName, startsAt, receipt, recoveryCode }, index) => (
          <li key={recoveryCode ?? index}>
            <strong>{planTitle(planName, messages)}</strong>
            <span>
              {startsAt === null
                ? connected.startsAfter
                : connected.starts(endsWhen(Date.parse(startsAt), serverNow(flow), messages))}
            </span>
            {receipt ? <span>{`${connected.receiptShort} ${receipt}`}</span> : null}
            {recoveryCode ? <span>{`${recovery.name} ${recoveryCode}`}</span> : null}
          </li>
        ))}
      </ol>
    </section>
  );
}

type Title = { title: string; text: string | null; live: boolean };

function useTitle(device: DeviceAccess | null): Title {
  const portal = usePortal();
  const { page, flow, messages } = portal;
  const { access, ended } = page;
  if (access === null && ended)
    return { title: endedTitle(ended, portal), text: planTitle(ended.planName, messages), live: false };
  // Without an address the page cannot know whether the device is online.
  if (access === null && page.mac === null) return { ...messages.connected.unknownDevice, live: false };
  if (access === null) return { ...messages.connected.none, live: false };
  const endsAt = device?.expiresAt ?? null;
  if (endsAt !== null && Date.parse(endsAt) <= serverNow(flow))
    return { title: messages.device.ended, text: messages.connected.none.text, live: false };
  const text = device ? null : messages.connected.notShown;
  if (access === "online") return { title: messages.device.online, text, live: true };
  if (access === "closed") return { title: messages.device.closed, text, live: true };
  const { connecting, routerAway } = messages.device;
  if (access === "connecting") return { title: page.routerAway ? routerAway : connecting, text, live: true };
  return { title: messages.device.waiting, text: messages.connected.absent, live: true };
}

/** What this device has bought and how much is left. Opens in a real browser, too, as long as the device is online. */
export function ConnectedScreen() {
  const { page, messages } = usePortal();
  const { device, screen, ended } = page;
  const receipt = screen.kind === "connected" ? screen.receipt : null;
  const { title, text, live } = useTitle(device);
  const online = live && page.access === "online";
  const again = live ? null : ended;
  const isUnknown = page.mac === null && !online;
  const isMain = !live && !again && !isUnknown && page.elsewhere.length + page.waiting.length === 0;
  return (
    <div className="card card-state">
      <div className={live ? "seal seal-good" : "seal seal-wait"}>
        <Icon name="wifi" />
      </div>
      <h1>{title}</h1>
      {text ? <p className="lead">{text}</p> : null}
      <Roaming />
      <Slow isStarted={Boolean(device?.expiresAt)} />
      {isUnknown ? <OnThisWifi /> : null}
      {device && live ? <TimeAndData device={device} /> : null}
      {device && live ? <MoreDevices device={device} isBuyer={receipt !== null} /> : null}
      {device && live ? <PlanDevices list={device.devices.list} /> : null}
      {device ? <Queue queue={device.queue} /> : null}
      <Elsewhere />
      <div className="foot">
        {live ? <TopUpLink offer={device?.topUp ?? null} isMain /> : null}
        {again ? <TopUpLink offer={again.topUp} isMain /> : null}
        {again ? <BuyAgain ended={again} /> : null}
        <a className={isMain ? "button button-main" : "button button-second"} href={homeAddress(page)}>
          {live ? messages.connected.buyMore : messages.connected.seePlans}
        </a>
        {device && live && receipt && (page.access !== "connecting" || device.expiresAt) ? (
          <ToTelevision device={device} />
        ) : null}
      </div>
      {online ? <Websites /> : null}
      {receipt && live ? <Receipt planName={device?.planName ?? null} receipt={receipt} /> : null}
      <p className="way-on">
        {messages.connected.move}{" "}
        <a className="text-link" href={claimAddress(page)}>
          {messages.connected.useCode}
        </a>
      </p>
    </div>
  );
}
