import { expect, it } from "vitest";
import type { ServedUnpaid } from "#contract/line-life";
import type { Line, Package } from "#contract/lines";
import { dayMs, hourMs, minuteMs } from "#contract/values/time";
import {
  arrive,
  clock,
  heard,
  heardForAMinute,
  operator,
  owner,
  passTo,
  period,
  site,
  time,
  visitors,
  weekWorld,
} from "../journeys/week-world.ts";
import { TestClient } from "../simulators/routeros/test-client.ts";
import { collectAtOwnPaybill } from "../support/site/customer-pays.ts";
import { readTenantRows } from "../support/site/read-rows.ts";
import { tell } from "../support/site/tell.ts";
import { Home, HomeLine } from "./home-month-model.ts";
import {
  accountOf,
  act,
  all,
  atRouter,
  blockedOnesRedial,
  cash,
  dial,
  dialledBlocked,
  everybodyIsRight,
  fail,
  faster,
  homeOf,
  homes,
  inOf,
  inParts,
  lineIds,
  listed,
  month,
  monthly,
  noonOf,
  onPage,
  packages,
  plans,
  reach,
  stay,
  typed,
} from "./home-month-world.ts";

// A month of a small provider with homes, on a whole site whose clock is moved: forty lines that came with the router, who pays how and
// when, what goes wrong, and at the end books to the cent. What each line has is compared with a reckoning of its own each day.

weekWorld([]);

it("moves in: forty of sixty names, of which three clash; a landlord gets five lines", async () => {
  month.begin = clock.now() - ((clock.now() + 3 * hourMs) % dayMs);
  await arrive(0, "08:00");
  month.shortCode = await collectAtOwnPaybill(site(), await operator(), visitors().routerId);
  await tell(await owner(), "PUT", "/api/admin/lines/settings", { cutHours: null });
  for (const [offer, name, mbps] of [
    [monthly, "Home 10", 10],
    [faster, "Home 20", 20],
    [inParts, "Thirty days", 10],
  ] as const) {
    const { price, months, days, daysFrom = null } = offer;
    const { package: made } = await tell<{ package: Package }>(await owner(), "POST", "/api/admin/packages", {
      name,
      price,
      period: days === undefined ? { months } : { days },
      uploadMbps: mbps / 2,
      downloadMbps: mbps,
      daysFrom,
    });
    packages.set(offer, made.id);
  }
  const { username, password } = site().secrets.router;
  const technician = await TestClient.loggedIn(site().routerPort, username, password);
  const [pool] = await technician.rows("/ip/pool/print");
  const [profile] = await technician.rows("/ppp/profile/print", "?name=default");
  const gives = { "local-address": "10.9.0.1", "remote-address": pool?.name ?? "" };
  // What is made here gets its addresses as the PPPoE server's own profile says.
  const words = Object.entries(gives).map(([name, value]) => `=${name}=${value}`);
  await technician.ret("/ppp/profile/set", `=.id=${profile?.[".id"]}`, ...words);
  technician.close();
  await visitors().router({
    made: { table: "pppProfiles", values: { name: "10M", "rate-limit": "5M/10M", ...gives } },
  });
  const names = [
    ...plans.map((_, n) => ({ name: `home${n}`, service: "any", disabled: "false" })),
    ...["Clinic", "clinic", "CLINIC"].map((name) => ({ name, service: "any", disabled: "false" })),
    ...Array.from({ length: 10 }, (_, n) => ({ name: `left${n}`, service: "any", disabled: "false" })),
    ...Array.from({ length: 4 }, (_, n) => ({ name: `office${n}`, service: "l2tp", disabled: "false" })),
    ...Array.from({ length: 3 }, (_, n) => ({ name: `gone${n}`, service: "any", disabled: "true" })),
  ];
  for (const values of names) {
    const row = { password: `pw-${values.name}`, profile: "10M" };
    await visitors().router({ made: { table: "secrets", values: Object.assign(row, values) } });
  }
  for (const n of plans.keys()) await dial(`home${n}`);
  expect(names).toHaveLength(60);

  const secrets = `/api/admin/routers/${visitors().routerId}/secrets`;
  const read = await tell<{ secrets: { name: string; hindrance: string | null }[] }>(
    await owner(),
    "GET",
    secrets,
  );
  const refused = read.secrets.filter(({ hindrance }) => hindrance?.includes("capital letters"));
  expect(refused.map(({ name }) => name).sort()).toEqual(["CLINIC", "Clinic", "clinic"]);
  for (const [n, { ends, offer = monthly }] of plans.entries())
    homes.push(new Home(`Family ${n}`, [new HomeLine(`home${n}`, offer, noonOf(ends))]));
  const { adopted } = await tell<{ adopted: { name: string; lineId: string }[] }>(
    await owner(),
    "POST",
    secrets,
    {
      lines: homes.map(({ name, lines: [line] }, n) => ({
        name: line?.login,
        customer: { name, phoneNumber: `07221${String(10_000 + n)}` },
        packageId: packages.get(line?.offer ?? monthly),
        paidUntil: new Date(line?.paidUntil ?? 0).toISOString(),
      })),
    },
  );
  expect(adopted).toHaveLength(40);
  for (const { name, lineId } of adopted) lineIds.set(name, lineId);

  const landlord = new Home("Landlord Kamau", []);
  for (const n of [1, 2, 3, 4, 5]) {
    const line = new HomeLine(`shop${n}`, monthly, 0);
    const { line: made } = await tell<{ line: Line }>(await owner(), "POST", "/api/admin/lines", {
      ...(landlord.id
        ? { customerId: landlord.id }
        : { customer: { name: landlord.name, phoneNumber: "0722900900" } }),
      routerId: visitors().routerId,
      packageId: packages.get(monthly),
      login: line.login,
      password: "shop4rent",
    });
    landlord.id = made.customer.id;
    landlord.number = made.customer.number;
    lineIds.set(line.login, made.id);
    landlord.lines.push(line);
  }
  for (const home of homes) {
    const line = (await listed(home.lines[0] ?? fail(new HomeLine("?", monthly, 0)))) ?? fail(homeOf(0).line);
    home.id = line.customer.id;
    home.number = line.customer.number;
  }
  homes.push(landlord);
  await time.until(
    "the landlord's five are made at the router",
    async () =>
      (await tell<Line[]>(await owner(), "GET", "/api/admin/lines?q=shop")).filter(
        ({ applied }) => applied === "blocked",
      ),
    (made) => made.length === 5,
  );
  for (const { login } of landlord.lines) await dial(login);
  await everybodyIsRight();
});

