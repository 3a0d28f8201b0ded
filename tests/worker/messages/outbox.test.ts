import fc from "fast-check";
import { expect, test } from "vitest";
import { hourMs, minuteMs } from "#contract/values/time";
import { sql } from "#worker/db/sql";
import { raiseStatement } from "#worker/features/messages/index";
import type { SmsFault } from "../../simulators/africastalking/africastalking-simulator.ts";
import { histories, historiesLimitMs } from "../../support/histories.ts";
import { sweepAndDie } from "../../support/sweep-and-die.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { testContext } from "../../support/worker-context.ts";
import {
  inUse,
  messageWorld,
  newAccount,
  pass,
  providers,
  rows,
  sms,
  smsAccount,
  spentCents,
  sweep,
} from "./message-world.ts";

// Whatever fails, and in whatever order things happen: one event is at most one accepted message, a month costs at most its
// budget, reminders are quiet at night, and who wants no messages gets none.

messageWorld();

const phones = ["254712000001", "254712000002", "254733000003"];
const kinds = ["receipt", "ending", "outage"] as const;
type Kind = (typeof kinds)[number];

type Act =
  | { do: "raise"; kind: Kind; event: number; phone: number; hours: number }
  | { do: "sweep"; fault: SmsFault | "dies" | null }
  | { do: "pass"; minutes: number }
  | { do: "budget"; cents: number }
  | { do: "opt"; phone: number; out: boolean }
  | { do: "turn"; kind: Kind; on: boolean }
  | { do: "balance"; cents: number }
  | { do: "report"; status: "Success" | "Failed" | "Sent" };

const fault = fc.constantFrom<SmsFault | "dies" | null>(
  null,
  null,
  null,
  "dies",
  "lost-before",
  "lost-after",
  "bad-gateway-after",
  "busy",
  "risk-hold",
  "gateway-error",
  "odd",
);
const one = fc.oneof<fc.Arbitrary<Act>[]>(
  fc.record({
    do: fc.constant("raise" as const),
    kind: fc.constantFrom(...kinds),
    event: fc.integer({ min: 0, max: 9 }),
    phone: fc.integer({ min: 0, max: 2 }),
    hours: fc.integer({ min: 1, max: 30 }),
  }),
  fc.record({ do: fc.constant("sweep" as const), fault }),
  fc.record({ do: fc.constant("sweep" as const), fault }),
  fc.record({ do: fc.constant("pass" as const), minutes: fc.constantFrom(1, 3, 20, 90, 400, 900) }),
  fc.record({ do: fc.constant("budget" as const), cents: fc.constantFrom(0, 80, 160, 400, 10_000) }),
  fc.record({ do: fc.constant("opt" as const), phone: fc.integer({ min: 0, max: 2 }), out: fc.boolean() }),
  fc.record({ do: fc.constant("turn" as const), kind: fc.constantFrom(...kinds), on: fc.boolean() }),
  fc.record({ do: fc.constant("balance" as const), cents: fc.constantFrom(0, 100, 100_000) }),
  fc.record({ do: fc.constant("report" as const), status: fc.constantFrom("Success", "Failed", "Sent") }),
);

const run = (statement: string, ...values: (string | number)[]) =>
  tenantDatabase(providers().demo.id)
    .prepare(statement)
    .bind(...values)
    .run();

/** Minutes of the day in Nairobi. */
const minuteOfDay = (at: number) => ((at + 3 * hourMs) % (24 * hourMs)) / minuteMs;
const monthOf = (at: number) => new Date(at + 3 * hourMs).toISOString().slice(0, 7);

/** Each makes a few changes in one console, which takes so many in ten minutes. */
const mostHistories = 120;

test("for any history", { timeout: historiesLimitMs(80, mostHistories) }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(one, { minLength: 8, maxLength: 30 }), async (acts) => {
      await newAccount();
      await inUse({ budget: 4 });
      const state = {
        budget: 400,
        out: new Set<string>(),
        off: new Set<Kind>(),
        until: new Map<string, number>(),
      };
      for (const act of acts) await play(act, state);
    }),
    { numRuns: histories(80, mostHistories) },
  );
});

