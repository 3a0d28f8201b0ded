import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { listActivity } from "#contract/audit";
import { dayMs, hourMs, minuteMs } from "#contract/values/time";
import { sql } from "#worker/db/sql";
import { changePackage } from "#worker/features/lines/line-uses";
import { archivePackage } from "#worker/features/lines/packages";
import { visit } from "../../support/portal-page.ts";
import { signInProvider } from "../../support/sign-in.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { pass, providers, saved } from "../messages/message-world.ts";
import {
  asked,
  choose,
  db,
  lineIn,
  lineOf,
  offer,
  onPackage,
  otherThan,
  ownPageWorld,
  packagesOf,
  pathOf,
  pay,
  prove,
  texts,
} from "./own-page-world.ts";

// A customer chooses another package on the own page: what the link shows, what a code changes, and what it never does.

ownPageWorld();

const named = (name: string) => new RegExp(`<section class="card"><h2>${name}</h2>.*?</section>`, "s");
const cardOf = (html: string, name: string): string => named(name).exec(html)?.[0] ?? "";

describe("the page of packages", () => {
  test("has each that is offered, with price, speeds and what it makes of the time; not what is kept out", async () => {
    const home = await offer();
    await offer({ price: 3_000, mbps: 20 });
    await offer({ price: 700, mbps: 4 });
    await offer({ price: 9_000, mbps: 90, isOffered: false });
    const mercy = await onPackage(home);
    const own = await packagesOf(mercy);
    expect(own.status).toBe(200);
    expect(own.text).toContain("You have Home 10, KES 1,500 a month");
    expect(own.text).not.toContain("Home 90");
    const dearer = cardOf(own.html, "Home 20");
    expect(dearer).toContain("20 Mbps down, 10 Mbps up");
    expect(dearer).toMatch(/Now: the 3[01] days that are left become 15(\.5)?, until /);
    expect(dearer).toContain('value="now"');
    // A cheaper one begins with the next payment: time is never won by choosing.
    const cheaper = cardOf(own.html, "Home 4");
    expect(cheaper).not.toContain('value="now"');
    expect(cheaper).toContain('value="renewal"');
    expect(own.html).not.toContain("<script");
    expect((await packagesOf(mercy, undefined, "?lang=sw")).text).toContain("Chagua kifurushi");
    expect(own.text).not.toContain(mercy.phone);
  });

  test("says whom to call where no code can come: no SMS, no phone, or one that wants none", async () => {
    const home = await offer();
    await offer({ price: 3_000, mbps: 20 });
    const mercy = await onPackage(home);
    await db().run(sql`INSERT INTO message_opt_outs (phone, at) VALUES (${mercy.phone}, 1)`);
    const noPhone = await onPackage(home);
    await db().run(sql`UPDATE customer_accounts SET phone = '' WHERE id = ${noPhone.id}`);
    const fine = await onPackage(home);
    expect((await packagesOf(fine)).html).toContain("<form");
    const outs = [await packagesOf(mercy), await packagesOf(noPhone)];
    await saved({ budget: 0 });
    outs.push(await packagesOf(fine));
    for (const { html, text } of outs) {
      expect(html).not.toContain("<form");
      expect(text).toContain("To change your package, please call us.");
      expect(text).toContain("Home 20");
    }
    const refused = await choose(fine, await offer({ price: 4_000 }), "now");
    expect([refused.status, refused.text.includes("Please call us.")]).toEqual([409, true]);
    expect(texts()).toEqual([]);
  });

  test("is of the own line alone: another customer's, another provider's and a forged link show nothing", async () => {
    const home = await offer();
    const dearer = await offer({ price: 3_000, mbps: 20 });
    const [mercy, juma] = [await onPackage(home), await onPackage(home)];
    expect((await packagesOf(mercy, lineIn(juma))).status).toBe(404);
    expect((await choose(mercy, dearer, "now", lineIn(juma))).status).toBe(404);
    const path = `${pathOf(mercy)}/lines/${encodeURIComponent(lineIn(mercy))}`;
    const at = (host: string, there: string) => visit(there, { host: hostOf(host) });
    expect((await at("savanna", path)).status).toBe(404);
    const flipped = pathOf(mercy).replace(/.$/, (last) => (last === "0" ? "1" : "0"));
    expect((await at("demo", path.replace(pathOf(mercy), flipped))).status).toBe(404);
    expect(
      (await at("savanna", path.replace(pathOf(mercy), pathOf(mercy, providers().savanna)))).status,
    ).toBe(404);
    expect(texts()).toEqual([]);
  });

  test("is not there for a line that is paused, blocked by hand, or has its next package paid", async () => {
    const home = await offer();
    const dearer = await offer({ price: 3_000, mbps: 20 });
    for (const column of ["paused_at", "held_at", "next_at"]) {
      const mercy = await onPackage(home);
      await env.PROVIDER.getByName(providers().demo.id).run([
        { sql: `UPDATE lines SET ${column} = ? WHERE id = ?`, params: [Date.now(), lineIn(mercy)] },
      ]);
      expect((await choose(mercy, dearer, "renewal")).status, column).toBe(409);
    }
    expect(texts()).toEqual([]);
  });
});

