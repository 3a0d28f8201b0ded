import { exports } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import * as contract from "#contract/messages";
import { minuteMs } from "#contract/values/time";
import { signInProvider } from "../../support/sign-in.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import {
  apiKey,
  demo,
  inUse,
  messageWorld,
  pass,
  phone,
  providers,
  rows,
  saved,
  settings,
  sms,
  smsAccount,
  spentCents,
  sweep,
  tried,
  typed,
} from "./message-world.ts";

// An account is typed, tried by a message, and used: before that nothing goes out.

messageWorld();

const refusal = (answer: Awaited<ReturnType<typeof tried>>) => (answer.ok ? null : answer.refusal?.message);
const raised = (id: string, kind = "receipt", number = phone) =>
  tenantDatabase(providers().demo.id)
    .prepare(
      `INSERT INTO messages (id, kind, phone, language, given, state, created_at, next_at, until)
        VALUES (?1, ?2, ?3, 'en', '{"plan":"1 Hour","cents":1000,"receipt":"R1","endsAt":0}', 'waiting', ?4, ?4, ?5)`,
    )
    .bind(id, kind, number, Date.now(), Date.now() + 6 * 60 * minuteMs)
    .run();

test("nothing is set, and no kind can be turned on before the account took a test message", async () => {
  expect(await settings()).toMatchObject({
    account: null,
    receipt: false,
    ending: false,
    outage: false,
    spent: 0,
  });
  expect(refusal(await tried())).toBe("Type your SMS account first.");
  expect((await saved()).status).toBe(409);
  expect((await saved({ receipt: false, ending: false, outage: false })).ok).toBe(true);
  await typed({ senderId: "DEMOWIFI" });
  expect((await saved()).status).toBe(409);
  expect((await tried()).ok).toBe(true);
  expect(sms().accepted).toMatchObject([{ from: "DEMOWIFI", to: `+${phone}`, cents: 80 }]);
  expect(sms().accepted[0]?.message).toBe(
    "Demo WiFi: this is a test. Messages to your customers come from here.",
  );
  expect((await saved()).ok).toBe(true);
  const now = await settings();
  expect(now).toMatchObject({
    receipt: true,
    spent: 0.8,
    account: { username: "demowifi", senderId: "DEMOWIFI" },
  });
  expect(now.account?.triedAt).not.toBeNull();
});

test("its key is sealed, shown by its end, and kept where it is not typed again", async () => {
  await typed();
  const stored = await tenantDatabase(providers().demo.id).prepare("SELECT * FROM message_settings").first();
  expect(JSON.stringify(stored)).not.toContain(apiKey);
  expect((await settings()).account?.apiKey).toBe("•••• ider");
  await tried();
  expect((await typed({ apiKey: undefined })).ok).toBe(true);
  expect((await settings()).account?.triedAt).not.toBeNull();
  expect((await typed({ username: "another", apiKey: undefined })).status).toBe(400);
  await typed({ apiKey: undefined, senderId: "DEMOWIFI" });
  expect((await settings()).account?.triedAt).toBeNull();
  expect((await tried()).ok).toBe(true);
});

describe("an account that refuses is named in words, and what waits goes when it takes messages again", () => {
  test("a wrong key, a sender ID that it does not have, an empty balance", async () => {
    await typed({ apiKey: "not-the-key" });
    expect(refusal(await tried())).toBe("Not sent: the user name or the API key is wrong.");
    await typed({ senderId: "OTHER" });
    expect(refusal(await tried())).toBe("Not sent: the account may not use this sender ID.");
    smsAccount().balance = 79;
    await typed();
    expect(refusal(await tried())).toBe("Not sent: the SMS account has no money left.");
    expect((await settings()).account).toMatchObject({ triedAt: null, fault: "balance" });
    expect([sms().accepted, await spentCents()]).toEqual([[], 0]);
    smsAccount().balance = 80;
    expect((await tried()).ok).toBe(true);
    expect((await settings()).account?.fault).toBeNull();
  });

  test("each pause is twice as long, one message asks, and all go at the end", async () => {
    await inUse();
    smsAccount().balance = 0;
    for (const id of ["a", "b", "c"]) await raised(id);
    await sweep();
    for (const pause of [1, 2, 4]) {
      const asked = sms().requests;
      pass(pause * minuteMs - 1);
      await sweep();
      expect(sms().requests).toBe(asked);
      pass(1);
      if (pause === 4) break;
      await sweep();
      expect(sms().requests).toBe(asked + 1);
    }
    smsAccount().balance = 1_000;
    await sweep();
    await sweep();
    expect((await rows()).map(({ state }) => state)).toEqual(["sent", "sent", "sent"]);
    expect(sms().accepted).toHaveLength(3);
    expect(await spentCents()).toBe(240);
  });
});

