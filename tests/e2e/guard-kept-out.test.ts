import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Guard } from "#contract/leaks";
import type { HotspotUser } from "#contract/users";
import { dayMs, minuteMs, nairobiMs } from "#contract/values/time";
import { TestClient } from "../simulators/routeros/test-client.ts";
import { signIn } from "../support/site/console.ts";
import { LivedTime } from "../support/site/lived-time.ts";
import { MovedClock } from "../support/site/moved-clock.ts";
import { newVisitor, phones } from "../support/site/new-visitor.ts";
import { type Session, tell } from "../support/site/tell.ts";
import { testSite } from "../support/site/test-site.ts";

// Who paid, is on the WiFi and is kept out at the router: the guard names it beside what keeps it out, and a press lets it in. The clock is
// moved over the minutes that the guard waits, and over midnight, as its sentence is of the day before. The page itself is in
// tests/ui/admin/guard.test.ts.

const dir = mkdtempSync(join(tmpdir(), "kept-out-"));
const clock = new MovedClock(dir);
// Ten minutes before midnight in Nairobi, tomorrow.
const today = Math.floor((Date.now() + nairobiMs) / dayMs) * dayMs - nairobiMs;
clock.pass(today + 2 * dayMs - 10 * minuteMs - Date.now());
const { site, visitors } = testSite({ clock });
const time = new LivedTime(clock, () => site().origin);
let owner: Session = { origin: "", cookie: "" };

beforeAll(async () => {
  owner = { origin: site().origin, cookie: await signIn(site(), site().seeded.demo) };
});
afterAll(() => {
  clock.close();
  rmSync(dir, { recursive: true, force: true });
});

type Visitor = ReturnType<typeof newVisitor>;

/** Pays KSh 50 for a day. @returns the payment's id */
async function buy({ mac, phone }: Visitor): Promise<string> {
  const { transactionId } = await visitors().initiate(mac, site().seeded.demo.plans[2]?.id ?? "", phone);
  await visitors().answerPrompt((await visitors().openPrompt(phone)).id, "paid");
  await visitors().untilStatus(transactionId, ({ status }) => status === "completed");
  return transactionId;
}

/** A router takes no second user of a name: that of the system before keeps its device out. */
const leftBehind = ({ mac }: Visitor) =>
  visitors().router({
    made: {
      table: "users",
      values: {
        name: mac,
        password: "x7",
        "mac-address": mac,
        server: "all",
        profile: "default",
        comment: "old system",
      },
    },
  });

const letIn = ({ mac }: Visitor) =>
  time.until(
    `${mac} is let in`,
    () => visitors().isLetOut(mac),
    (isOut) => isOut,
  );

/** A look by the console's call, once the router could be asked. @param suits of its money, which the worker hears of after the router */
const look = (suits: (look: Guard["look"]) => boolean = () => true) =>
  time.until(
    "the router is looked at",
    () => tell<Guard>(owner, "POST", "/api/admin/guard/look"),
    ({ look, routers }) => suits(look) && routers.every(({ hindrance }) => hindrance === ""),
  );
const named = ({ leaks }: Guard) => leaks.map(({ kind, name }) => `${kind} ${name}`);
const userOf = async ({ mac }: Visitor) => {
  const [user] = await tell<HotspotUser[]>(owner, "GET", `/api/admin/users?q=${encodeURIComponent(mac)}`);
  return user;
};

it("is named with what was paid and lost, beside the user that keeps it out, and let in as that one is ended; who is online is not named", async () => {
  const [fine, kept] = [newVisitor(), newVisitor()];
  await leftBehind(kept);
  await visitors().untilOnline(await buy(fine));
  await buy(kept);
  expect(named(await look())).toEqual([`user ${kept.mac}`]);

  clock.pass(15 * minuteMs);
  const guard = await look();
  expect(named(guard)).toEqual([`kept_out ${kept.mac}`, `user ${kept.mac}`]);
  expect(guard.look?.sentence).toBe("KSh 50 lost of 100 yesterday; 0 devices online that nobody pays for.");
  const [out, user] = guard.leaks;
  const routerName = "Main Gate";
  expect(out).toMatchObject({ macAddress: kept.mac, amount: 50, isOnline: false, canEnd: false, routerName });
  expect(user).toMatchObject({ about: "old system", isOnline: false, canEnd: true, routerName });
  expect([await visitors().isLetOut(fine.mac), await visitors().isLetOut(kept.mac)]).toEqual([true, false]);
  expect((await userOf(kept))?.offline).toMatchObject({ cause: "foreign_user" });

  const ended = await tell(owner, "POST", `/api/admin/guard/leaks/${user?.id}/end`);
  expect(ended).toMatchObject({ success: true, message: "Ended at the router." });
  await letIn(kept);
  const after = await look((money) => money?.lost === 0);
  expect(named(after)).toEqual([]);
  expect(after.look?.sentence).toBe("KSh 0 lost of 100 yesterday; 0 devices online that nobody pays for.");
  expect(await visitors().isLetOut(fine.mac)).toBe(true);
});

it("is let in as well by handing that user over, where the guard's press leads", async () => {
  const kept = newVisitor();
  await leftBehind(kept);
  await buy(kept);
  clock.pass(5 * minuteMs);
  const guard = await look();
  expect(named(guard)).toEqual([`kept_out ${kept.mac}`, `user ${kept.mac}`]);
  // Paid today: yesterday lost nothing by it.
  expect(guard.look?.lost).toBe(0);
  await tell(owner, "POST", `/api/admin/routers/${visitors().routerId}/foreign-users`, {
    macAddress: kept.mac,
  });
  await letIn(kept);
  expect(named(await look())).toEqual([]);
});

it("is let in by the bridge itself, and never named, where its own user was switched off at the router", async () => {
  const visitor = newVisitor();
  await visitors().untilOnline(await buy(visitor));
  const { username, password } = site().secrets.router;
  const technician = await TestClient.loggedIn(site().routerPort, username, password);
  const [user] = await technician.rows("/ip/hotspot/user/print", `?name=${visitor.mac}`);
  const [session] = await technician.rows("/ip/hotspot/active/print", `?user=${visitor.mac}`);
  await technician.ret("/ip/hotspot/user/set", `=.id=${user?.[".id"]}`, "=disabled=yes");
  await technician.ret("/ip/hotspot/active/remove", `=.id=${session?.[".id"]}`);
  technician.close();
  await letIn(visitor);
  clock.pass(5 * minuteMs);
  expect(named(await look())).toEqual([]);
});

it("is named with the block that keeps it out, though it is logged in, and let in as that one is removed", async () => {
  const blocked = newVisitor();
  await visitors().untilOnline(await buy(blocked));
  await visitors().router({
    made: {
      table: "bindings",
      values: { "mac-address": blocked.mac, type: "blocked", comment: "noisy" },
    },
  });
  expect(await visitors().isLetOut(blocked.mac)).toBe(false);
  clock.pass(5 * minuteMs);
  const { leaks } = await look();
  expect(leaks).toMatchObject([
    { kind: "kept_out", name: blocked.mac, amount: 50, about: "noisy", canEnd: true },
  ]);
  const ended = await tell(owner, "POST", `/api/admin/guard/leaks/${leaks[0]?.id}/end`);
  expect(ended).toMatchObject({ success: true, message: "Ended at the router." });
  // Its next packet.
  const ip = phones.find(({ mac }) => mac === blocked.mac)?.ip;
  await visitors().router({ host: { mac: blocked.mac, ip, present: true } });
  await letIn(blocked);
  expect(named(await look())).toEqual([]);
});
