import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type TestContext, test } from "vitest";
import { OwnUpdate } from "#bridge/update/own-update";
import type { FromBridge } from "#contract/bridge";
import { testFolder } from "./test-site.ts";

// What a bridge can do itself for its update: ask its machine, and tell what came of it.

/** Of a machine where a version is installed. */
function installed(
  t: TestContext,
  { updates, isSigned = true }: { updates?: "service" | "image"; isSigned?: boolean },
) {
  const [folder, program] = [testFolder(t), testFolder(t)];
  const release = JSON.stringify({ text: "{}", signature: "AA==" });
  if (isSigned) writeFileSync(join(program, "release.json"), release);
  const update = new OwnUpdate({ folder, updates }, program);
  const sent: FromBridge[] = [];
  const tick = (now: number, wall = Date.now(), isUp = true) =>
    update.tick(now, wall, (message) => isUp && sent.push(message) > 0);
  return {
    update,
    sent,
    tick,
    wish: join(folder, "update-wanted"),
    failure: join(program, "update-failed.txt"),
  };
}

test("as a service with a signed version it asks its machine, by a file that the updater takes away", (t) => {
  const { update, wish } = installed(t, { updates: "service" });
  expect(update.by).toBe("itself");
  expect(update.begin()).toMatchObject({ ok: true, message: { say: "update_begun" } });
  expect(existsSync(wish)).toBe(true);
  expect(update.isAsked).toBe(true);
});

test.for([
  [{ isSigned: false, updates: "service" as const }, "hand", "update_by_hand"],
  [{}, "hand", "update_by_hand"],
  [{ updates: "image" as const }, "image", "update_by_image"],
] as const)("%o: it is updated by %s, and says so", ([machine, by, say], t) => {
  const { update, wish } = installed(t, machine);
  expect(update.by).toBe(by);
  expect(update.begin()).toEqual({ ok: false, message: { say } });
  expect(existsSync(wish)).toBe(false);
});

test("a wish that cannot be written is no beginning", (t) => {
  const { update, wish } = installed(t, { updates: "service" });
  mkdirSync(wish);
  expect(update.begin()).toMatchObject({ ok: false, message: { say: "update_not_begun" } });
  expect(update.isAsked).toBe(false);
});

test("why the last update failed is told on each link once, with its age, and no longer than a day", (t) => {
  const { update, sent, tick, failure } = installed(t, { updates: "service" });
  update.begin();
  tick(0);
  expect(sent).toEqual([]);
  writeFileSync(failure, "version 2 did not start\n");
  const at = 1_900_000_000;
  utimesSync(failure, at, at);
  const wall = at * 1_000 + 5_000;
  tick(5_000, wall);
  tick(10_000, wall, false);
  expect(sent).toEqual([]);
  tick(20_000, wall);
  tick(30_000, wall);
  expect(sent).toEqual([{ type: "update_failed", ageMs: 5_000, why: "version 2 did not start" }]);
  expect(update.isAsked).toBe(false);
  update.linkBegan();
  tick(30_100, wall + 1_000);
  expect(sent).toHaveLength(2);
  rmSync(failure);
  update.linkBegan();
  tick(50_000, wall);
  expect(sent).toHaveLength(2);
  writeFileSync(failure, "long ago");
  utimesSync(failure, at, at);
  update.linkBegan();
  tick(60_000, at * 1_000 + 86_400_000);
  expect(sent).toHaveLength(2);
});
