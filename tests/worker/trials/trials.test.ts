import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { listMessages } from "#contract/messages";
import { revenueReport } from "#contract/reports";
import { providerStats } from "#contract/transactions";
import { listUsers, userDetails } from "#contract/users";
import { nairobiDay } from "#contract/values/duration";
import { admitCodeAsker } from "#worker/features/rate-limits/index";
import { visit } from "../../support/portal-page.ts";
import { emptyTenantTables } from "../../support/tenant-rows.ts";
import { call } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import {
  demo,
  minuteMs,
  newAccount,
  pass,
  providers,
  rows,
  saved,
  sms,
  smsAccount,
  spentCents,
  tried as triedSms,
  typed,
} from "../messages/message-world.ts";
import {
  ask,
  asked,
  device,
  form,
  given,
  home,
  idOf,
  lastCode,
  newPhone,
  offer,
  otherThan,
  placeOf,
  prove,
  routerId,
  run,
  save,
  texts,
  trialNow,
  trialWorld,
  tried,
} from "./trial-world.ts";

// Minutes for nothing, once per phone, which a code by SMS proves.

trialWorld();

const dayMs = 86_400_000;

describe("what a provider sets", () => {
  test("can be turned on once its SMS account took a test message, and not before", async () => {
    await emptyTenantTables("message_settings");
    expect(await save()).toMatchObject({ status: 409 });
    await typed();
    expect(await save()).toMatchObject({ status: 409 });
    expect((await trialNow()).hindrance).toBe("untried");
    expect((await save({ isOn: false })).status).toBe(200);
    await triedSms();
    expect((await save()).status).toBe(200);
    expect(await trialNow()).toMatchObject({
      ...{ isOn: true, minutes: 15, speedMbps: 2, uploadMbps: 1, perDay: 20, againAfterDays: null },
      ...{ codesPerDay: 40, smsPrice: 0.8, hindrance: null, today: [] },
    });
  });

  test("is offered to a device on the WiFi, and to no page that knows none", async () => {
    const mac = device();
    expect((await home(mac)).data.trialMinutes).toBe(null);
    await offer();
    const there = await home(mac);
    expect(there.data.trialMinutes).toBe(15);
    expect(there.html).toContain(`href="/trial?mac=${mac}&amp;routerId=`);
    expect(there.text).toContain("Try 15 minutes free");
    expect((await visit("/")).data.trialMinutes).toBe(null);
    await offer({ minutes: 30 });
    expect((await home(mac)).data.trialMinutes).toBe(30);
  });

  test("is offered no more once it is turned off, or no SMS can be sent", async () => {
    const mac = device();
    await offer();
    const minutes = async () => (await home(mac)).data.trialMinutes;
    await saved({ budget: 0.5 });
    expect([await minutes(), (await trialNow()).hindrance]).toEqual([null, "budget"]);
    await saved({ budget: 500 });
    expect(await minutes()).toBe(15);
    await run("UPDATE message_settings SET paused_until = ?1", Date.now() + minuteMs);
    expect([await minutes(), (await trialNow()).hindrance]).toEqual([null, "paused"]);
    pass(2 * minuteMs);
    expect(await minutes()).toBe(15);
    await typed({ username: "another", apiKey: "atsk_of_another_account" });
    expect([await minutes(), (await form(mac)).status]).toEqual([null, 409]);
    await newAccount();
    expect(await minutes()).toBe(null);
  });
});

