import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { deviceSubject } from "#contract/values/subject";
import { setAside } from "#worker/features/entitlements/detach-device";
import { deliver, deliverNew } from "#worker/features/entitlements/index";
import { clearAudit } from "../../support/clear-audit.ts";
import { databaseChecksum } from "../../support/database-checksum.ts";
import { abortBatches, type Fault } from "../../support/database-faults.ts";
import { closeAllLinks, type FakeLink } from "../../support/fake-bridge.ts";
import { giveRouter } from "../../support/give-router.ts";
import { entitlementRow, newMac, type Sold, sell, setEntitlement, subjectsOf } from "../../support/sell.ts";
import { enterProvider, signInOperator } from "../../support/sign-in.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { testContext } from "../../support/worker-context.ts";
import { attachedTo, give } from "../entitlements/move-world.ts";
import {
  allow,
  auditLines,
  begin,
  detailsOf,
  disconnect,
  emptyUsers,
  move,
  reachable,
  userOf,
  userWorld,
  type World,
} from "./user-world.ts";

// What a provider does to a device: cut off, allowed again, moved.

let world: World;
let link: FakeLink;
let fault: Fault | undefined;

beforeAll(async () => {
  world = await userWorld();
});

beforeEach(async () => {
  await emptyUsers();
  link = await reachable(world);
});

afterEach(async () => {
  fault?.heal();
  fault = undefined;
  vi.useRealTimers();
  await closeAllLinks();
});

const messageOf = (answer: Awaited<ReturnType<typeof disconnect>>) =>
  answer.ok ? answer.answer.message : answer.refusal?.message;
const wanted = (sold: Sold, rev: number) =>
  link.until(
    () => link.desiredEntitlements.find((desired) => desired.id === sold.id && desired.rev === rev),
    `rev ${rev}`,
  );
const states = async (...all: Sold[]) =>
  (await Promise.all(all.map(entitlementRow))).map(({ state, rev }) => `${state} ${rev}`);

