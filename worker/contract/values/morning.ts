// When and how an owner is told of yesterday.

export const morningWays = ["off", "mail", "sms"] as const;
export type MorningWay = (typeof morningWays)[number];

/** Hours of the day in Nairobi that can be chosen. */
export const morningHours = [5, 6, 7, 8, 9, 10, 11] as const;

/** From this hour on it is no morning any more: what was not told by then is not told. */
export const noonHour = 12;
