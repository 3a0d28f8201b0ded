import { expect, test } from "vitest";
import * as calls from "#contract/imports";
import { rowsOfObjects, sumOf, WorkCounter } from "../../support/count-work.ts";
import { call } from "../../support/worker-call.ts";
import { begin, bring, db, demo, importWorld, planId, redeem, undo } from "./import-world.ts";

// A whole file at once, by its work. In a file of its own: after other tests, their objects' alarms are counted with it.

importWorld();

test("10,000 vouchers come as they stand in the file, in 40 calls and few rows, and are redeemed", async () => {
  const codeAt = (place: number) => `vc${(place * 7919 + 1_000_003).toString(36)}`;
  const { id } = await begin(10_000, 10_001);
  const work = await WorkCounter.start();
  work.begin("import");
  for (let from = 0; from < 10_000; from += calls.rowsAtOnce) {
    const rows = Array.from({ length: calls.rowsAtOnce }, (_, place) => ({
      row: from + place + 2,
      code: codeAt(from + place),
    }));
    const verdicts = await bring(id, rows);
    expect(verdicts.filter(({ becomes }) => becomes !== "voucher")).toEqual([]);
  }
  await work.finish();
  const step = work.steps.find(({ name }) => name === "import");
  if (!step) throw new Error("nothing was counted");
  expect([step.trips, sumOf(step.calls)]).toEqual([0, 40]);
  expect(rowsOfObjects(step)).toBeLessThanOrEqual(60_100);
  const { results } = await db()
    .prepare("SELECT id, code, foreign_code, plan_id, used_at FROM vouchers WHERE import_id = ?1")
    .bind(id)
    .all<{ id: string; code: string; foreign_code: string; plan_id: string; used_at: null }>();
  expect(results).toHaveLength(10_000);
  const byId = new Map(results.map((row) => [row.id, row]));
  const wrong = Array.from({ length: 10_000 }, (_, place) => place).filter((place) => {
    const row = byId.get(`${id}-${place + 2}`);
    const code = codeAt(place);
    return (
      row?.foreign_code !== code ||
      row.code !== code.toUpperCase() ||
      row.plan_id !== planId() ||
      row.used_at !== null
    );
  });
  expect(wrong).toEqual([]);
  for (const place of [0, 4_999, 9_999])
    expect((await redeem({ code: codeAt(place).toUpperCase() })).ok).toBe(true);
  const listed = await call(calls.listImports, {}, demo());
  const mine = listed.ok ? listed.answer.find((one) => one.id === id) : undefined;
  expect(mine).toMatchObject({ vouchers: 10_000, usedVouchers: 3, isComplete: true });
  expect(await undo(id)).toEqual({ success: true, undone: 9_997, leftAlone: 3 });
});