describe("a change", () => {
  test("now turns the time that is left by the two prices, and is told in the activity under the customer's name", async () => {
    const dearer = await offer({ price: 3_000, mbps: 20 });
    const mercy = await onPackage(await offer({ days: 30 }));
    pass(10 * dayMs);
    const { until: before } = await lineOf(mercy);
    const { path, code } = await asked(mercy, dearer, "now");
    expect(texts().at(-1)).toMatch(/^Demo WiFi: \d{6} is your code to change to Home 20\./);
    expect(await lineOf(mercy)).toMatchObject({ on: "Home 10", until: before });
    const done = await prove(path, ` ${code.slice(0, 3)} ${code.slice(3)} `);
    expect([done.status, done.location]).toEqual([303, path]);
    const seen = await visit(path);
    expect(seen.text).toContain("Done: you have Home 20 now.");
    expect(seen.html).not.toContain("<form");
    const after = await lineOf(mercy);
    expect(after).toMatchObject({ on: "Home 20", balance: 0 });
    const daysThen = ((after.until ?? 0) - Date.now()) / dayMs;
    expect(daysThen).toBeGreaterThan(9.5);
    expect(daysThen).toBeLessThan(11);
    const owner = { host: hostOf("demo"), cookie: await signInProvider(providers().demo) };
    const activity = await call(listActivity, {}, owner);
    expect(activity.text).toContain("Mercy Wanjiru changed the own line to Home 20");
    expect(activity.ok && activity.answer.find(({ kind }) => kind === "customer")).toMatchObject({
      who: null,
    });
  });

  test("from the next payment on leaves the line as it is until then, and the page asks for the new price", async () => {
    const cheaper = await offer({ price: 700, mbps: 4 });
    const home = await offer();
    const mercy = await onPackage(home);
    const { path, code } = await asked(mercy, cheaper, "renewal");
    const { until } = await lineOf(mercy);
    expect((await prove(path, code)).status).toBe(303);
    expect(await lineOf(mercy)).toMatchObject({ on: "Home 10", next: "Home 4", until });
    const page = await visit(pathOf(mercy));
    expect(page.text).toContain("From your next payment: Home 4, KES 700 a month");
    expect(/name="amount" value="(\d+)"/.exec(page.html)?.[1]).toBe("700");
    // Taken back by choosing what the line has.
    expect(cardOf((await packagesOf(mercy)).html, "Home 10")).toContain("Stay on it");
    pass(2 * minuteMs);
    const back = await asked(mercy, home, "renewal");
    await prove(back.path, back.code);
    expect(await lineOf(mercy)).toMatchObject({ on: "Home 10", next: null });
  });

  test("to what is cheaper never wins time at once, whatever a form says", async () => {
    const monthly = await offer({ price: 1_000, mbps: 12 });
    const mercy = await onPackage(await offer({ price: 50, days: 1, mbps: 11 }));
    const { until } = await lineOf(mercy);
    const refused = await choose(mercy, monthly, "now");
    expect([refused.status, refused.text.includes("begins with your next payment")]).toEqual([409, true]);
    expect(await lineOf(mercy)).toMatchObject({ on: "Home 11", until });
    expect(texts()).toEqual([]);
  });

  test("of a line that is not paid begins with its payment", async () => {
    const dearer = await offer({ price: 3_000, mbps: 20 });
    const mercy = await onPackage(await offer(), { isPaid: false });
    expect((await choose(mercy, dearer, "now")).status).toBe(409);
    const { path, code } = await asked(mercy, dearer, "renewal");
    await prove(path, code);
    await pay(mercy, 150_000);
    expect(await lineOf(mercy)).toMatchObject({ until: null, balance: 150_000 });
    await pay(mercy, 150_000);
    expect(await lineOf(mercy)).toMatchObject({ on: "Home 20", balance: 0 });
  });

  test("is not made where the package is another one by then, or is kept out", async () => {
    const [one, other] = [await offer({ price: 3_000, mbps: 20 }), await offer({ price: 4_000, mbps: 30 })];
    const mercy = await onPackage(await offer());
    const first = await asked(mercy, one, "now");
    await db().run(sql`UPDATE packages SET price_cents = 350000 WHERE id = ${one}`);
    const changed = await prove(first.path, first.code);
    expect([changed.status, changed.text.includes("not as it was shown")]).toEqual([409, true]);
    pass(2 * minuteMs);
    const second = await asked(mercy, other, "now");
    await archivePackage(testContext(), providers().demo.id, other);
    expect((await prove(second.path, second.code)).status).toBe(409);
    expect(await lineOf(mercy)).toMatchObject({ on: "Home 10" });
  });
});

