import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { paymentStatus } from "#contract/payments";
import { visitorNow } from "#contract/portal";
import { visit } from "../../support/portal-page.ts";
import { call } from "../../support/worker-call.ts";
import { buys, openSite, redeems, type Site, type Visitor } from "../rate-limits/site-world.ts";

// What is said of access that was bought while its router can't be reached, and once it answers again.

const specified = "Voucher redeemed successfully. You now have internet access!";
const away = "Voucher redeemed. It is paid, and this device is let in as soon as the router answers.";

let here: Site;

beforeAll(async () => {
  here = await openSite();
});
beforeEach(async () => {
  await here.world.renew();
  vi.setSystemTime(Date.now() + 2 * 86_400_000);
  await reachable("reachable");
  here.link.hosts = () => [...here.listed];
});
afterAll(() => here.close());

async function reachable(state: "reachable" | "unreachable") {
  const { routerId } = here;
  const seenAgeMs = state === "reachable" ? 0 : 60_000;
  here.link.say({ type: "router", routerId, state, message: "", version: "7.18", seenAgeMs });
  await here.link.settled();
}

/** The bridge is there, and its router is not. */
async function routerLeaves() {
  here.link.hosts = null;
  await reachable("unreachable");
}

const pageOf = (visitor: Visitor, path: string, headers: Record<string, string> = {}) =>
  visit(`${path}?mac=${visitor.buyer.mac}&routerId=${here.routerId}`, {
    host: visitor.buyer.host,
    cookie: visitor.cookie,
    headers,
  });

async function redeemed(visitor: Visitor) {
  const answer = await redeems(here, visitor);
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer;
}

test("where the router is there, the specified words are said, to the letter", async () => {
  expect((await redeemed(here.visitor())).message).toBe(specified);
});

test("while the router is away a voucher is paid, and let in as soon as it answers: call, page and status say no more", async () => {
  await routerLeaves();
  const visitor = here.visitor();
  const { message, transactionId: id } = await redeemed(visitor);
  expect(message).toBe(away);
  const options = { host: visitor.buyer.host, cookie: visitor.cookie };
  const status = await call(paymentStatus, { params: { id } }, options);
  expect(status.ok && status.answer).toMatchObject({
    status: "completed",
    access: "connecting",
    routerAway: true,
  });
  const query = { mac: visitor.buyer.mac, routerId: here.routerId };
  const now = await call(visitorNow, { query }, options);
  expect(now.ok && now.answer.visitor).toMatchObject({ access: "connecting", routerAway: true });
  for (const path of [`/pay/${id}`, "/connected", "/"]) {
    const { text } = await pageOf(visitor, path);
    expect([path, text]).toEqual([
      path,
      expect.stringContaining("Paid. You are let in as soon as the router answers."),
    ]);
    expect(text).not.toMatch(/internet access|onnecting you/);
  }
  const { text } = await pageOf(visitor, `/pay/${id}`, { "accept-language": "sw" });
  expect(text).toContain("Umelipa. Utaruhusiwa mara tu ruta itakapojibu.");
  await reachable("reachable");
  const after = await call(paymentStatus, { params: { id } }, options);
  expect(after.ok && after.answer.access).toBe("connecting");
  expect(after.ok && after.answer.routerAway).toBeUndefined();
  expect((await pageOf(visitor, `/pay/${id}`)).text).toContain("Paid. We are connecting you now…");
});

test("a router that left a moment ago is not called there for a list of before", async () => {
  const visitor = here.visitor();
  expect((await redeemed(visitor)).message).toBe(specified);
  await routerLeaves();
  vi.setSystemTime(Date.now() + 3_000);
  expect((await redeemed(visitor)).message).toBe(away);
});

test("a payment that is made while the router is away says the same", async () => {
  await routerLeaves();
  const visitor = here.visitor();
  const bought = await buys(visitor);
  if (!bought.ok) throw new Error(bought.text);
  await visitor.buyer.answer("paid");
  const { text } = await pageOf(visitor, `/pay/${bought.answer.transactionId}`);
  expect(text).toContain("Payment Successful! Paid. You are let in as soon as the router answers.");
  expect(text).not.toContain("has been activated");
});

test("home says before anything is paid that the router is away, and no more once it answers", async () => {
  const line = "The hotspot does not answer right now. You can pay; your time starts when it is back.";
  const visitor = here.visitor();
  const query = { mac: visitor.buyer.mac, routerId: here.routerId };
  const looks = async () => {
    // What an isolate keeps of a router is three seconds old at most.
    vi.setSystemTime(Date.now() + 4_000);
    const { text } = await pageOf(visitor, "/");
    const now = await call(visitorNow, { query }, { host: visitor.buyer.host, cookie: visitor.cookie });
    if (!now.ok) throw new Error(now.text);
    return [text.includes(line), now.answer.visitor?.routerAway];
  };
  expect(await looks()).toEqual([false, false]);
  await routerLeaves();
  expect(await looks()).toEqual([true, true]);
  await reachable("reachable");
  expect(await looks()).toEqual([false, false]);
});

test("a form without scripts says it, in both languages", async () => {
  await routerLeaves();
  for (const [language, words] of [
    ["en", "Paid. You are let in as soon as the router answers."],
    ["sw", "Umelipa. Utaruhusiwa mara tu ruta itakapojibu."],
  ] as const) {
    const visitor = here.visitor();
    const { transactionId } = await redeemed(visitor);
    const seen = await pageOf(visitor, `/pay/${transactionId}`, { "accept-language": language });
    expect(seen.text).toContain(words);
    expect(seen.html).toContain('http-equiv="refresh"');
  }
});
