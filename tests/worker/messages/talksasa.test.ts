import { beforeEach, describe, expect, test, vi } from "vitest";
import * as contract from "#contract/messages";
import { hourMs, minuteMs } from "#contract/values/time";
import { deliveriesDue, sweepDeliveries } from "#worker/features/messages/index";
import { TalkSasaSimulator } from "../../simulators/talksasa/talksasa-simulator.ts";
import { emptyTenantTables, tenantDatabase } from "../../support/tenant-rows.ts";
import { call } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import {
  sms as africasTalking,
  apiKey,
  demo,
  messageWorld,
  pass,
  phone,
  providers,
  rows,
  saved,
  settings,
  spentCents,
  sweep,
  tried,
  typed,
} from "./message-world.ts";

// A provider's own account at TalkSasa: what it says is understood or unclear, and what arrived is asked, seldom.

messageWorld();

const token = "1956|of-the-demo-provider";
let account: { token: string; senderIds: string[]; units: number };
let talksasa: TalkSasaSimulator;

beforeEach(() => {
  account = { token, senderIds: ["DEMOWIFI"], units: 1_000 };
  talksasa = new TalkSasaSimulator({ accounts: [account], now: Date.now });
  const elsewhere = vi.mocked(globalThis.fetch).getMockImplementation();
  vi.mocked(globalThis.fetch).mockImplementation(async (input, init) => {
    const { host } = new URL(String(input));
    if (host !== "bulksms.talksasa.com" && elsewhere) return elsewhere(input, init);
    const answer = await talksasa.handle(new Request(input, init));
    if (!answer) throw new Error(`no test needs ${String(input)}`);
    return answer;
  });
});

const own = { service: "talksasa", senderId: "DEMOWIFI", apiKey: token } as const;
const ownTyped = (over: Partial<contract.SmsAccountInput> = {}) =>
  call(contract.saveSmsAccount, { body: { ...own, ...over } }, demo());
const refusal = (answer: Awaited<ReturnType<typeof tried>>) => (answer.ok ? null : answer.refusal?.message);
const asks = () => sweepDeliveries(testContext(), providers().demo.id);
const state = async () => (await rows()).map((row) => [row.id, row.state, row.reason]);

async function inUse(): Promise<void> {
  expect((await ownTyped()).ok).toBe(true);
  expect(refusal(await tried())).toBeNull();
  expect((await saved()).ok).toBe(true);
  await emptyTenantTables("messages", "message_months");
  talksasa.accepted.length = 0;
}

const raised = (id: string, number = phone) =>
  tenantDatabase(providers().demo.id)
    .prepare(
      `INSERT INTO messages (id, kind, phone, language, given, state, created_at, next_at, until)
        VALUES (?1, 'receipt', ?2, 'en', '{"plan":"1 Hour","cents":1000,"receipt":"R1","endsAt":0}', 'waiting', ?3, ?3, ?4)`,
    )
    .bind(id, number, Date.now(), Date.now() + 6 * hourMs)
    .run();

async function sentOne(id = "a") {
  await raised(id);
  await sweep();
  const [one] = talksasa.accepted;
  if (!one) throw new Error("nothing was sent");
  return one;
}

const askAt = (id = "a") =>
  tenantDatabase(providers().demo.id)
    .prepare("SELECT ask_at AS at FROM messages WHERE id = ?1")
    .bind(id)
    .first<number | null>("at");

