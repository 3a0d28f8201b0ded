import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { noteRefund } from "#contract/refunds";
import { userDetails } from "#contract/users";
import { minuteMs } from "#contract/values/time";
import { closeAllLinks } from "../../support/fake-bridge.ts";
import { signInOperator, signInProvider } from "../../support/sign-in.ts";
import { tenantPlan, tenantStatements } from "../../support/tenant-statements.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { moneyRows } from "../payments/money-rows.ts";
import { moves, reachableSite } from "../payments/moved-world.ts";
import { type Buyer, openWorld, type PaymentWorld } from "../payments/payment-world.ts";
import { untilConfirmed } from "../payments/refund-world.ts";
import { capped, more, purchaseRow, run, running, servedBy, toppedUp } from "../payments/top-up-world.ts";

// What a user's sheet tells of the data that was added to a purchase.

let world: PaymentWorld;
let cookies: { demo: string; savanna: string };

beforeAll(async () => {
  world = await openWorld();
  await capped(world);
  await capped(world, "savanna");
  const { demo, savanna } = world.seeded;
  cookies = { demo: await signInProvider(demo), savanna: await signInProvider(savanna) };
});
beforeEach(() => world.renew());
afterEach(closeAllLinks);
afterAll(() => world.close());

async function purchasesOf({ mac, provider }: Pick<Buyer, "mac" | "provider">) {
  const who = provider.subdomain === "demo" ? "demo" : "savanna";
  const as = { host: hostOf(who), cookie: cookies[who] };
  const answer = await call(userDetails, { params: { id: mac } }, as);
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer.purchases;
}

/** By hand, as the operator notes it. */
async function givenBack(buyer: Buyer, id: string, body: { amount?: number; endAccess: boolean }) {
  await untilConfirmed(world, id);
  const as = { host: hostOf(), cookie: await signInOperator(world.seeded.operator) };
  const about = { providerId: buyer.provider.id, reason: "Paid by mistake", reference: "CASH-17" };
  const noted = await call(noteRefund, { params: { id }, body: { ...about, ...body } }, as);
  expect(noted.ok && noted.answer.refund.status).toBe("done");
}

async function told(id: string) {
  const { payment } = await moneyRows(id);
  const paidAt = new Date(payment?.completed_at ?? 0).toISOString();
  return { id, paidAt, bytes: more, amount: 5, receipt: payment?.receipt, refunded: 0, isTakenBack: false };
}

test("of each that was paid, when, how much data and money, its receipt, and what went back", async () => {
  const buyer = world.buyer("savanna");
  await running(buyer);
  expect(await purchasesOf(buyer)).toMatchObject([{ topUps: [] }]);
  const paid: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    paid.push(await toppedUp(buyer));
    await world.advance(5 * minuteMs);
  }
  const [stands = "", partly = "", taken = ""] = paid;
  await givenBack(buyer, partly, { amount: 2, endAccess: false });
  await givenBack(buyer, taken, { endAccess: true });
  await buyer.start({ topUp: true });
  await buyer.answer("cancelled");
  expect(await purchasesOf(buyer)).toMatchObject([
    {
      amount: 30,
      state: "running",
      topUps: [
        await told(stands),
        { ...(await told(partly)), refunded: 2 },
        { ...(await told(taken)), refunded: 5, isTakenBack: true },
      ],
    },
  ]);
});

test("with the purchase where it is now, on every device of it; what came too late is a purchase of its own", async () => {
  await run(world.seeded.demo.id, "UPDATE plans SET devices = 2");
  const buyer = world.buyer();
  const link = await reachableSite(world);
  const id = await running(buyer);
  const before = await toppedUp(buyer);
  await moves(link, buyer, id);
  const stall = { topUp: true, routerId: buyer.provider.routers[1]?.id };
  const friend = world.buyer();
  await run(
    buyer.provider.id,
    "INSERT INTO devices (entitlement_id, subject, attached_at) VALUES (?1, 'device:' || ?2, 1)",
    `${id}.2`,
    friend.mac,
  );
  await run(
    buyer.provider.id,
    `INSERT INTO hotspot_users (subject, router_id, entitlement_id, first_seen_at, last_seen_at)
      VALUES ('device:' || ?2, ?3, ?1, 1, 1)`,
    `${id}.2`,
    friend.mac,
    stall.routerId ?? "",
  );
  await world.advance(5 * minuteMs);
  const { transactionId: after } = await buyer.start(stall);
  await buyer.answer("paid");
  await world.advance(5 * minuteMs);
  const { transactionId: late } = await buyer.start(stall);
  await run(buyer.provider.id, "UPDATE entitlements SET ends_at = 1 WHERE id = ?1", `${id}.2`);
  await buyer.answer("paid");
  const own = await servedBy(buyer, late);
  expect(await purchaseRow(buyer, own ?? "")).not.toBe(null);
  const topUps = [await told(before), await told(after)];
  expect(await purchasesOf(buyer)).toMatchObject([
    { entitlementId: own, amount: 5, topUps: [] },
    { entitlementId: `${id}.2`, amount: 10, topUps },
  ]);
  const read = await tenantStatements(async () => {
    expect(await purchasesOf(friend)).toMatchObject([{ entitlementId: `${id}.2`, topUps }]);
  });
  const [statement = "", ...others] = read.filter((sql) => sql.includes("top_up_of"));
  expect(others).toEqual([]);
  const plan = await tenantPlan(buyer.provider.id, statement);
  expect(plan.join("\n")).toContain("INDEX payments_top_ups (top_up_of=?)");
});
