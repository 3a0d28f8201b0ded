import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { CashReceipt } from "#contract/customer-accounts";
import type { Line, Package } from "#contract/lines";
import { dayMs } from "#contract/values/time";
import { TestClient } from "../simulators/routeros/test-client.ts";
import { ask } from "../support/site/ask.ts";
import { signIn } from "../support/site/console.ts";
import { operatorCookie } from "../support/site/console-operator.ts";
import { control } from "../support/site/control.ts";
import { collectAtOwnPaybill, sendPayForm, typeInMenu } from "../support/site/customer-pays.ts";
import { MovedClock } from "../support/site/moved-clock.ts";
import { type Session, tell } from "../support/site/tell.ts";
import { testSite } from "../support/site/test-site.ts";
import { type RouterReport, until } from "../support/site/visitor.ts";

// A home by PPPoE, at a real bridge and the simulated router: blocked until it is paid, paid by a prompt from the customer's own page, open
// without a redial, blocked again when the day is over, and open once more: by the page, by cash and by a typed pay bill. The page is read and sent as a browser without scripts does.

const dir = mkdtempSync(join(tmpdir(), "home-line-"));
const clock = new MovedClock(dir);
const { site, visitors } = testSite({ clock });
let owner: Session = { origin: "", cookie: "" };

beforeAll(async () => {
  owner = { origin: site().origin, cookie: await signIn(site(), site().seeded.demo) };
});
afterAll(() => {
  clock.close();
  rmSync(dir, { recursive: true, force: true });
});

type AtRouter = { dialled: boolean; address: string | null; internet: unknown; portal: unknown };

const fromRouter = <T>(path: string) => control<T>(site(), `/control/router${path}`);

/** What the packets of a dialled line get through, by the rules that stand in the router. */
const atRouter = (name: string) =>
  fromRouter<AtRouter>(`/line?name=${name}&portal=${new URL(site().origin).hostname}`);

const becomes = (name: string, internet: boolean) =>
  until(
    `${name} ${internet ? "opens" : "is blocked"}`,
    () => atRouter(name),
    (line) => line.dialled && line.internet === internet,
  );

const listed = async (login: string) =>
  (await tell<Line[]>(owner, "GET", "/api/admin/lines")).find((line) => line.login === login);

/** How often a session was ended from here: the line would have to dial in anew. */
const redials = async () =>
  (await fromRouter<RouterReport>("")).writes.filter(({ command }) => command === "/ppp/active/remove")
    .length;

/** As a form without scripts: what the page has is sent back. */
async function payOnPage(line: Line, outcome = "paid"): Promise<string> {
  const { page, sent } = await sendPayForm(site(), line.payLink);
  expect(page.status).toBe(200);
  expect(page.text).not.toContain("<script");
  expect([sent.status, sent.text]).toEqual([303, ""]);
  const waiting = String(sent.headers.location);
  expect((await ask(site().origin, waiting)).text).toContain('<noscript><meta http-equiv="refresh"');
  const prompt = await until(
    "the prompt is there",
    () => visitors().openPrompt(line.customer.phoneNumber),
    () => true,
  );
  expect(prompt.amount).toBe(50);
  await visitors().answerPrompt(prompt.id, outcome);
  return waiting;
}

/** As a provider with homes has its router: dialled lines get their addresses from a pool. */
async function givesAddresses(): Promise<void> {
  const { username, password } = site().secrets.router;
  const technician = await TestClient.loggedIn(site().routerPort, username, password);
  const [profile] = await technician.rows("/ppp/profile/print", "?name=default");
  const [pool] = await technician.rows("/ip/pool/print");
  await technician.ret(
    "/ppp/profile/set",
    `=.id=${profile?.[".id"]}`,
    "=local-address=10.9.0.1",
    `=remote-address=${pool?.name}`,
  );
  technician.close();
}

