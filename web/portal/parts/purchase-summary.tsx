import type { DeviceAccess, PurchaseEnded } from "#contract/portal";
import { formatBytes } from "#contract/values/data";
import { timeLeft } from "#contract/values/duration";
import { inService } from "#contract/values/services";
import { connectedAddress, payAddress } from "../addresses.ts";
import { serverNow } from "../flow-view.ts";
import type { Messages } from "../messages/en.ts";
import { endsWhen, leftOf } from "../moments.ts";
import { planTitle } from "../plan-figures.ts";
import { usePortal } from "../portal-context.ts";
import { Elsewhere } from "./elsewhere.tsx";
import { BuyAgain, endedTitle } from "./ended.tsx";
import { Icon } from "./icon.tsx";
import { Roaming } from "./roaming.tsx";
import { Slow } from "./slow.tsx";
import { TopUpLink } from "./top-up.tsx";

/** Above the plans: what the device and this browser have, had, or wait for. */
export function Standing() {
  const { page, messages } = usePortal();
  const { device, access, ended } = page;
  return (
    <>
      {page.routerAway && access === null && !page.noSale ? (
        <p className="note" role="status">
          {messages.device.away}
        </p>
      ) : null}
      <Pending />
      {device ? <DeviceStrip device={device} /> : null}
      <TopUpLink offer={device?.topUp ?? null} />
      {access && !device ? <AccessStrip access={access} /> : null}
      {access === "connecting" ? <Slow isStarted={Boolean(device?.expiresAt)} /> : null}
      <Roaming />
      {ended && !access ? <EndedStrip ended={ended} /> : null}
      <Elsewhere />
    </>
  );
}

/** A payment without a result: of this page, of this browser, or of the device. */
function Pending() {
  const { page, flow, messages } = usePortal();
  const { pending } = page;
  const followed = flow.watch?.phase === "late" || flow.watch?.phase === "waiting" ? flow.watch : null;
  const id = followed?.transactionId ?? pending?.transactionId ?? null;
  const isOverdue = followed !== null || pending?.isOverdue;
  if (!followed && !pending) return null;
  return (
    <div className="note">
      <p>
        {pending && !isOverdue
          ? inService(
              messages.device.pending(
                planTitle(pending.planName, messages),
                `${messages.kes} ${pending.amount}`,
              ),
              pending.service,
            )
          : messages.device.stillChecking}
      </p>
      {id === null ? null : (
        <a className="text-link" href={payAddress(page, id)}>
          {messages.device.follow}
        </a>
      )}
    </div>
  );
}

/** What ran out, and the same once more in one tap. */
function EndedStrip({ ended }: { ended: PurchaseEnded }) {
  const portal = usePortal();
  return (
    <div className="ended">
      <p>
        <strong>{endedTitle(ended, portal)}</strong>
        <span>{planTitle(ended.planName, portal.messages)}</span>
      </p>
      <TopUpLink offer={ended.topUp} isMain />
      <BuyAgain ended={ended} />
    </div>
  );
}

const line = (...parts: (string | null)[]) => parts.filter((part) => part !== null).join(" · ");

export function DeviceStrip({ device }: { device: DeviceAccess }) {
  const { page, flow, messages } = usePortal();
  const now = serverNow(flow);
  const endsAt = device.expiresAt === null ? null : Date.parse(device.expiresAt);
  const ended = endsAt !== null && endsAt <= now;
  return (
    <a className={`strip strip-${ended ? "ended" : device.access}`} href={connectedAddress(page)}>
      <Icon name={device.access === "online" && !ended ? "check" : "wifi"} />
      <span className="strip-words">
        <strong>{ended ? messages.device.ended : titleOf(device.access, page.routerAway, messages)}</strong>
        <span className="strip-figures">
          <span>
            {line(
              planTitle(device.planName, messages),
              ended || endsAt === null ? null : messages.device.until(endsWhen(endsAt, now, messages)),
            )}
          </span>
          {ended ? null : (
            <span>
              {line(
                device.opensAt === null
                  ? null
                  : messages.device.opens(endsWhen(Date.parse(device.opensAt), now, messages)),
                endsAt === null
                  ? null
                  : messages.device.left(timeLeft(leftOf(device, endsAt, now), messages.time)),
                device.dataLeftBytes === null
                  ? null
                  : messages.device.left(formatBytes(device.dataLeftBytes)),
              )}
            </span>
          )}
        </span>
      </span>
      <Icon name="forward" className="strip-more" />
    </a>
  );
}

/** The same for another browser than the one that bought it, as far as anybody may know. */
export function AccessStrip({ access }: Pick<DeviceAccess, "access">) {
  const { page, messages } = usePortal();
  return (
    <a className={`strip strip-${access}`} href={connectedAddress(page)}>
      <Icon name={access === "online" ? "check" : "wifi"} />
      <span className="strip-words">
        <strong>{titleOf(access, page.routerAway, messages)}</strong>
      </span>
      <Icon name="forward" className="strip-more" />
    </a>
  );
}

function titleOf(access: DeviceAccess["access"], isAway: boolean, { device }: Messages): string {
  const { online, connecting, waiting, closed, routerAway } = device;
  return { online, connecting: isAway ? routerAway : connecting, waiting_for_device: waiting, closed }[
    access
  ];
}
