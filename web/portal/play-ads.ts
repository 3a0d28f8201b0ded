import type { PortalAd } from "#contract/portal";
import { type AdEvent, type AdReport, type AdRun, nextAdChange, startAds, stepAds } from "./ads.ts";
import type { PollingPorts } from "./polling.ts";

/** What the advertisements need of the browser. */
type AdPorts = Pick<PollingPorts, "after" | "onWake" | "hidden"> & {
  /** The page's clock, in milliseconds. */
  now(): number;
  report(report: AdReport): void;
  changed(run: AdRun): void;
  over(): void;
};

export type AdPlay = { send(event: AdEvent): void; stop(): void };

/** Lets the advertisements go by, beginning with `index`, now. */
export function playAds(ads: readonly PortalAd[], index: number, ports: AdPorts): AdPlay {
  let run: AdRun = { ...startAds(index), at: ports.now(), hidden: ports.hidden() };
  let callOff: (() => void) | undefined;
  let stopped = false;

  const arm = () => {
    callOff?.();
    const ms = nextAdChange(ads, run);
    callOff = ms === null ? undefined : ports.after(ms, () => send({ kind: "passed" }));
  };
  const send = (event: AdEvent) => {
    if (stopped) return;
    const step = stepAds(ads, run, event, ports.now());
    run = step.run;
    for (const report of step.reports) ports.report(report);
    ports.changed(run);
    if (run.index < ads.length) return arm();
    stop();
    ports.over();
  };
  const stopWaking = ports.onWake(() => {
    // Focus and its like come in bursts and change nothing that is shown.
    if (ports.hidden() !== run.hidden) send({ kind: "sight", hidden: ports.hidden() });
  });
  const stop = () => {
    stopped = true;
    callOff?.();
    stopWaking();
  };
  arm();
  return { send, stop };
}
