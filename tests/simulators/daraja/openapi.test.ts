import { describe, expect, it } from "vitest";
import { openapiCheck } from "../openapi-check.ts";
import {
  APP,
  CALLBACK_URL,
  CONFIRMATION_URL,
  darajaClient,
  darajaWorld,
  OTHER_APP,
  PHONE,
  RESULT_URL,
  TIMEOUT_URL,
  VALIDATION_URL,
} from "./daraja-world.ts";
import openapi from "./openapi.json" with { type: "json" };
import type { DarajaSettings } from "./settings.ts";

const check = openapiCheck(openapi);
const webhooks = new Map([
  [CALLBACK_URL, "stkCallback"],
  [VALIDATION_URL, "validation"],
  [CONFIRMATION_URL, "confirmation"],
  [RESULT_URL, "result"],
  [TIMEOUT_URL, "queueTimeOut"],
]);

/** A world whose every request, answer and callback is held against the file; each list names what does not fit. */
function checkedWorld(settings: Partial<DarajaSettings> = {}) {
  const world = darajaWorld({ settings });
  const requests: string[] = [];
  const answers: string[] = [];
  const client = darajaClient("http://daraja.localhost", async (request) => {
    const { pathname: path } = new URL(request.url);
    const { method, headers } = request;
    if (path.startsWith("/control/")) return await world.simulator.fetch(request);
    requests.push(...check.request({ method, path, headers, body: await request.clone().text() }));
    const answer = await world.simulator.fetch(request);
    answers.push(...check.answer({ method, path }, answer.status, await answer.clone().text()));
    return answer;
  });
  const callbacks = () =>
    world.inbox.flatMap(({ url, body }) => check.webhook(webhooks.get(url) ?? `of ${url}`, body));
  return { ...world, ...client, wrong: () => ({ requests, answers, callbacks: callbacks() }) };
}

const NOTHING = { requests: [], answers: [], callbacks: [] };