test("a number that cannot be reached is that message's end, and costs nothing", async () => {
  await inUse();
  sms().blacklist.add(`+${phone}`);
  await raised("a");
  await sweep();
  sms().blacklist.clear();
  sms().fail("risk-hold");
  await raised("b");
  await sweep();
  sms().fail("gateway-error");
  await raised("c");
  await sweep();
  await raised("d");
  await sweep();
  expect((await rows()).map(({ id, state, reason }) => [id, state, reason])).toEqual([
    ["a", "failed", "blacklisted"],
    ["b", "failed", "risk_hold"],
    ["c", "failed", "network"],
    ["d", "sent", null],
  ]);
  expect(await spentCents()).toBe(80);
});

test.each(["lost-before", "lost-after", "bad-gateway-after", "odd"] as const)(
  "%s: the message is unclear, its price stays counted, and it is never sent again by itself",
  async (fault) => {
    await inUse();
    sms().fail(fault);
    await raised("a");
    await sweep();
    const taken = sms().accepted.length;
    expect((await rows())[0]).toMatchObject({ state: "unclear", cents: 80 });
    expect((await settings()).account).toMatchObject({ fault: "silent" });
    for (let hour = 0; hour < 4; hour += 1) {
      pass(60 * minuteMs);
      await sweep();
    }
    expect(sms().accepted).toHaveLength(taken);
    expect(await spentCents()).toBe(80);
    // By hand it is sent once more.
    const again = await call(contract.sendMessageAgain, { params: { id: "a" } }, demo());
    expect(again.ok && again.answer).toMatchObject({ success: true, sent: { state: "sent" } });
    expect(sms().accepted).toHaveLength(taken + 1);
    const twice = await call(contract.sendMessageAgain, { params: { id: "a" } }, demo());
    expect(twice.status).toBe(409);
  },
);

test("a message whose process died while it was sent is unclear after two minutes", async () => {
  await inUse();
  await raised("a");
  await tenantDatabase(providers().demo.id)
    .prepare("UPDATE messages SET state = 'sending', next_at = ?1")
    .bind(Date.now() + 2 * minuteMs)
    .run();
  await sweep();
  expect((await rows())[0]?.state).toBe("sending");
  pass(2 * minuteMs);
  await sweep();
  expect([(await rows())[0]?.state, sms().accepted]).toEqual(["unclear", []]);
});

test("removed, it sends nothing, and what waited is held back", async () => {
  await inUse();
  await raised("a");
  expect((await call(contract.removeSmsAccount, {}, demo())).ok).toBe(true);
  await sweep();
  expect((await rows())[0]).toMatchObject({ state: "held", reason: "off" });
  expect((await settings()).account).toBeNull();
  expect(sms().accepted).toEqual([]);
});

describe("delivery reports", () => {
  const first = () => {
    const [one] = sms().accepted;
    if (!one) throw new Error("nothing was sent");
    return one;
  };
  const state = async () => (await rows()).flatMap((row) => [row.state, row.reason]);

  test("move the message to its end, once: a later or a repeated one changes nothing", async () => {
    await inUse();
    await raised("a");
    await sweep();
    expect(await sms().report(first(), "Submitted")).toBe(200);
    expect(await state()).toEqual(["sent", null]);
    for (const status of ["Success", "Success", "Failed", "Sent"] as const)
      expect(await sms().report(first(), status)).toBe(200);
    expect(await state()).toEqual(["delivered", null]);
    await raised("b", "receipt", "254712000001");
    await sweep();
    await sms().report(first(), "Rejected");
    await sms().report(first(), "Success");
    expect(await state()).toEqual(["delivered", null, "failed", "blacklisted"]);
    expect(await spentCents()).toBe(160);
  });

  test("that are made up move nothing: another name, number, account, address or no form at all", async () => {
    await inUse();
    await raised("a");
    await raised("b", "receipt", "254712000001");
    await sweep();
    const before = JSON.stringify(await rows());
    const one = first();
    for (const over of [
      { id: "ATXid_0" },
      { id: "" },
      { phoneNumber: "+254712999999" },
      { phoneNumber: "' OR 1=1 --" },
      { status: "Delivered" },
      { status: "success" },
    ])
      expect(await sms().report(one, "Success", over)).toBe(200);
    const address = smsAccount().reportsTo ?? "";
    for (const wrong of [
      `${address.slice(0, -1)}${address.endsWith("0") ? "1" : "0"}`,
      address.replace(providers().demo.id, providers().savanna.id),
      address.replace("/cb/m/", "/cb/m/x"),
    ]) {
      smsAccount().reportsTo = wrong;
      expect(await sms().report(one, "Success")).toBe(200);
    }
    // Another user name is another account, with an address of its own.
    smsAccount().reportsTo = address;
    await typed({ username: "another", apiKey: "another-key" });
    expect((await settings()).account?.reportsTo).not.toBe(address);
    expect(JSON.stringify(await rows())).toBe(before);
  });

  test("without an answer that named the message, none can speak of it", async () => {
    await inUse();
    sms().fail("lost-after");
    await raised("a");
    await sweep();
    await sms().report(first(), "Success");
    expect(await state()).toEqual(["unclear", null]);
  });
});

