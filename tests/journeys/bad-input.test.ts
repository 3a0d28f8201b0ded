import { expect, it } from "vitest";
import { ask } from "../support/site/ask.ts";
import { readRows } from "../support/site/read-rows.ts";
import { testSite } from "../support/site/test-site.ts";

// What the outside may send by mistake or on purpose, over real connections: a sentence, and nothing changed.

const { site, visitors } = testSite();
const mac = "4C:5E:0C:A1:00:01";

const good = () => ({
  phoneNumber: "0712345678",
  planId: site().seeded.demo.plans[0]?.id,
  macAddress: mac,
  routerId: visitors().routerId,
});

async function expectRefused(
  json: unknown,
  status: number,
  sentence: RegExp,
  headers: Record<string, string> = {},
) {
  const answer = await ask(site().origin, "/api/payment/initiate", { json, headers });
  expect(answer.status).toBe(status);
  const body = JSON.parse(answer.text);
  expect(body).toMatchObject({
    success: false,
    message: expect.stringMatching(sentence),
    error: body.message,
  });
  expect(await visitors().prompts()).toEqual([]);
  for (const table of ["payments", "entitlements", "ledger"]) {
    expect(await readRows(site(), `SELECT * FROM ${table}`)).toEqual([]);
  }
}

it.each(["", "07123456", "0712345678901", "07one23456", "0201234567", "2540712345678"])(
  "the phone %j",
  async (phoneNumber) => {
    await expectRefused({ ...good(), phoneNumber }, 400, /phone number/);
  },
);

it.each(["not a mac", "4C:5E:0C:A1:00", "4C5E0CA10001", "$(mac)"])("the device %j", async (macAddress) => {
  await expectRefused({ ...good(), macAddress }, 400, /device address/);
});

it("a plan that does not exist, or is another provider's", async () => {
  await expectRefused({ ...good(), planId: "nothing" }, 404, /not sold/);
  await expectRefused({ ...good(), planId: site().seeded.savanna.plans[0]?.id }, 404, /not sold/);
});

it("a router that does not exist, or is another provider's", async () => {
  await expectRefused({ ...good(), routerId: "00000000-0000-4000-8000-000000000000" }, 404, /hotspot|WiFi/);
  await expectRefused({ ...good(), routerId: site().seeded.savanna.routers[0]?.id }, 404, /hotspot|WiFi/);
});

it("keys that nobody knows, 300 KB, and what is no JSON", async () => {
  await expectRefused({ ...good(), isAdmin: true }, 400, /isAdmin/);
  await expectRefused({ ...good(), planId: "x".repeat(300 * 1024) }, 413, /too much/);
  const unannounced = { "transfer-encoding": "chunked" };
  await expectRefused({ ...good(), planId: "x".repeat(3_000_000) }, 413, /too much/, unannounced);
  const answer = await ask(site().origin, "/api/payment/initiate", { form: { phoneNumber: "0712345678" } });
  expect(answer.status).toBe(415);
});

it("a page of somebody else, of a sibling tenant too", async () => {
  const sibling = site().main.replace("//", "//savanna.");
  for (const origin of ["https://evil.example", sibling, site().main, "null"]) {
    await expectRefused(good(), 403, /did not come from this page/, { origin });
  }
  await expectRefused(good(), 403, /did not come from this page/, { "sec-fetch-site": "same-site" });
});
