import { expect, test, vi } from "vitest";
import * as calls from "#contract/imports";
import { deviceSubject } from "#contract/values/subject";
import { sweepAccess } from "#worker/features/entitlements/index";
import { newMac } from "../../support/sell.ts";
import { call } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { begin, bring, db, demo, importWorld, inDays, rowOf, site, undo } from "./import-world.ts";

// What an import may bring, and what undoing it may take.

importWorld();

const vouchers = (count: number, of: string) =>
  Array.from({ length: count }, (_, place) => ({ row: place + 2, code: `${of}${place}than1` }));
const madeBy = (id: string) =>
  db().prepare("SELECT count(*) AS n FROM vouchers WHERE import_id = ?1").bind(id).first("n");

test("brings no more rows than it was begun with, at once or little by little", async () => {
  const { id } = await begin(3, 300);
  const body = { rows: vouchers(250, "more").map(rowOf) };
  expect(await call(calls.importRows, { params: { id }, body }, demo())).toMatchObject({
    ok: false,
    status: 409,
    refusal: { reason: "import_more_rows" },
  });
  expect(await madeBy(id)).toBe(0);
  const all = vouchers(5, "few");
  await bring(id, all.slice(0, 2));
  // Told again it is what is there.
  await bring(id, all.slice(0, 2));
  await bring(id, all.slice(2, 3));
  await bring(id, all.slice(3));
  expect(await madeBy(id)).toBe(3);
});

test("undone, it leaves the time of a device that is online, though what it used is not written yet", async () => {
  const { routerId, link, world } = site();
  const mac = newMac();
  const { id } = await begin(1);
  await bring(id, [{ row: 2, kind: "customer", mac, endsAt: inDays(3) }], routerId);
  vi.setSystemTime(Date.now() + 30_000);
  await sweepAccess(testContext(), world.seeded.demo.id);
  const desired = await link.until(
    () => link.desiredEntitlements.find(({ spec }) => spec.subjects.includes(deviceSubject(mac))),
    "the imported time",
  );
  const about = { routerId, entitlementId: desired.id };
  await link.report({ kind: "applied", ...about, rev: desired.rev, ageMs: 0, state: "online" });
  for (const minutes of [1, 20]) {
    vi.setSystemTime(Date.now() + minutes * 60_000);
    const totals = { bytesUp: minutes * 1_000_000, bytesDown: minutes * 1_000_000, seconds: minutes * 60 };
    link.say({
      type: "usage",
      sessions: [{ ...about, ...totals, boot: "1", session: "s1", subject: deviceSubject(mac), open: true }],
    });
    await link.settled();
  }
  expect(await undo(id)).toMatchObject({ undone: 0, leftAlone: 1 });
  const row = await db().prepare("SELECT state FROM entitlements WHERE id = ?1").bind(desired.id).first();
  expect(row).toEqual({ state: "running" });
});
