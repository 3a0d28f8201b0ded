import { beforeAll, beforeEach, expect, test } from "vitest";
import * as contract from "#contract/credits";
import { sweepDeliveries } from "#worker/features/messages/index";
import { TalkSasaSimulator } from "../../simulators/talksasa/talksasa-simulator.ts";
import { call } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import {
  type CreditWorld,
  creditsAt,
  forget,
  give,
  offer,
  openCreditWorld,
  raise,
  sent,
  sweep,
  turnOn,
} from "./credit-world.ts";

// The operator's account at TalkSasa: providers without one of their own send by it.

let here: CreditWorld;
let talksasa: TalkSasaSimulator;
const account = { token: "7|of-the-platform", senderIds: ["MLANGO"], units: 1_000 };
const body = { service: "talksasa", senderId: "MLANGO", segmentPrice: 1, gift: 20 } as const;

beforeAll(async () => {
  here = await openCreditWorld();
});
beforeEach(async () => {
  account.units = 1_000;
  talksasa = new TalkSasaSimulator({ accounts: [account], now: Date.now });
  here.world.others.set("bulksms.talksasa.com", async (request) => {
    const answer = await talksasa.handle(request);
    if (!answer) throw new Error(`no test needs ${request.url}`);
    return answer;
  });
  await forget();
});

const typed = (over: Partial<contract.PlatformSmsInput> = {}) =>
  call(contract.savePlatformSms, { body: { ...body, apiKey: account.token, ...over } }, here.operator);
const tried = () => call(contract.tryPlatformSms, { body: { phoneNumber: "0712 345 678" } }, here.operator);

test("is typed and tried; a provider's receipt goes out by it, is paid with credits, and is asked about", async () => {
  await offer(here);
  const nameless = await typed({ senderId: undefined });
  expect([nameless.status, !nameless.ok && nameless.refusal?.message]).toEqual([
    400,
    "Enter the sender ID that the service approved for your account",
  ]);
  expect((await typed({ apiKey: undefined })).status).toBe(400);
  const saved = await typed();
  expect(saved.ok && saved.answer.settings.account).toMatchObject({
    service: "talksasa",
    username: "",
    senderId: "MLANGO",
    apiKey: "•••• form",
    triedAt: null,
    reportsTo: null,
  });
  account.units = 0;
  const refused = await tried();
  expect(!refused.ok && refused.refusal?.message).toBe("Not sent: the SMS account has no money left.");
  account.units = 1_000;
  expect((await tried()).ok).toBe(true);
  await give(here, 10);
  await turnOn(here.demo);
  talksasa.accepted.length = 0;
  await raise(here, "one", "254712345678");
  await sweep(here);
  const [one] = talksasa.accepted;
  expect(one).toMatchObject({ from: "MLANGO", to: "254712345678" });
  const price = (one?.units ?? 0) * 100;
  expect(await sent(here)).toMatchObject([{ state: "sent", cents: price }]);
  expect((await creditsAt(here.demo)).balance).toBe((1_000 - price) / 100);
  talksasa.became(one ?? { uid: "" }, "completed", "Message rejected: source_address filter mismatch");
  await here.world.advance(30_000);
  await sweepDeliveries(testContext(), here.providerId);
  expect(await sent(here)).toMatchObject([{ state: "failed", reason: "sender_id", cents: price }]);
  expect((await creditsAt(here.demo)).balance).toBe((1_000 - price) / 100);
});

test("a page that names no service keeps it, with its key, and its fault is told without a user name", async () => {
  await typed();
  await tried();
  const { service, ...older } = body;
  const kept = await call(contract.savePlatformSms, { body: { ...older, username: "" } }, here.operator);
  expect(kept.ok && kept.answer.settings.account).toMatchObject({ service, username: "" });
  expect(kept.ok && kept.answer.settings.account?.triedAt).not.toBeNull();
  await typed({ apiKey: "7|another-token" });
  const refused = await tried();
  expect(!refused.ok && refused.refusal?.message).toBe("Not sent: the API key is wrong.");
});