describe("who tries", () => {
  test("types a number, gets a code, types it and is online for the minutes, for nothing", async () => {
    await offer();
    const mac = device();
    const phoneNumber = newPhone();
    const first = await form(mac);
    expect(first.data.screen).toEqual({
      ...{ kind: "trial", id: null, minutes: 15, phoneNumber: "", problem: null },
    });
    const seen = await ask(mac, phoneNumber);
    expect(seen.status).toBe(303);
    const code = lastCode();
    expect(texts()).toEqual([
      `Demo WiFi: ${code} is your code for 15 minutes free. Type it on our WiFi page.`,
    ]);
    const page = await visit(seen.location ?? "");
    expect(page.text).toContain(`to 2547 ***** ${phoneNumber.slice(-3)}`);
    expect(page.html).not.toContain(code);
    const token = "e".repeat(32);
    const proven = await prove(idOf(seen), mac, ` ${code.slice(0, 3)} ${code.slice(3)} `, {
      cookie: `__Host-p=${token}`,
    });
    expect(proven.status).toBe(303);
    const there = await visit(proven.location ?? "", { cookie: `__Host-p=${token}` });
    expect(there.data.screen).toMatchObject({
      kind: "success",
      planName: "Free trial",
      status: { access: "connecting" },
    });
    const [made] = await given();
    expect(made).toMatchObject({ mac, source: "trial", state: "waiting" });
    expect(JSON.parse(made?.terms ?? "")).toMatchObject({
      ...{ planName: "Free trial", priceCents: 0, durationMs: 15 * minuteMs },
      ...{ downKbps: 2_000, upKbps: 1_000, devices: 1 },
    });
    expect((await trialNow()).today).toMatchObject([{ codes: 1, given: 1 }]);
  });

  test("is a user with a phone and a free trial, and no sale", async () => {
    await offer();
    const { mac, phoneNumber } = await tried();
    const users = await call(listUsers, { query: { q: mac } }, demo());
    expect(users.ok && users.answer).toMatchObject([
      { isTrial: true, phoneNumber: `254${phoneNumber.slice(1)}`, plan: { name: "Free trial" } },
    ]);
    const details = await call(userDetails, { params: { id: mac } }, demo());
    expect(details.ok && details.answer.purchases).toMatchObject([{ source: "trial", amount: 0 }]);
    const sales = await call(providerStats, {}, demo());
    expect(sales.ok && sales.answer).toMatchObject({ totalRevenue: 0 });
    const day = nairobiDay(Date.now());
    const report = await call(revenueReport, { query: { from: day, to: day } }, demo());
    expect(report.ok && report.answer.totals).toEqual({
      ...{ payments: 0, revenue: 0, vouchers: 0, voucherSales: 0, trials: 1 },
    });
  });

  test("costs its provider an SMS of the month's budget; the code stands nowhere", async () => {
    await offer();
    const { code, id } = await asked();
    expect(await spentCents()).toBe(80);
    const [message] = await rows();
    expect(message).toMatchObject({ kind: "code", state: "sent", cents: 80 });
    expect(JSON.stringify(await rows())).not.toContain(code);
    const listed = await call(listMessages, {}, demo());
    expect(listed.text).toContain("••••••");
    expect(listed.text).not.toContain(code);
    expect(id).toMatch(/^[0-9a-f]{32}$/);
  });

  test("reads the page and the SMS in Kiswahili", async () => {
    await offer();
    const mac = device();
    const seen = await ask(mac, newPhone(), { lang: "sw" });
    expect(texts().at(-1)).toContain("ni namba yako ya dakika 15 za bure");
    expect((await visit(seen.location ?? "")).text).toContain("Dakika 15 za bure");
  });

  test("is told what is wrong with a number, which stays typed", async () => {
    await offer();
    for (const [phoneNumber, words] of [
      ["", "Please enter your phone number"],
      ["071", "Please enter a valid Kenyan phone number"],
      ["0201234567", "Please enter a mobile number"],
    ] as const) {
      const seen = await ask(device(), phoneNumber);
      expect([seen.status, seen.text.includes(words)]).toEqual([400, true]);
      expect(seen.data.screen).toMatchObject({ kind: "trial", id: null, phoneNumber });
    }
    expect(sms().accepted).toEqual([]);
  });
});

