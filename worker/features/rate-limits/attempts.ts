// Pure counts of attempts in sliding windows.

/**
 * One thing that is counted. With a `value`, different values are counted and not acts: one that is counted already is
 * free, and stays counted from now on anew (to a hundredth of the window, which spares a written row). `by`: what the value was first
 * counted for, so that this alone can take it back.
 */
export type Attempt = { key: string; windowMs: number; max: number; value?: string; by?: string };

/** A value that was counted under these keys, and is none after all. @property by where what it was first counted for decides */
export type Forgotten = { keys: readonly string[]; value: string; by?: string };

/** `keys`: of the attempts that have no room, none where all have. */
export type AttemptAnswer = { allowed: boolean; keys: string[]; retryAfterMs: number };

/** Acts at about the same moment, or one value. `count`: absent = 1. */
type Counted = { at: number; count?: number; value?: string; by?: string };

/** Of one subject, by key, oldest first. `until`: none of them counts any more, UTC ms. */
export type Counts = Record<string, { windowMs: number; until: number; counted: Counted[] }>;

/** Where so many are allowed, those within a hundredth of the window count as one moment: a count is never long. */
const manyAllowed = 100;

/** Counts one under each key if there is room under every one of them; else counts nothing. @returns `counts`: what is kept now */
export function take(
  counts: Counts,
  attempts: readonly Attempt[],
  now: number,
): { answer: AttemptAnswer; counts: Counts } {
  const full = attempts.flatMap((attempt) => {
    const freeAt = isKnown(counts, attempt, now - attempt.windowMs) ? null : roomAt(counts, attempt, now);
    return freeAt === null ? [] : [{ key: attempt.key, freeAt }];
  });
  if (full.length > 0) {
    const retryAfterMs = Math.max(1_000, ...full.map(({ freeAt }) => freeAt - now));
    return { answer: { allowed: false, keys: full.map(({ key }) => key), retryAfterMs }, counts };
  }
  const answer: AttemptAnswer = { allowed: true, keys: [], retryAfterMs: 0 };
  const news = attempts.filter((attempt) => !isKnown(counts, attempt, now - attempt.windowMs / 100));
  if (news.length === 0) return { answer, counts };
  const still = Object.entries(counts).filter(([, { until }]) => until > now);
  const taken = news.map((attempt) => [attempt.key, countOne(counts, attempt, now)] as const);
  return { answer, counts: Object.fromEntries([...still, ...taken]) };
}

const countOf = ({ count = 1 }: Counted) => count;

const within = (counts: Counts, { key, windowMs }: Attempt, now: number): Counted[] =>
  counts[key]?.counted.filter(({ at }) => at > now - windowMs) ?? [];

/** Whether this value is counted since then. */
export function isKnown(
  counts: Counts,
  { key, value }: Pick<Attempt, "key" | "value">,
  since: number,
): boolean {
  if (value === undefined) return false;
  return counts[key]?.counted.some((one) => one.value === value && one.at > since) ?? false;
}

/** When the max-th newest leaves the window there is room again; null = there is. */
function roomAt(counts: Counts, attempt: Attempt, now: number): number | null {
  let newer = 0;
  for (const one of within(counts, attempt, now).reverse()) {
    newer += countOf(one);
    if (newer >= attempt.max) return one.at + attempt.windowMs;
  }
  return null;
}

function countOne(counts: Counts, attempt: Attempt, now: number): Counts[string] {
  const { value, max, windowMs } = attempt;
  const kept = { windowMs, until: now + windowMs };
  const all = within(counts, attempt, now);
  const before = all.filter((one) => value === undefined || one.value !== value);
  const last = before.at(-1);
  if (value !== undefined) {
    const { by } = all.find((one) => one.value === value) ?? attempt;
    return { ...kept, counted: [...before, { at: now, value, ...(by === undefined ? {} : { by }) }] };
  }
  const moment = (at: number) => Math.floor(at / (windowMs / 100));
  if (!last || max <= manyAllowed || moment(last.at) !== moment(now))
    return { ...kept, counted: [...before, { at: now }] };
  return { ...kept, counted: [...before.slice(0, -1), { at: now, count: countOf(last) + 1 }] };
}

/** The same without this value; itself where it is not counted. */
export function without(counts: Counts, { keys, value, by }: Forgotten): Counts {
  const isIt = (one: Counted) => one.value === value && (by === undefined || one.by === by);
  const isCounted = (key: string) => counts[key]?.counted.some(isIt) ?? false;
  if (!keys.some(isCounted)) return counts;
  const left = Object.entries(counts).flatMap(([key, one]) => {
    if (!keys.includes(key)) return [[key, one] as const];
    const counted = one.counted.filter((each) => !isIt(each));
    return counted.length === 0 ? [] : [[key, { ...one, counted }] as const];
  });
  return Object.fromEntries(left);
}

// Pure rules of leases: which browser has an order open for which device.

/**
 * @property name what is held of the subject @property holder the browser: another one's leases do not matter
 * @property order what is wanted: router, device and plan @property network by which it was counted; absent where it was not
 */
export type LeaseAsk = {
  name: string;
  holder: string;
  order: string;
  paymentId: string;
  holdMs: number;
  network?: string;
};

export type OpenLease = {
  order: string;
  paymentId: string;
  takenAt: number;
  until: number;
  /** When its payment had a definite result; null = none yet. */
  settledAt: number | null;
  network?: string;
};

export type LeaseAnswer =
  | { kind: "granted"; unsettled: string | null }
  /** The same order is already under way. */
  | { kind: "same"; paymentId: string; network?: string }
  | { kind: "busy"; paymentId: string; retryAfterMs: number }
  /** `keys`: of the attempts that have no room. */
  | { kind: "limited"; keys: string[]; retryAfterMs: number };

/** The same order gets the same payment, others are refused; later the unsettled payment is named, to be asked once. */
export function leaseAnswer(
  open: OpenLease | undefined,
  ask: Pick<LeaseAsk, "order">,
  now: number,
): Exclude<LeaseAnswer, { kind: "limited" }> {
  if (!open) return { kind: "granted", unsettled: null };
  if (open.until > now) {
    const from = open.network === undefined ? {} : { network: open.network };
    if (open.order === ask.order) return { kind: "same", paymentId: open.paymentId, ...from };
    return { kind: "busy", paymentId: open.paymentId, retryAfterMs: open.until - now };
  }
  return { kind: "granted", unsettled: open.settledAt === null ? open.paymentId : null };
}
