import { expect } from "vitest";
import type { CustomerAccount } from "#contract/customer-accounts";
import type { Line } from "#contract/lines";
import { dayMs, hourMs, minuteMs } from "#contract/values/time";
import { arrive, clock, heard, owner, site, time, visitors } from "../journeys/week-world.ts";
import { control } from "../support/site/control.ts";
import { sendPayForm, typeInMenu } from "../support/site/customer-pays.ts";
import { tell } from "../support/site/tell.ts";
import type { Home, HomeLine, Offer } from "./home-month-model.ts";

// Who lives in the month of `home-month.test.ts`, how they pay, and how time passes.

export const monthly: Offer = { price: 1_500, months: 1 };
export const faster: Offer = { price: 2_500, months: 1 };
export const inParts: Offer = { price: 900, days: 30, daysFrom: 100 };
export const packages = new Map<Offer, string>();
/** `begin`: midnight before the first day, UTC ms; `shortCode`: the pay bill. */
export const month = { begin: 0, shortCode: "" };
export const noonOf = (day: number) => month.begin + day * dayMs + 12 * hourMs;

type Plan = { ends: number; offer?: Offer };
export const homes: Home[] = [];
export const lineIds = new Map<string, string>();
export const homeOf = (index: number) => {
  const home = homes[index];
  const [line] = home?.lines ?? [];
  if (!home || !line) throw new Error(`no home ${index}`);
  return { home, line };
};
export const all = () => homes.flatMap(({ lines }) => lines);

/** How the forty are: when what they had paid before ends. */
export const plans: Plan[] = [
  // They pay on the day before.
  ...Array.from({ length: 20 }, (_, n) => ({ ends: 2 + n })),
  // They pay two days late.
  ...Array.from({ length: 5 }, (_, n) => ({ ends: 3 + 2 * n })),
  // They pay in parts.
  ...Array.from({ length: 3 }, (_, n) => ({ ends: 4 + n, offer: inParts })),
  // Pays twice; goes away for ten days; wants it faster; moves out with a balance.
  ...[9, 20, 26, 11].map((ends) => ({ ends })),
  // Their end meets a power cut.
  ...Array.from({ length: 3 }, () => ({ ends: 12 })),
  // Their end meets a day without the router.
  ...Array.from({ length: 3 }, () => ({ ends: 23 })),
  // Never pays; pays on its page.
  ...[22, 16].map((ends) => ({ ends })),
];

export async function cash(home: Home, amount: number): Promise<void> {
  await tell(await owner(), "POST", `/api/admin/customers/${home.id}/cash`, { amount });
  home.pay(amount, clock.now());
}

export async function typed(home: Home, amount: number): Promise<void> {
  const [sent, now] = [home.number, clock.now()];
  expect(await typeInMenu(site(), { shortCode: month.shortCode, account: sent, amount })).toMatchObject({
    state: "paid",
  });
  home.pay(amount, now);
  await arrived(home);
}

/** By its own page, and the prompt on the phone. */
export async function onPage(home: Home, line: HomeLine): Promise<void> {
  const { payLink, customer } = (await listed(line)) ?? fail(line);
  await sendPayForm(site(), payLink);
  const prompt = await visitors().openPrompt(customer.phoneNumber);
  home.pay(prompt.amount, clock.now());
  await visitors().answerPrompt(prompt.id, "paid");
  await arrived(home);
}

const arrived = (home: Home) =>
  time.until(
    `${home.name}'s money is there`,
    () => accountOf(home),
    ({ entries }) => inOf(entries) === home.paidIn,
  );

export const fail = ({ login }: HomeLine): never => {
  throw new Error(`${login} is not listed`);
};
export const accountOf = async ({ id }: Home) =>
  tell<CustomerAccount>(await owner(), "GET", `/api/admin/customers/${id}`);
export const inOf = (entries: CustomerAccount["entries"]) =>
  entries.reduce(
    (sum, { kind, amount }) => sum + (kind === "payment" || kind === "cash" ? Math.max(0, amount) : 0),
    0,
  );
export const listed = async ({ login }: HomeLine) =>
  (await tell<Line[]>(await owner(), "GET", `/api/admin/lines?q=${encodeURIComponent(login)}`)).find(
    (line) => line.login === login,
  );
export const act = async (line: HomeLine, path: string, json?: unknown, method = "POST") =>
  tell(await owner(), method, `/api/admin/lines/${lineIds.get(line.login)}${path}`, json);

type AtRouter = { dialled: boolean; internet: boolean; rateLimit: string | null };
export const atRouter = (name: string) =>
  control<AtRouter>(site(), `/control/router/line?name=${name}&portal=${new URL(site().origin).hostname}`);

let addresses = 10;
export async function dial(name: string): Promise<void> {
  addresses += 1;
  await visitors().router({
    dial: { name, service: "pppoe", ip: `10.9.${addresses >> 8}.${addresses & 255}` },
  });
}

/** Each line is on exactly as long as it is paid. */
export async function everybodyIsRight(except: readonly HomeLine[] = []): Promise<void> {
  const wrong = () =>
    Promise.all(
      all()
        .filter((line) => !except.includes(line) && !line.isClosed)
        .map(async (line) => ({
          login: line.login,
          on: (await atRouter(line.login)).internet,
          due: line.isOn(clock.now()),
        })),
    ).then((lines) => lines.filter(({ on, due }) => on !== due));
  await time.until("every line is as it is paid", wrong, (lines) => lines.length === 0);
}

/** Slowly over the moments at which lines end: a bridge that sleeps for hours blocks hours late. */
async function passEnds(until: number): Promise<void> {
  const near = 5 * minuteMs;
  const ends = all()
    .map(({ paidUntil }) => paidUntil)
    .filter((end) => end > clock.now() && end < until)
    .sort((one, other) => one - other);
  for (const end of ends) {
    if (end - near > clock.now()) await time.pass(end - near - clock.now(), 6 * hourMs);
    // Parts that fell silent by the jump are heard again before the end.
    await heard();
    if (end + near / 2 > clock.now()) await time.pass(end + near / 2 - clock.now(), minuteMs / 4);
    await everybodyIsRight();
    await blockedOnesRedial();
  }
}

export const dialledBlocked = new Set<string>();
/** Whose session stands when the router goes. */
export const stay = new Set(["home38"]);

/** Each blocked one switches the home's router off and on: the next dial is a blocked one, with or without the bridge. */
export async function blockedOnesRedial(): Promise<void> {
  const since = clock.now();
  const redialled: HomeLine[] = [];
  for (const line of all()) {
    const { login } = line;
    if (line.isOn(clock.now())) dialledBlocked.delete(login);
    else if (!line.isClosed && !dialledBlocked.has(login) && !stay.has(login)) {
      await visitors().router({ hangUp: { name: login } });
      await dial(login);
      dialledBlocked.add(login);
      redialled.push(line);
    }
  }
  for (const line of redialled)
    await time.until(
      `the dial of ${line.login} is told`,
      () => listed(line),
      (now) => Date.parse(now?.dialled?.since ?? "") >= since - 5_000,
    );
}

/** To this time of a day, when all hear each other. */
export async function reach(day: number, at: string): Promise<void> {
  const [hours = 0, minutes = 0] = at.split(":").map(Number);
  const until = month.begin + day * dayMs + (hours * 60 + minutes) * minuteMs;
  await passEnds(until);
  if (until - 10 * minuteMs > clock.now()) await time.pass(until - 10 * minuteMs - clock.now(), 6 * hourMs);
  await arrive(day, at);
}
