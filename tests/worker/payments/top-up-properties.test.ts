import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deviceSubject } from "#contract/values/subject";
import { hourMs } from "#contract/values/time";
import { endedStatement, sessionStatement } from "#worker/features/entitlements/event-statements";
import { entitlementStatements, takeTopUpAway } from "#worker/features/entitlements/index";
import { type Intent, newPayment, type PaymentState } from "#worker/features/payments/core/payment-state";
import { writeState } from "#worker/features/payments/core/payment-store";
import type { Route } from "#worker/features/payments/core/route";
import { histories, historiesLimitMs } from "../../support/histories.ts";
import { newMac } from "../../support/sell.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { testContext } from "../../support/worker-context.ts";
import { openWorld, type PaymentWorld } from "./payment-world.ts";
import { type CappedRow, cap, more } from "./top-up-world.ts";

// In whatever order payments, denials, refunds, usage and ends are told, and however often: what a purchase may use is what was sold
// and what is paid for it now, and no shilling that was paid is without what it bought.

let world: PaymentWorld;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const route: Route = {
  type: "mpesa",
  gatewayId: "own",
  environment: "sandbox",
  credentials: "provider",
  shortCode: "600200",
  partyB: "600200",
  transactionType: "CustomerPayBillOnline",
  accountReference: "",
  settlement: "direct",
  switchId: null,
  centralAccount: null,
};

type Told =
  | { kind: "paid" | "denied" | "refunded"; payment: number }
  | { kind: "used"; bytes: number }
  | { kind: "data over"; late: number }
  | { kind: "time over" }
  | { kind: "again" };

const told: fc.Arbitrary<Told> = fc.oneof(
  fc.record({ kind: fc.constantFrom("paid", "denied", "refunded"), payment: fc.nat(2) }),
  fc.record({ kind: fc.constant("used" as const), bytes: fc.nat(2 * cap) }),
  fc.record({ kind: fc.constant("data over" as const), late: fc.nat(2) }),
  { weight: 1, arbitrary: fc.constant({ kind: "time over" as const }) },
  fc.constant({ kind: "again" as const }),
);

/** A denial is told once more after the payment was made after all. */
const deniedLate: Told[] = [
  { kind: "time over" },
  { kind: "paid", payment: 1 },
  { kind: "denied", payment: 1 },
  { kind: "paid", payment: 1 },
  { kind: "again" },
];