describe("a code", () => {
  test("is of one change: guessed, of another one, late, or told after five wrong ones it changes nothing", async () => {
    const [one, other] = [await offer({ price: 3_000, mbps: 20 }), await offer({ price: 4_000, mbps: 30 })];
    const mercy = await onPackage(await offer());
    const first = await asked(mercy, one, "now");
    const second = await asked(mercy, other, "now");
    expect(second.path).not.toBe(first.path);
    const swapped = await prove(second.path, first.code);
    expect([swapped.status, swapped.text.includes("you have 4 more tries")]).toEqual([409, true]);
    await Promise.all(Array.from({ length: 8 }, () => prove(second.path, otherThan(second.code))));
    const spent = await prove(second.path, second.code);
    expect([spent.status, spent.text.includes("This code has ended")]).toEqual([409, true]);
    for (const nothing of ["", "12345", "letters"])
      expect((await prove(first.path, nothing)).status).toBe(400);
    pass(10 * minuteMs);
    expect((await prove(first.path, first.code)).status).toBe(409);
    expect((await visit(first.path)).text).toContain("This code has ended.");
    expect(await lineOf(mercy)).toMatchObject({ on: "Home 10", next: null });
  });

  test("told twice, also at the same moment, is the same change, once", async () => {
    const dearer = await offer({ price: 3_000, mbps: 20 });
    const mercy = await onPackage(await offer());
    const { path, code } = await asked(mercy, dearer, "now");
    const presses = await Promise.all([1, 2, 3].map(() => prove(path, code)));
    expect(presses.map(({ status, location }) => [status, location])).toEqual(Array(3).fill([303, path]));
    const { until } = await lineOf(mercy);
    // Back by the provider meanwhile: the same code does not do it again.
    await changePackage(testContext(), providers().demo, lineIn(mercy), dearer, "renewal");
    expect((await prove(path, code)).status).toBe(303);
    expect((await prove(path, otherThan(code))).status).toBe(409);
    expect(await lineOf(mercy)).toMatchObject({ on: "Home 20", until });
    const { results } = await env.DB.prepare(
      "SELECT id FROM audit WHERE action = 'line.own_package' AND subject = ?",
    )
      .bind(lineIn(mercy))
      .all();
    expect(results).toHaveLength(1);
  });

  test("proves nothing once the phone is another one, nor at another customer's page or provider", async () => {
    const dearer = await offer({ price: 3_000, mbps: 20 });
    const home = await offer();
    const [mercy, juma] = [await onPackage(home), await onPackage(home)];
    const { path, code } = await asked(mercy, dearer, "now");
    const strange = path.replace(pathOf(mercy), pathOf(juma));
    expect((await prove(strange, code)).status).toBe(404);
    expect((await prove(path, code, hostOf("savanna"))).status).toBe(404);
    expect((await prove(path.replace(/[0-9a-f]{32}$/, "0".repeat(32)), code)).status).toBe(404);
    await db().run(sql`UPDATE customer_accounts SET phone = '254799000111' WHERE id = ${mercy.id}`);
    const lost = await prove(path, code);
    expect([lost.status, lost.text.includes("Please choose the package again")]).toEqual([409, true]);
    expect(await lineOf(mercy)).toMatchObject({ on: "Home 10" });
    expect(await lineOf(juma)).toMatchObject({ on: "Home 10" });
  });

  test("comes five times in an hour at most, once for a press that is sent twice, and others' are their own", async () => {
    const home = await offer();
    const dearer = await Promise.all(
      [20, 30, 40, 50, 60, 70].map((mbps) => offer({ price: 300 * mbps, mbps })),
    );
    const mercy = await onPackage(home);
    const [first = ""] = dearer;
    const twice = [await choose(mercy, first, "now"), await choose(mercy, first, "now")];
    expect(twice[0]?.location).toBe(twice[1]?.location);
    expect(texts()).toHaveLength(1);
    const more = [];
    for (const id of dearer.slice(1)) more.push((await choose(mercy, id, "now")).status);
    expect(more).toEqual([303, 303, 303, 303, 429]);
    expect((await choose(await onPackage(home), first, "now")).status).toBe(303);
    pass(hourMs);
    expect((await choose(mercy, first, "now")).status).toBe(303);
    expect(texts()).toHaveLength(7);
  });

  test("is in no row and no list", async () => {
    const mercy = await onPackage(await offer());
    const { code } = await asked(mercy, await offer({ price: 3_000, mbps: 20 }), "now");
    const rows = await db().all(sql`SELECT * FROM package_changes`);
    const sent = await db().all(sql`SELECT * FROM messages`);
    expect(JSON.stringify(sent)).toContain("{code}");
    expect(JSON.stringify([rows, sent])).not.toContain(code);
  });
});