describe("against the OpenAPI file", () => {
  it.each(["paid", "cancelled", "wrong-pin", "insufficient", "unreachable"])(
    "token, push, query and callback of a payment that is %s",
    async (outcome) => {
      const world = checkedWorld();
      const { CheckoutRequestID } = await (await world.push()).json<{ CheckoutRequestID: string }>();
      // Each shape in which a waiting prompt answers, one of them 200 with an error.
      for (let turn = 0; turn < 4; turn += 1) await world.query(CheckoutRequestID);
      await world.answer((await world.prompts())[0]?.id ?? "", outcome);
      await world.query(CheckoutRequestID);
      await world.clock.advance(0);
      expect(world.wrong()).toEqual(NOTHING);
      expect(world.inbox).toHaveLength(1);
    },
  );

  it.each([1, 2] as const)("payments by hand, told in version %s", async (version) => {
    const world = checkedWorld();
    await world.register({}, { version });
    await world.typed();
    await world.push();
    await world.answer((await world.prompts())[0]?.id ?? "", "paid");
    await world.clock.advance(0);
    expect(world.wrong()).toEqual(NOTHING);
    expect(world.inbox.map(({ url }) => webhooks.get(url)).sort()).toEqual([
      "confirmation",
      "confirmation",
      "stkCallback",
      "validation",
    ]);
  });

  it.each<[string, Partial<DarajaSettings>]>([
    ["normal", {}],
    ["told to the timeout address", { results: "timeout" }],
    ["acknowledged with nothing", { acks: "empty" }],
    ["refused", { acks: "busy" }],
  ])("reversals and questions, %s", async (_, settings) => {
    const world = checkedWorld(settings);
    const { receipt } = await (await world.typed()).json<{ receipt: string }>();
    await world.reverse(receipt);
    await world.reverse(receipt);
    await world.status({ TransactionID: receipt });
    await world.status({ OriginalConversationID: "f1e2-4b95-a71d-b30d3cdbb7a7735297" });
    await world.clock.advance(1_000);
    expect(world.wrong()).toEqual(NOTHING);
    expect(world.inbox).toHaveLength(settings.acks === "busy" ? 0 : 4);
  });

  it.each<[string, Partial<DarajaSettings>]>([
    ["normal", {}],
    ["without money", { payouts: "insufficient" }],
    ["told to the timeout address", { results: "timeout" }],
    ["acknowledged with nothing", { acks: "empty" }],
    ["refused", { acks: "busy" }],
  ])("money that a business sends, %s", async (_, settings) => {
    const world = checkedWorld(settings);
    const operator = { SecurityCredential: APP.securityCredential, Remarks: "Payout" };
    const urls = { ResultURL: RESULT_URL, QueueTimeOutURL: TIMEOUT_URL };
    const sent = { Amount: 50, PartyA: APP.shortCode, ...operator, ...urls };
    const named = { OriginatorConversationID: "own-1", InitiatorName: APP.initiatorName };
    const toPhone = { ...sent, ...named, CommandID: "BusinessPayment", PartyB: PHONE };
    const business = { Initiator: APP.initiatorName, SenderIdentifierType: "4", RecieverIdentifierType: "4" };
    const toTill = { ...sent, ...business, CommandID: "BusinessBuyGoods", PartyB: "600900" };
    await world.authorised("/mpesa/b2c/v3/paymentrequest", toPhone);
    // A second time under that name, which the gateway refuses.
    await world.authorised("/mpesa/b2c/v3/paymentrequest", toPhone);
    await world.authorised("/mpesa/b2b/v1/paymentrequest", { ...toTill, AccountReference: "WIFI1" });
    await world.clock.advance(1_000);
    await world.status({ OriginalConversationID: "own-1" });
    await world.clock.advance(1_000);
    expect(world.wrong()).toEqual(NOTHING);
    expect(world.inbox.length > 0).toBe(settings.acks !== "busy");
  });

  it("the pull", async () => {
    const world = checkedWorld();
    await world.register();
    const registration = { ShortCode: APP.shortCode, RequestType: "Pull", NominatedNumber: PHONE };
    for (let time = 0; time < 2; time += 1) {
      await world.authorised("/pulltransactions/v1/register", {
        ...registration,
        CallBackURL: "https://wifi.example/cb/p",
      });
    }
    const question = { StartDate: "2026-11-20 00:00", EndDate: "2026-11-20 23:59:59", OffSetValue: "0" };
    const pull = (ShortCode: string) =>
      world.authorised("/pulltransactions/v1/query", { ...question, ShortCode });
    await pull(APP.shortCode);
    await world.typed();
    await pull(APP.shortCode);
    await pull(OTHER_APP.shortCode);
    await world.clock.advance(0);
    expect(world.wrong()).toEqual(NOTHING);
  });

  it.each<Partial<DarajaSettings>>([
    { answer: "busy" },
    { answer: "internal" },
    { answer: "internal-after-acceptance" },
    { query: "down" },
    { tokens: "revoke-next" },
    { tamper: "amount" },
    { resultCodeAs: "string" },
  ])("answers under %o", async (settings) => {
    const world = checkedWorld(settings);
    await world.push();
    await world.push({ Amount: "30" });
    await world.query("ws_CO_1");
    await world.answer((await world.prompts())[0]?.id ?? "0", "paid");
    await world.clock.advance(0);
    expect(world.wrong()).toEqual(NOTHING);
  });

  it("finds requests that do not fit, and the answers to them do", async () => {
    const world = checkedWorld();
    await world.push({ AccountReference: "longer-than-twelve" });
    await world.push({ Amount: "20.50" });
    await world.push({ CallBackURL: "HTTPS://WIFI.EXAMPLE/" });
    await world.register({ ResponseType: "completed" });
    await world.reverse("SKE0000000", { RecieverIdentifierType: undefined });
    await world.status({ OriginatorConversationID: "7071" });
    await world.status({ TransactionID: "", OriginalConversationID: "7071" });
    const { requests, answers } = world.wrong();
    expect(answers).toEqual([]);
    expect(requests).toHaveLength(7);
  });
});
