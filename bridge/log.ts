import type { Clock } from "./clock.ts";

/** What may stand in the log. Anything else is left out, so that a secret can only get here by being named here. */
export type LogFields = {
  routerId?: string;
  entitlementId?: string;
  lineId?: string;
  subject?: string;
  rev?: number;
  epoch?: number;
  state?: string;
  reason?: string;
  message?: string;
  count?: number;
  ms?: number;
  version?: string;
  bridgeId?: string;
};

const allowed: ReadonlySet<string> = new Set<keyof LogFields>([
  "routerId",
  "entitlementId",
  "lineId",
  "subject",
  "rev",
  "epoch",
  "state",
  "reason",
  "message",
  "count",
  "ms",
  "version",
  "bridgeId",
]);

/** `event` names what happened, like "link.up" or "router.unreachable". */
export type Log = (event: string, fields?: LogFields) => void;

/** One JSON line per event. `write` gets the line without its end. */
export function createLog(clock: Pick<Clock, "now">, write: (line: string) => void): Log {
  return (event, fields = {}) => {
    const shown = Object.entries(fields).filter(([name]) => allowed.has(name));
    write(JSON.stringify({ at: new Date(clock.now()).toISOString(), event, ...Object.fromEntries(shown) }));
  };
}
