import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { OwnBridge } from "#contract/bridges";
import type { Guard } from "#contract/leaks";
import type { PaymentInitiated, PaymentStatus } from "#contract/payments";
import { minuteMs } from "#contract/values/time";
import { memoryStore, RouterSimulator } from "../simulators/routeros/index.ts";
import { TestClient } from "../simulators/routeros/test-client.ts";
import { ask } from "../support/site/ask.ts";
import { signIn } from "../support/site/console.ts";
import { control } from "../support/site/control.ts";
import { LivedTime } from "../support/site/lived-time.ts";
import { MovedClock } from "../support/site/moved-clock.ts";
import { newVisitor } from "../support/site/new-visitor.ts";
import { type Session, tell } from "../support/site/tell.ts";
import { testSite } from "../support/site/test-site.ts";
import type { RouterReport } from "../support/site/visitor.ts";

// Somebody uses the address of a phone that paid: beside it at its router, where the later one is ended and the payer stays, and at another
// router, where it has bought, too, and nothing is ended. From what the routers say, by a real bridge, to the owner's press.

const dir = mkdtempSync(join(tmpdir(), "copied-mac-"));
const clock = new MovedClock(dir);
const { site, visitors } = testSite({ clock });
const time = new LivedTime(clock, () => site().origin);
const api = { username: "mlango", password: "at-the-market" };
let owner: Session = { origin: "", cookie: "" };
let second: RouterSimulator;
let secondId = "";
const walker = newVisitor();

beforeAll(async () => {
  owner = { origin: site().origin, cookie: await signIn(site(), site().seeded.demo) };
  second = new RouterSimulator({
    clock,
    store: memoryStore(),
    users: [{ name: api.username, password: api.password, policies: ["api", "read", "write", "sensitive"] }],
    hotspot: { macAuthPassword: "", loginBy: "mac,http-chap" },
    hosts: [{ mac: walker.mac, ip: "10.5.60.11" }],
    identity: "Second gate",
  });
  const { port } = await second.listen();
  const [bridge] = await tell<OwnBridge[]>(owner, "GET", "/api/admin/bridges");
  const place = { name: "Second gate", host: "127.0.0.1", port, ...api, bridgeId: bridge?.id };
  secondId = (await tell<{ id: string }>(owner, "POST", "/api/admin/routers", place)).id;
});
afterAll(async () => {
  await second?.close();
  clock.close();
  rmSync(dir, { recursive: true, force: true });
});

async function buy({ mac, phone }: ReturnType<typeof newVisitor>, routerId: string): Promise<void> {
  const planId = site().seeded.demo.plans[2]?.id ?? "";
  const asked = await ask(site().origin, "/api/payment/initiate", {
    json: { phoneNumber: phone, planId, macAddress: mac, routerId },
  });
  const { transactionId } = JSON.parse(asked.text) as PaymentInitiated;
  await visitors().answerPrompt((await visitors().openPrompt(phone)).id, "paid");
  await time.until(
    `${mac} is online`,
    async () =>
      JSON.parse((await ask(site().origin, `/api/payment/status/${transactionId}`)).text) as PaymentStatus,
    ({ status, access }) => status === "completed" && access === "online",
  );
}

const look = () =>
  time.until(
    "the routers are looked at",
    () => tell<Guard>(owner, "POST", "/api/admin/guard/look"),
    ({ routers }) => routers.filter(({ hindrance }) => hindrance === "").length >= 2,
  );
const named = ({ leaks }: Guard) =>
  leaks.map(({ kind, name, routerName }) => `${kind} ${name} ${routerName}`);
const atRouter = <T>(path: string, json?: unknown) => control<T>(site(), `/control/router${path}`, json);
const sessionsOf = async (mac: string) =>
  (await atRouter<RouterReport>("")).active.filter((one) => one.mac === mac).map(({ address }) => address);
