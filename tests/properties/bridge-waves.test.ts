import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { beforeAll, expect, test, vi } from "vitest";
import { minuteMs } from "#contract/values/time";
import type { Context } from "#worker/context";
import { executorOn, onD1 } from "#worker/db/executor";
import { sweepBridgeWaves } from "#worker/features/bridges/sweep-waves";
import { comeBackMs, mostAtOnce, mostOf, type Step, stayMs } from "#worker/features/bridges/wave-state";
import { goOn, lastWave, startWave } from "#worker/features/bridges/wave-store";
import { version } from "../../package.json";
import { histories, historiesLimitMs, isLongRun } from "../support/histories.ts";
import { Database, d1On } from "../support/sqlite.ts";

// An update of all bridges, minute by minute, by the worker's own sweep on a database: bridges come back, fail, fall silent, are away;
// the sweep is cut off before any statement and after any call, and two of them run at once.

const before = "0.0.9";
/** How a bridge's machine takes the word: back after so many minutes, or one of the ways not to. */
type Fate =
  | { kind: "back"; after: number; awayUntil: number }
  | { kind: "failed" | "silent" | "before" | "gone" | "refused" };
type Site = { id: string; fate: Fate; toldAt: number | null; told: number };

const back = fc.record({
  kind: fc.constant("back" as const),
  after: fc.integer({ min: 1, max: 8 }),
  awayUntil: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 40 })),
});
const loss = fc.record({ kind: fc.constantFrom("failed", "silent", "before", "gone", "refused") });
const fleets = fc.array(back, { minLength: 1, maxLength: 50 });
/** Statements and calls after each of which one sweep is cut off. */
const cuts = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 25 });

class Killed extends Error {}

class Fleet {
  private readonly database = new Database();
  readonly sites: Site[];
  now = Date.UTC(2031, 0, 1);
  private readonly beganAt = this.now;
  private readonly cuts: number[];
  private untilCut: number | undefined;
  private isCutting = false;
  readonly ctx: Context;

  constructor(fates: readonly Fate[], cutAfter: readonly number[] = []) {
    for (const file of readdirSync("migrations/platform")
      .filter((name) => name.endsWith(".sql"))
      .sort())
      this.database.script(readFileSync(`migrations/platform/${file}`, "utf8"));
    this.cuts = [...cutAfter];
    this.sites = fates.map((fate, index) => ({ id: `b${index}`, fate, toldAt: null, told: 0 }));
    for (const { id } of this.sites) {
      this.run(
        "INSERT INTO bridges (id, provider_id, name, public_key, enrolled_at) VALUES (?, 'p', ?, '', 0)",
        id,
        id,
      );
      this.run(
        "INSERT INTO bridge_programs (bridge_id, version, updated_by, since) VALUES (?, ?, 'itself', 0)",
        id,
        before,
      );
    }
    const platform = executorOn(
      onD1(
        d1On(this.database, async () => {
          this.passes();
          this.checkSize();
        }),
      ),
    );
    const getByName = (id: string) => {
      const site = this.sites.find((one) => one.id === id) as Site;
      return {
        siteNow: async () => ({ isOnline: this.isThere(site) }),
        updateTo: async () => this.tell(site),
      };
    };
    this.ctx = {
      now: () => this.now,
      platform,
      settings: { MAIN_ORIGIN: "" },
      env: { BRIDGE: { getByName } },
    } as unknown as Context;
  }

  private run(sql: string, ...values: unknown[]) {
    return this.database.query(sql, values).rows;
  }

  private passes(): void {
    if (!this.isCutting || this.untilCut === undefined) return;
    this.untilCut -= 1;
    if (this.untilCut < 0) throw new Killed();
  }

  private minute(): number {
    return (this.now - this.beganAt) / minuteMs;
  }

  private isThere({ fate, toldAt }: Site): boolean {
    if (fate.kind === "back") return this.minute() >= fate.awayUntil;
    const passed = toldAt === null ? -1 : this.now - toldAt;
    return toldAt === null || !(fate.kind === "silent" || (fate.kind === "gone" && passed >= 2 * minuteMs));
  }

  /** As a bridge's object does: it keeps that it told, and says so for as long, though the bridge is silent; a refusal it forgets. */
  private tell(site: Site) {
    const refused = site.fate.kind === "refused";
    const isKept = !refused && site.toldAt !== null && this.now - site.toldAt < comeBackMs;
    if (!isKept && !this.isThere(site)) return { kind: "offline" as const };
    if (!isKept) {
      if (site.toldAt === null || !refused) site.told += 1;
      site.toldAt ??= this.now;
    }
    // The call arrived; its answer may not.
    this.passes();
    return refused
      ? { kind: "refused" as const, message: { say: "update_by_hand" as const } }
      : { kind: "told" as const };
  }

  private checkSize(): void {
    const [wave] = this.run("SELECT id, step FROM bridge_waves ORDER BY id DESC LIMIT 1");
    if (!wave) return;
    const [row] = this.run(
      "SELECT count(*) AS n FROM bridge_programs WHERE wave_id = ? AND outcome IS NULL",
      wave.id,
    );
    const step = wave.step as Step;
    const size = step === 0 ? 1 : mostOf(step, this.sites.length);
    expect(Number(row?.n)).toBeLessThanOrEqual(Math.min(size, mostAtOnce));
  }

