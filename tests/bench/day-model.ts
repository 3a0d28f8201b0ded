import { hourMs } from "#contract/values/time";
import { Agenda } from "./agenda.ts";
import { Waits } from "./waits.ts";

// A day of sales in simulated time. Each provider's object is one thread, D1 is one thread, both first come, first served; the
// entry and PaymentObjects are as many as are asked for. Who comes comes by chance, at the hour's rate.

export type Day = {
  /** Sales of each hour, in parts of the mean; their number is that of the hours. */
  hours: readonly number[];
  providers: number;
  /** The nth largest provider sells `n ** -skew` of what the largest does. */
  skew: number;
  sales: number;
  /** Prompts that are not paid, for each sale. */
  failedPerSale: number;
  /** Views besides those of a purchase. */
  otherViews: number;
  /** How long a thread is busy with one: the provider's object with the first four, D1 with a statement. */
  ms: { view: number; initiate: number; grant: number; end: number; statement: number };
  /** Trips to D1 of a purchase or attempt: between PIN and access, and beside. */
  trips: { onWay: number; beside: number };
  /** Each takes the same time, or a chance one with this mean: the harder case. */
  spread: "fixed" | "exponential";
};

export type DayResult = {
  /** The largest provider's object, and D1: its share of time at work over the day and in the fullest hour. */
  busiest: Load;
  d1: Load;
  /** What a page waits for its provider's object. */
  page: Waits;
  /** From the PIN to the access that is handed to the bridge: waiting and work. */
  access: Waits;
  sold: number;
  /** How long after the day's end the last of its work was done. */
  lateMs: number;
};
export type Load = { sales: number; mean: number; peak: number };

/** After the first view, as in the scenario of tests/worker/purchase-cost.test.ts. */
const secondViewMs = 5_000;
const initiateMs = 20_000;
const pinMs = 18_000;
const connectedMs = 2_000;

type Happening = "view" | "initiate" | "pin" | "trip on the way";
/** `left`: trips to D1 that are still on the way to access; `since`: the PIN. */
type Event = {
  at: number;
  kind: Happening;
  provider: number;
  isPaid: boolean;
  since: number;
  left: number;
};

/** Chance that can be repeated: mulberry32. @returns 0 to 1, never 0 */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (((mixed ^ (mixed >>> 14)) >>> 0) + 1) / 4_294_967_297;
  };
}

/** One thread. */
class Station {
  private freeAt = 0;
  readonly busyByHour: Float64Array;

  constructor(hours: number) {
    this.busyByHour = new Float64Array(hours);
  }

  /** To be asked in order of arrival. @returns when it is done */
  serve(at: number, ms: number): number {
    const begins = Math.max(at, this.freeAt);
    this.freeAt = begins + ms;
    const hour = Math.min(this.busyByHour.length - 1, Math.floor(begins / hourMs));
    this.busyByHour[hour] = (this.busyByHour[hour] as number) + ms;
    return this.freeAt;
  }

  load(sales: number): Load {
    const busy = [...this.busyByHour];
    const total = busy.reduce((sum, ms) => sum + ms, 0);
    return { sales, mean: total / hourMs / busy.length, peak: Math.max(...busy) / hourMs };
  }
}

/** Moments of a stream whose rate changes with the hour. */
function* arrivals(count: number, hours: readonly number[], random: () => number): Generator<number> {
  const perHour = count / hours.length;
  let at = 0;
  while (at < hours.length * hourMs) {
    const hour = Math.floor(at / hourMs);
    const rate = perHour * (hours[hour] ?? 0);
    const next = rate === 0 ? Number.POSITIVE_INFINITY : at - (Math.log(random()) / rate) * hourMs;
    // What would come after the hour's end comes at the next hour's rate instead.
    at = Math.min(next, (hour + 1) * hourMs);
    if (at === next) yield at;
  }
}

type Stream = { next: number; moments: Generator<number>; act(at: number): void };
const stream = (moments: Generator<number>, act: (at: number) => void): Stream => ({
  next: moments.next().value ?? Number.POSITIVE_INFINITY,
  moments,
  act,
});

