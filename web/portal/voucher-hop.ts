import type { PortalPage } from "#contract/portal";
import { hopAddress } from "#contract/values/voucher-link";
import { voucherWithoutDevice } from "./voucher-without-device.ts";

// A voucher's QR code, scanned by a phone that the router has not sent here: once it asks by itself for an address that
// every hotspot's router answers. Without scripts the same is a link.

/** How long a router needs at most; where there is none, nothing ever answers and the page stays. */
const answersWithinMs = 5_000;

export type HopPorts = {
  path: string;
  query: string;
  /** A phone on mobile data is on no hotspot. */
  mobileData: boolean;
  replaceAddress(address: string): void;
  open(address: string): void;
  /** Ends the asking, when nobody has answered. */
  stop(): void;
  after(ms: number, run: () => void): void;
};

/** The mark goes into the page's own address first: whoever comes back here is not sent away again. */
export function hopOnce(page: PortalPage, ports: HopPorts): void {
  const code = voucherWithoutDevice(page);
  if (code === null || ports.mobileData || /[?&]hop=/.test(ports.query)) return;
  ports.replaceAddress(`${ports.path}${ports.query}&hop=1`);
  ports.open(hopAddress(code));
  ports.after(answersWithinMs, ports.stop);
}
