import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { nairobiDay } from "#contract/values/duration";
import { backAfterMs } from "#worker/features/bridges/outage-state";
import { ask } from "../support/site/ask.ts";
import { control } from "../support/site/control.ts";
import { LivedTime } from "../support/site/lived-time.ts";
import { MovedClock } from "../support/site/moved-clock.ts";
import { readTenantRows } from "../support/site/read-rows.ts";
import { type Phone, phonesOnWifi } from "../support/site/settings.ts";
import { Site } from "../support/site/site.ts";
import { type Session, tell } from "../support/site/tell.ts";
import { testBrowser } from "../support/site/test-browser.ts";
import { until, Visitors } from "../support/site/visitor.ts";

// A whole site whose clock is moved through a week, from Monday at 7 in the morning, and who acts there.

export const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const nairobi = 3 * hour;
const dir = mkdtempSync(join(tmpdir(), "week-"));
export const clock = new MovedClock(dir);
let running: { site: Site; visitors: Visitors } | undefined;
/** Monday's midnight in Nairobi, UTC ms. */
let monday = 0;
/** Ids by their names. */
export const plans: Record<string, string> = {};
/** In shillings. */
export const sales = { paid: 0 };

/** Call it once in a file. @param devices on the WiFi beside twenty phones */
export function weekWorld(devices: readonly Phone[]): () => Browser {
  beforeAll(async () => {
    const today = Math.floor((Date.now() + nairobi) / day);
    // 1 January 1970 was a Thursday.
    const daysTo = (4 - (today % 7) + 7) % 7 || 7;
    monday = (today + daysTo) * day - nairobi;
    clock.pass(monday + 7 * hour - Date.now());
    const site = await Site.start({
      dir,
      clock,
      cronMs: 1_000,
      phones: [...phonesOnWifi(20), ...devices],
      gateway: { auto: "none", rule17: false },
    });
    running = { site, visitors: new Visitors(site) };
  });
  afterAll(async () => {
    await running?.site.stop();
    clock.close();
    rmSync(dir, { recursive: true, force: true });
  });
  return testBrowser();
}

function here() {
  if (!running) throw new Error("the week has not begun");
  return running;
}
export const site = () => here().site;
export const visitors = () => here().visitors;
export const time = new LivedTime(clock, () => site().origin);
export const period = () => `from=${nairobiDay(monday)}&to=${nairobiDay(clock.now())}`;

/** Lets the site live on to this time of the day, in steps in which nobody falls silent for long. @param weekday 0 = Monday */
export async function passTo(weekday: number, hoursMinutes: string, step = 4 * minute): Promise<void> {
  const [hours = 0, minutes = 0] = hoursMinutes.split(":").map(Number);
  const at = monday + weekday * day + hours * hour + minutes * minute;
  if (at < clock.now()) throw new Error(`${hoursMinutes} is over`);
  await time.pass(at - clock.now(), step);
}

/** The same, until worker, bridge and router hear each other again: time that jumped is silence to them. */
export async function arrive(weekday: number, hoursMinutes: string): Promise<void> {
  await passTo(weekday, hoursMinutes);
  await heard();
}

/** Worker, bridge and router hear each other from now on. */
export async function heard(): Promise<void> {
  const begins = clock.now();
  type Seen = { id: string; isOnline: boolean; lastSeen: string | null };
  await time.until(
    "the site is heard",
    async () => {
      const all = await tell<Seen[]>(await owner(), "GET", "/api/admin/routers");
      return all.find(({ id }) => id === visitors().routerId);
    },
    (router) => router?.isOnline === true && Date.parse(router.lastSeen ?? "") >= begins,
  );
}

/** What falls silent within a minute of being heard was away all the time, and the jumps may have made it so. */
export async function heardForAMinute(): Promise<void> {
  await time.pass(backAfterMs + minute / 2, 5_000);
}

const sessions = new Map<string, { at: number; session: Session }>();

/** Signed in anew after eight minutes, so that the password counts as given just now. */
export async function signedIn(
  origin: string,
  path: string,
  json: { username: string; password: string },
): Promise<Session> {
  const key = `${origin} ${json.username}`;
  const kept = sessions.get(key);
  if (kept && clock.now() - kept.at < 8 * minute) return kept.session;
  const { username, password } = json;
  const answer = await ask(origin, path, { json: { username, password } });
  if (answer.status !== 200) throw new Error(`${json.username}: ${answer.status} ${answer.text}`);
  const session = { origin, cookie: String(answer.headers["set-cookie"]).split(";")[0] ?? "" };
  sessions.set(key, { at: clock.now(), session });
  return session;
}
export const owner = () => signedIn(site().origin, "/api/admin/login", site().seeded.demo.admin);
export const operator = () => signedIn(site().main, "/api/superadmin/login", site().seeded.operator);

export const isOut = (mac: string, wanted: boolean) =>
  until(
    `${mac} is ${wanted ? "out" : "shut"}`,
    () => visitors().isLetOut(mac),
    (online) => online === wanted,
  );

/** Pays by M-Pesa. @returns the payment's id */
export async function buy({ mac, phone }: { mac: string; phone: string }, plan: string): Promise<string> {
  const { transactionId } = await visitors().initiate(mac, plans[plan] ?? "", phone);
  const prompt = await visitors().openPrompt(phone);
  sales.paid += prompt.amount;
  await visitors().answerPrompt(prompt.id, "paid");
  await visitors().untilStatus(transactionId, ({ status }) => status === "completed");
  return transactionId;
}

type Sms = { to: string; message: string };
export const smsTo = (phone: string, words: RegExp) =>
  until(
    `an SMS to ${phone}`,
    async () => {
      const all = await control<Sms[]>(site(), "/control/sms");
      return all.find(({ to, message }) => to === `+${phone}` && words.test(message))?.message ?? "";
    },
    (message) => message !== "",
  );

/** UTC ms. */
export async function endOf(mac: string): Promise<number> {
  const [row] = await readTenantRows(
    site(),
    site().seeded.demo.id,
    "SELECT max(ends_at) AS at FROM entitlements WHERE subject = 'device:' || ?1",
    mac,
  );
  return Number(row?.at);
}
