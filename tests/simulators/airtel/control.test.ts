import { describe, expect, it } from "vitest";
import { APP, airtelWorld } from "./airtel-world.ts";

it("refuses to contradict a prompt that is open, and shows status and code of one that is not", async () => {
  const { push, prompts, answer } = airtelWorld();
  await push();
  const id = (await prompts())[0]?.id ?? "";
  expect((await answer(id, "late-failed")).status).toBe(409);
  expect(await prompts()).toMatchObject([{ state: "open", status: null, responseCode: null }]);
  expect(await (await answer(id, "cancelled")).json()).toMatchObject({
    status: "TF",
    responseCode: "DP00800001008",
  });
});

describe("the portal", () => {
  it("keeps address, key and allowed addresses of each application", async () => {
    const { call } = airtelWorld();
    const form = { clientId: APP.clientId, callbackUrl: "http://elsewhere.localhost/cb", allowedIps: [] };
    await call("/control/airtel/apps", { body: form });
    expect(await (await call("/control/airtel/apps")).json()).toEqual([
      { ...form, callbackKey: APP.portal?.callbackKey },
      { clientId: "id-of-juma", callbackUrl: "", callbackKey: "", allowedIps: [] },
    ]);
  });

  it.each([
    [{ clientId: "nobody" }, 404],
    [{ clientId: APP.clientId, callbackUrl: "elsewhere" }, 400],
    [{ clientId: APP.clientId, allowedIps: "all" }, 400],
    [{ clientId: APP.clientId, secret: "x" }, 400],
  ])("refuses %o with a sentence", async (body, status) => {
    const { call } = airtelWorld();
    const refused = await call("/control/airtel/apps", { body });
    expect(refused.status).toBe(status);
    expect(await refused.json()).toEqual({ error: expect.stringMatching(/\.$/) });
  });
});