const isLetOut = async (mac: string) =>
  (await atRouter<{ online: boolean }>(`/phone?${new URLSearchParams({ mac })}`)).online;

/** Both are in use for so long: something is sent every twenty seconds. */
async function inUse(ms: number, sends: () => Promise<unknown>): Promise<void> {
  for (const end = clock.now() + ms; clock.now() < end; ) {
    await time.pass(20_000);
    await sends();
  }
}

it("at its own router the later session is named and ended by one press; the payer, its user and its purchase stay", async () => {
  const payer = newVisitor();
  await buy(payer, visitors().routerId);
  const [own = ""] = await sessionsOf(payer.mac);
  // A technician lets two log in by one user, until the bridge puts its profile right.
  const { username, password } = site().secrets.router;
  const technician = await TestClient.loggedIn(site().routerPort, username, password);
  const [user] = await technician.rows("/ip/hotspot/user/print", `?name=${payer.mac}`);
  const [profile] = await technician.rows("/ip/hotspot/user/profile/print", `?name=${user?.profile}`);
  await technician.ret("/ip/hotspot/user/profile/set", `=.id=${profile?.[".id"]}`, "=shared-users=2");
  technician.close();
  const copy = "10.5.50.240";
  const copySends = () => atRouter("", { stray: { mac: payer.mac, ip: copy } });
  await copySends();
  expect(await sessionsOf(payer.mac)).toEqual([own, copy]);
  expect(named(await look())).toEqual([]);

  await inUse(6 * minuteMs, copySends);
  expect(await sessionsOf(payer.mac)).toEqual([own, copy]);
  const guard = await look();
  expect(named(guard)).toEqual([`copy ${payer.mac} Main Gate`]);
  expect(guard.leaks[0]).toMatchObject({ about: `${own}, ${copy}`, isOnline: true, canEnd: true });
  expect(guard.look).toMatchObject({ lost: 0, unpaidOnline: 1 });
  const ended = await tell(owner, "POST", `/api/admin/guard/leaks/${guard.leaks[0]?.id}/end`);
  expect(ended).toMatchObject({ success: true, message: "Ended at the router." });
  expect(await sessionsOf(payer.mac)).toEqual([own]);
  expect(await isLetOut(payer.mac)).toBe(true);
  // Its next packets bring it in no more: one log-in a user.
  await inUse(minuteMs, copySends);
  expect(await sessionsOf(payer.mac)).toEqual([own]);
  const after = await look();
  expect(after.leaks.filter(({ canEnd, isOnline }) => canEnd || isOnline)).toEqual([]);
  expect(after.look?.unpaidOnline).toBe(0);
});

it("at two routers, each of which was paid for, it is named, counts as no unpaid device, and nothing is ended", async () => {
  await buy(walker, visitors().routerId);
  await buy({ ...walker, phone: newVisitor().phone }, secondId);
  expect([await isLetOut(walker.mac), second.isOnline(walker.mac)]).toEqual([true, true]);
  expect(named(await look()).filter((one) => one.includes(walker.mac))).toEqual([]);
  const traffic = { mac: walker.mac, bytesIn: 1_000, bytesOut: 20_000 };
  await inUse(6 * minuteMs, () => {
    second.control({ traffic });
    return atRouter("", { traffic });
  });
  const guard = await look();
  const [leak] = guard.leaks.filter(({ name }) => name === walker.mac);
  expect(leak).toMatchObject({ kind: "copy", routerName: "Second gate", isOnline: false, canEnd: false });
  expect(guard.look).toMatchObject({ lost: 0, unpaidOnline: 0 });
  const ended = await ask(owner.origin, `/api/admin/guard/leaks/${leak?.id}/end`, {
    method: "POST",
    headers: { cookie: owner.cookie },
  });
  expect(ended.status).toBe(409);
  expect([await isLetOut(walker.mac), second.isOnline(walker.mac)]).toEqual([true, true]);
});
