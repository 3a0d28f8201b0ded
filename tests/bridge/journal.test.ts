import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, type TestContext, test } from "vitest";
import { Journal, JournalHeld } from "#bridge/journal";
import type { EntitlementSpec } from "#contract/bridge";
import { deviceSubject } from "#contract/values/subject";
import {
  assignmentOf,
  desired,
  hour,
  minute,
  otherPhone,
  phone,
  quietLog,
  routerId,
  serve,
  TestClock,
  testFolder,
} from "./test-site.ts";

function opened(t: TestContext, clock = new TestClock(), folder = testFolder(t)) {
  const journal = Journal.open(folder, clock, quietLog);
  let isOpen = true;
  const close = () => {
    if (isOpen) journal.close();
    isOpen = false;
  };
  t.onTestFinished(close);
  return { journal, clock, folder, close };
}

test("what was wanted and what happened is there after a restart, with the ages grown", (t) => {
  const { journal, clock, folder, close } = opened(t);
  journal.routers.assign(assignmentOf(8728));
  journal.entitlements.desired([desired("e1", 3, serve())]);
  journal.entitlements.touch("e1", routerId, deviceSubject(phone));
  journal.entitlements.start("e1", journal.now());
  const { id } = journal;
  close();
  clock.restartMachine(10 * minute);
  const again = opened(t, clock, folder).journal;
  expect(again.id).toBe(id);
  expect(again.routers.all()).toEqual([assignmentOf(8728)]);
  expect(again.entitlements.get("e1")).toMatchObject({
    rev: 3,
    touched: [{ routerId, subject: deviceSubject(phone) }],
  });
  expect(again.events.after(0, 10)).toEqual([
    { kind: "started", seq: 1, routerId, entitlementId: "e1", rev: 3, ageMs: 10 * minute },
  ]);
});

test("events keep their numbers for good and go only when acknowledged", (t) => {
  const { journal, clock, folder, close } = opened(t);
  journal.entitlements.desired([
    desired("e1", 1, serve()),
    desired("e2", 1, serve({ subjects: [deviceSubject(otherPhone)] })),
  ]);
  journal.entitlements.start("e1", journal.now());
  journal.entitlements.start("e2", journal.now());
  journal.events.acknowledge(1);
  expect(journal.events.after(0, 10).map((event) => event.seq)).toEqual([2]);
  journal.events.acknowledge(2);
  close();
  const again = opened(t, clock, folder).journal;
  again.entitlements.end("e1", "time");
  expect(again.events.after(0, 10).map((event) => event.seq)).toEqual([3]);
});

test("start, end and applied are each noted once, however often they are said", (t) => {
  const { journal } = opened(t);
  journal.entitlements.desired([desired("e1", 1, serve())]);
  for (let again = 0; again < 3; again++) {
    journal.entitlements.start("e1", journal.now());
    journal.entitlements.applied("e1", "online");
    journal.entitlements.applied("e1", "waiting_for_device");
  }
  for (let again = 0; again < 3; again++) journal.entitlements.end("e1", "time");
  expect(journal.events.after(0, 10).map((event) => event.kind)).toEqual(["started", "applied", "ended"]);
});

test("a change that fails half way leaves nothing behind", (t) => {
  const { journal } = opened(t);
  journal.entitlements.desired([desired("e1", 1, serve())]);
  const half = () =>
    journal.atOnce(() => {
      journal.entitlements.start("e1", journal.now());
      throw new Error("half way");
    });
  expect(half).toThrow("half way");
  expect(journal.entitlements.get("e1")?.startedAt).toBeNull();
  expect(journal.events.lastSeq).toBe(0);
});

test("the greater of what the worker and the bridge counted is what is used", (t) => {
  const { journal } = opened(t);
  journal.entitlements.desired([desired("e1", 1, serve({ dataBytes: 1_000, usedBytes: 200 }))]);
  expect(journal.entitlements.used("e1")).toBe(200);
  journal.entitlements.addUsed("e1", 300);
  journal.entitlements.desired([desired("e1", 2, serve({ dataBytes: 1_000, usedBytes: 400 }))]);
  expect(journal.entitlements.used("e1")).toBe(500);
  journal.entitlements.desired([desired("e1", 3, serve({ dataBytes: 1_000, usedBytes: 900 }))]);
  expect(journal.entitlements.used("e1")).toBe(900);
});

test("whatever order wants arrive in, the highest rev of each purchase is what is held", (t) => {
  const { journal } = opened(t);
  const desiredEntitlements = fc.array(
    fc.record({ id: fc.constantFrom("e1", "e2", "e3"), rev: fc.nat(20), isEnd: fc.boolean() }),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(desiredEntitlements, (all) => {
      journal.reset();
      const highest = new Map<string, number>();
      for (const { id, rev, isEnd } of all) {
        const spec: EntitlementSpec = isEnd
          ? { kind: "end", subjects: [deviceSubject(phone)], reason: "ended" }
          : serve();
        journal.entitlements.desired([desired(id, rev, spec)]);
        highest.set(id, Math.max(highest.get(id) ?? -1, rev));
      }
      for (const [id, rev] of highest) expect(journal.entitlements.get(id)?.rev).toBe(rev);
    }),
    { numRuns: 50 },
  );
});

