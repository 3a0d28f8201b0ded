import { env } from "cloudflare:workers";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { silentAfterMs } from "#contract/bridge";
import { visitorNow } from "#contract/portal";
import { BridgeObject } from "#worker/features/bridges/bridge-object";
import { visit } from "../../support/portal-page.ts";
import { call } from "../../support/worker-call.ts";
import { openSite, type Site } from "../rate-limits/site-world.ts";

// A bridge that falls silent on a link that stays open: who is about to buy is told after two missed heartbeats, with no alarm.

const away = "The hotspot does not answer right now. You can pay; your time starts when it is back.";

let here: Site;
/** When the bridge was last heard. */
let heardAt: number;

beforeAll(async () => {
  here = await openSite();
});
beforeEach(async () => {
  await here.world.renew();
  vi.setSystemTime(Date.now() + 86_400_000);
  heardAt = Date.now();
  // A word that changes something: what is said again on the same link is no news.
  for (const state of ["unreachable", "reachable"] as const)
    here.link.say({
      type: "router",
      routerId: here.routerId,
      state,
      message: "",
      version: "7.18",
      seenAgeMs: 0,
    });
  await here.link.settled();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => here.close());

const asked = () => vi.spyOn(BridgeObject.prototype, "thereUntil");
const saysAway = async () => {
  const { buyer, cookie } = here.visitor();
  const page = await visit(`/?mac=${buyer.mac}&routerId=${here.routerId}`, { host: buyer.host, cookie });
  const query = { mac: buyer.mac, routerId: here.routerId };
  const now = await call(visitorNow, { query }, { host: buyer.host, cookie });
  if (!now.ok) throw new Error(now.text);
  return [page.text.includes(away), now.answer.visitor?.routerAway];
};
const isListed = async () =>
  (await env.DB.prepare("SELECT online_since AS at FROM routers WHERE id = ?1")
    .bind(here.routerId)
    .first("at")) !== null;

test("home and its first question say so from then on, and the platform's figures with them", async () => {
  vi.setSystemTime(heardAt + silentAfterMs - 2_000);
  expect(await saysAway()).toEqual([false, false]);
  vi.setSystemTime(heardAt + silentAfterMs + 1_000);
  expect(await isListed()).toBe(true);
  expect(await saysAway()).toEqual([true, true]);
  expect(await isListed()).toBe(false);
});

test("a bridge is asked once a minute, however many look, and not at all once its router is known to be away", async () => {
  const asks = asked();
  for (let visitor = 0; visitor < 5; visitor += 1) {
    expect(await saysAway()).toEqual([false, false]);
    vi.setSystemTime(Date.now() + 10_000);
  }
  expect(asks).toHaveBeenCalledTimes(1);
  await here.link.settled();
  vi.setSystemTime(heardAt + silentAfterMs + 1_000);
  expect(await saysAway()).toEqual([false, false]);
  expect(asks).toHaveBeenCalledTimes(2);
  vi.setSystemTime(Date.now() + 2 * silentAfterMs);
  expect(await saysAway()).toEqual([true, true]);
  expect(asks).toHaveBeenCalledTimes(3);
  // What an isolate keeps of a router is three seconds old at most.
  vi.setSystemTime(Date.now() + 10_000);
  expect(await saysAway()).toEqual([true, true]);
  expect(asks).toHaveBeenCalledTimes(3);
});

test("where it can't be asked the page stands as before, and it is asked again in seconds", async () => {
  const asks = asked().mockRejectedValue(new Error("no such machine"));
  vi.setSystemTime(heardAt + silentAfterMs + 1_000);
  expect(await saysAway()).toEqual([false, false]);
  expect(asks).toHaveBeenCalledTimes(1);
  asks.mockRestore();
  vi.setSystemTime(Date.now() + 6_000);
  expect(await saysAway()).toEqual([true, true]);
});
