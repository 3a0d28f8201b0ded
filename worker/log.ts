import { AsyncLocalStorage } from "node:async_hooks";

/** What a log line is about; `subject` is any other row: an invoice, a switch, a short code, a sealed record. */
type Ids = Partial<
  Record<"requestId" | "provider" | "payment" | "router" | "bridge" | "subject", string | undefined>
>;

const current = new AsyncLocalStorage<Ids>();

/** Every line logged in `act`, and in what it calls, carries these ids. */
export function logWith<T>(ids: Ids, act: () => T): T {
  return current.run({ ...current.getStore(), ...ids }, act);
}

/** Adds what became known of the work that is being done. */
export function logAbout(ids: Ids): void {
  Object.assign(current.getStore() ?? {}, ids);
}

export function requestIdNow(): string | undefined {
  return current.getStore()?.requestId;
}

/** Phone numbers, device addresses, and what may be a token or a secret address. */
const notForLogs =
  /(?<!\d)(?:\+?254|0)[17]\d{8}(?!\d)|\b(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}\b|\b[0-9a-f]{32,}\b|[\w+=-]{40,}/gi;

export function log(level: "error" | "warn", event: string, cause?: unknown, ids: Ids = {}): void {
  const error = cause === undefined ? undefined : textOf(cause).replace(notForLogs, "…");
  const line = JSON.stringify({ level, event, ...current.getStore(), ...ids, error });
  if (level === "error") console.error(line);
  else console.warn(line);
}

export function logRejected(
  event: string,
  results: readonly PromiseSettledResult<unknown>[],
  ids?: Ids,
): void {
  for (const result of results) if (result.status === "rejected") log("error", event, result.reason, ids);
}

function textOf(cause: unknown): string {
  if (!(cause instanceof Error)) return typeof cause === "string" ? cause : String(JSON.stringify(cause));
  const because = cause.cause === undefined ? "" : `\nbecause of ${textOf(cause.cause)}`;
  return `${cause.stack ?? cause}${because}`;
}
