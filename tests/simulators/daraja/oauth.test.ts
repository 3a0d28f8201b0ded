import { describe, expect, it } from "vitest";
import { APP, darajaWorld, OTHER_APP } from "./daraja-world.ts";

const PATH = "/oauth/v1/generate?grant_type=client_credentials";
const basic = (key: string, secret: string) => ({ Authorization: `Basic ${btoa(`${key}:${secret}`)}` });
const INVALID_TOKEN = { errorCode: "404.001.03", errorMessage: "Invalid Access Token" };

describe("the token call", () => {
  it("gives 28 characters and a life of 3599 seconds as a string", async () => {
    const { call } = darajaWorld();
    const answer = await call(PATH, { headers: basic(APP.consumerKey, APP.consumerSecret) });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      access_token: expect.stringMatching(/^[A-Za-z0-9]{28}$/),
      expires_in: "3599",
    });
  });

  it.each([
    ["no credentials", PATH, {}, "400.008.01"],
    ["a bearer in place of basic", PATH, { Authorization: "Bearer abc" }, "400.008.01"],
    ["an unknown key", PATH, basic("nobody", APP.consumerSecret), "400.008.01"],
    ["a wrong secret", PATH, basic(APP.consumerKey, "wrong"), "400.008.01"],
    ["text that is no base64", PATH, { Authorization: "Basic ***" }, "400.008.01"],
    ["no grant type", "/oauth/v1/generate", basic(APP.consumerKey, APP.consumerSecret), "400.008.02"],
  ])("refuses %s in the gateway's error shape", async (_, path, headers, errorCode) => {
    const { call } = darajaWorld();
    const answer = await call(path, { headers });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({
      requestId: expect.stringMatching(/^[0-9a-f]{4}(-[0-9a-f]{4}){2}-[0-9a-f]{12}\d{4}$/),
      errorCode,
      errorMessage: expect.any(String),
    });
  });

  it("refuses POST", async () => {
    const { call } = darajaWorld();
    const headers = basic(APP.consumerKey, APP.consumerSecret);
    const answer = await call(PATH, { method: "POST", headers });
    expect(answer.status).toBe(405);
    expect(await answer.json()).toMatchObject({ errorCode: "405.001" });
  });

  it("lets a new token kill the one before it, of the same app only", async () => {
    const { call, push, token } = darajaWorld();
    const first = await token();
    const others = await token(OTHER_APP);
    const second = await token();
    expect(second).not.toBe(first);
    const withToken = async (bearer: string) => {
      const answer = await call("/mpesa/stkpush/v1/processrequest", {
        body: {},
        headers: { Authorization: `Bearer ${bearer}` },
      });
      return { status: answer.status, body: await answer.json() };
    };
    expect(await withToken(first)).toMatchObject({ status: 404, body: INVALID_TOKEN });
    expect(await withToken(others)).toMatchObject({ status: 400 });
    expect((await push()).status).toBe(200);
  });

  it("ends a token after 3599 seconds", async () => {
    const { clock, push, token } = darajaWorld();
    await token();
    await clock.advance(3_598_999);
    expect((await push()).status).toBe(200);
    await clock.advance(1);
    expect(await (await push()).json()).toMatchObject(INVALID_TOKEN);
  });

  it("refuses a call without a bearer", async () => {
    const { call } = darajaWorld();
    const answer = await call("/mpesa/stkpushquery/v1/query", { body: {} });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject(INVALID_TOKEN);
  });

  it("revokes the token of the next call once when asked to", async () => {
    const { push, set, token, call } = darajaWorld();
    await token();
    await set({ tokens: "revoke-next" });
    const refused = await push();
    expect(refused.status).toBe(404);
    expect(await refused.json()).toMatchObject(INVALID_TOKEN);
    expect(await (await push()).json()).toMatchObject(INVALID_TOKEN);
    await token();
    expect((await push()).status).toBe(200);
    expect(await (await call("/control/gateways")).json()).toMatchObject({ tokens: "normal" });
  });
});

describe("addresses", () => {
  it("answers an unknown API path with Resource not found", async () => {
    const { call } = darajaWorld();
    const answer = await call("/mpesa/stkpush/v2/processrequest", { body: {} });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ errorCode: "404.001.01" });
  });

  it("leaves addresses that are not its own to others", async () => {
    const { simulator } = darajaWorld();
    expect(await simulator.handle(new Request("http://x.localhost/merchant/v1/payments/"))).toBeUndefined();
    expect((await simulator.fetch(new Request("http://x.localhost/merchant/v1/payments/"))).status).toBe(404);
  });
});
