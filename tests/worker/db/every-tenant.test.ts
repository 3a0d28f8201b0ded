import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { fromEach } from "#worker/db/every-tenant";
import { refuse } from "#worker/errors";
import { clock } from "#worker/sleep";

afterEach(() => vi.restoreAllMocks());

test("of any providers in any state those that answer are read, and the others are named, whoever hangs or throws", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { timer } = clock;
  vi.spyOn(clock, "timer").mockImplementation((ms, ring) => timer(Math.min(ms, 5), ring));
  const state = fc.constantFrom("answers", "throws", "throws late", "hangs", "is erased", "answers garbage");
  await fc.assert(
    fc.asyncProperty(fc.array(state, { maxLength: 45 }), async (states) => {
      const ids = states.map((_state, place) => `provider-${place}`);
      const { rows, silent } = await fromEach(ids, async (id) => {
        const is = states[ids.indexOf(id)];
        if (is === "throws") throw new Error("its database does not open");
        if (is === "is erased") throw refuse("not_found", "no_such_provider");
        if (is === "hangs") return new Promise<string[]>(() => undefined);
        await Promise.resolve();
        if (is === "throws late") throw new Error("reset");
        if (is === "answers garbage") return (undefined as unknown as { rows: string[] }).rows;
        return [id, `${id} again`];
      });
      const those = (...wanted: string[]) => ids.filter((_id, place) => wanted.includes(states[place] ?? ""));
      expect(rows).toEqual(those("answers").flatMap((id) => [id, `${id} again`]));
      expect(silent.map(({ providerId }) => providerId)).toEqual(
        those("throws", "throws late", "hangs", "answers garbage"),
      );
    }),
    { numRuns: 60 },
  );
});
