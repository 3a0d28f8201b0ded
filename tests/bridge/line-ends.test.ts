import fc from "fast-check";
import { expect, type TestContext, test } from "vitest";
import { dial, line, lines, reach, start } from "./lines-site.ts";
import { hour, minute } from "./test-site.ts";

// From the end of a line's time to its block, as a distribution, while a way is down for three tenths of the time.

const count = 80;
const stepMs = 5_000;
const name = (index: number) => `home${index}`;

/** Ends within an hour, each with how long it was on after it, and after it could be blocked, ms. */
type Waits = { sinceEnd: number[]; sinceReached: number[] };

/** @param spells which of the hour's 10-minute parts the way is down for three minutes of, and from when in it */
async function ends(
  t: TestContext,
  spells: readonly number[],
  cut: "worker" | "router",
  seed: readonly number[],
): Promise<Waits> {
  const site = await start(t);
  const due = seed.map((at, index) => ({ index, at: site.clock.now() + at }));
  await lines(
    site,
    ...due.map(({ index, at }) =>
      line(1, { login: name(index), openMs: at - site.clock.now() }, `line-${index}`),
    ),
  );
  for (const { index } of due) dial(site, `10.7.1.${index + 1}`, name(index));
  const begun = site.clock.now();
  const isDown = (now: number) => {
    const [part, within] = [Math.floor((now - begun) / (10 * minute)), (now - begun) % (10 * minute)];
    const from = spells[part];
    return from !== undefined && within >= from && within < from + 3 * minute;
  };
  const waits: Waits = { sinceEnd: [], sinceReached: [] };
  let reachedAt = begun;
  let wasDown = false;
  const open = new Set(due);
  while (open.size > 0) {
    const now = site.clock.now();
    const down = isDown(now);
    if (down !== wasDown && cut === "router") site.control({ reachable: !down });
    if (down && !wasDown && cut === "worker") site.linkDown();
    if (!down && wasDown) reachedAt = now;
    if (!down && wasDown && cut === "worker") await site.welcome();
    wasDown = down;
    await site.pass(stepMs);
    const [first] = open;
    for (const one of open) {
      const isOver = one.at <= site.clock.now();
      // What stands is read through all the router's rules: of those whose time runs, one each time.
      if (!isOver && one !== first) continue;
      const isOn = reach(site, name(one.index)).internet;
      if (!isOver) expect(isOn).toBe(true);
      else if (!isOn) {
        waits.sinceEnd.push(site.clock.now() - one.at);
        waits.sinceReached.push(site.clock.now() - Math.max(one.at, reachedAt));
        open.delete(one);
      }
    }
    if (site.clock.now() - begun > 2 * hour) throw new Error(`${open.size} are on for nothing`);
  }
  return waits;
}

const at = (share: number, waits: readonly number[]) =>
  [...waits].sort((one, other) => one - other)[Math.ceil(share * waits.length) - 1] ?? 0;
const spells = fc.array(fc.integer({ min: 0, max: 7 * minute }), { minLength: 7, maxLength: 7 });
const seeds = fc.array(fc.integer({ min: minute, max: hour }), { minLength: count, maxLength: count });

test("the worker away for three tenths of the time: each is blocked with the bridge's next look", {
  timeout: 120_000,
}, async (t) => {
  await fc.assert(
    fc.asyncProperty(spells, seeds, async (when, seed) => {
      const { sinceEnd } = await ends(t, when, "worker", seed);
      expect(at(1, sinceEnd)).toBeLessThanOrEqual(2 * stepMs);
    }),
    { numRuns: 1, endOnFailure: true },
  );
});

test("the router away for three tenths of the time: 99 of 100 are blocked with the first look after it is back", {
  timeout: 120_000,
}, async (t) => {
  await fc.assert(
    fc.asyncProperty(spells, seeds, async (when, seed) => {
      const { sinceReached } = await ends(t, when, "router", seed);
      expect(at(0.99, sinceReached)).toBeLessThanOrEqual(2 * stepMs);
    }),
    { numRuns: 1, endOnFailure: true },
  );
});
