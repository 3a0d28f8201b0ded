import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { OwnBridge } from "#contract/bridges";
import type { Credits } from "#contract/credits";
import type { Message, MessageSettings } from "#contract/messages";
import type { PaymentInitiated, PaymentStatus } from "#contract/payments";
import { dayMs, hourMs, minuteMs, nairobiMs } from "#contract/values/time";
import { memoryStore, RouterSimulator } from "../simulators/routeros/index.ts";
import { ask } from "../support/site/ask.ts";
import { openPage } from "../support/site/browser.ts";
import { ConsoleAdmin } from "../support/site/console-admin.ts";
import { signInOperator } from "../support/site/console-operator.ts";
import { control } from "../support/site/control.ts";
import { LivedTime } from "../support/site/lived-time.ts";
import { MovedClock } from "../support/site/moved-clock.ts";
import { offerSms } from "../support/site/offer-sms.ts";
import { type Part, startPart } from "../support/site/processes.ts";
import { readRows } from "../support/site/read-rows.ts";
import { type Session, tell } from "../support/site/tell.ts";
import { expectFits, testBrowser } from "../support/site/test-browser.ts";
import { testSite } from "../support/site/test-site.ts";
import { until } from "../support/site/visitor.ts";

// Day one of a business that signed up by itself and has no account at an SMS service: it proves where its money goes by KSh 1 and has the
// gift, its free trial, receipts and reminders work by credits, they come to zero, what then waits is held back, and goes out once credits
// are bought. Its books are read at each step. Each test goes on where the one before it stopped.

const dir = mkdtempSync(join(tmpdir(), "day-one-"));
const clock = new MovedClock(dir);
// Nine in the morning in Nairobi, tomorrow: nobody is kept from a message by quiet hours.
clock.pass(
  Math.floor((Date.now() + nairobiMs) / dayMs) * dayMs + dayMs - nairobiMs + 9 * hourMs - Date.now(),
);
const account = "880100";
const { site, visitors } = testSite({ clock, payBills: [account] });
const time = new LivedTime(clock, () => owner.origin);
const browser = testBrowser();
const picture = process.env.DAY_ONE_PICTURES;

const segmentPrice = 5;
const gift = 20;
const email = "achieng@lakeside.example";
const password = "a sentence of her own";
const api = { username: "mlango", password: "fresh-from-the-box" };
const people = Array.from({ length: 8 }, (_, n) => ({
  mac: `4C:5E:0C:E1:00:0${n}`,
  ip: `10.5.50.${91 + n}`,
  phone: `2547120004${10 + n}`,
}));
type Person = (typeof people)[number];
let here = 0;
const newcomer = (): Person => {
  const person = people[here];
  if (!person) throw new Error("nobody is left");
  here += 1;
  return person;
};

let owner: Session = { origin: "", cookie: "" };
let providerId = "";
let router: RouterSimulator;
let bridge: Part | undefined;
let routerId = "";
let planId = "";
let signedUpAt = 0;
/** Whose receipt was held back at zero. */
let unheard: Person | undefined;

beforeAll(async () => {
  router = new RouterSimulator({
    clock,
    store: memoryStore(),
    users: [
      { name: api.username, password: api.password, policies: ["api", "read", "write", "sensitive", "test"] },
    ],
    hotspot: { macAuthPassword: "", loginBy: "mac,http-chap" },
    hosts: people,
    identity: "Jetty",
  });
  await offerSms(site(), { segmentPrice, gift });
  await tell(await operator(), "PUT", "/api/superadmin/sign-up-rules", { approvesItself: true });
});
afterAll(async () => {
  await bridge?.stop();
  await router?.close();
  clock.close();
  rmSync(dir, { recursive: true, force: true });
});

let operatorSession: { at: number; cookie: string } | undefined;
async function operator(): Promise<Session> {
  if (!operatorSession || clock.now() - operatorSession.at > 8 * minuteMs)
    operatorSession = { at: clock.now(), cookie: await signInOperator(site()) };
  return { origin: site().main, cookie: operatorSession.cookie };
}

type Sms = { id: string; username: string; to: string; message: string };
const sms = () => control<Sms[]>(site(), "/control/sms");
const smsTo = async ({ phone }: Person, words: RegExp): Promise<Sms> => {
  const isIt = ({ to, message }: Sms) => to === `+${phone}` && words.test(message);
  const found = await time.until(`an SMS to ${phone}`, async () => (await sms()).find(isIt), Boolean);
  if (!found) throw new Error("no SMS");
  return found;
};

