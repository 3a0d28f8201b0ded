import type { PortalPage } from "#contract/portal";
import type { PollingPorts } from "./polling.ts";

const connectingMs = 2_500;
const staleMs = 15_000;
/** Timers are not trusted with more. */
const dayMs = 86_400_000;

/** Refreshes the page while a purchase is under way, when the visitor returns, and when a queued plan starts; not while typing. */
export function keepFresh(
  page: PortalPage,
  ports: Pick<PollingPorts, "after" | "onWake" | "hidden"> & {
    now(): number;
    reload(): void;
    busy(): boolean;
  },
): () => void {
  const home = page.screen.kind === "home" && page.pending !== null;
  if (page.screen.kind !== "connected" && !home) return () => undefined;
  const seenAt = ports.now();
  const again = () => {
    if (!ports.hidden() && !ports.busy()) ports.reload();
  };
  const { device } = page;
  const underWay = home || page.access === "connecting";
  const delay = underWay ? connectingMs : device && device.queued > 0 ? untilNext(page) : null;
  const callOff = delay === null ? () => undefined : ports.after(delay, again);
  const stopWaking = ports.onWake(() => {
    if (ports.now() - seenAt > staleMs) again();
  });
  return () => {
    callOff();
    stopWaking();
  };
}

/** Milliseconds until the plan behind the running one has had time to start; null for none soon. */
function untilNext({ device, now }: PortalPage): number | null {
  if (device?.expiresAt == null) return null;
  const left = Date.parse(device.expiresAt) - Date.parse(now) + connectingMs;
  return left < dayMs ? Math.max(connectingMs, left) : null;
}
