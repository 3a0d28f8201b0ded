import { describe, expect, it } from "vitest";
import { openapiCheck } from "../openapi-check.ts";
import { airtelClient, airtelWorld, MSISDN } from "./airtel-world.ts";
import openapi from "./openapi.json" with { type: "json" };
import type { AirtelSettings } from "./settings.ts";

const check = openapiCheck(openapi);
const refund = "/standard/v1/payments/refund";

/** A world whose every request and answer is held against the file; `wrong` collects what does not fit. */
function checkedWorld(settings: Partial<AirtelSettings> = {}) {
  const world = airtelWorld({ settings });
  const wrong = { requests: [] as string[], answers: [] as string[] };
  const client = airtelClient("http://airtel.localhost", async (request) => {
    const { pathname: path } = new URL(request.url);
    const { method, headers } = request;
    if (path.startsWith("/control/")) return await world.simulator.fetch(request);
    wrong.requests.push(...check.request({ method, path, headers, body: await request.clone().text() }));
    const answer = await world.simulator.fetch(request);
    const text = await answer.clone().text();
    wrong.answers.push(...check.answer({ method, path }, answer.status, text));
    return answer;
  });
  return { ...world, ...client, wrong };
}

const outcomes = ["paid", "cancelled", "wrong-pin", "insufficient", "over-limit", "timed-out", "ambiguous"];

describe("against the OpenAPI file", () => {
  it.each(outcomes)("token, push, enquiry and callback of a payment that is %s", async (outcome) => {
    const world = checkedWorld();
    await world.push();
    await world.enquire("payment-1");
    await world.answer((await world.prompts())[0]?.id ?? "", outcome);
    await world.enquire("payment-1");
    await world.clock.advance(0);
    const callbacks = world.inbox.flatMap(({ body }) => check.webhook("outcome", body));
    expect({ ...world.wrong, callbacks }).toEqual({ requests: [], answers: [], callbacks: [] });
    expect(world.inbox).toHaveLength(1);
  });

  it("a refund, and the same again", async () => {
    const world = checkedWorld();
    await world.push();
    await world.answer((await world.prompts())[0]?.id ?? "", "paid");
    const moneyId = (await world.prompts())[0]?.moneyId ?? "";
    await world.refund(moneyId);
    await world.refund(moneyId);
    expect(world.wrong).toEqual({ requests: [], answers: [] });
  });

  it.each<[string, Partial<AirtelSettings>]>([
    ["refusals with 400", { refusalStatus: "400" }],
    ["failed initiations", { answer: "failed" }],
    ["a timeout of the router", { answer: "timeout-after-acceptance" }],
    ["enquiries that fail", { enquiry: "down" }],
    ["misleading success", { misleading: true }],
    ["an address that is not on the list", { allowList: true }],
    ["refunds that fail", { refund: "down" }],
  ])("answers with %s", async (_, settings) => {
    const world = checkedWorld(settings);
    await world.push();
    await world.push({ transaction: { id: "payment-1" } });
    await world.enquire("payment-1");
    await world.enquire("nobody");
    await world.answer((await world.prompts())[0]?.id ?? "", "paid");
    await world.refund((await world.prompts())[0]?.moneyId ?? "MP1");
    expect(world.wrong).toEqual({ requests: [], answers: [] });
  });

  it("answers to what is wrong", async () => {
    const world = checkedWorld();
    await world.push({ transaction: { amount: 0 } });
    await world.call("/merchant/v1/payments/", { body: {} });
    await world.call("/auth/oauth2/token", { body: { client_id: "nobody" } });
    expect(world.wrong.answers).toEqual([]);
    expect(world.wrong.requests.length).toBeGreaterThanOrEqual(3);
  });
});

describe("the check itself", () => {
  const headers = {
    Authorization: "Bearer x",
    "X-Country": "KE",
    "X-Currency": "KES",
    "Content-Type": "application/json",
  };
  const place = { country: "KE", currency: "KES" };
  const body = {
    reference: "WiFi",
    subscriber: { ...place, msisdn: MSISDN },
    transaction: { ...place, amount: 20, id: "a1b2" },
  };
  const push = (over: object, more: Record<string, string> = {}) =>
    check.request({
      method: "POST",
      path: "/merchant/v1/payments/",
      headers: new Headers({ ...headers, ...more }),
      body: JSON.stringify({ ...body, ...over }),
    });

  it("lets a right request through", () => {
    expect(push({})).toEqual([]);
  });

  it.each<[string, object, Record<string, string>, string]>([
    ["the country code", { subscriber: { ...place, msisdn: "254733123456" } }, {}, "msisdn"],
    ["an amount as text", { transaction: { ...body.transaction, amount: "20" } }, {}, "amount"],
    ["a missing part", { subscriber: undefined }, {}, "subscriber"],
    ["a part of nobody", { pin: "1234" }, {}, "pin"],
    ["another country", {}, { "X-Country": "UG" }, "X-Country"],
    ["no bearer", {}, { Authorization: "" }, "Authorization"],
    ["a form", {}, { "Content-Type": "text/plain" }, "Content-Type"],
  ])("refuses %s", (_, over, more, named) => {
    expect(push(over, more).join()).toContain(named);
  });

  it("knows neither other addresses nor other statuses, and no token as a number", () => {
    const post = { method: "POST", path: refund };
    expect(check.answer(post, 500, "{}")).toEqual([expect.stringContaining("500")]);
    expect(check.answer({ method: "GET", path: "/x" }, 200, "{}")).toEqual([expect.stringContaining("/x")]);
    const token = { access_token: "x", expires_in: 180, token_type: "bearer" };
    const asked = { method: "POST", path: "/auth/oauth2/token" };
    expect(check.answer(asked, 200, JSON.stringify(token)).join()).toContain("expires_in");
    expect(check.answer(asked, 200, "<html>")).toEqual([expect.stringContaining("no JSON")]);
    expect(
      check.webhook("outcome", '{"transaction":{"id":"1","message":"","status_code":"TX"}}'),
    ).toHaveLength(1);
  });
});