const credits = () => tell<Credits>(owner, "GET", "/api/admin/messages/credits");
const messages = () => tell<Message[]>(owner, "GET", "/api/admin/messages");

type Books = { balance: number; bought: number; given: number; used: number; segments: number };
/** The provider's balance, its entries, its messages, the platform's copy and what the account took are one sum. @returns the balance */
async function agreeingBooks(): Promise<number> {
  const { balance, entries } = await credits();
  const sumOf = (kind: string) =>
    entries.filter((one) => one.kind === kind).reduce((sum, { amount }) => sum + amount, 0);
  const [bought, given, used] = [sumOf("bought"), sumOf("given"), 0 - sumOf("used")];
  expect(balance).toBe(bought + given - used);
  const went = (await messages()).filter(({ price }) => price !== null);
  expect(went.reduce((sum, { price }) => sum + (price ?? 0), 0)).toBe(used);
  const segments = went.reduce((sum, one) => sum + (one.segments ?? 0), 0);
  expect(used).toBe(segments * segmentPrice);
  const taken = (await sms()).filter(({ message }) => message.startsWith("Lakeside:"));
  expect(taken).toHaveLength(went.length);
  const copied = await time.until(
    "the platform's copy agrees",
    async () =>
      (
        await tell<(Books & { providerId: string })[]>(await operator(), "GET", "/api/superadmin/sms/credits")
      ).find((one) => one.providerId === providerId),
    (copy) => copy?.balance === balance && copy.segments === segments,
  );
  expect(copied).toMatchObject({ balance, bought, given, used, segments });
  return balance;
}

const pay = async (phone: string, amount: number) => {
  const prompt = await visitors().openPrompt(phone);
  expect(prompt.amount).toBe(amount);
  await visitors().answerPrompt(prompt.id, "paid");
};

/** Pays KSh 30 for three hours, and is online. */
async function buy({ mac, phone }: Person): Promise<void> {
  const answer = await ask(owner.origin, "/api/payment/initiate", {
    json: { phoneNumber: phone, planId, macAddress: mac, routerId },
  });
  const { transactionId } = JSON.parse(answer.text) as PaymentInitiated;
  await pay(phone, 30);
  await time.until(
    `${mac} is online`,
    async () =>
      JSON.parse((await ask(owner.origin, `/api/payment/status/${transactionId}`)).text) as PaymentStatus,
    ({ status, access }) => status === "completed" && access === "online",
  );
  expect(router.isOnline(mac)).toBe(true);
}

const placeOf = ({ mac }: Person) => ({ mac, routerId });
const visit = ({ mac }: Person, path: string) =>
  ask(owner.origin, `${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams({ mac, routerId })}`);
const send = (path: string, form: Record<string, string>) =>
  ask(owner.origin, path, { form, headers: { origin: owner.origin } });

it("signs up by the code of a letter", async () => {
  signedUpAt = clock.now();
  const main = { origin: site().main, cookie: "" };
  const { id } = await tell<{ id: string }>(main, "POST", "/api/signup", {
    businessName: "Lakeside",
    name: "Achieng Otieno",
    phone: "0712 345 678",
    email,
    subdomain: "lakeside",
    password,
  });
  const [letter] = await readRows(site(), "SELECT text FROM mail WHERE recipient = ?1", email);
  const code = /Your code is (\d{6})/.exec(String(letter?.text))?.[1] ?? "";
  const proved = await tell<{ address: string }>(main, "POST", "/api/signup/code", { id, code });
  const { origin } = new URL(proved.address);
  const signedIn = await ask(origin, "/api/admin/login", { json: { username: email, password } });
  owner = { origin, cookie: String(signedIn.headers["set-cookie"]).split(";")[0] ?? "" };
  const [row] = await readRows(site(), "SELECT id FROM providers WHERE subdomain = 'lakeside'");
  providerId = String(row?.id);
  expect(await credits()).toMatchObject({
    isOffered: true,
    canBuy: true,
    balance: 0,
    segmentPrice,
    entries: [],
  });
});

it("proves its pay bill by KSh 1, and is given credits for it, once", async () => {
  const { id } = await tell<{ id: string }>(owner, "POST", "/api/admin/payment-gateways", {
    type: "mpesa",
    accountNumber: account,
  });
  await tell(owner, "POST", `/api/admin/payment-gateways/${id}/verify`, { phoneNumber: "0712 345 678" });
  await pay("254712345678", 1);
  await until("the gift is there", credits, ({ balance }) => balance > 0);
  expect((await credits()).entries).toMatchObject([{ kind: "given", amount: gift }]);
  expect(await agreeingBooks()).toBe(gift);
});

