/**
 * Why a line cannot be made as it is wanted; nothing of anybody else's is changed for it. name_taken: its name dials in by a row that is
 * not ours. Of a device, network_gone: no interface of the name;
 * address_taken, device_taken: rows that are not ours give the address to another device, or the device another address; arp_kept: the
 * interface answers for addresses in a way of its own, or its bridge would be cut off.
 */
export const lineHindrances = [
  "name_taken",
  "network_gone",
  "address_taken",
  "device_taken",
  "arp_kept",
] as const;
export type LineHindrance = (typeof lineHindrances)[number];
