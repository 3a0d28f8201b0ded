import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { listMessages } from "#contract/messages";
import * as contract from "#contract/owner-news";
import { nairobiDay } from "#contract/values/duration";
import { dayMs, hourMs, minuteMs } from "#contract/values/time";
import { sql } from "#worker/db/sql";
import { ownerNewsDue, sweepMessages } from "#worker/features/messages/index";
import { tellOwner } from "#worker/features/owner-news/index";
import { sweepProvider } from "#worker/sweep-provider";
import { failStatements } from "../../support/database-faults.ts";
import { emptyTenantTables, tenantDatabase } from "../../support/tenant-rows.ts";
import { call } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { demo, inUse, messageWorld, providers, rows, saved, sms } from "../messages/message-world.ts";
import { forgetSales, putPayment } from "../transactions/sales-rows.ts";

// Yesterday, told once in the morning, at the hour that the owner chose.

messageWorld();

beforeEach(async () => {
  await emptyTenantTables("owner_news", "absences");
  await env.DB.prepare("DELETE FROM mail").run();
  await forgetSales();
  await putPayment(providers().demo, { createdAt: midnight() - 12 * hourMs, shillings: 150 });
});

const ctx = () => testContext();
const id = () => providers().demo.id;
const midnight = () => Date.parse(`${nairobiDay(Date.now())}T00:00:00+03:00`);
const at = (hour: number, minute = 0) => vi.setSystemTime(midnight() + hour * hourMs + minute * minuteMs);
const chosen = (over: Partial<contract.OwnerNewsInput> = {}) =>
  call(
    contract.saveOwnerNews,
    { body: { morning: "mail", hour: 7, alarms: false, language: "en", ...over } },
    demo(),
  );
/** What a sweep of the object does, in the same order. */
const sweep = () => sweepProvider(ctx(), id());
async function letters(): Promise<{ recipient: string; subject: string; text: string }[]> {
  const { results } = await env.DB.prepare(
    "SELECT recipient, subject, text FROM mail WHERE subject LIKE '%yesterday%' OR subject LIKE '%jana%' ORDER BY rowid",
  ).all<{ recipient: string; subject: string; text: string }>();
  return results;
}
const mornings = async () => (await rows()).filter(({ kind }) => kind === "morning");

test("nothing is told until it is chosen, and who chooses after the hour begins tomorrow", async () => {
  at(8);
  await sweep();
  expect(await chosen({ hour: 8 })).toMatchObject({ ok: true });
  await sweep();
  expect(await letters()).toEqual([]);
  vi.setSystemTime(Date.now() + dayMs);
  await sweep();
  expect(await letters()).toHaveLength(1);
});

test("a letter tells it at the hour to the provider's own address, once a day, in its language", async () => {
  at(1);
  await chosen({ language: "sw" });
  at(6, 59);
  await sweep();
  expect(await letters()).toEqual([]);
  at(7);
  await Promise.all([sweep(), sweep()]);
  await sweep();
  const told = await letters();
  expect(told).toHaveLength(1);
  expect(told[0]).toMatchObject({ subject: expect.stringMatching(/, jana: KSh 150$/) });
  expect(told[0]?.recipient).toContain("@");
  expect(told[0]?.text).toContain("mauzo 1.");
  expect(told[0]?.text).toContain("/admin/dashboard");
  vi.setSystemTime(Date.now() + dayMs);
  await sweep();
  expect(await letters()).toHaveLength(2);
});

test("cut off between the letter and its note, the letter is written once", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  at(1);
  await chosen();
  at(7);
  const fault = failStatements(/UPDATE owner_news SET told_day/);
  await tellOwner(ctx(), id());
  await tellOwner(ctx(), id());
  expect(fault.count).toBe(2);
  fault.heal();
  await sweep();
  expect(await letters()).toHaveLength(1);
});

