import type { Context } from "../../context.ts";
import { nairobiDay } from "../../contract/values/duration.ts";
import { dayMs, hourMs, minuteMs } from "../../contract/values/time.ts";
import { sha256 } from "../../keys.ts";
import { askRouters } from "./ask-routers.ts";
import { judgeAccess } from "./judge-access.ts";
import { moneyOfDay } from "./money-of-day.ts";
import { keepLeaks, keepLook, soldAt } from "./store.ts";

/** 04:00 in Nairobi, when the night's comparison with the statements has mostly been made; each provider at a minute of its own. */
const nightMs = 4 * hourMs;
const spreadMinutes = 90;

/** The next night's look after a moment, UTC ms. */
export function nextNight(providerId: string, after: number): number {
  const minute = Number.parseInt(sha256(providerId).slice(0, 6), 16) % spreadMinutes;
  const today = Date.parse(`${nairobiDay(after)}T00:00:00+03:00`) + nightMs + minute * minuteMs;
  return today > after ? today : today + dayMs;
}

/** Reads all routers, judges, and keeps what was found in the place of what was found before. */
export async function look(ctx: Context, providerId: string): Promise<void> {
  const looks = await askRouters(ctx, providerId);
  const looked = looks.flatMap(({ routerId, facts }) => (facts ? [{ routerId, facts }] : []));
  const db = ctx.tenant(providerId);
  // After the routers: what was sold while they were asked must not look like sold and kept out, nor like let in and unpaid.
  const now = ctx.now();
  const sold = await soldAt(
    db,
    looks.map(({ routerId }) => routerId),
    now,
  );
  const leaks = judgeAccess(looked, sold, now);
  const keptOut = leaks.flatMap(({ kind, print }) => (kind === "kept_out" ? [print] : []));
  const day = nairobiDay(now);
  const money = await moneyOfDay(ctx, providerId, nairobiDay(now - dayMs), keptOut);
  await db.batch([
    ...keepLeaks(looks, leaks, now),
    keepLook(
      {
        day,
        ...money,
        looked: looked.length,
        unlooked: looks.length - looked.length,
      },
      now,
    ),
  ]);
}
