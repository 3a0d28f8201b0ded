import { describe, expect, it } from "vitest";
import type { PortalPage } from "#contract/portal";
import { keepFresh } from "#web/portal/keep-fresh.ts";
import { manualTime } from "./manual-time.ts";
import { device, page } from "./sample-pages.ts";

const connected = (change: Partial<PortalPage> = {}) =>
  page({ kind: "connected", receipt: null }, { device, ...change });

function kept(at: PortalPage) {
  const time = manualTime();
  const reloads: number[] = [];
  const seen = { hidden: false, busy: false };
  let wake: () => void = () => undefined;
  const stop = keepFresh(at, {
    after: time.after,
    now: time.now,
    hidden: () => seen.hidden,
    busy: () => seen.busy,
    reload: () => reloads.push(time.now()),
    onWake(run) {
      wake = run;
      return () => {
        wake = () => undefined;
      };
    },
  });
  return { time, reloads, seen, wake: () => wake(), stop };
}

describe("a page that shows a moment", () => {
  it("is asked for again when its reader comes back after a while, not at once", async () => {
    const { time, reloads, wake } = kept(connected());
    await time.pass(10_000);
    wake();
    expect(reloads).toEqual([]);
    await time.pass(10_000);
    wake();
    expect(reloads).toEqual([20_000]);
  });

  it("is asked for again while the device is being connected, but not under somebody's fingers", async () => {
    const connecting = { ...device, access: "connecting" as const, expiresAt: null };
    const { time, reloads } = kept(connected({ device: connecting }));
    await time.pass(4_000);
    expect(reloads).toEqual([2_500]);
    const typing = kept(connected({ device: connecting }));
    typing.seen.busy = true;
    await typing.time.pass(60_000);
    expect(typing.reloads).toEqual([]);
  });

  it("shows the next plan when the one in front of it ends", async () => {
    const { time, reloads } = kept(connected({ device: { ...device, queued: 1 } }));
    // 11:05 to 13:18.
    await time.pass(133 * 60_000);
    expect(reloads).toEqual([]);
    await time.pass(4_000);
    expect(reloads).toHaveLength(1);
  });

  it("trusts no timer with weeks, and leaves a page without another plan alone", async () => {
    const long = { ...device, queued: 1, expiresAt: "2026-12-30T13:18:00.000Z" };
    for (const at of [connected({ device: long }), connected(), page()]) {
      const { time, reloads } = kept(at);
      await time.pass(60 * 86_400_000);
      expect(reloads).toEqual([]);
    }
  });
});
