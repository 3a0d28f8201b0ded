/** Set by `npm run test:all` and `npm run test:properties`: that many histories per property, of seeds of their own. */
const wanted = Number(process.env.HISTORIES) || null;

/** Whether more than the usual is wanted: then seeds are drawn, and a failure prints its own. */
export const isLongRun = wanted !== null;

/** How many histories a property plays. @param usual in `npm test` */
export const histories = (usual: number): number => wanted ?? usual;

/** Time limit in ms of a property. @param usualMs for its usual number of histories on a busy machine */
export const historiesLimitMs = (usual: number, usualMs: number): number =>
  Math.ceil((usualMs * Math.max(histories(usual), usual)) / usual);
