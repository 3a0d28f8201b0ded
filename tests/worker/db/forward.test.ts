import { listDurableObjectIds } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { adminLogIn } from "#contract/auth";
import { paymentStatus } from "#contract/payments";
import { listPlans } from "#contract/plans";
import { listProviders } from "#contract/providers";
import { directoryChanged, providerAt } from "#worker/db/directory";
import { ProviderDatabase } from "#worker/db/provider-database";
import { ProviderObject } from "#worker/provider-object";
import type { TwoProviders } from "../../seed/two-providers.ts";
import { WorkCounter } from "../../support/count-work.ts";
import { loseD1 } from "../../support/database-faults.ts";
import { forgetCaches } from "../../support/forget-caches.ts";
import { visit } from "../../support/portal-page.ts";
import { signInOperator, signInProvider } from "../../support/sign-in.ts";
import { call, hostOf, send } from "../../support/worker-call.ts";
import { passwords, seedBoth, testContext } from "../../support/worker-context.ts";

// What concerns a provider is answered inside of its object; the rest where it arrives.

let seeded: TwoProviders;
beforeAll(async () => {
  seeded = await seedBoth();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const host = () => hostOf(seeded.demo.subdomain);

/** Requests that a provider's object answered. */
const watched = () => vi.spyOn(ProviderObject.prototype, "fetch");

test("a provider's call is one hop: its rows are read beside it", async () => {
  const cookie = await signInProvider(seeded.demo);
  const work = await WorkCounter.start();
  const read = vi.spyOn(ProviderDatabase.prototype, "run");
  const listed = work.begin("list of plans");
  const plans = await call(listPlans, {}, { host: host(), cookie });
  expect(plans.ok && plans.answer.length).toBe(5);
  expect([...listed.calls]).toEqual([["PROVIDER.fetch", 1]]);
  expect(read).toHaveBeenCalled();
});

test("a password is hashed, and a payment polled, outside of the object", async () => {
  const fetched = watched();
  const { username } = seeded.demo.admin;
  await call(adminLogIn, { body: { username, password: passwords.demo } }, { host: host() });
  await send(paymentStatus, { params: { id: "made-up" } }, { host: host() });
  expect(fetched).not.toHaveBeenCalled();
});

test("operators are answered at the main domain, whomever they ask about", async () => {
  const cookie = await signInOperator(seeded.operator);
  const fetched = watched();
  expect((await call(listProviders, { query: {} }, { cookie })).status).toBe(200);
  expect(fetched).not.toHaveBeenCalled();
});

test("a host that nobody has makes no object", async () => {
  const before = (await listDurableObjectIds(env.PROVIDER)).length;
  const fetched = watched();
  expect((await send(listPlans, {}, { host: hostOf("nobody-here") })).status).toBe(404);
  expect(fetched).not.toHaveBeenCalled();
  expect((await listDurableObjectIds(env.PROVIDER)).length).toBe(before);
});

test("a flood of a host that has no provider asks D1 once, and its provider is found once it is there", async () => {
  const { platform } = testContext();
  const asked = vi.spyOn(platform, "all");
  const at = (now: number) => providerAt(platform, { subdomain: "flooded" }, now);
  for (let request = 0; request < 20; request += 1) expect(await at(1_000 + 100 * request)).toBeNull();
  expect(asked).toHaveBeenCalledTimes(1);
  await at(5_000);
  expect(asked).toHaveBeenCalledTimes(2);
});

test("at the moment when a known provider is looked up again, one request of many asks D1", async () => {
  const { platform } = testContext();
  const at = (now: number) => providerAt(platform, { subdomain: seeded.demo.subdomain }, now);
  await at(Date.now());
  const asked = vi.spyOn(platform, "all");
  const later = Date.now() + 3_600_000;
  const entries = await Promise.all(Array.from({ length: 20 }, () => at(later)));
  for (const entry of entries) expect(entry?.providerId).toBe(seeded.demo.id);
  expect(asked).toHaveBeenCalledTimes(1);
});

test("a page of a host that is known waits for no trip to D1: what is known is renewed after the answer", async () => {
  const { platform } = testContext();
  const after: Promise<unknown>[] = [];
  const at = (now: number) =>
    providerAt(platform, { subdomain: seeded.demo.subdomain }, now, (work) => after.push(work));
  const began = Date.now() + 20 * 3_600_000;
  // The last request was long ago: this one waits, as the first of an isolate does.
  await at(began);
  expect(after).toHaveLength(0);
  const gate = Promise.withResolvers<void>();
  const real = platform.all.bind(platform);
  const asked = vi.spyOn(platform, "all").mockImplementation((async (
    statement: Parameters<typeof real>[0],
  ) => {
    await gate.promise;
    return real(statement);
  }) as typeof platform.all);
  for (const minutes of [1, 11, 40])
    expect((await at(began + minutes * 60_000))?.providerId).toBe(seeded.demo.id);
  gate.resolve();
  await Promise.all(after);
  expect(asked).toHaveBeenCalledTimes(after.length);
  expect(after.length).toBe(3);
});

test("a page view in an isolate that is new to the host is one trip to D1, and later none", async () => {
  const page = () => visit(`/?routerId=${seeded.demo.routers[0]?.id}&mac=02:00:5E:00:53:08`);
  await page();
  directoryChanged();
  forgetCaches();
  const work = await WorkCounter.start();
  const first = work.begin("new to the host");
  expect((await page()).status).toBe(200);
  const second = work.begin("known");
  expect((await page()).status).toBe(200);
  expect([first.trips, second.trips]).toEqual([1, 0]);
});

test("a flood of made-up hosts wakes no object, and one network asks D1 for a few hundred of them", async () => {
  // They are counted by the minute, in which a busy machine answers fewer.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  const before = (await listDurableObjectIds(env.PROVIDER)).length;
  const { platform } = testContext();
  const asked = vi.spyOn(platform, "all");
  const flooder = { "cf-connecting-ip": "198.51.100.77" };
  const answers = new Map<number, number>();
  for (let place = 0; place < 400; place += 1) {
    const { status } = await visit("/", { host: hostOf(`flood-${place}`), headers: flooder });
    answers.set(status, (answers.get(status) ?? 0) + 1);
  }
  expect([...answers.keys()].sort()).toEqual([404, 429]);
  expect(asked.mock.calls.length).toBeLessThan(300);
  expect((await listDurableObjectIds(env.PROVIDER)).length).toBe(before);
  const other = { "cf-connecting-ip": "203.0.113.5" };
  expect((await visit("/", { host: hostOf("savanna"), headers: other })).status).toBe(200);
});

test("an isolate that begins while D1 is away finds the providers that this data centre knew", async () => {
  const { platform } = testContext();
  const { subdomain, id } = seeded.savanna;
  const at = (name: string) => providerAt(platform, { subdomain: name }, Date.now());
  await at(subdomain);
  directoryChanged();
  const d1 = loseD1();
  expect((await at(subdomain))?.providerId).toBe(id);
  await expect(at("never-seen")).rejects.toThrow();
  d1.heal();
});

test("one request has one id, and a caller does not choose it", async () => {
  const own = "0123456789abcdef";
  const answer = await send(
    listPlans,
    {},
    { host: host(), headers: { "x-mlango-request-id": own, "cf-ray": "00112233aabbccdd-NBO" } },
  );
  expect(answer.headers.get("x-request-id")).toBe("00112233aabbccdd-NBO");
  expect(await answer.text()).not.toContain(own);
});
