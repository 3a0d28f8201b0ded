import type { Context } from "../../context.ts";
import { nairobiDay } from "../../contract/values/duration.ts";
import { dayMs } from "../../contract/values/time.ts";
import { askRouters } from "./ask-routers.ts";
import { judgeAccess, withoutLines } from "./judge-access.ts";
import { moneyOfDay } from "./money-of-day.ts";
import { keepLeaks, keepLook, linesAt, soldAt } from "./store.ts";

/** Reads all routers, judges, and keeps what was found in the place of what was found before. */
export async function look(ctx: Context, providerId: string): Promise<void> {
  const looks = await askRouters(ctx, providerId);
  const db = ctx.tenant(providerId);
  const lines = await linesAt(db);
  const looked = looks.flatMap(({ routerId, facts }) =>
    facts ? [{ routerId, facts: withoutLines(facts, lines.get(routerId) ?? new Set()) }] : [],
  );
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