test("is typed without a user name, tried and used; its token is sealed and no address is to be typed there", async () => {
  expect(refusal(await ownTyped({ senderId: undefined }))).toBe(
    "Enter the sender ID that the service approved for your account",
  );
  expect((await ownTyped({ apiKey: undefined })).status).toBe(400);
  await inUse();
  expect((await settings()).account).toMatchObject({
    service: "talksasa",
    username: "",
    senderId: "DEMOWIFI",
    apiKey: "•••• ider",
    reportsTo: null,
    fault: null,
  });
  const stored = await tenantDatabase(providers().demo.id).prepare("SELECT * FROM message_settings").first();
  expect(JSON.stringify(stored)).not.toContain(token);
  expect(await sentOne()).toMatchObject({ from: "DEMOWIFI", to: phone, units: 1 });
  // What a unit cost is not said: the price that was typed counts.
  expect((await rows())[0]).toMatchObject({ state: "sent", cents: 80, ref: talksasa.accepted[0]?.uid });
  expect([await spentCents(), africasTalking().requests]).toEqual([80, 0]);
});

test("a page that names no service keeps the one that is stored; the first is Africa's Talking", async () => {
  await typed();
  expect((await settings()).account).toMatchObject({ service: "africastalking", username: "demowifi" });
  expect((await ownTyped({ apiKey: undefined })).status).toBe(400);
  await ownTyped();
  expect((await settings()).account).toMatchObject({ service: "talksasa", username: "", triedAt: null });
  await tried();
  // As an older page sends it: with the empty user name that it was shown.
  const kept = await call(contract.saveSmsAccount, { body: { username: "", senderId: "DEMOWIFI" } }, demo());
  expect(kept.ok && kept.answer.settings.account).toMatchObject({ service: "talksasa", fault: null });
  expect((await settings()).account?.triedAt).not.toBeNull();
  // A key that was typed for the one is not the other's.
  const back = { service: "africastalking", username: "demowifi" } as const;
  expect((await call(contract.saveSmsAccount, { body: back }, demo())).status).toBe(400);
  const nameless = { service: "africastalking", apiKey } as const;
  expect((await call(contract.saveSmsAccount, { body: nameless }, demo())).status).toBe(400);
  expect((await call(contract.saveSmsAccount, { body: { ...back, apiKey } }, demo())).ok).toBe(true);
  expect((await settings()).account).toMatchObject({ service: "africastalking", triedAt: null });
  expect((await tried()).ok).toBe(true);
  expect(africasTalking().accepted).toHaveLength(1);
});

describe("an account that refuses is named in words", () => {
  test.each([200, 401] as const)("a wrong token, which is answered with %i", async (status) => {
    talksasa.unauthenticatedWith = status;
    await ownTyped({ apiKey: "1956|another-token" });
    expect(refusal(await tried())).toBe("Not sent: the API key is wrong.");
    expect((await settings()).account).toMatchObject({ fault: "key", triedAt: null });
  });

  test("a sender ID that was not approved, no units, too many requests; nothing is counted", async () => {
    await ownTyped({ senderId: "OTHER" });
    expect(refusal(await tried())).toBe("Not sent: the account may not use this sender ID.");
    await ownTyped();
    account.units = 0;
    expect(refusal(await tried())).toBe("Not sent: the SMS account has no money left.");
    account.units = 10;
    talksasa.fail("busy");
    expect(refusal(await tried())).toBe("Not sent: the SMS provider takes no more messages for a moment.");
    expect([talksasa.accepted, await spentCents()]).toEqual([[], 0]);
    expect(refusal(await tried())).toBeNull();
  });

  test("all wait for it, and go when it takes messages again", async () => {
    await inUse();
    account.units = 0;
    for (const id of ["a", "b"]) await raised(id);
    await sweep();
    account.units = 100;
    await sweep();
    expect(talksasa.accepted).toHaveLength(0);
    pass(minuteMs);
    await sweep();
    pass(minuteMs);
    await sweep();
    expect((await rows()).map((row) => row.state)).toEqual(["sent", "sent"]);
  });
});

