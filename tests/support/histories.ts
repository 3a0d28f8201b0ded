/** Set by `npm run test:all` and `npm run test:properties`: that many histories per property, of seeds of their own. */
const wanted = Number(process.env.HISTORIES) || null;

/** Whether more than the usual is wanted: then seeds are drawn, and a failure prints its own. */
export const isLongRun = wanted !== null;

/**
 * How many histories a property plays.
 * @param usual in `npm test`
 * @param most however many are wanted: of a property that plays each on the worker's own database, where one takes half a second
 */
export const histories = (usual: number, most = Number.POSITIVE_INFINITY): number =>
  Math.min(wanted ?? usual, most);

/**
 * Time limit in ms of a property: far more than it needs, for it only ends what hangs. On a shared machine one that takes six seconds
 * alone has taken more than forty.
 */
export const historiesLimitMs = (usual: number, most?: number): number =>
  Math.ceil((5 * 60_000 * Math.max(histories(usual, most), usual)) / usual);
