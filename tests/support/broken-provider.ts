import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import { ProviderObject } from "#worker/provider-object";
import { clock } from "#worker/sleep";

// One provider of several whose object is out of order, each time in another way. Its rows stay as they are.

export const breakages = ["does not open", "answers garbage", "hangs", "throws half-way"] as const;
export type Breakage = (typeof breakages)[number];

/** How long is waited for one that hangs: turns in which no other object is at work, so that a slow machine makes none of them late. */
const turns = 10;
const turnMs = 50;
/** A call that hangs ends when nobody waits for it any longer, or so late. */
const hangsAtMostMs = 30_000;

/** What others ask of it. */
const calls = [
  ...([
    "run",
    "readSnapshot",
    "refreshSnapshot",
    "wake",
    "size",
    "open",
    "deliver",
    "paymentChanged",
    "limit",
    "backUp",
  ] as const),
];

/** @returns what mends it */
export async function breakProvider(id: string, how: Breakage): Promise<() => Promise<void>> {
  const silence = vi.spyOn(console, "error").mockImplementation(() => undefined);
  if (how === "does not open") {
    const stub = env.PROVIDER.getByName(id);
    const done = await runInDurableObject(stub, (_object, { storage }) => {
      const rows = storage.sql.exec("SELECT created_at AS at FROM __drizzle_migrations").toArray();
      // The first migration runs once more, and meets its own tables.
      storage.sql.exec("DELETE FROM __drizzle_migrations");
      return rows.map(({ at }) => at as number);
    });
    await evictDurableObject(stub);
    return async () => {
      silence.mockRestore();
      await runInDurableObject(stub, (_object, { storage }) => {
        for (const at of done)
          storage.sql.exec("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('', ?)", at);
      });
    };
  }
  const { timer } = clock;
  const waiting = new Set<object>();
  let atWork = 0;
  if (how === "hangs")
    clock.timer = (ms, ring) => {
      const wait = {};
      waiting.add(wait);
      let left = Math.min(turns, Math.ceil(ms / turnMs));
      const turn = () => {
        if (atWork === 0) left -= 1;
        if (left > 0) {
          stop = timer(turnMs, turn);
          return;
        }
        waiting.delete(wait);
        ring();
      };
      let stop = timer(turnMs, turn);
      return () => {
        waiting.delete(wait);
        stop();
      };
    };
  const hang = async () => {
    const before = [...waiting];
    const end = performance.now() + hangsAtMostMs;
    const isWaitedFor = () => before.some((wait) => waiting.has(wait));
    do await new Promise<void>((resolve) => timer(turnMs, resolve));
    while (isWaitedFor() && performance.now() < end);
  };
  let asked = 0;
  const spies = calls.map((name) => {
    const real = ProviderObject.prototype[name] as (...given: unknown[]) => Promise<unknown>;
    return vi.spyOn(ProviderObject.prototype, name).mockImplementation(async function (
      this: ProviderObject,
      ...given: unknown[]
    ) {
      const isIt = (this as unknown as { id: string }).id === id;
      if (!isIt) {
        atWork += 1;
        return real.apply(this, given).finally(() => {
          atWork -= 1;
        });
      }
      asked += 1;
      if (how === "hangs") await hang();
      if (how === "hangs") throw new Error("the object was reset because its code was updated");
      if (how === "answers garbage") return "garbage";
      if (asked % 2 === 1) return real.apply(this, given);
      throw new Error("the object was reset because its code was updated");
    } as never);
  });
  return async () => {
    clock.timer = timer;
    silence.mockRestore();
    for (const spy of spies) spy.mockRestore();
  };
}
