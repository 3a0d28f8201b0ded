/** Set by `npm run test:all` and `npm run test:properties`: that many histories per property, of seeds of their own. */
const wanted = Number(process.env.HISTORIES) || null;

/** Whether more than the usual is wanted: then seeds are drawn, and a failure prints its own. */
export const isLongRun = wanted !== null;

/** Set by `npm test`, which is asked many times a day; `npm test -- --whole` plays all of the usual ones. */
export const isShortRun = process.env.SHORT_RUN === "1";

/** Of a property that plays each on the whole worker, where one takes up to half a second, a short run plays this part. */
const shortPart = 1 / 4;

/**
 * How many histories a property plays.
 * @param usual in `npm test -- --whole`
 * @param most however many are wanted; told of properties that play each on the whole worker
 */
export function histories(usual: number, most?: number): number {
  if (wanted !== null) return Math.min(wanted, most ?? Number.POSITIVE_INFINITY);
  return isShortRun && most !== undefined ? Math.ceil(usual * shortPart) : usual;
}

/**
 * A walk over all calls asks each of them everything; a short run asks each a part, so that together they are asked everything.
 * @param turn of the call
 */
export function shareOf<Asked>(all: readonly Asked[], turn: number): Asked[] {
  const every = Math.min(all.length, 1 / shortPart);
  return isShortRun ? all.filter((_one, place) => (place + turn) % every === 0) : [...all];
}

/**
 * Time limit in ms of a property: far more than it needs, for it only ends what hangs. Each step waits for the one before, so a
 * property gets the share of one process: beside ten others on two cores, what takes 15 seconds alone has taken more than 300.
 */
export const historiesLimitMs = (usual: number, most?: number): number =>
  Math.ceil((15 * 60_000 * Math.max(histories(usual, most), usual)) / usual);
