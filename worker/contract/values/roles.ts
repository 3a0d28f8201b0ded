/** What a person may do in their provider's console; each of its calls names those that may ask it. */
export const roles = ["owner", "cashier", "technician"] as const;
export type Role = (typeof roles)[number];