test("the data of a purchase is what was sold and what is paid for it, and what comes too late is a purchase of its own", {
  timeout: historiesLimitMs(60, 300),
}, async () => {
  const ctx = testContext();
  const { id: providerId, plans, routers } = world.seeded.demo;
  const db = ctx.tenant(providerId);
  const routerId = routers[0]?.id ?? "";
  const planId = plans[0]?.id ?? "";
  const rowOf = (id: string) =>
    tenantDatabase(providerId)
      .prepare("SELECT * FROM entitlements WHERE id = ?1")
      .bind(id)
      .first<CappedRow & { ended_at: number | null }>();

  await fc.assert(
    fc.asyncProperty(fc.array(told, { minLength: 1, maxLength: 14 }), async (history) => {
      const base = crypto.randomUUID().replaceAll("-", "");
      const mac = newMac();
      const now = Date.now();
      const half = { durationMs: 12 * hourMs, dataBytes: cap / 2 };
      const terms = {
        planId,
        planName: "100 MB",
        priceCents: 1_000,
        durationMs: 24 * hourMs,
        upKbps: 1,
        downKbps: 1,
        dataBytes: cap,
        devices: 1,
        topUp: { bytes: more, priceCents: 500, share: half },
      };
      const bought = {
        routerId,
        subject: deviceSubject(mac),
        terms,
        phone: "254712345678",
        buyerHash: null,
        createdAt: now,
      };
      await db.batch(
        entitlementStatements({
          ...bought,
          id: base,
          source: "payment",
          sourceId: `sale ${base}`,
          recoveryHash: `r ${base}`,
        }),
      );
      await tenantDatabase(providerId)
        .prepare("UPDATE entitlements SET state = 'running', started_at = ?2, ends_at = ?3 WHERE id = ?1")
        .bind(base, now, now + 24 * hourMs)
        .run();

      const states = [0, 1, 2].map((number): PaymentState => {
        const id = `${base.slice(0, 46)}-${number}`;
        const intent: Intent = {
          id,
          providerId,
          routerId,
          planId,
          bridgeId: null,
          subject: deviceSubject(mac),
          service: "mpesa",
          terms: { ...terms, priceCents: 500, dataBytes: more },
          phone: "254712345678",
          amountCents: 500,
          entitlementId: `own ${id}`,
          buyerHash: null,
          createdAt: now,
          purpose: {
            kind: "top_up",
            of: base,
            bytes: more,
            takenUntil: now + 24 * hourMs,
            share: { ...terms, ...half },
          },
        };
        return { ...newPayment(intent), route, pushedAt: now };
      });
      const takenAway = new Set<number>();
      /** Bytes of each that count: once it was given back, what was used of it by then. */
      const counts = [more, more, more];
      /** Which of them is a purchase of its own: the first time that it was told as paid, nothing could take it. */
      const own = new Set<number>();
      const written: PaymentState[] = [];
      let isOver = false;
      let used = 0;
      const write = async (state: PaymentState) => {
        written.push(state);
        await writeState(ctx, state);
      };

      const stands = ({ status }: PaymentState, at: number) => status === "completed" && !own.has(at);

      for (const event of history) {
        switch (event.kind) {
          case "paid": {
            const state = states[event.payment];
            if (!state || state.status === "completed") break;
            const paid = { ...state, status: "completed" as const, completedAt: now, seq: state.seq + 1 };
            states[event.payment] = paid;
            if (isOver) own.add(event.payment);
            await write(paid);
            break;
          }
          case "denied": {
            const state = states[event.payment];
            if (state?.status !== "completed") break;
            const denied: PaymentState = {
              ...state,
              status: "failed",
              completedAt: null,
              seq: state.seq + 1,
              takenBack: [...state.takenBack, { route, receipt: null, soldAt: now, at: now }],
            };
            states[event.payment] = denied;
            await write(denied);
            break;
          }
          case "refunded": {
            const state = states[event.payment];
            if (state?.status !== "completed") break;
            takenAway.add(event.payment);
            const before = states
              .slice(0, event.payment)
              .reduce((sum, one, at) => sum + (stands(one, at) ? (counts[at] ?? 0) : 0), 0);
            counts[event.payment] = Math.min(counts[event.payment] ?? 0, Math.max(0, used - cap - before));
            await takeTopUpAway(ctx, { providerId, paymentId: state.intent.id, purchaseId: base });
            break;
          }
          case "used":
            used += event.bytes;
            await db.run(
              sessionStatement(
                {
                  routerId,
                  boot: "b",
                  session: `s ${base}`,
                  entitlementId: base,
                  subject: deviceSubject(mac),
                  bytesUp: 0,
                  bytesDown: used,
                  seconds: 1,
                  open: true,
                },
                now,
              ),
            );
            break;
          case "data over": {
            const row = await rowOf(base);
            const rev = (row?.rev ?? 0) - event.late;
            await db.run(endedStatement(base, { rev, reason: "data" }, now, now));
            break;
          }
          case "time over":
            isOver = true;
            await db.run(endedStatement(base, { rev: 1_000, reason: "time" }, now, now));
            await tenantDatabase(providerId)
              .prepare("UPDATE entitlements SET ends_at = ?2 WHERE id = ?1")
              .bind(base, now)
              .run();
            break;
          default: {
            const before = await rowOf(base);
            for (const state of written) await writeState(ctx, state);
            for (const state of states) await writeState(ctx, state);
            expect(await rowOf(base)).toEqual(before);
          }
        }
        const row = await rowOf(base);
        const sum = states.reduce((all, state, at) => all + (stands(state, at) ? (counts[at] ?? 0) : 0), 0);
        expect(row?.top_up_bytes).toBe(sum);
        for (const [at, state] of states.entries()) {
          const made = await rowOf(state.intent.entitlementId);
          expect(made !== null).toBe(own.has(at));
          if (made && state.status === "completed" && !takenAway.has(at)) expect(made.state).toBe("waiting");
        }
        // What has data and time left is not ended, unless a bridge said so of just this.
        if (row?.state === "running") expect(row.ended_at).toBe(null);
      }
    }),
    { numRuns: histories(60, 300), examples: [[deniedLate]] },
  );
});