export function simulateDay(day: Day, random: () => number): DayResult {
  const { hours, ms, trips } = day;
  const stations = Array.from({ length: day.providers }, () => new Station(hours.length));
  const d1 = new Station(hours.length);
  const sales = new Float64Array(day.providers);
  const choose = chooser(day, random);
  const [page, access] = [new Waits(), new Waits()];
  const took = day.spread === "fixed" ? (mean: number) => mean : (mean: number) => -Math.log(random()) * mean;

  const agenda = new Agenda();
  const free: number[] = [];
  const events: Event[] = [];
  const plan = (event: Event) => {
    const place = free.pop() ?? events.length;
    events[place] = event;
    agenda.add(event.at, place);
  };
  let sold = 0;
  let last = 0;
  const work = (station: Station, at: number, mean: number) => {
    const done = station.serve(at, took(mean));
    last = Math.max(last, done);
    return done;
  };
  const show = (at: number, provider: number) => {
    const needed = took(ms.view);
    const done = (stations[provider] as Station).serve(at, needed);
    last = Math.max(last, done);
    page.add(Math.max(0, done - needed - at));
  };

  const begin = (at: number, provider: number, isPaid: boolean) => {
    const event = { provider, isPaid, since: 0, left: trips.onWay };
    show(at, provider);
    plan({ ...event, at: at + secondViewMs, kind: "view" });
    plan({ ...event, at: at + initiateMs, kind: "initiate" });
  };
  /** The next leg of the way from PIN to access. */
  const proceed = (event: Event, at: number) => {
    if (event.left > 0) plan({ ...event, at, kind: "trip on the way" });
    else if (event.isPaid) granted(event, at);
  };
  const granted = (event: Event, at: number) => {
    access.add(at - event.since);
    sold += 1;
    sales[event.provider] = (sales[event.provider] as number) + 1;
    plan({ ...event, at: at + connectedMs, kind: "view" });
  };
  const happen = (event: Event) => {
    const { at, kind, provider } = event;
    const station = stations[provider] as Station;
    if (kind === "view") show(at, provider);
    else if (kind === "initiate") plan({ ...event, at: work(station, at, ms.initiate) + pinMs, kind: "pin" });
    else if (kind === "pin") proceed({ ...event, since: at }, work(station, at, ms.grant));
    else proceed({ ...event, left: event.left - 1 }, work(d1, at, ms.statement));
  };

  const attempts = day.sales * (1 + day.failedPerSale);
  const isPaid = () => random() * (1 + day.failedPerSale) < 1;
  const streams: Stream[] = [
    stream(arrivals(attempts, hours, random), (at) => begin(at, choose(), isPaid())),
    stream(arrivals(day.otherViews, hours, random), (at) => show(at, choose())),
    // What follows a purchase by itself, by then at a moment of its own.
    stream(arrivals(day.sales, hours, random), (at) => work(stations[choose()] as Station, at, ms.end)),
    stream(arrivals(attempts * trips.beside, hours, random), (at) => work(d1, at, ms.statement)),
  ];
  for (;;) {
    let soonest = streams[0] as Stream;
    for (const other of streams) if (other.next < soonest.next) soonest = other;
    if (agenda.next < soonest.next) {
      const place = agenda.take();
      happen(events[place] as Event);
      free.push(place);
    } else if (soonest.next === Number.POSITIVE_INFINITY) break;
    else {
      soonest.act(soonest.next);
      soonest.next = soonest.moments.next().value ?? Number.POSITIVE_INFINITY;
    }
  }
  return {
    busiest: (stations[0] as Station).load(sales[0] as number),
    d1: d1.load(sold),
    page,
    access,
    sold,
    lateMs: Math.max(0, last - hours.length * hourMs),
  };
}

/** By chance, each provider by its share of the sales. */
function chooser({ providers, skew }: Day, random: () => number): () => number {
  const upTo = new Float64Array(providers);
  let sum = 0;
  for (let place = 0; place < providers; place += 1) {
    sum += (place + 1) ** -skew;
    upTo[place] = sum;
  }
  return () => {
    const wanted = random() * sum;
    let [low, high] = [0, providers - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((upTo[middle] as number) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