describe("a device that is cut off", () => {
  test("is off with everything bought for it, at every router, and its time runs on", async () => {
    const mac = newMac();
    const runs = await sell(world.demo, { mac });
    const waits = await sell(world.demo, { mac });
    const elsewhere = await sell(world.demo, { mac, router: 1 });
    const another = await sell(world.demo);
    await begin(link, runs);
    const { ends_at } = await entitlementRow(runs);
    const answer = await disconnect(world, mac);
    expect(messageOf(answer)).toBe("Disconnected. The bought time runs on; you can allow this device again.");
    expect(await states(runs, waits, elsewhere, another)).toEqual([
      ...["cut_off 2", "cut_off 2", "cut_off 2", "waiting 1"],
    ]);
    for (const sold of [runs, waits, elsewhere])
      expect((await wanted(sold, 2)).spec).toEqual({
        kind: "end",
        subjects: subjectsOf(mac),
        reason: "cut_off",
      });
    expect(await userOf(world, mac)).toMatchObject({ status: "cut_off", isActive: false, isOnline: false });
    expect((await entitlementRow(runs)).ends_at).toBe(ends_at);
  });

  test("is let in again, with what is left, by what was waiting and what ran, and not by what is over", async () => {
    const mac = newMac();
    const [over, runs, waits] = [
      await sell(world.demo, { mac }),
      await sell(world.demo, { mac }),
      await sell(world.demo, { mac }),
    ];
    for (const sold of [over, runs]) await begin(link, sold);
    await disconnect(world, mac);
    await setEntitlement(over, { ends_at: Date.now() - 1 });
    const answer = await allow(world, mac);
    expect(messageOf(answer)).toBe("Allowed again.");
    expect(await states(over, runs, waits)).toEqual(["cut_off 2", "running 3", "waiting 3"]);
    expect((await wanted(runs, 3)).spec).toMatchObject({ kind: "serve", subjects: subjectsOf(mac) });
    expect((await wanted(waits, 3)).spec).toMatchObject({ kind: "serve", remainingMs: null });
    expect(await userOf(world, mac)).toMatchObject({ status: "active", entitlementId: runs.id });
    const again = await allow(world, mac);
    expect([again.status, messageOf(again)]).toEqual([
      409,
      "This device is not disconnected, or the time that it had is over.",
    ]);
  });

  test("is not let in again by a purchase whose money went back, or never came", async () => {
    const mac = newMac();
    const [back, denied] = [await sell(world.demo, { mac }), await sell(world.demo, { mac })];
    await disconnect(world, mac);
    const paid = ({ id, routerId, terms }: Sold, status: string, refunded: number) =>
      tenantDatabase(world.demo.id)
        .prepare(
          `INSERT INTO payments (id, seq, router_id, plan_id, terms, phone, amount_cents, refunded_cents, method,
            settlement, gateway_id, status, created_at, updated_at)
          VALUES (?1, 1, ?2, ?3, '{}', '254712345678', 1000, ?5, 'mpesa', 'direct', 'g', ?4, 1, 1)`,
        )
        .bind(`payment of ${id}`, routerId, terms.planId, status, refunded)
        .run();
    await paid(back, "completed", 1_000);
    await paid(denied, "failed", 0);
    const answer = await allow(world, mac);
    expect([answer.status, messageOf(answer)]).toEqual([
      409,
      "The money of this purchase went back to its payer. Sell it again, or give time from the user's details.",
    ]);
    expect(await states(back, denied)).toEqual(["cut_off 2", "cut_off 2"]);
  });

  test("stays off however often that is asked for, and the first time alone counts", async () => {
    const sold = await sell(world.demo);
    const answers = await Promise.all([1, 2, 3].map(() => disconnect(world, sold.mac)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await states(sold)).toEqual(["cut_off 2"]);
  });

  test("gets in by what is bought for it later", async () => {
    const mac = newMac();
    const first = await sell(world.demo, { mac });
    await begin(link, first);
    await disconnect(world, mac);
    const later = await sell(world.demo, { mac, createdAt: Date.now() + 1 });
    expect((await wanted(later, 1)).spec).toMatchObject({ kind: "serve", subjects: subjectsOf(mac) });
    await begin(link, later);
    expect(await userOf(world, mac)).toMatchObject({ status: "active", entitlementId: later.id });
    expect(await states(first, later)).toEqual(["cut_off 2", "running 1"]);
  });

  test("during a purchase: what is bought is either cut off or not, in the tables as at the bridge", async () => {
    for (let round = 0; round < 6; round += 1) {
      const mac = newMac();
      const before = await sell(world.demo, { mac });
      const [answer, bought] = await Promise.all([
        disconnect(world, mac),
        sell(world.demo, { mac, undelivered: true }),
      ]);
      expect(answer.status).toBe(200);
      // The sale's own delivery, on its way since before the cut.
      const bridgeId = world.bridge.id;
      await deliverNew(
        testContext(),
        { ...bought, subject: deviceSubject(mac), createdAt: Date.now() },
        bridgeId,
      );
      const { state, rev } = await entitlementRow(bought);
      expect(["cut_off 2", "waiting 1"]).toContain(`${state} ${rev}`);
      await deliver(testContext(), world.demo.id, bought.id);
      const desired = await wanted(bought, rev);
      expect(desired.spec.kind).toBe(state === "cut_off" ? "end" : "serve");
      expect((await entitlementRow(before)).state).toBe("cut_off");
    }
  });

  test("is refused, with a sentence and nothing changed, where nothing could let it out", async () => {
    const over = await sell(world.demo);
    await setEntitlement(over, {
      state: "ended",
      end_reason: "time",
      started_at: 1,
      ends_at: 5,
      ended_at: 5,
    });
    const left = await sell(world.demo);
    await give(left, { mac: newMac() });
    const before = await databaseChecksum();
    for (const { mac } of [over, left]) {
      const answer = await disconnect(world, mac);
      expect([answer.status, messageOf(answer)]).toEqual([
        409,
        "Nothing that was bought for this device is running.",
      ]);
      expect((await allow(world, mac)).status).toBe(409);
    }
    expect(await databaseChecksum()).toBe(before);
  });

  test("is cut off wholly or not at all", async () => {
    const mac = newMac();
    const sold = [await sell(world.demo, { mac }), await sell(world.demo, { mac })];
    const before = await databaseChecksum();
    fault = abortBatches(/UPDATE entitlements/);
    expect((await disconnect(world, mac)).status).toBe(500);
    fault.heal();
    expect(await databaseChecksum()).toBe(before);
    expect((await disconnect(world, mac)).status).toBe(200);
    expect(await states(...sold)).toEqual(["cut_off 2", "cut_off 2"]);
  });

  test("at a site that is away is off as soon as that dials in", async () => {
    const sold = await sell(world.demo);
    await closeAllLinks();
    expect((await disconnect(world, sold.mac)).status).toBe(200);
    link = await reachable(world);
    expect((await wanted(sold, 2)).spec).toMatchObject({ kind: "end" });
  });
});

test("each act leaves a line of who did it to which device; a super admin's says so", async () => {
  const demo = await enterProvider(await signInOperator(world.operator), world.demo);
  await clearAudit();
  const sold = await sell(world.demo);
  await disconnect(world, sold.mac);
  await allow(world, sold.mac);
  await disconnect({ ...world, cookies: { ...world.cookies, demo } }, sold.mac);
  const provider = { actor: "provider", actor_id: world.demo.admin.id };
  const about = { provider_id: world.demo.id, subject: sold.mac, detail: { purchases: [sold.id] } };
  expect(await auditLines()).toEqual([
    { ...provider, ...about, action: "user.disconnect" },
    { ...provider, ...about, action: "user.allow" },
    { ...about, actor: "platform", actor_id: world.operator.id, action: "user.disconnect" },
  ]);
});

test("nobody acts on another provider's devices or on strangers", async () => {
  const lodge = await sell(world.savanna);
  const before = await databaseChecksum();
  for (const id of [lodge.mac ?? "", newMac(), "unknown"]) {
    expect((await disconnect(world, id)).status).toBe(404);
    expect((await allow(world, id)).status).toBe(404);
    expect((await move(world, id, newMac())).status).toBe(404);
  }
  expect(await databaseChecksum()).toBe(before);
});

/** The routers see exactly these, which is asked anew. */
function seesHosts(...macs: string[]): void {
  vi.setSystemTime(Date.now() + 3_000);
  link.hosts = () => macs;
}

describe("moving a user", () => {
  test("brings what runs to a device on the same WiFi; buyer and clock stay", async () => {
    const sold = await sell(world.demo, { buyerHash: "buyer" });
    await begin(link, sold);
    const { ends_at } = await entitlementRow(sold);
    const mac = newMac();
    seesHosts(mac);
    const answer = await move(world, sold.mac, mac.toLowerCase());
    expect(messageOf(answer)).toBe("Moved. The new device is being connected.");
    expect(await entitlementRow(sold)).toMatchObject({ mac, rev: 2, ends_at, buyer_hash: "buyer" });
    expect(await attachedTo(sold.id)).toEqual([mac]);
    expect((await wanted(sold, 2)).spec).toMatchObject({ kind: "serve", subjects: subjectsOf(mac) });
    expect(await userOf(world, mac)).toMatchObject({ status: "active", entitlementId: sold.id });
    expect(await userOf(world, sold.mac)).toMatchObject({ status: "inactive", entitlementId: null });
    const { results } = await tenantDatabase(world.demo.id)
      .prepare('SELECT "by", substr(from_subject, 8) AS from_mac, substr(to_subject, 8) AS to_mac FROM moves')
      .all();
    expect(results).toEqual([{ by: "provider", from_mac: sold.mac, to_mac: mac }]);
    expect(await auditLines()).toMatchObject([
      {
        action: "user.move",
        subject: sold.mac,
        actor_id: world.demo.admin.id,
        detail: { entitlementId: sold.id, toMac: mac, outcome: "moved" },
      },
    ]);
  });

  test("adds the device where the plan has room for one more, and says so", async () => {
    const sold = await sell(world.demo, { plan: 3 });
    const mac = newMac();
    seesHosts(mac);
    expect(messageOf(await move(world, sold.mac, mac))).toContain("Added");
    expect(await attachedTo(sold.id)).toEqual([sold.mac, mac]);
  });

  test("whose router was removed brings it to a device at another router, which may be the very same", async () => {
    const gone = world.demo.routers[1]?.id ?? "";
    const [stays, changes] = [
      await sell(world.demo, { router: 1, plan: 3 }),
      await sell(world.demo, { router: 1 }),
    ];
    for (const sold of [stays, changes]) await begin(link, sold);
    await setAside(testContext(), world.demo.id, gone);
    await giveRouter(gone, null);
    onTestFinished(() => giveRouter(gone, world.demo.id));
    const { user, purchases } = await detailsOf(world, stays.mac);
    expect(user).toMatchObject({ status: "inactive", router: null, entitlementId: stays.id });
    expect(purchases).toMatchObject([{ state: "waiting", devices: [] }]);

    const mac = newMac();
    seesHosts(stays.mac ?? "", mac);
    expect((await move(world, stays.mac, newMac())).status).toBe(409);
    for (const [sold, to] of [
      [stays, stays.mac ?? ""],
      [changes, mac],
    ] as const) {
      expect(messageOf(await move(world, sold.mac, to))).toBe("Moved. The new device is being connected.");
      expect(await attachedTo(sold.id)).toEqual([to]);
      const { router_id, ends_at } = await entitlementRow(sold);
      expect(router_id).toBe(world.demo.routers[0]?.id);
      expect((await wanted(sold, 4)).spec).toMatchObject({ kind: "serve", subjects: subjectsOf(to) });
      expect(await userOf(world, to)).toMatchObject({
        status: "active",
        expiresAt: new Date(ends_at ?? 0).toISOString(),
      });
    }
  });

  test("is refused, with nothing changed, for a device that the router does not see, or while nobody can ask it", async () => {
    const sold = await sell(world.demo);
    const before = await databaseChecksum();
    seesHosts();
    const absent = await move(world, sold.mac, newMac());
    expect([absent.status, messageOf(absent)]).toEqual([
      409,
      "The router does not see this device. Connect it to the same WiFi first, then try again.",
    ]);
    await closeAllLinks();
    const silent = await move(world, sold.mac, newMac());
    expect(silent.status).toBe(503);
    expect(messageOf(silent)).toContain("cannot be asked right now");
    expect(await databaseChecksum()).toBe(before);
  });

  test("is refused for what is no device address, the same device, and what is cut off or over", async () => {
    const sold = await sell(world.demo);
    const cut = await sell(world.demo);
    await disconnect(world, cut.mac);
    const over = await sell(world.demo);
    await setEntitlement(over, {
      state: "ended",
      end_reason: "time",
      started_at: 1,
      ends_at: 5,
      ended_at: 5,
    });
    const mac = newMac();
    seesHosts(mac);
    const before = await databaseChecksum();
    for (const address of ["", "somebody", "00:00:00:00:00:00", sold.mac ?? ""])
      expect((await move(world, sold.mac, address)).status, address).toBe(400);
    expect(messageOf(await move(world, cut.mac, mac))).toContain("has stopped this purchase");
    expect(messageOf(await move(world, over.mac, mac))).toContain("is used up");
    expect(await databaseChecksum()).toBe(before);
  });

  test("is written wholly or not at all, and one of two at once has it", async () => {
    const sold = await sell(world.demo);
    const [one, other] = [newMac(), newMac()];
    seesHosts(one, other);
    const before = await databaseChecksum();
    fault = abortBatches(/INTO moves/);
    expect((await move(world, sold.mac, one)).status).toBe(500);
    fault.heal();
    expect(await databaseChecksum()).toBe(before);
    const answers = await Promise.all([move(world, sold.mac, one), move(world, sold.mac, other)]);
    expect(answers.some(({ ok }) => ok)).toBe(true);
    expect(await attachedTo(sold.id)).toHaveLength(1);
  });
});
