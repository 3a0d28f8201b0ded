import type { ReactElement } from "react";
import type { DeviceAccess } from "#contract/portal";
import { formatBytes } from "#contract/values/data";
import { timeLeft } from "#contract/values/duration";
import { connectedAddress } from "../addresses.ts";
import { serverNow } from "../flow-view.ts";
import type { Messages } from "../messages.ts";
import { endsWhen } from "../moments.ts";
import { usePortal } from "../portal-context.ts";
import { Icon } from "./icon.tsx";

const line = (...parts: (string | null)[]) => parts.filter((part) => part !== null).join(" · ");

/** What this device already has, above the plans. */
export function DeviceStrip({ device }: { device: DeviceAccess }): ReactElement {
  const { page, flow, messages } = usePortal();
  const now = serverNow(flow);
  const endsAt = device.expiresAt === null ? null : Date.parse(device.expiresAt);
  const ended = endsAt !== null && endsAt <= now;
  return (
    <a className={`strip strip-${ended ? "ended" : device.access}`} href={connectedAddress(page)}>
      <Icon name={device.access === "online" && !ended ? "check" : "wifi"} />
      <span className="strip-words">
        <strong>{ended ? messages.device.ended : titleOf(device.access, messages)}</strong>
        <span className="strip-figures">
          <span>
            {line(
              device.planName,
              ended || endsAt === null ? null : messages.device.until(endsWhen(endsAt, now, messages)),
            )}
          </span>
          {ended ? null : (
            <span>
              {line(
                endsAt === null ? null : messages.device.left(timeLeft(endsAt - now, messages.time)),
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
export function AccessStrip({ access }: Pick<DeviceAccess, "access">): ReactElement {
  const { page, messages } = usePortal();
  return (
    <a className={`strip strip-${access}`} href={connectedAddress(page)}>
      <Icon name={access === "online" ? "check" : "wifi"} />
      <span className="strip-words">
        <strong>{titleOf(access, messages)}</strong>
      </span>
      <Icon name="forward" className="strip-more" />
    </a>
  );
}

function titleOf(access: DeviceAccess["access"], { device }: Messages): string {
  return { online: device.online, connecting: device.connecting, waiting_for_device: device.waiting }[access];
}