/** What happens on a day at one in the afternoon, when what ended at noon has ended. */
async function happens(day: number): Promise<void> {
  for (const [n, { ends }] of plans.entries()) {
    const { home } = homeOf(n);
    if (n < 20 && ends === day + 1) await (n % 2 === 0 ? cash(home, 1_500) : typed(home, 1_500));
    if (n >= 20 && n < 25 && ends === day - 2) await typed(home, 1_500);
    if (n >= 25 && n < 28 && ends === day - 1) await typed(home, 300);
    if (n >= 25 && n < 28 && ends === day - 13) await typed(home, 900);
    if (n >= 32 && n < 35 && day === 14) await cash(home, 1_500);
    if (n >= 35 && n < 38 && day === 25) await typed(home, 1_500);
  }
  const [twice, away, fast, leaves, page] = [28, 29, 30, 31, 39].map((n) => homeOf(n));
  if (!twice || !away || !fast || !leaves || !page) throw new Error("too few homes");
  if (day === 1) await typed(homes.at(-1) ?? twice.home, 7_500);
  if (day === 8) for (const amount of [1_500, 1_500]) await typed(twice.home, amount);
  if (day === 5) {
    await act(away.line, "/pause");
    away.line.pause(clock.now());
  }
  if (day === 15) {
    await act(away.line, "/resume");
    away.line.resume(clock.now());
  }
  if (day === 8) {
    type Preview = { daysLeft: number; daysThen: number; paidUntil: string };
    const packageId = packages.get(faster);
    const shown = (await act(fast.line, `/package?packageId=${packageId}`, undefined, "GET")) as Preview;
    // What is left is worth so much less of the faster one.
    expect(shown.daysThen).toBeCloseTo((shown.daysLeft * 1_500) / 2_500, 0);
    await act(fast.line, "/package", { packageId, when: "now" });
    fast.line.offers.push(faster);
    fast.line.paidUntil = Date.parse(shown.paidUntil);
    // The faster speed comes with another dial.
    await time.until(
      "it is faster",
      async () => {
        const { login } = fast.line;
        const { dialled, rateLimit } = await atRouter(login);
        if (!dialled) await dial(login);
        else if (!rateLimit?.includes("20")) await visitors().router({ hangUp: { name: login } });
        return rateLimit ?? "";
      },
      (rateLimit) => rateLimit.includes("20"),
    );
  }
  if (day === 10) await cash(leaves.home, 700);
  if (day === 13) {
    const back = { amount: 700, reason: "Moved away" };
    await tell(await owner(), "POST", `/api/admin/customers/${leaves.home.id}/cash-back`, back);
    leaves.home.balance -= 700;
    leaves.home.givenBack += 700;
    await act(leaves.line, "", undefined, "DELETE");
    leaves.line.isClosed = true;
  }
  if (day === 17) await onPage(page.home, page.line);
}

