import type { PortalPage } from "#contract/portal";
import type { PollingPorts } from "./polling.ts";

const connectingMs = 4_000;
const staleMs = 15_000;

/**
 * The page of what is left, and the plans of a device that somebody is paying for, show a moment. They are asked for
 * again when the visitor comes back, and every few seconds while something is under way and nobody is typing.
 */
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
  const underWay = home || page.device?.access === "connecting";
  const callOff = underWay ? ports.after(connectingMs, again) : () => undefined;
  const stopWaking = ports.onWake(() => {
    if (ports.now() - seenAt > staleMs) again();
  });
  return () => {
    callOff();
    stopWaking();
  };
}
