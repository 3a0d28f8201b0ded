import { describe, expect, test } from "vitest";
import { listMessages } from "#contract/messages";
import { revenueReport } from "#contract/reports";
import { providerStats } from "#contract/transactions";
import { listUsers, userDetails } from "#contract/users";
import { nairobiDay } from "#contract/values/duration";
import { dayMs, minuteMs } from "#contract/values/time";
import { visit } from "../../support/portal-page.ts";
import { newMac } from "../../support/sell.ts";
import { emptyTenantTables } from "../../support/tenant-rows.ts";
import { call } from "../../support/worker-call.ts";
import { give } from "../entitlements/move-world.ts";
import { demo, pass, providers, rows, sms, spentCents } from "../messages/message-world.ts";
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
  prove,
  routerId,
  run,
  texts,
  trialNow,
  trialWorld,
  tried,
} from "./trial-world.ts";

// Minutes for nothing, once per phone, which a code by SMS proves.

trialWorld();

describe("who tries", () => {
  test("types a number, gets a code, types it and is online for the minutes, for nothing", async () => {
    await offer();
    const mac = device();
    const phoneNumber = newPhone();
    const first = await form(mac);
    expect(first.data.screen).toEqual({
      kind: "trial",
      id: null,
      minutes: 15,
      phoneNumber: "",
      problem: null,
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
      planName: "Free trial",
      priceCents: 0,
      durationMs: 15 * minuteMs,
      downKbps: 2_000,
      upKbps: 1_000,
      devices: 1,
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
      payments: 0,
      revenue: 0,
      vouchers: 0,
      voucherSales: 0,
      trials: 1,
    });
  });

  test("keeps the phone when the trial is moved to another device, here and at another router", async () => {
    await offer();
    const { mac, phoneNumber } = await tried();
    const phoneOf = async (device: string) => {
      const users = await call(listUsers, { query: { q: device } }, demo());
      return users.ok && users.answer.map((user) => user.phoneNumber);
    };
    const [here, away] = [newMac(), newMac()];
    const [trial] = await given();
    const at = { id: trial?.id ?? "", providerId: providers().demo.id, routerId: routerId() };
    expect(await give(at, { mac: here })).toBe("moved");
    expect(await phoneOf(here)).toEqual([`254${phoneNumber.slice(1)}`]);
    const other = providers().demo.routers[1]?.id ?? "";
    expect(await give(at, { mac: away, routerId: other })).toBe("moved");
    expect(await phoneOf(away)).toEqual([`254${phoneNumber.slice(1)}`]);
    expect(await phoneOf(mac)).toEqual([`254${phoneNumber.slice(1)}`]);
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
    expect(texts().at(-1)).toContain("ni nambari yako ya dakika 15 za bure");
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