it("lives a month: each line has what was paid on each of its days", async () => {
  for (let day = 1; day <= 30; day += 1) {
    if (day === 12) {
      await reach(day, "11:56");
      await passTo(day, "12:00", minuteMs / 3);
      await visitors().router({ reboot: true });
      await arrive(day, "12:04");
      for (const { login, isClosed } of all()) if (!isClosed) await dial(login);
      dialledBlocked.clear();
    }
    if (day === 23) await awayAt(day);
    await reach(day, day === 23 ? "19:00" : "13:00");
    await everybodyIsRight();
    await happens(day);
    await everybodyIsRight();
    if (day === 23) stay.clear();
    await blockedOnesRedial();
  }
  await heardForAMinute();
}, 1_500_000);

/** Three that end then, and one that was blocked the day before, in a session that was dialled while it was open. */
const servedUnpaid = [35, 36, 37, 38];

/** From the evening before until six the router is not reached. What ends at noon stays on, and is not charged. */
async function awayAt(day: number): Promise<void> {
  // What was jumped over is over, and is not this outage.
  await heardForAMinute();
  await passTo(day - 1, "18:00", 2 * minuteMs);
  await visitors().router({ reachable: false });
  await passTo(day, "18:00", hourMs / 4);
  // A line that was blocked in a session which was dialled while open is on again, too: silence means that it stays on.
  const ended = servedUnpaid.map((n) => homeOf(n).line);
  for (const { login } of ended) expect((await atRouter(login)).internet).toBe(true);
  await everybodyIsRight(ended);
  await visitors().router({ reachable: true });
  await heard();
}

it("nobody was free but those whose router was away, by name and minutes", async () => {
  const served = await tell<ServedUnpaid[]>(await owner(), "GET", "/api/admin/lines/served-unpaid");
  // As long as it was away, and until its bridge had it again; the first ten minutes of what was blocked before it stayed blocked.
  const least = { home35: 6 * 60, home36: 6 * 60, home37: 6 * 60, home38: 24 * 60 - 10 };
  expect(served.map(({ login }) => login).sort()).toEqual(Object.keys(least));
  for (const [login, minutes] of Object.entries(least)) {
    const told = served.find((line) => line.login === login);
    expect(told?.isNow).toBe(false);
    expect((told?.minutes ?? 0) - minutes).toBeGreaterThanOrEqual(-5);
    expect((told?.minutes ?? 0) - minutes).toBeLessThanOrEqual(45);
  }
});

it("the books agree to the cent: console, ledger, and what everybody paid", async () => {
  await owner();
  const lines = await Promise.all(
    all()
      .filter(({ isClosed }) => !isClosed)
      .map(async (line) => [line, await listed(line)] as const),
  );
  for (const [line, found] of lines) {
    const apart = Math.abs(Date.parse(found?.paidUntil ?? "") - line.paidUntil);
    // A payment that begins a period anew begins it when it arrives.
    expect([line.login, apart < 20 * minuteMs ? "as reckoned" : found?.paidUntil]).toEqual([
      line.login,
      "as reckoned",
    ]);
  }
  for (const home of homes) {
    const { balance, entries } = await accountOf(home);
    expect([home.name, balance, inOf(entries)]).toEqual([home.name, home.balance, home.paidIn]);
  }
  const paidIn = homes.reduce((sum, home) => sum + home.paidIn, 0);
  const givenBack = homes.reduce((sum, home) => sum + home.givenBack, 0);
  const balances = homes.reduce((sum, home) => sum + home.balance, 0);
  const report = await tell<{ totals: { revenue: number } }>(
    await owner(),
    "GET",
    `/api/admin/reports/revenue?${period()}`,
  );
  expect(report.totals.revenue).toBe(paidIn - givenBack);
  const [books] = await readTenantRows(
    site(),
    site().seeded.demo.id,
    `SELECT (SELECT -sum(cents) FROM general_ledger WHERE account = 'owed to customers') AS owed,
      (SELECT -sum(cents) FROM ledger WHERE account = 'sales') AS sales,
      (SELECT sum(cents) FROM general_ledger) AS balanced`,
  );
  expect(books).toEqual({ owed: balances * 100, sales: (paidIn - givenBack) * 100, balanced: 0 });
});
