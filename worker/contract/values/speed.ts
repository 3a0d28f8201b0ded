/** Kilobits (1000) per second, up = from the device. */
export type Speed = { upKbps: number; downKbps: number };
/** From so many bytes on (both directions, all devices) the purchase runs at these speeds. */
export type FairUse = Speed & { afterBytes: number };
type Sold = Speed & { fairUse?: FairUse | undefined };

export function isSlowed<T extends Sold>(sold: T, used: number): sold is T & { fairUse: FairUse } {
  return sold.fairUse !== undefined && used >= sold.fairUse.afterBytes;
}

/** What a purchase runs at by now. @param used bytes, both directions, of all its devices */
export function speedNow(sold: Sold, used: number): Speed {
  const { upKbps, downKbps } = isSlowed(sold, used) ? sold.fairUse : sold;
  return { upKbps, downKbps };
}

/** `5 Mbps`, below one `512 kbps`. @param write how a number of Mbps is written */
export function speedText(mbps: number, write: (mbps: number) => string = String): string {
  return mbps < 1 ? `${Math.round(mbps * 1_000)} kbps` : `${write(mbps)} Mbps`;
}
