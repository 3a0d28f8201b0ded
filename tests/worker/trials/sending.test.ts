import { describe, expect, test } from "vitest";
import { deviceSubject } from "#contract/values/subject";
import { dayMs, minuteMs } from "#contract/values/time";
import { admitCodeAsker } from "#worker/features/rate-limits/index";
import { testContext } from "../../support/worker-context.ts";
import { pass, providers, sms, smsAccount, spentCents } from "../messages/message-world.ts";
import {
  ask,
  asked,
  device,
  home,
  newPhone,
  offer,
  prove,
  routerId,
  run,
  trialNow,
  trialWorld,
} from "./trial-world.ts";

// To whom codes of a free trial are sent, and how many.

trialWorld();

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
      await expect(admitCodeAsker(testContext(), { ...who, subject: deviceSubject(mac) })).rejects.toThrow();
    for (let n = 3; n < 30; n += 1)
      await admitCodeAsker(testContext(), { ...who, subject: deviceSubject(device()) });
    const late = device();
    for (let n = 0; n < 3; n += 1) expect((await ask(late, newPhone(), { network })).status).toBe(429);
    // Nor what is refused to the network with the device.
    const elsewhere = { ...who, subject: deviceSubject(late), network: "41.90.65.3" };
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