const listed = async () => {
  const answer = await call(contract.listOptOuts, {}, demo());
  return answer.ok ? answer.answer.map(({ phoneNumber }) => phoneNumber).sort() : answer;
};
const written = async () => {
  const answer = await call(contract.listIncomingMessages, {}, demo());
  return answer.ok ? answer.answer.map(({ phoneNumber, text }) => [phoneNumber, text]) : answer;
};

test("an opt-out at the network, or STOP to a short code, puts the number on the list; any other message does not", async () => {
  await inUse();
  const { username, reportsTo = "" } = smsAccount();
  Object.assign(smsAccount(), { optOutsTo: `${reportsTo}0`, incomingTo: `${reportsTo}0` });
  await sms().optOut(username, `+${phone}`);
  await sms().incoming(username, `+${phone}`, "STOP");
  expect(await listed()).toEqual([]);
  Object.assign(smsAccount(), { optOutsTo: reportsTo, incomingTo: reportsTo });
  for (const text of ["please do not stop my internet", "", "hello"])
    expect(await sms().incoming(username, `+${phone}`, text)).toBe(200);
  expect(await listed()).toEqual([]);
  expect(await sms().optOut(username, `+${phone}`)).toBe(200);
  expect(await sms().optOut(username, `+${phone}`)).toBe(200);
  expect(await sms().incoming(username, "+254722000001", " Stop. ")).toBe(200);
  expect(await sms().incoming(username, "+254722000002", "ondoa")).toBe(200);
  expect(await sms().incoming(username, "+254722000003", "STOP DEMOWIFI")).toBe(200);
  expect(await sms().incoming(username, "+254722000004", "\u200eAcha kutuma\u200b")).toBe(200);
  expect(await listed()).toEqual([phone, ...[1, 2, 3, 4].map((last) => `25472200000${last}`)].sort());
  await raised("receipt.left");
  await sweep();
  expect(await rows()).toMatchObject([{ state: "held", reason: "opted_out" }]);
});

test("what is no opt-out is shown to who keeps the list, until it is decided or read", async () => {
  await inUse();
  const { username, reportsTo = "" } = smsAccount();
  Object.assign(smsAccount(), { optOutsTo: reportsTo, incomingTo: reportsTo });
  const asks = "Sitaki\u202e ujumbe\nzaidi";
  await sms().incoming(username, "+254722000011", asks);
  await sms().incoming(username, "+254722000012", "When does my plan end?");
  await sms().incoming(username, "MPESA", "STOP");
  expect(await listed()).toEqual([]);
  expect(await written()).toEqual(
    expect.arrayContaining([
      ["254722000011", "Sitaki ujumbe zaidi"],
      ["254722000012", "When does my plan end?"],
      ["MPESA", "STOP"],
    ]),
  );
  const other = await call(
    contract.listIncomingMessages,
    {},
    { host: hostOf("savanna"), cookie: await signInProvider(providers().savanna) },
  );
  expect(other.ok && other.answer).toEqual([]);
  await call(contract.setOptOut, { body: { phoneNumber: "0722000011", optedOut: true } }, demo());
  expect(await listed()).toEqual(["254722000011"]);
  const left = await call(contract.listIncomingMessages, {}, demo());
  const [first] = left.ok ? left.answer.filter(({ phoneNumber }) => phoneNumber === "MPESA") : [];
  await call(contract.removeIncomingMessage, { params: { id: first?.id ?? "" } }, demo());
  expect(await written()).toEqual([["254722000012", "When does my plan end?"]]);
});

test("a message that is told twice is one, and a flood of one number takes nobody else's place", async () => {
  await inUse();
  const { reportsTo = "" } = smsAccount();
  const post = (id: string, text: string, from = "+254722000021") =>
    exports.default.fetch(
      new Request(reportsTo, {
        method: "POST",
        body: new URLSearchParams({ from, to: "22384", text, date: "", id }).toString(),
        headers: { "content-type": "application/x-www-form-urlencoded" },
      }),
    );
  for (let turn = 0; turn < 2; turn += 1) expect((await post("same", "Hello there")).status).toBe(200);
  expect(await written()).toEqual([["254722000021", "Hello there"]]);
  await post("honest", "Please take my number away", "+254722000022");
  for (let turn = 0; turn < 60; turn += 1) await post(`id ${turn}`, `${turn} ${"long ".repeat(300)}`);
  const ofOne = await written();
  expect(Array.isArray(ofOne) && ofOne.map(([phone]) => phone)).toEqual([
    ...["254722000021", "254722000021", "254722000021", "254722000022"],
  ]);
  for (let turn = 0; turn < 60; turn += 1) await post(`from ${turn}`, "Hello", `+2547220001${turn + 10}`);
  const all = await written();
  expect(Array.isArray(all) && all.length).toBe(50);
  expect(Array.isArray(all) && all.every(([, text]) => (text ?? "").length <= 480)).toBe(true);
});