it("has a router at its own bridge, a plan, receipts, reminders and the free trial: within an hour of its sign-up", async () => {
  planId = (
    await tell<{ id: string }>(owner, "POST", "/api/admin/plans", {
      name: "Evening",
      price: 30,
      durationHours: 3,
      speedMbps: 4,
    })
  ).id;
  const { code } = await tell<{ code: string }>(owner, "POST", "/api/admin/bridges", { name: "Jetty box" });
  const folder = join(dir, "jetty-box");
  const enrolment = await startPart({
    name: "jetty-enrolment",
    script: "bridge/main.ts",
    arguments: ["enrol", code],
    env: { BRIDGE_DIR: folder, MLANGO_ORIGIN: site().main, ...clock.env },
    logDir: site().logDir,
  });
  await enrolment.stop();
  bridge = await site().startBridge(folder);
  const [box] = await tell<OwnBridge[]>(owner, "GET", "/api/admin/bridges");
  const { port } = await router.listen();
  const added = await tell<{ id: string }>(owner, "POST", "/api/admin/routers", {
    name: "Jetty",
    host: "127.0.0.1",
    port,
    ...api,
    bridgeId: box?.id,
  });
  routerId = added.id;
  await until(
    "the router is driven",
    () => tell<{ id: string; isOnline: boolean }[]>(owner, "GET", "/api/admin/routers"),
    (all) => all.some((one) => one.id === routerId && one.isOnline),
    60_000,
  );
  const settings = await tell<MessageSettings>(owner, "GET", "/api/admin/messages/settings");
  expect(settings).toMatchObject({
    sender: "platform",
    account: null,
    platform: { segmentPrice, credits: gift },
  });
  const { budget, quietFrom, quietTo, language } = settings;
  const kinds = { receipt: true, ending: true, outage: true };
  const chosen = { ...kinds, segmentPrice, budget, quietFrom, quietTo, language };
  await tell(owner, "PUT", "/api/admin/messages/settings", chosen);
  const trial = { isOn: true, minutes: 20, speedMbps: 2, uploadMbps: 1, perDay: 20 };
  const saved = await tell<{ trial: unknown }>(owner, "PUT", "/api/admin/trial", trial);
  expect(saved.trial).toMatchObject({ isOn: true, hindrance: null, smsPrice: segmentPrice });
  expect(clock.now() - signedUpAt).toBeLessThan(hourMs);
});