test.each([
  ...(["lost-before", "lost-after", "bad-gateway-after", "error-after", "disk-full-after"] as const),
  ...(["garbage-after", "page", "odd"] as const),
])("%s: the message is unclear, keeps its price, and is never sent again by itself", async (fault) => {
  await inUse();
  talksasa.fail(fault);
  await raised("a");
  await sweep();
  const taken = talksasa.accepted.length;
  expect(taken).toBe(fault.endsWith("-after") ? 1 : 0);
  for (let hour = 0; hour < 4; hour += 1) {
    pass(hourMs);
    await sweep();
    await asks();
  }
  expect([await state(), talksasa.accepted.length, await spentCents()]).toEqual([
    [["a", "unclear", null]],
    taken,
    80,
  ]);
  expect(talksasa.asked.statuses).toBe(0);
});

describe("what became of a message is asked", () => {
  test("half a minute later; what was handed on stays sent, and is not asked about again", async () => {
    await inUse();
    const one = await sentOne();
    await asks();
    expect(talksasa.asked.statuses).toBe(0);
    talksasa.became(one, "completed");
    pass(30_000);
    await asks();
    expect([await state(), await askAt(), talksasa.asked.statuses]).toEqual([[["a", "sent", null]], null, 1]);
  });

  test("five times in a day at most, whatever it says, and never more than that", async () => {
    await inUse();
    await sentOne();
    // Each sweep asks what is due by then, and no more than once.
    for (let minute = 0; minute < 26 * 60; minute += 4) {
      pass(4 * minuteMs);
      await asks();
    }
    expect(talksasa.asked.statuses).toBe(5);
    expect([await state(), await askAt()]).toEqual([[["a", "sent", null]], null]);
  });

  test.each([
    ["Message rejected: source_address filter mismatch", "sender_id"],
    ["254712345678 is a invalid phone number", "phone"],
    ["", "network"],
  ])(
    "one that was refused after it was accepted (%s) has failed, and its price is no question of this",
    async (error, reason) => {
      await inUse();
      const one = await sentOne();
      talksasa.became(one, "completed", error);
      pass(30_000);
      await asks();
      expect([await state(), await askAt(), await spentCents()]).toEqual([
        [["a", "failed", reason]],
        null,
        80,
      ]);
    },
  );

  test("without a queue it answers with a report, whose word at once is not believed, but later is", async () => {
    talksasa.answersBy = "report";
    await inUse();
    const one = await sentOne();
    expect(one.status).toBe("Delivered");
    expect(await state()).toEqual([["a", "sent", null]]);
    talksasa.became(one, "Enroute");
    pass(30_000);
    await asks();
    expect(await state()).toEqual([["a", "sent", null]]);
    talksasa.became(one, "Delivered");
    pass(5 * minuteMs);
    await asks();
    expect([await state(), await askAt()]).toEqual([[["a", "delivered", null]], null]);
    expect((await call(contract.sendMessageAgain, { params: { id: "a" } }, demo())).status).toBe(409);
  });

  test.each(["lost-before", "page", "bad-gateway-after", "garbage-after"] as const)(
    "an answer that cannot be read (%s) moves nothing, and it is asked again",
    async (fault) => {
      await inUse();
      const one = await sentOne();
      talksasa.became(one, "completed", "no route");
      talksasa.fail(fault);
      pass(30_000);
      await asks();
      expect(await state()).toEqual([["a", "sent", null]]);
      pass(5 * minuteMs);
      await asks();
      expect(await state()).toEqual([["a", "failed", "network"]]);
    },
  );

  test("of an account that is gone nobody is asked, nor of one that tells by itself", async () => {
    await inUse();
    await sentOne();
    await typed({ service: "africastalking" });
    expect((await tried()).ok).toBe(true);
    pass(30_000);
    await asks();
    expect([talksasa.asked.statuses, await askAt()]).toEqual([0, null]);
    const [test] = (await rows()).filter(({ kind }) => kind === "test");
    expect(await askAt(test?.id)).toBeNull();
  });

  test("the alarm of its provider rings for it", async () => {
    await inUse();
    const sentAt = Date.now();
    await sentOne();
    const [due] = await testContext().tenant(providers().demo.id).batch(deliveriesDue());
    expect(due).toEqual([{ at: sentAt + 30_000 }]);
  });
});
