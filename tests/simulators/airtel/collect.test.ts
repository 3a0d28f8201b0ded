import { describe, expect, it } from "vitest";
import { airtelWorld, MSISDN, OTHER_APP } from "./airtel-world.ts";

describe("an accepted push", () => {
  it("is answered as documented and opens a prompt on the phone", async () => {
    const { push, prompts } = airtelWorld();
    const answer = await push({ transaction: { id: "a1b2c3d4" } });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      data: { transaction: { id: "a1b2c3d4", status: "SUCCESS" } },
      status: {
        code: "200",
        message: "SUCCESS",
        result_code: "ESB000010",
        response_code: "DP00800001006",
        success: true,
      },
    });
    expect(await prompts()).toEqual([
      expect.objectContaining({ transactionId: "a1b2c3d4", msisdn: MSISDN, amount: 20, state: "open" }),
    ]);
  });

  it.each([
    ["a 01 number", { subscriber: { msisdn: "100123456" } }],
    ["the smallest amount", { transaction: { amount: 1 } }],
    ["a reference of sixty-four", { reference: "x".repeat(64) }],
    ["an id of sixty-four", { transaction: { id: "f".repeat(64) } }],
  ])("may carry %s", async (_, over) => {
    const { push } = airtelWorld();
    expect(await (await push(over)).json()).toMatchObject({ status: { success: true } });
  });
});

describe("a refused push", () => {
  it.each([
    ["the country code in the number", { subscriber: { msisdn: "254733123456" } }, "ESB000033"],
    ["the leading zero", { subscriber: { msisdn: "0733123456" } }, "ESB000033"],
    ["a number that is no text", { subscriber: { msisdn: 733123456 } }, "ESB000033"],
    ["another country", { subscriber: { country: "UG" } }, "ESB000034"],
    ["another country of the money", { transaction: { country: "UG" } }, "ESB000034"],
    ["another currency", { transaction: { currency: "UGX" } }, "ESB000035"],
    ["no currency", { subscriber: { currency: undefined } }, "ESB000035"],
    ["an amount as text", { transaction: { amount: "20" } }, "ESB000008"],
    ["cents", { transaction: { amount: 20.5 } }, "ESB000008"],
    ["nothing", { transaction: { amount: 0 } }, "ESB000008"],
    ["too long a reference", { reference: "x".repeat(65) }, "ESB000008"],
    ["no reference", { reference: "" }, "ESB000008"],
    ["too long an id", { transaction: { id: "f".repeat(65) } }, "ESB000008"],
    ["an id with a slash", { transaction: { id: "a/b/c/d" } }, "ESB000008"],
  ])("carries %s", async (_, over, result_code) => {
    const { push, prompts, counts } = airtelWorld();
    const answer = await push(over);
    expect(await answer.json()).toEqual({
      status: {
        code: "200",
        message: expect.any(String),
        result_code,
        response_code: expect.stringMatching(/^DP0080000/),
        success: false,
      },
    });
    expect(await prompts()).toEqual([]);
    expect(await counts()).toMatchObject({ pushesRefused: 1, pushesAccepted: 0 });
  });

  it("has no JSON, or lacks a part", async () => {
    const { call, token } = airtelWorld();
    const headers = { Authorization: `Bearer ${await token()}`, "X-Country": "KE", "X-Currency": "KES" };
    for (const body of ["amount=1", "[]", "{}"]) {
      const answer = await call("/merchant/v1/payments/", { body, headers });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ status_code: "ROUTER003" });
    }
  });

  it("may come with HTTP 400", async () => {
    const { push } = airtelWorld({ settings: { refusalStatus: "400" } });
    const answer = await push({ transaction: { amount: 0 } });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ status: { code: "400", success: false } });
  });
});

describe("an id that was used before", () => {
  it("is refused with ESB000041, whatever became of it, and the phone rings once", async () => {
    const { push, prompts, answer } = airtelWorld();
    await push({ transaction: { id: "same" } });
    const again = () => push({ transaction: { id: "same" } });
    expect(await (await again()).json()).toMatchObject({ status: { result_code: "ESB000041" } });
    await answer((await prompts())[0]?.id ?? "", "cancelled");
    expect(await (await again()).json()).toMatchObject({ status: { result_code: "ESB000041" } });
    expect(await prompts()).toHaveLength(1);
    expect(await (await push({ transaction: { id: "same" } }, OTHER_APP)).json()).toMatchObject({
      status: { success: true },
    });
  });

  it("lets exactly one of twenty at once through", async () => {
    const { push, prompts, token } = airtelWorld();
    await token();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => push({ transaction: { id: "same" } })),
    );
    const bodies = await Promise.all(answers.map((one) => one.json<{ status: { result_code: string } }>()));
    const taken = bodies.filter(({ status }) => status.result_code === "ESB000010");
    expect(taken).toHaveLength(1);
    expect(await prompts()).toHaveLength(1);
  });
});

describe("a disturbed answer", () => {
  it.each([
    ["lost-after-acceptance", 504, undefined],
    ["timeout-after-acceptance", 408, { status_code: "ROUTER117" }],
    ["failed-after-acceptance", 200, { status: { result_code: "ESB000004" } }],
  ] as const)("%s leaves a prompt on the phone", async (kind, status, body) => {
    const { push, prompts } = airtelWorld({ settings: { answer: kind } });
    const answer = await push();
    expect(answer.status).toBe(status);
    const text = await answer.text();
    if (body) expect(JSON.parse(text)).toMatchObject(body);
    else expect(() => JSON.parse(text)).toThrow();
    expect(await prompts()).toHaveLength(1);
  });

  it("failed: the same words, and nothing was sent", async () => {
    const { push, prompts } = airtelWorld({ settings: { answer: "failed" } });
    expect(await (await push()).json()).toMatchObject({ status: { result_code: "ESB000004" } });
    expect(await prompts()).toEqual([]);
  });

  it("can be overtaken by the callback", async () => {
    const order: string[] = [];
    const { push } = airtelWorld({
      settings: { answer: "callback-first" },
      deliver: async () => {
        order.push("callback");
        return 200;
      },
    });
    await push();
    order.push("answer");
    expect(order).toEqual(["callback", "answer"]);
  });

  it("can be held back while the prompt is already on the phone", async () => {
    const { push, prompts, clock, token } = airtelWorld({ settings: { answerDelayMs: 9_000 } });
    await token();
    let answered = false;
    const pushed = push().then(() => {
      answered = true;
    });
    await clock.advance(8_999);
    expect(answered).toBe(false);
    expect(await prompts()).toHaveLength(1);
    await clock.advance(1);
    await pushed;
  });
});
