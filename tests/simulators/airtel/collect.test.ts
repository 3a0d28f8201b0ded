import { describe, expect, it } from "vitest";
import { airtelWorld, OTHER_APP } from "./airtel-world.ts";

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
});