it("lets a newcomer try for nothing, by a code that an SMS brings", async () => {
  const person = newcomer();
  expect((await visit(person, "/")).text).toContain("Try 20 minutes free");
  const asked = await send("/trial", { ...placeOf(person), phoneNumber: person.phone });
  expect(asked.status, asked.text).toBe(303);
  const { message } = await smsTo(person, /is your code/);
  const code = /\b\d{6}\b/.exec(message)?.[0] ?? "";
  const path = new URL(String(asked.headers.location), owner.origin).pathname;
  const proved = await send(path, { ...placeOf(person), code });
  expect([proved.status, String(proved.headers.location)]).toEqual([303, expect.stringMatching(/^\/pay\//)]);
  await time.until("the newcomer is online", async () => router.isOnline(person.mac), Boolean);
  expect(await agreeingBooks()).toBe(gift - segmentPrice);
});

it("sells: the receipt comes by SMS, and its link takes the purchase to another phone; half an hour before the end a reminder comes", async () => {
  const [buyer, other] = [newcomer(), newcomer()];
  await buy(buyer);
  const receipt = await smsTo(buyer, /KSh 30 paid for Evening/);
  const link = /https?:\/\/\S+\/r\/[\w-]+/.exec(receipt.message)?.[0] ?? "";
  expect(new URL(link).host).toBe(new URL(owner.origin).host);
  const opened = await visit(other, new URL(link).pathname);
  const form = new URL(String(opened.headers.location), owner.origin);
  expect([opened.status, form.pathname]).toEqual([303, "/claim"]);
  const claimed = await send("/claim", { ...placeOf(other), code: form.searchParams.get("code") ?? "" });
  expect([claimed.status, String(claimed.headers.location)]).toEqual([
    303,
    expect.stringMatching(/^\/connected/),
  ]);
  await time.until("the other phone is online", async () => router.isOnline(other.mac), Boolean);
  expect(router.isOnline(buyer.mac)).toBe(false);
  const left = await agreeingBooks();

  await time.pass(2 * hourMs + 31 * minuteMs);
  const reminder = await smsTo(buyer, /your Evening ends at \d\d:\d\d/);
  expect(reminder.message).toContain(`buy the next one: ${owner.origin}`);
  const after = await agreeingBooks();
  expect(left - after).toBe(segmentPrice);
});

it("comes to zero: sales go on, their receipts are held back, the trial names the ways that are left, and a letter tells the owner", async () => {
  for (let balance = await agreeingBooks(); balance >= segmentPrice; balance = await agreeingBooks()) {
    const buyer = newcomer();
    await buy(buyer);
    await smsTo(buyer, /paid for Evening/);
  }
  const [newest] = await readRows(
    site(),
    "SELECT subject FROM mail WHERE recipient = ?1 AND subject LIKE 'SMS credits%'",
    email,
  );
  expect(newest?.subject).toMatch(/^SMS credits/);

  const buyer = newcomer();
  unheard = buyer;
  await buy(buyer);
  await time.until(
    "the receipt is held back",
    messages,
    ([one]) => one?.phoneNumber === buyer.phone && one.state === "held" && one.reason === "credits",
  );
  const person = newcomer();
  expect((await visit(person, "/")).text).not.toContain("Try 20 minutes free");
  const asked = await send("/trial", { ...placeOf(person), phoneNumber: person.phone });
  expect([asked.status, asked.text]).toEqual([
    409,
    expect.stringContaining(
      "No SMS can be sent right now. Please choose a plan and pay by phone or pay bill, or type a voucher.",
    ),
  ]);
  expect((await sms()).some(({ to }) => to === `+${person.phone}` || to === `+${buyer.phone}`)).toBe(false);
  const { page, context, faults } = await openPage(browser(), { origin: owner.origin });
  await page.goto(`${owner.origin}/trial?${new URLSearchParams(placeOf(person))}`);
  await page.getByText("No SMS can be sent right now.").waitFor();
  await expectFits(page);
  if (picture) await page.screenshot({ path: `${picture}/trial-at-zero.png`, fullPage: true });
  expect(faults).toEqual([]);
  await context.close();
});

it("buys credits on a phone by M-Pesa: what was held back goes out, once, and the trial is offered again", async () => {
  const provider = { ...site().seeded.demo, id: providerId, subdomain: "lakeside" };
  const admin = await ConsoleAdmin.come(site(), browser(), {
    provider: { ...provider, admin: { ...provider.admin, username: email, password } },
    width: 360,
    height: 740,
  });
  const { page } = admin;
  const shot = (name: string) =>
    picture ? page.screenshot({ path: `${picture}/${name}.png`, fullPage: true }) : null;
  await admin.open("/admin/messages");
  await page.getByText("The SMS credits are used up.").first().waitFor();
  await expectFits(page);
  await shot("held");
  await admin.open("/admin/messages?tab=settings");
  const card = page.getByRole("region", { name: "SMS credits" });
  await card.getByText("At zero no receipts, reminders or trial codes go out.").waitFor();
  await expectFits(page);
  await shot("zero");
  await card.getByRole("button", { name: "Buy credits" }).click();
  const form = page.getByRole("dialog", { name: "Buy credits" });
  await form.getByRole("button", { name: "KSh 100", exact: true }).click();
  await form.getByLabel("M-Pesa number that pays").fill("0712 345 678");
  await form.getByRole("button", { name: "Ask for KSh 100", exact: true }).click();
  await pay("254712345678", 100);
  await form.getByText("Paid: KSh 100").waitFor();
  await form.getByRole("button", { name: "Done" }).click();

  if (!unheard) throw new Error("nobody's receipt was held back");
  const { phone } = unheard;
  const { message } = await smsTo(unheard, /paid for Evening/);
  expect(message).toContain(`${owner.origin}/r/`);
  const balance = await agreeingBooks();
  expect(balance).toBeGreaterThan(100 - 3 * segmentPrice);
  await time.pass(10 * minuteMs);
  expect((await sms()).filter(({ to }) => to === `+${phone}`)).toHaveLength(1);
  const person = newcomer();
  expect((await visit(person, "/")).text).toContain("Try 20 minutes free");
  await admin.open("/admin/messages?tab=settings");
  await card.getByText("What came and went").click();
  await expectFits(page);
  await shot("bought");
  expect(admin.faults).toEqual([]);
  await admin.leave();
});
