import { afterEach, describe, expect, test } from "vitest";
import { saveSettings } from "#contract/branding";
import { minuteMs } from "#contract/values/time";
import { visit } from "../../support/portal-page.ts";
import { emptyTenantTables } from "../../support/tenant-rows.ts";
import { call } from "../../support/worker-call.ts";
import {
  demo,
  newAccount,
  pass,
  rows,
  saved,
  sms,
  spentCents,
  tried as triedSms,
  typed,
} from "../messages/message-world.ts";
import { ask, device, form, home, newPhone, offer, run, save, trialNow, trialWorld } from "./trial-world.ts";

// What a provider sets for its free trial, and to whom it is offered.

trialWorld();

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
      isOn: true,
      minutes: 15,
      speedMbps: 2,
      uploadMbps: 1,
      perDay: 20,
      againAfterDays: null,
      codesPerDay: 40,
      smsPrice: 0.8,
      hindrance: null,
      today: [],
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

describe("a code that takes two segments", () => {
  const name = async (companyName: string) => {
    const answer = await call(saveSettings, { body: { companyName } }, demo());
    if (!answer.ok) throw new Error(answer.text);
  };
  afterEach(() => name("Demo WiFi"));

  test.each([
    ["by letters that an SMS has no alphabet for", "Kahawa ☕ WiFi"],
    ["in Kiswahili alone", "A very long name ".repeat(5).trim()],
  ])("%s is offered while the budget has room for both, and its price is said", async (_, companyName) => {
    await name(companyName);
    await offer();
    const mac = device();
    expect((await trialNow()).smsPrice).toBe(1.6);
    await saved({ budget: 1.5 });
    expect([(await home(mac)).data.trialMinutes, (await trialNow()).hindrance]).toEqual([null, "budget"]);
    expect((await ask(mac, newPhone(), { lang: "sw" })).text).toContain("No SMS can be sent right now");
    expect([sms().accepted, await spentCents()]).toEqual([[], 0]);
    await saved({ budget: 1.6 });
    expect((await ask(mac, newPhone(), { lang: "sw" })).status).toBe(303);
    expect(await spentCents()).toBe(160);
    expect(await rows()).toMatchObject([{ kind: "code", segments: 2 }]);
  });
});
