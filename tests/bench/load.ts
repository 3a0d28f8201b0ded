import autocannon from "autocannon";

export type Figures = {
  requestsPerSecond: number;
  p50: number;
  p95: number;
  p99: number;
  max: number;
  errors: number;
  requests: number;
};

const connections = 50;
/** Of many sites: one network alone would be taken for a flood (worker/http/network.ts). */
const networksEach = 10;

/**
 * A GET over and over at 50 connections, compressed as a browser asks for it. Latencies in ms; the load generator has no
 * p95, its p97.5 stands in for it.
 */
export async function load(options: {
  port: number;
  host: string;
  path: string;
  seconds: number;
  cookie?: string;
}): Promise<Figures> {
  const headers = {
    host: options.host,
    "accept-encoding": "gzip",
    ...(options.cookie ? { cookie: options.cookie } : {}),
  };
  let network = 0;
  const result = await autocannon({
    url: `http://127.0.0.1:${options.port}${options.path}`,
    headers,
    // To each its own few: given to all of them, the list is copied for each while the first already wait for their answers, which then
    // seem to have taken the second that this lasts.
    setupClient: (client) =>
      client.setRequests(
        Array.from({ length: networksEach }, () => {
          network += 1;
          return { headers: { ...headers, "cf-connecting-ip": `10.8.${network >> 8}.${network & 255}` } };
        }),
      ),
    connections,
    duration: options.seconds,
  });
  return {
    requestsPerSecond: Math.round(result.requests.total / result.duration),
    p50: result.latency.p50,
    p95: result.latency.p97_5,
    p99: result.latency.p99,
    max: result.latency.max,
    errors: result.errors + result.non2xx,
    requests: result.requests.total,
  };
}

/** Runs `each` for every item, `parallel` at a time, and tells how long each took. */
export async function paced<T>(
  items: readonly T[],
  parallel: number,
  each: (item: T) => Promise<void>,
): Promise<Figures> {
  const waiting = [...items];
  const took: number[] = [];
  let errors = 0;
  const began = performance.now();
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      const start = performance.now();
      try {
        await each(item);
      } catch (cause) {
        // Counted, and shown in the table: a figure with errors is no figure.
        errors += 1;
        if (errors === 1) console.error(cause);
      }
      took.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  const seconds = (performance.now() - began) / 1_000;
  took.sort((left, right) => left - right);
  const at = (share: number) =>
    Math.round((took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0) * 10) / 10;
  return {
    requestsPerSecond: Math.round((items.length / seconds) * 10) / 10,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    max: at(1),
    errors,
    requests: items.length,
  };
}