test("a reset forgets everything and takes another name", (t) => {
  const { journal } = opened(t);
  journal.routers.assign(assignmentOf(8728));
  journal.entitlements.desired([desired("e1", 1, serve())]);
  journal.entitlements.start("e1", journal.now());
  const { id } = journal;
  journal.reset();
  expect(journal.id).not.toBe(id);
  expect(journal.events.lastSeq).toBe(0);
  expect(journal.entitlements.get("e1")).toBeUndefined();
  expect(journal.routers.all()).toEqual([]);
});

test("a router's certificate is kept from the first visit, until the router has another address", (t) => {
  const { journal } = opened(t);
  journal.routers.assign(assignmentOf(8729));
  journal.routers.pin(routerId, "AA");
  journal.routers.pin(routerId, "BB");
  journal.routers.assign(assignmentOf(8729, { servingEpoch: 2 }));
  expect(journal.routers.seen(routerId).fingerprint).toBe("AA");
  journal.routers.assign(assignmentOf(8729, { host: "10.0.0.2" }));
  expect(journal.routers.seen(routerId).fingerprint).toBeUndefined();
});

test("a router's witness is heard once, and not after a purchase began: that would end early by it", (t) => {
  const { journal, clock, folder, close } = opened(t);
  const see = (of: Journal, at: number) =>
    of.routers.see(routerId, { boots: 1, uptime: at, read: of.routers.reading("box", 0) });
  const night = (of: Journal, end: () => void) => {
    see(of, 100);
    end();
    clock.restartMachine(hour);
    clock.wall = 0;
    return opened(t, clock, folder);
  };
  journal.routers.assign(assignmentOf(8728));
  const second = night(journal, close);
  const before = second.journal.now();
  expect(second.journal.routers.witness(routerId, 100 + 3_600, "another")).toBe(0);
  expect(second.journal.routers.witness(routerId, 100 + 3_600, "box")).toBe(hour - 5_000);
  expect(second.journal.now()).toBe(before + hour - 5_000);
  expect(second.journal.routers.witness(routerId, 100 + 3_600, "box")).toBe(0);
  const third = night(second.journal, second.close);
  third.journal.entitlements.desired([desired("e1", 1, serve())]);
  third.journal.entitlements.start("e1", third.journal.now());
  expect(third.journal.routers.witness(routerId, 100 + 3_600, "box")).toBe(0);
  expect(third.journal.entitlements.get("e1")?.deadline).toBe(third.journal.now() + hour);
});

test("settled purchases are dropped after a month, unsettled ones never", (t) => {
  const { journal, clock } = opened(t);
  const end: EntitlementSpec = { kind: "end", subjects: [], reason: "ended" };
  journal.entitlements.desired([desired("old", 1, end), desired("open", 1, serve())]);
  journal.entitlements.applied("old", "ended");
  clock.pass(29 * 24 * hour);
  journal.keep();
  expect(journal.entitlements.get("old")).toBeDefined();
  clock.pass(2 * 24 * hour);
  journal.keep();
  expect(journal.entitlements.get("old")).toBeUndefined();
  expect(journal.entitlements.get("open")).toBeDefined();
});

test("the file is readable for its owner alone", (t) => {
  const { folder } = opened(t);
  for (const name of ["journal.sqlite", "journal.sqlite-wal", "lock"])
    expect([name, statSync(join(folder, name)).mode & 0o777]).toEqual([name, 0o600]);
});

test("a second bridge on the same folder is refused with a sentence that names the first", (t) => {
  const { folder, clock, close } = opened(t);
  expect(() => Journal.open(folder, clock, quietLog)).toThrow(JournalHeld);
  expect(() => Journal.open(folder, clock, quietLog)).toThrow(
    `Another bridge (process ${process.pid}) is running with the state folder ${folder}.`,
  );
  close();
  opened(t, clock, folder);
});

test("the lock of a process that no longer runs is taken over, also if its number was given again", async (t) => {
  const child = spawn("true");
  await once(child, "exit");
  const stale = [`${child.pid} 12345\n`, `${process.pid} 1\n`, `${process.ppid} -\n`, "rubbish"];
  for (const lock of stale) {
    const folder = testFolder(t);
    writeFileSync(join(folder, "lock"), lock);
    opened(t, new TestClock(), folder).close();
  }
});

test("without the lock file the database itself refuses a second process", async (t) => {
  const { folder, close } = opened(t);
  rmSync(join(folder, "lock"));
  const script = `
    import { Journal } from "#bridge/journal";
    import { systemClock } from "#bridge/clock";
    try { Journal.open(process.argv[1], systemClock(), () => undefined); }
    catch (error) { process.exitCode = error.name === "JournalHeld" ? 3 : 4; }`;
  const run = async () => {
    const child = spawn(process.execPath, ["--input-type=module", "-e", script, folder], {
      cwd: join(import.meta.dirname, "..", ".."),
    });
    return (await once(child, "exit"))[0];
  };
  expect(await run()).toBe(3);
  close();
  expect(await run()).toBe(0);
});

test("a file that is no journal is put aside, and the bridge begins anew", (t) => {
  const folder = testFolder(t);
  writeFileSync(join(folder, "journal.sqlite"), "this is no database, whatever its name says");
  const events: string[] = [];
  const journal = Journal.open(folder, new TestClock(), (event) => void events.push(event));
  t.onTestFinished(() => journal.close());
  expect(events).toEqual(["journal.unreadable"]);
  expect(journal.events.lastSeq).toBe(0);
  expect(readFileSync(join(folder, "journal.sqlite"), "latin1")).toMatch(/^SQLite format 3/);
});
