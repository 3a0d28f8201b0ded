import { describe, expect, it } from "vitest";
import { APP, airtelWorld, OTHER_APP } from "./airtel-world.ts";

const PATH = "/auth/oauth2/token";
const asked = {
  client_id: APP.clientId,
  client_secret: APP.clientSecret,
  grant_type: "client_credentials",
};

describe("the token call", () => {
  it("gives three minutes of access, told as a string", async () => {
    const { call } = airtelWorld();
    const answer = await call(PATH, { body: asked });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      access_token: expect.stringMatching(/^[A-Za-z0-9]{28}$/),
      expires_in: "180",
      token_type: "bearer",
    });
  });

  it.each([
    ["an unknown client", { ...asked, client_id: "nobody" }, 401, "invalid_client"],
    ["a wrong secret", { ...asked, client_secret: "wrong" }, 401, "invalid_client"],
    ["another grant", { ...asked, grant_type: "password" }, 400, "unsupported_grant_type"],
    ["a body that is no JSON", "client_id=1", 401, "invalid_client"],
  ])("refuses %s as an OAuth server does", async (_, body, status, error) => {
    const { call, counts } = airtelWorld();
    const answer = await call(PATH, { body });
    expect(answer.status).toBe(status);
    expect(await answer.json()).toEqual({ error, error_description: expect.any(String) });
    expect(await counts()).toMatchObject({ tokensRefused: 1, tokenFetches: 0 });
  });

  it("does not take a form, nor GET", async () => {
    const { call } = airtelWorld();
    const form = { "Content-Type": "application/x-www-form-urlencoded" };
    expect((await call(PATH, { body: asked, headers: form })).status).toBe(401);
    expect((await call(PATH)).status).toBe(405);
  });

  it("ends a token after 180 seconds, and not the other one of the same app", async () => {
    const { clock, push, token, call } = airtelWorld();
    const first = await token();
    await clock.advance(100_000);
    await token();
    await clock.advance(79_999);
    const place = { "X-Country": "KE", "X-Currency": "KES" };
    const withFirst = () =>
      call("/standard/v1/payments/nobody", { headers: { Authorization: `Bearer ${first}`, ...place } });
    expect(await (await withFirst()).json()).toMatchObject({ status: { result_code: "ESB000045" } });
    await clock.advance(1);
    const late = await withFirst();
    expect(late.status).toBe(401);
    expect(await late.json()).toMatchObject({ error: "invalid_token" });
    expect((await push()).status).toBe(200);
  });

  it("revokes the token of the next call once when asked to", async () => {
    const { push, set, token } = airtelWorld();
    await token();
    await set({ tokens: "revoke-next" });
    expect((await push()).status).toBe(401);
    expect((await push()).status).toBe(401);
    await token();
    expect((await push()).status).toBe(200);
  });
});

describe("what every call needs", () => {
  it.each([
    ["a live bearer", { Authorization: "Bearer nobody" }, 401, { error: "invalid_token" }],
    ["a country", { "X-Country": "" }, 400, { status_code: "ROUTER003" }],
    ["a currency", { "X-Currency": "" }, 400, { status_code: "ROUTER003" }],
    ["Kenya as country", { "X-Country": "UG" }, 400, { status_code: "ROUTER006" }],
    ["Kenya's currency", { "X-Currency": "UGX" }, 400, { status_code: "ROUTER112" }],
  ])("is %s, on each of the three", async (_, headers, status, refusal) => {
    const { call, token } = airtelWorld();
    const right = {
      Authorization: `Bearer ${await token()}`,
      "X-Country": "KE",
      "X-Currency": "KES",
    };
    for (const [path, body] of [
      ["/merchant/v1/payments/", {}],
      ["/standard/v1/payments/refund", {}],
      ["/standard/v1/payments/payment-1", undefined],
    ] as const) {
      const answer = await call(path, { body, headers: { ...right, ...headers } });
      expect(answer.status).toBe(status);
      expect(await answer.json()).toMatchObject(refusal);
    }
  });

  it("is an address on the list, while the list is on", async () => {
    const { simulator, set, token } = airtelWorld({ settings: { allowList: true } });
    const bearer = await token();
    const headers = { Authorization: `Bearer ${bearer}`, "X-Country": "KE", "X-Currency": "KES" };
    const ask = (address?: string) =>
      simulator.fetch(
        new Request("http://airtel.localhost/standard/v1/payments/nobody", { headers }),
        address,
      );
    expect((await ask("203.0.113.7")).status).toBe(403);
    expect(await (await ask()).json()).toMatchObject({ status: { result_code: "ESB000045" } });
    await set({ allowList: false });
    expect((await ask("203.0.113.7")).status).toBe(200);
  });
});

describe("addresses", () => {
  it("answers an unknown one of its own with the router's words, and leaves others alone", async () => {
    const { simulator, call } = airtelWorld();
    const answer = await call("/merchant/v9/payments/", { body: {} });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ status_code: "ROUTER005" });
    expect(await simulator.handle(new Request("http://x.localhost/mpesa/stkpush"))).toBeUndefined();
    expect(await simulator.handle(new Request("http://x.localhost/control/prompts"))).toBeUndefined();
  });

  it("keeps applications apart", async () => {
    const { push, enquire, token } = airtelWorld();
    await push({ transaction: { id: "mine" } });
    await token(OTHER_APP);
    expect(await (await enquire("mine", OTHER_APP)).json()).toMatchObject({
      status: { result_code: "ESB000045" },
    });
  });
});