test("hours late it is told all the same, from noon on not at all that day", async () => {
  at(1);
  await chosen();
  at(11, 59);
  await sweep();
  expect(await letters()).toHaveLength(1);
  vi.setSystemTime(midnight() + dayMs);
  at(12);
  await sweep();
  at(13);
  await sweep();
  expect(await letters()).toHaveLength(1);
  vi.setSystemTime(midnight() + dayMs);
  at(7);
  await sweep();
  expect(await letters()).toHaveLength(2);
});

test("it is due at the hour, at the next day's once it was told, and never while it is off", async () => {
  const due = async () => {
    const found = await Promise.all(ownerNewsDue(Date.now()).map((one) => ctx().tenant(id()).all(one)));
    return found.flat().map((one) => one.at);
  };
  at(1);
  expect(await due()).toEqual([]);
  await chosen();
  expect(await due()).toEqual([midnight() + 7 * hourMs]);
  at(9);
  expect(await due()).toEqual([midnight() + 7 * hourMs]);
  await sweep();
  expect(await due()).toEqual([midnight() + dayMs + 7 * hourMs]);
  await chosen({ morning: "off" });
  expect(await due()).toEqual([]);
});

test("an SMS tells it by the account that customers' messages go by, priced like them, once", async () => {
  await inUse();
  at(1);
  await chosen({ morning: "sms" });
  at(7);
  await Promise.all([sweep(), sweep()]);
  await sweepMessages(ctx(), id());
  expect(await letters()).toEqual([]);
  expect(sms().accepted.map(({ message }) => message)).toEqual([
    expect.stringMatching(/, yesterday: KSh 150, 1 sale\.$/),
  ]);
  expect(await mornings()).toMatchObject([{ state: "sent", segments: 1, cents: 80 }]);
});

test("neither quiet hours nor the list of who wants none hold it back", async () => {
  await inUse({ quietFrom: "21:00", quietTo: "10:00" });
  at(1);
  await chosen({ morning: "sms" });
  const phone = (await newsNow()).phoneNumber.replace(/\D/g, "");
  await tenantDatabase(id())
    .prepare("INSERT INTO message_opt_outs (phone, at) VALUES (?1, 1)")
    .bind(phone)
    .run();
  at(7);
  await sweep();
  await sweepMessages(ctx(), id());
  expect(await mornings()).toMatchObject([{ state: "sent", phone }]);
});

test("where no SMS can be sent a letter tells it, and the settings say why", async () => {
  at(1);
  await chosen({ morning: "sms" });
  expect(await newsNow()).toMatchObject({ morning: "sms", hindrance: "no_account" });
  at(7);
  await sweep();
  await sweep();
  expect(await letters()).toHaveLength(1);
  await inUse();
  await sweep();
  expect(await mornings()).toEqual([]);
  await saved({ budget: 0 });
  expect(await newsNow()).toMatchObject({ hindrance: "budget" });
});

test("a suspended provider, and one that never sold, are told nothing", async () => {
  at(1);
  await chosen();
  await forgetSales();
  at(7);
  await sweep();
  await putPayment(providers().demo, { createdAt: midnight() - hourMs });
  vi.setSystemTime(Date.now() + dayMs);
  const become = (status: string) =>
    ctx().platform.run(sql`UPDATE providers SET status = ${status} WHERE id = ${id()}`);
  await become("suspended");
  await sweep();
  await become("active");
  expect(await letters()).toEqual([]);
});

test("a cashier, who sees no figures of money, does not find it among the messages", async () => {
  await inUse();
  at(1);
  await chosen({ morning: "sms" });
  at(7);
  await sweep();
  await sweepMessages(ctx(), id());
  const kindsFor = async () => {
    const answer = await call(listMessages, {}, demo());
    if (!answer.ok) throw new Error(answer.text);
    return answer.answer.map(({ kind }) => kind);
  };
  expect(await kindsFor()).toEqual(["morning"]);
  const become = (role: string) =>
    tenantDatabase(id()).prepare("UPDATE admins SET role = ?1").bind(role).run();
  await become("cashier");
  const seen = await kindsFor();
  await become("owner");
  expect(seen).toEqual([]);
});

async function newsNow(): Promise<contract.OwnerNews> {
  const answer = await call(contract.getOwnerNews, {}, demo());
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer;
}
