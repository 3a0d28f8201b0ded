import type { AdoptableSecret } from "#contract/adoption";
import type { DeviceNetwork } from "#contract/line-devices";
import type { Line, Package } from "#contract/lines";

// Rows of homes and offices as the server answers them.

export const achieng: Line["customer"] = {
  id: "c1",
  number: "81234567",
  name: "Achieng Otieno",
  phoneNumber: "0712345678",
  email: "",
  balance: 250,
};

/** Nothing was paid of it yet. */
export const homeLine = (id: string, changes: Partial<Line> = {}): Line => ({
  id,
  customer: achieng,
  router: { id: "Gate", name: "Gate" },
  packageName: "Home 10",
  price: 1_500,
  period: { months: 1 },
  login: `${id}.home`,
  fairUse: null,
  standing: "unpaid",
  paidUntil: null,
  blocksAt: "1970-01-01T00:00:00.000Z",
  blocking: "due",
  next: null,
  device: null,
  hindrance: null,
  isAdopted: false,
  applied: "blocked",
  dialled: null,
  payLink: `https://demo.hotspot.test/my/${id}`,
  ...changes,
});

export const homePackage = (changes: Partial<Package> = {}): Package => ({
  id: "k1",
  name: "Home 10",
  price: 1_500,
  period: { months: 1 },
  uploadMbps: 5,
  downloadMbps: 10,
  graceDays: 3,
  daysFrom: 500,
  fairUseGB: null,
  fairUseMbps: null,
  isOffered: true,
  lines: 2,
  ...changes,
});

/** A name that dials in at a router and can become a line. */
export const routerSecret = (name: string, changes: Partial<AdoptableSecret> = {}): AdoptableSecret => ({
  name,
  profile: "10M",
  comment: "",
  uploadMbps: 5,
  downloadMbps: 10,
  isOff: false,
  isDialled: true,
  customer: { name: "Wanjiku Kamau", phoneNumber: "254722100200" },
  hindrance: null,
  ...changes,
});

type Device = DeviceNetwork["devices"][number];

/** A device of a router's network that can become a line. @param last of its MAC address, two digits, and of its address */
export const seenDevice = (last: string, changes: Partial<Device> = {}): Device => ({
  mac: `02:00:00:00:02:${last}`,
  address: `10.20.0.${Number.parseInt(last, 16)}`,
  name: null,
  isThere: true,
  isLine: false,
  comment: "",
  uploadMbps: 5,
  downloadMbps: 10,
  customer: { name: `10.20.0.${Number.parseInt(last, 16)}`, phoneNumber: null },
  hindrance: null,
  ...changes,
});

/** A network of a router in which no line is yet. */
export const openNetwork = (devices: Device[], changes: Partial<DeviceNetwork> = {}): DeviceNetwork => ({
  name: "ether3",
  addresses: ["10.20.0.1/24"],
  hindrance: null,
  isClosed: false,
  isStrict: false,
  devices,
  ...changes,
});
