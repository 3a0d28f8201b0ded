import type { Plan } from "#contract/plans";
import type { Voucher } from "#contract/vouchers";

/** A plan as its provider reads it: the one place of tests that names all of its fields. */
export const plan = (name: string, changes: Partial<Plan> = {}): Plan => ({
  id: name.toLowerCase().replaceAll(" ", "-"),
  name,
  price: "20.00",
  durationHours: 3,
  durationMinutes: 180,
  speedMbps: 5,
  isHidden: false,
  routerIds: null,
  regularPrice: null,
  soldUntil: null,
  hours: null,
  topUp: null,
  uploadMbps: 5,
  dataLimitGB: null,
  fairUseGB: null,
  fairUseMbps: null,
  devices: 1,
  isActive: true,
  ...changes,
});

/** What a voucher says of the plan that it opens. */
export const planOfVoucher: NonNullable<Voucher["plan"]> = {
  id: "3-hours",
  name: "3 Hours",
  price: 20,
  durationHours: 3,
  speedMbps: 5,
  dataLimitGB: null,
  fairUseGB: null,
  fairUseMbps: null,
  devices: 1,
  hours: null,
};
