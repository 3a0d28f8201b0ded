import type { Plan } from "#contract/plans";

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
