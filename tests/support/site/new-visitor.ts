import { phonesOnWifi } from "./settings.ts";

/** As many visitors as one site may have. */
export const phones = phonesOnWifi(89);

/** Devices and payers that no other test of the same file uses: each call gives the next one. */
export function newVisitor(): { mac: string; phone: string } {
  const place = visitorCount++;
  const device = phones[place];
  if (!device) throw new Error("this site's router sees no more phones");
  return { mac: device.mac, phone: `2547120001${String(place).padStart(2, "0")}` };
}
let visitorCount = 0;
