/**
 * What a list of lines may show: `due` ends today; `overdue`: its time is over, on or not; `silent`: it is on and not dialled in; `blocked`: by its
 * end or by hand.
 */
export const lineChoices = ["due", "overdue", "silent", "blocked", "unpaid", "paused"] as const;
export type LineChoice = (typeof lineChoices)[number];

/** When a line is blocked: when its time is over, now and by hand, or never by itself. */
export const lineBlockings = ["due", "now", "never"] as const;
export type LineBlocking = (typeof lineBlockings)[number];