async function play(
  act: Act,
  state: { budget: number; out: Set<string>; off: Set<Kind>; until: Map<string, number> },
): Promise<void> {
  const known = sms().accepted.length;
  const phone = phones["phone" in act ? act.phone : 0] ?? "";
  switch (act.do) {
    case "raise": {
      const id = `${act.kind}.event-${act.event}.`;
      const until = Date.now() + act.hours * hourMs;
      if (!state.off.has(act.kind) && !state.until.has(id)) state.until.set(id, until);
      const given = { plan: id, cents: 1_000, receipt: "R", minutes: 5, endsAt: until };
      await testContext()
        .tenant(providers().demo.id)
        .run(
          raiseStatement(Date.now(), {
            kind: act.kind,
            id: sql`${id}`,
            phone: sql`${phone}`,
            language: sql`NULL`,
            given: sql`${JSON.stringify(given)}`,
            until: sql`${until}`,
          }),
        );
      return;
    }
    case "sweep":
      if (act.fault === "dies") await sweepAndDie(providers().demo.id);
      else {
        if (act.fault) sms().fail(act.fault);
        await sweep();
      }
      break;
    case "pass":
      pass(act.minutes * minuteMs);
      return;
    case "budget":
      state.budget = act.cents;
      await run("UPDATE message_settings SET budget_cents = ?1", act.cents);
      return;
    case "opt":
      state.out[act.out ? "add" : "delete"](phone);
      await run("DELETE FROM message_opt_outs WHERE phone = ?1", phone);
      if (act.out) await run("INSERT INTO message_opt_outs (phone, at) VALUES (?1, 1)", phone);
      return;
    case "turn":
      state.off[act.on ? "delete" : "add"](act.kind);
      await run(`UPDATE message_settings SET ${act.kind} = ?1`, Number(act.on));
      return;
    case "balance":
      smsAccount().balance = act.cents;
      return;
    case "report": {
      const [newest] = sms().accepted;
      if (newest) await sms().report(newest, act.status);
      return;
    }
    default:
      act satisfies never;
  }
  const { accepted } = sms();
  const eventOf = (text: string) => /\w+\.event-\d\./.exec(text)?.[0] ?? "";
  const events = accepted.map(({ message }) => eventOf(message));
  expect(new Set(events).size).toBe(events.length);
  const inMonth = accepted.filter(({ at }) => monthOf(at) === monthOf(Date.now()));
  const cost = inMonth.reduce((sum, { cents }) => sum + cents, 0);
  expect(await spentCents()).toBeGreaterThanOrEqual(cost);
  const fresh = accepted.slice(0, accepted.length - known);
  if (fresh.length > 0) expect(cost).toBeLessThanOrEqual(state.budget);
  for (const { to, message, at } of fresh) {
    const event = eventOf(message);
    const kind = kinds.find((name) => event.startsWith(name));
    expect(state.out).not.toContain(to.slice(1));
    expect(state.off).not.toContain(kind);
    expect(at).toBeLessThan(state.until.get(event) ?? 0);
    if (kind !== "receipt") expect(minuteOfDay(at) >= 420 && minuteOfDay(at) < 1_260, event).toBe(true);
  }
}

test("an hour after a fault everything that is of use has gone, in the order in which it was raised", async () => {
  await inUse();
  sms().fail("busy", "busy");
  for (const event of [1, 2, 3]) {
    await play(
      { do: "raise", kind: "receipt", event, phone: event - 1, hours: 6 },
      { budget: 0, out: new Set(), off: new Set(), until: new Map() },
    );
    pass(1);
  }
  for (let minute = 0; minute < 10; minute += 1) {
    await sweep();
    pass(minuteMs);
  }
  expect((await rows()).map(({ state }) => state)).toEqual(["sent", "sent", "sent"]);
});
