import type { PortalPage } from "#contract/portal";
import type { PollingPorts } from "./polling.ts";

const connectingMs = 4_000;
const staleMs = 15_000;

/**
 * The page of what is left shows a moment. It is asked for again when the visitor comes back to it, and every few
 * seconds while the router has not let the device out yet.
 */
export function keepConnectedFresh(
  page: PortalPage,
  ports: Pick<PollingPorts, "after" | "onWake" | "hidden"> & { now(): number; reload(): void },
): () => void {
  if (page.screen.kind !== "connected") return () => undefined;
  const seenAt = ports.now();
  const again = () => {
    if (!ports.hidden()) ports.reload();
  };
  const callOff = page.device?.access === "connecting" ? ports.after(connectingMs, again) : () => undefined;
  const stopWaking = ports.onWake(() => {
    if (ports.now() - seenAt > staleMs) again();
  });
  return () => {
    callOff();
    stopWaking();
  };
}
