import fc from "fast-check";
import { expect, test, vi } from "vitest";
import * as contract from "#contract/campaigns";
import { dayMs, hourMs, minuteMs } from "#contract/values/time";
import type { SmsFault } from "../../simulators/africastalking/africastalking-simulator.ts";
import { histories, historiesLimitMs } from "../../support/histories.ts";
import { sweepAndDie } from "../../support/sweep-and-die.ts";
import { call } from "../../support/worker-call.ts";
import { creditsAt, give, offer, sweep } from "../credits/credit-world.ts";
import {
  agreed,
  all,
  campaign,
  campaignWorld,
  here,
  nextMonth,
  noon,
  pass,
  phoneOf,
  received,
  run,
  sentAs,
} from "./campaign-world.ts";

// Campaigns whatever fails, is told twice or never, is pressed, or leaves.

campaignWorld();

type Act =
  | { do: "sweep"; fault: SmsFault | "dies" | null }
  | { do: "pass"; minutes: number }
  | { do: "stop" | "resume" }
  | { do: "out" | "withdraw"; who: number }
  | { do: "report"; status: "Success" | "Failed" };

const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    do: fc.constant("sweep" as const),
    fault: fc.constantFrom<SmsFault | "dies" | null>(
      ...([null, null, "dies", "lost-before", "lost-after", "bad-gateway-after"] as const),
      ...(["busy", "risk-hold", "gateway-error", "odd"] as const),
    ),
  }),
  fc.record({ do: fc.constant("pass" as const), minutes: fc.constantFrom(1, 5, 70, 600, 2_000) }),
  fc.record({ do: fc.constantFrom("stop" as const, "resume" as const) }),
  fc.record({
    do: fc.constantFrom("out" as const, "withdraw" as const),
    who: fc.integer({ min: 0, max: 7 }),
  }),
  fc.record({ do: fc.constant("report" as const), status: fc.constantFrom("Success", "Failed") }),
);

test("for any history: nobody twice, nobody left out, nobody who left; what it cost is what went out", {
  timeout: historiesLimitMs(15, 60),
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 16 }), async (acts) => {
      await nextMonth();
      await offer(here);
      await give(here, 500);
      await agreed(8);
      const { id } = await sentAs({ people: 8, cost: 8 });
      const left = new Set<number>();
      /** Messages that were accepted by the moment at which their phone left. */
      const before = new Map<number, number>();
      const acceptedBy = (n: number) => received().filter(({ to }) => to === `+${phoneOf(n)}`).length;
      for (const one of acts) {
        if (one.do === "pass") pass(one.minutes * minuteMs);
        if (one.do === "sweep") await sweepWith(one.fault);
        if (one.do === "stop" || one.do === "resume") await pressed(id, one.do);
        if (one.do === "report") await reported(one.status);
        if (one.do === "out" || one.do === "withdraw") {
          if (!left.has(one.who)) before.set(one.who, acceptedBy(one.who));
          left.add(one.who);
          if (one.do === "out")
            await run(
              "INSERT INTO message_opt_outs VALUES (?, ?) ON CONFLICT DO NOTHING",
              phoneOf(one.who),
              Date.now(),
            );
          else
            await run(
              "UPDATE message_consents SET withdrawn_at = ? WHERE phone = ?",
              Date.now(),
              phoneOf(one.who),
            );
        }
      }
      // The faults are over, it is noon, and a person goes on with it.
      vi.setSystemTime(noon + 12 * dayMs);
      for (let n = 0; n < 4; n += 1) {
        await pressed(id, "resume");
        await sweepWith(null);
        pass(hourMs / 2);
      }
      const states = await all<{ phone: string; state: string; reason: string | null; cents: number | null }>(
        "SELECT phone, state, reason, cents FROM messages WHERE kind = 'campaign'",
      );
      expect(states).toHaveLength(8);
      for (let n = 0; n < 8; n += 1) {
        const accepted = acceptedBy(n);
        const own = states.find(({ phone }) => phone === phoneOf(n));
        expect(accepted).toBeLessThanOrEqual(1);
        if (left.has(n)) expect(accepted).toBe(before.get(n));
        // It went out, or may have, or the network refused it for good.
        else if (accepted === 0) expect(["unclear", "failed"]).toContain(own?.state);
        if (accepted === 1) expect(["sent", "delivered", "unclear", "failed"]).toContain(own?.state);
      }
      const spent = states.reduce((sum, { cents }) => sum + (cents ?? 0), 0);
      expect((await campaign()).spent).toBe(spent / 100);
      expect((await creditsAt(here.demo)).balance).toBe(500 - spent / 100);
    }),
    {
      numRuns: histories(15, 60),
      // Pressed again and again while the clock stands still.
      examples: [[Array.from({ length: 8 }, (): Act => ({ do: "stop" }))]],
    },
  );
});

async function sweepWith(fault: SmsFault | "dies" | null): Promise<void> {
  if (fault === "dies") return sweepAndDie(here.providerId);
  if (fault !== null) here.sms.fail(fault);
  await sweep(here);
  here.sms.mend();
}

async function pressed(id: string, what: "stop" | "resume"): Promise<void> {
  await here.renew();
  if (what === "stop") await call(contract.stopCampaign, { params: { id } }, here.demo);
  else
    await call(
      contract.resumeCampaign,
      { params: { id }, body: { cost: (await campaign()).resumePrice } },
      here.demo,
    );
}

async function reported(status: "Success" | "Failed"): Promise<void> {
  const newest = here.sms.accepted.at(-1);
  if (newest) await here.sms.report(newest, status);
}