  /** What happened at the sites in a minute. */
  private pass(): void {
    this.now += minuteMs;
    for (const { id, fate, toldAt } of this.sites) {
      if (toldAt === null) continue;
      const passed = (this.now - toldAt) / minuteMs;
      if ((fate.kind === "back" && passed === fate.after) || (fate.kind === "gone" && passed === 1))
        this.run(
          "UPDATE bridge_programs SET version = ?, since = ? WHERE bridge_id = ?",
          version,
          this.now,
          id,
        );
      if (fate.kind === "failed" && passed === 2)
        this.run(
          "UPDATE bridge_programs SET failed_at = ?, failure = 'no' WHERE bridge_id = ?",
          this.now,
          id,
        );
    }
  }

  /** A minute, with its sweep; cut off if it is its turn. @param twice two sweeps at once */
  async sweep(twice = false): Promise<void> {
    this.pass();
    this.untilCut = this.cuts.shift();
    this.isCutting = true;
    const sweeps = await Promise.allSettled([
      sweepBridgeWaves(this.ctx),
      ...(twice ? [sweepBridgeWaves(this.ctx)] : []),
    ]);
    this.isCutting = false;
    for (const one of sweeps)
      if (one.status === "rejected" && !(one.reason instanceof Killed)) throw one.reason;
    for (const { told } of this.sites) expect(told).toBeLessThanOrEqual(1);
  }

  state = () => lastWave(this.ctx);
  start = () => startWave(this.ctx, version, () => noLine);
  goOn = async () => {
    const wave = await this.state();
    if (wave) await goOn(this.ctx, wave, () => noLine);
  };

  get updated(): number {
    return this.run("SELECT bridge_id FROM bridge_programs WHERE version = ?", version).length;
  }

  get letters(): number {
    return this.run("SELECT id FROM mail").length;
  }

  addOperator(): void {
    this.run(
      `INSERT INTO operators (id, username, username_key, password_hash, name, email, role, created_at)
       VALUES ('o', 'o', 'o', '', 'o', 'o@example.com', 'admin', 0)`,
    );
  }

  close(): void {
    this.database.close();
  }
}

const { sql } = await import("#worker/db/sql");
const noLine = sql`SELECT 1`;

beforeAll(() => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

const usual = 100;
const plays = { numRuns: histories(usual, 1_000), ...(isLongRun ? {} : { seed: 38 }) };

test("all bridges are updated, each told once and never more at once than the step allows, wherever a sweep is cut off", {
  timeout: historiesLimitMs(usual, 1_000),
}, async () => {
  await fc.assert(
    fc.asyncProperty(fleets, cuts, fc.boolean(), async (fates, cutAfter, twice) => {
      const fleet = new Fleet(fates, cutAfter);
      await fleet.start();
      for (let minute = 0; minute < 200 && (await fleet.state())?.state === "running"; minute += 1)
        await fleet.sweep(twice);
      expect((await fleet.state())?.state).toBe("ended");
      expect(fleet.updated).toBe(fates.length);
      expect(fleet.letters).toBe(0);
      fleet.close();
    }),
    plays,
  );
});

test("it stops at one that is lost, tells no other, says so once, and goes on without it", {
  timeout: historiesLimitMs(usual, 1_000),
}, async () => {
  await fc.assert(
    fc.asyncProperty(fleets, loss, fc.nat(), cuts, async (fates, lost, place, cutAfter) => {
      const at = place % (fates.length + 1);
      const fleet = new Fleet([...fates.slice(0, at), lost, ...fates.slice(at)], cutAfter);
      fleet.addOperator();
      await fleet.start();
      const site = fleet.sites[at] as Site;
      let toldWhenLost: number | undefined;
      for (let minute = 0; minute < 260 && (await fleet.state())?.state === "running"; minute += 1) {
        await fleet.sweep();
        const isLate = site.toldAt !== null && fleet.now - site.toldAt > comeBackMs + stayMs + 30 * minuteMs;
        if (isLate) toldWhenLost ??= fleet.sites.filter(({ told }) => told > 0).length;
      }
      const wave = await fleet.state();
      expect(wave).toMatchObject({
        state: "stopped",
        stoppedFor: lost.kind === "refused" ? "failed" : lost.kind,
      });
      expect(wave?.stoppedAtBridge).toBe(site.id);
      expect(toldWhenLost).toBeUndefined();
      expect(fleet.letters).toBe(1);
      const told = fleet.sites.filter((one) => one.told > 0).length;
      for (let minute = 0; minute < 20; minute += 1) await fleet.sweep();
      expect(fleet.sites.filter((one) => one.told > 0)).toHaveLength(told);
      await fleet.goOn();
      for (let minute = 0; minute < 260 && (await fleet.state())?.state === "running"; minute += 1)
        await fleet.sweep();
      expect((await fleet.state())?.state).toBe("ended");
      expect(fleet.updated).toBe(fates.length + (lost.kind === "gone" ? 1 : 0));
      expect(fleet.letters).toBe(1);
      fleet.close();
    }),
    plays,
  );
});
