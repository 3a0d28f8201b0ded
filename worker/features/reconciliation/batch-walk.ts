// A night walks over all providers, apps or accounts by their keys: several at a time, of each one a page.

export type Counts = Record<string, number>;

/** How far it is. `place` of one that was begun: after what its next page begins. */
export type Walk<Place> = { after: string; open: { key: string; place: Place | null }[] };

export const fromTheFirst = { after: "", open: [] } satisfies Walk<never>;

/** @property next where the next page of it begins; null = it is done. @property calls those of the page beyond a few */
export type Page<Place> = { counts: Counts; next: Place | null; calls?: number };

/** What failed of a walk, and the page that failed; null = its first. It is left out of the walk's rest, and come back to. */
export type Failed<Place> = { key: string; place: Place | null; cause: unknown };

/** Of a page that finds nothing: its reading, what is written of it, and how far the night is. */
const callsOfPage = 4;
/** A payment is read, and asked about where it is not certain. */
const callsOfPayment = 2;

/**
 * A page of each of several. One that fails stops no other.
 * @param keysAfter the next keys in their order, so many at most
 */
export async function walkOn<Place>(
  { after, open }: Walk<Place>,
  mostAtOnce: number,
  keysAfter: (after: string, most: number) => Promise<readonly string[]>,
  pageOf: (key: string, place: Place | null) => Promise<Page<Place>>,
): Promise<{ counts: Counts; walk: Walk<Place> | null; failed: Failed<Place>[]; calls: number }> {
  const room = mostAtOnce - open.length;
  const following = await keysAfter(after, room + 1);
  const begun = following.slice(0, room);
  const taken: { key: string; place: Place | null }[] = [
    ...open,
    ...begun.map((key) => ({ key, place: null })),
  ];
  const ended = await Promise.allSettled(
    taken.map(async ({ key, place }) => ({ key, page: await pageOf(key, place) })),
  );
  const pages = ended.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
  const failed = ended.flatMap((one, at) => {
    const of = taken[at];
    return one.status === "rejected" && of ? { ...of, cause: one.reason as unknown } : [];
  });
  const counts = summed(pages.map(({ page }) => page.counts));
  const left = pages.flatMap(({ key, page: { next } }) => (next === null ? [] : [{ key, place: next }]));
  const isDone = left.length === 0 && following.length <= room;
  return {
    counts,
    walk: isDone ? null : { after: begun.at(-1) ?? after, open: left },
    failed,
    calls:
      pages.reduce((sum, { page }) => sum + callsOfPage + (page.calls ?? 0), 0) +
      callsOfPayment * (counts.payments ?? 0),
  };
}

export function summed(all: readonly Counts[]): Counts {
  const sums: Counts = {};
  for (const counts of all)
    for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count;
  return sums;
}

/** One that is come back to: no other follows. */
export const noneAfter = async (): Promise<readonly string[]> => [];

/** Keys that are at hand, as `keysAfter`. */
export function keysOf(keys: Iterable<string>): (after: string, most: number) => Promise<readonly string[]> {
  const sorted = [...keys].sort((a, b) => (a < b ? -1 : 1));
  return async (after, most) => sorted.filter((key) => key > after).slice(0, most);
}