describe("a phone gets it once", () => {
  test("and who asks for another one hears of that by the code alone", async () => {
    await offer();
    const { phoneNumber } = await tried();
    const mac = device();
    const [again, fresh] = [await ask(mac, phoneNumber), await ask(device(), newPhone())];
    expect([again.status, fresh.status]).toEqual([303, 303]);
    expect(sms().accepted).toHaveLength(3);
    const code = /\b\d{6}\b/.exec(texts().at(-2) ?? "")?.[0] ?? "";
    const refused = await prove(idOf(again), mac, code);
    expect(refused.status).toBe(409);
    expect(refused.text).toContain("This number has had its free trial.");
    expect(await given()).toHaveLength(1);
  });

  test("also on two devices that claim it at once", async () => {
    await offer();
    const phoneNumber = newPhone();
    const one = await asked(device(), phoneNumber);
    pass(61_000);
    const two = await asked(device(), phoneNumber);
    const answers = await Promise.all([one, two].map(({ id, mac, code }) => prove(id, mac, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
    expect(await given()).toHaveLength(1);
  });

  test("and a device, too", async () => {
    await offer();
    const { mac } = await tried();
    await emptyTenantTables("devices", "entitlements");
    expect((await home(mac)).data.trialMinutes).toBe(null);
    const refused = await ask(mac, newPhone());
    expect([refused.status, refused.text.includes("This device has had its free trial.")]).toEqual([
      409,
      true,
    ]);
    expect(sms().accepted).toHaveLength(1);
  });

  test("or again after the days that its provider chose", async () => {
    await offer({ againAfterDays: 30 });
    const { mac, phoneNumber } = await tried();
    await emptyTenantTables("devices", "entitlements");
    pass(29 * dayMs);
    expect((await home(mac)).data.trialMinutes).toBe(null);
    pass(dayMs);
    expect((await home(mac)).data.trialMinutes).toBe(15);
    await tried(mac, phoneNumber);
    expect(await given()).toHaveLength(1);
  });

  test("and one that has bought here gets none", async () => {
    await offer();
    const { id, mac, code, phoneNumber } = await asked();
    await run("INSERT INTO customers (phone, first_paid_at) VALUES (?1, 1)", `254${phoneNumber.slice(1)}`);
    const refused = await prove(id, mac, code);
    expect([refused.status, refused.text.includes("This number has bought here before.")]).toEqual([
      409,
      true,
    ]);
    expect(await given()).toEqual([]);
  });

  test("and nobody whose device has a plan, or was cut off", async () => {
    await offer();
    const { mac } = await tried();
    await run("UPDATE entitlements SET state = 'cut_off'");
    await run("DELETE FROM trials");
    const again = await asked(mac);
    const refused = await prove(again.id, mac, again.code);
    expect([refused.status, refused.text.includes("This device has a plan already.")]).toEqual([409, true]);
    expect(await given()).toHaveLength(1);
  });
});

describe("a code", () => {
  test("that is told twice is the same trial", async () => {
    await offer();
    const { id, mac, code, seen } = await tried();
    const again = await prove(id, mac, code);
    expect(again.location).toBe(seen.location);
    expect(await given()).toHaveLength(1);
    const wrong = await prove(id, mac, otherThan(code));
    expect([wrong.status, wrong.location]).toEqual([409, null]);
    const other = await asked();
    const presses = await Promise.all([1, 2, 3].map(() => prove(other.id, other.mac, other.code)));
    expect(new Set(presses.map(({ location }) => location)).size).toBe(1);
    expect(await given()).toHaveLength(2);
  });

  test("ends after five wrong ones, however many come at once", async () => {
    await offer();
    const { id, mac, code } = await asked();
    const first = await prove(id, mac, otherThan(code));
    expect(first.text).toContain("you have 4 more tries");
    expect(first.data.screen).toMatchObject({ kind: "trial", id });
    await Promise.all(Array.from({ length: 8 }, () => prove(id, mac, otherThan(code))));
    const late = await prove(id, mac, code);
    expect([late.status, late.text.includes("This code has ended")]).toEqual([409, true]);
    expect(late.data.screen).toMatchObject({ kind: "trial", id: null });
    expect(await given()).toEqual([]);
  });

  test("that is none counts for nothing", async () => {
    await offer();
    const { id, mac, code } = await asked();
    for (const typedCode of ["", "12345", "letters"]) {
      const seen = await prove(id, mac, typedCode);
      expect([seen.status, seen.text.includes("Please enter the 6 digits")]).toEqual([400, true]);
    }
    expect((await prove(id, mac, code)).status).toBe(303);
  });

  test("works for ten minutes", async () => {
    await offer();
    const one = await asked();
    pass(10 * minuteMs - 1);
    expect((await prove(one.id, one.mac, one.code)).status).toBe(303);
    const two = await asked();
    pass(10 * minuteMs);
    const late = await prove(two.id, two.mac, two.code);
    expect([late.status, late.text.includes("This code is over")]).toEqual([409, true]);
    expect(await given()).toHaveLength(1);
  });

  test("is of the device that asked: nobody else enters it, not even with its address", async () => {
    await offer();
    const { id, mac, code } = await asked();
    const other = await asked();
    for (const [name, where, what] of [
      [id, other.mac, code],
      ["0".repeat(32), mac, code],
      ["made up", mac, code],
      [other.id, mac, code],
    ] as const) {
      const seen = await prove(name, where, what);
      expect([seen.status, seen.text.includes("This code is not known on this device.")]).toEqual([
        404,
        true,
      ]);
    }
    expect((await visit(`/trial/${id}?${new URLSearchParams(placeOf(other.mac))}`)).status).toBe(404);
    expect(await given()).toEqual([]);
  });

  test("gives nothing once the trial was turned off, or its provider was suspended", async () => {
    await offer();
    const { id, mac, code } = await asked();
    await save({ isOn: false });
    expect((await prove(id, mac, code)).status).toBe(409);
    await save();
    await env.DB.prepare("UPDATE providers SET status = 'suspended'").run();
    expect((await prove(id, mac, code)).status).toBe(409);
    expect(await given()).toEqual([]);
  });
});

describe("codes are sent", () => {
  test("to devices that are there alone", async () => {
    await offer();
    const away = await ask(device(false), newPhone());
    expect([away.status, away.text.includes("Connect this phone to the WiFi first")]).toEqual([409, true]);
    expect(sms().accepted).toEqual([]);
  });

  test("once for a press, however often it is sent", async () => {
    await offer();
    const mac = device();
    const phoneNumber = newPhone();
    const first = await ask(mac, phoneNumber);
    const again = await ask(mac, phoneNumber);
    expect(again.location).toBe(first.location);
    const another = { mac: device(), phone: newPhone() };
    const presses = await Promise.all([1, 2, 3].map(() => ask(another.mac, another.phone)));
    expect(new Set(presses.map(({ location }) => location)).size).toBe(1);
    expect(sms().accepted).toHaveLength(2);
  });

  test("to a number once a minute, and three times a day, whoever asks", async () => {
    await offer();
    const phoneNumber = newPhone();
    const from = (n: number) => ask(device(), phoneNumber, { network: `41.90.64.${n}` });
    expect((await from(1)).status).toBe(303);
    const soon = await from(2);
    expect([soon.status, soon.headers.has("retry-after")]).toEqual([429, true]);
    for (const n of [3, 4]) {
      pass(61_000);
      expect((await from(n)).status).toBe(303);
    }
    pass(61_000);
    expect((await from(5)).status).toBe(429);
    expect(sms().accepted).toHaveLength(3);
    expect((await trialNow()).today).toMatchObject([{ codes: 3, given: 0 }]);
  });

  test("to a device three times a day, and thirty an hour to a network", async () => {
    await offer();
    const mac = device();
    const network = "41.90.65.1";
    for (let n = 0; n < 3; n += 1) expect((await ask(mac, newPhone(), { network })).status).toBe(303);
    const fourth = await ask(mac, newPhone(), { network });
    expect([fourth.status, fourth.text.includes("Too many codes were asked for from here.")]).toEqual([
      429,
      true,
    ]);
    const who = { providerId: providers().demo.id, routerId: routerId(), network };
    // What is refused to one device is not counted with its network.
    for (let n = 0; n < 30; n += 1)
      await expect(admitCodeAsker(testContext(), { ...who, mac })).rejects.toThrow();
    for (let n = 3; n < 30; n += 1) await admitCodeAsker(testContext(), { ...who, mac: device() });
    const late = device();
    for (let n = 0; n < 3; n += 1) expect((await ask(late, newPhone(), { network })).status).toBe(429);
    // Nor what is refused to the network with the device.
    const elsewhere = { ...who, mac: late, network: "41.90.65.3" };
    for (let n = 0; n < 3; n += 1) await admitCodeAsker(testContext(), elsewhere);
    expect((await ask(device(), newPhone(), { network: "41.90.65.2" })).status).toBe(303);
    expect(sms().accepted).toHaveLength(4);
  });

  test("by a router as long as its day has trials, and twice as many codes", async () => {
    await offer({ perDay: 1 });
    const one = await asked();
    const two = await asked();
    const mac = device();
    expect((await home(mac)).data.trialMinutes).toBe(null);
    const refused = await ask(mac, newPhone());
    expect([refused.status, refused.text.includes("Today's free trials are used up.")]).toEqual([409, true]);
    expect((await prove(one.id, one.mac, one.code)).status).toBe(303);
    const late = await prove(two.id, two.mac, two.code);
    expect([late.status, late.text.includes("Today's free trials are used up.")]).toEqual([409, true]);
    pass(dayMs);
    expect((await home(mac)).data.trialMinutes).toBe(15);
  });

  test("at the provider's cost: what its account does not take counts for nothing, and visitors hear no more", async () => {
    await offer();
    smsAccount().balance = 0;
    const mac = device();
    const refused = await ask(mac, newPhone());
    expect([refused.status, refused.text.includes("No SMS can be sent right now.")]).toEqual([409, true]);
    expect(refused.text).not.toMatch(/balance|money|account/i);
    expect([await spentCents(), (await trialNow()).today]).toEqual([0, []]);
    smsAccount().balance = 1_000_000;
    pass(2 * minuteMs);
    expect((await ask(mac, newPhone())).status).toBe(303);
  });

  test("to nobody who wants no messages, and who asks sees no difference", async () => {
    await offer();
    const phoneNumber = newPhone();
    await run("INSERT INTO message_opt_outs (phone, at) VALUES (?1, 1)", `254${phoneNumber.slice(1)}`);
    expect((await ask(device(), phoneNumber)).status).toBe(303);
    expect(sms().accepted).toEqual([]);
    expect(await spentCents()).toBe(0);
  });
});