it("is blocked until it is paid by page, cash or typed pay bill, opens without a redial, and is blocked by the clock alone", async () => {
  await givesAddresses();
  // Whatever the time of the day is when this runs.
  await tell(owner, "PUT", "/api/admin/lines/settings", { cutHours: null });
  const { package: day } = await tell<{ package: Package }>(owner, "POST", "/api/admin/packages", {
    name: "Home day",
    price: 50,
    period: { days: 1 },
    uploadMbps: 5,
    downloadMbps: 10,
  });
  const { line } = await tell<{ line: Line }>(owner, "POST", "/api/admin/lines", {
    customer: { name: "Mercy Wanjiru", phoneNumber: "0722 100 200" },
    routerId: visitors().routerId,
    packageId: day.id,
    login: "mercy-home",
    password: "fibre4you",
  });
  expect(line.standing).toBe("unpaid");
  // Its home router dials in as soon as its name is there, and again and again until then.
  await until(
    "it dials in",
    () => visitors().router({ dial: { name: "mercy-home", service: "pppoe", ip: "10.9.0.7" } }),
    () => true,
  );
  await until(
    "its portal alone is open",
    () => atRouter("mercy-home"),
    (now) => now.internet === false && now.portal === true,
  );
  await until(
    "the console shows it",
    () => listed("mercy-home"),
    (now) => now?.applied === "blocked" && now.dialled !== null,
  );

  const waiting = await payOnPage(line);
  await becomes("mercy-home", true);
  const arrived = await until(
    "the page says that it arrived",
    async () => (await ask(site().origin, waiting)).text,
    (text) => text.includes("arrived"),
  );
  expect(arrived).toContain("KES 50");
  expect(await redials()).toBe(0);
  expect(await listed("mercy-home")).toMatchObject({ standing: "open", customer: { balance: 0 } });

  clock.pass(dayMs);
  await becomes("mercy-home", false);
  expect(await redials()).toBe(0);
  expect(await atRouter("mercy-home")).toMatchObject({ portal: true });
  owner = { origin: site().origin, cookie: await signIn(site(), site().seeded.demo) };
  const over = await listed("mercy-home");
  expect(over).toMatchObject({ standing: "blocked" });
  expect((await ask(site().origin, new URL(line.payLink).pathname)).text).toContain("Blocked since");

  await payOnPage(line);
  await becomes("mercy-home", true);
  expect(await redials()).toBe(0);

  // Blocked once more, it is paid over the counter; then by hand, under the number that is always the same.
  clock.pass(dayMs);
  await becomes("mercy-home", false);
  owner = { origin: site().origin, cookie: await signIn(site(), site().seeded.demo) };
  const cash = await tell<{ receipt: CashReceipt; message: string }>(
    owner,
    "POST",
    `/api/admin/customers/${line.customer.id}/cash`,
    { amount: 30 },
  );
  expect(cash).toMatchObject({
    message: "KES 30 taken from Mercy Wanjiru: receipt 1.",
    receipt: { number: 1 },
  });
  expect((await atRouter("mercy-home")).internet).toBe(false);
  await tell(owner, "POST", `/api/admin/customers/${line.customer.id}/cash`, { amount: 20 });
  await becomes("mercy-home", true);

  clock.pass(dayMs);
  await becomes("mercy-home", false);
  const shortCode = await collectAtOwnPaybill(
    site(),
    { origin: site().main, cookie: await operatorCookie(site()) },
    visitors().routerId,
  );
  const page = (await ask(site().origin, new URL(line.payLink).pathname)).text;
  expect(page).toContain("Business number");
  const { number } = line.customer;
  const wrong = `${number.slice(0, 7)}${(Number(number[7]) + 1) % 10}`;
  expect(await typeInMenu(site(), { shortCode, account: wrong, amount: 50 })).toMatchObject({
    state: "refused",
    validation: "C2B00012",
  });
  expect(
    await typeInMenu(site(), {
      shortCode,
      account: `${number.slice(0, 4)} ${number.slice(4)} MERCY`,
      amount: 50,
    }),
  ).toMatchObject({
    state: "paid",
    validation: "0",
  });
  await becomes("mercy-home", true);
  expect(await redials()).toBe(0);
  owner = { origin: site().origin, cookie: await signIn(site(), site().seeded.demo) };
  expect(await listed("mercy-home")).toMatchObject({ standing: "open", customer: { balance: 0 } });
});
