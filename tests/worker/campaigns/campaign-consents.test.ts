import { expect, test } from "vitest";
import { setOptOut } from "#contract/messages";
import { portalStopOffers, portalStopOffersPage } from "#contract/portal";
import { dayMs, hourMs } from "#contract/values/time";
import { step } from "#worker/features/payments/core/payment-state";
import { writeState } from "#worker/features/payments/core/payment-store";
import { call } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { give, offer } from "../credits/credit-world.ts";
import { stateOf } from "../payments/payment-world.ts";
import {
  agreed,
  all,
  asking,
  campaignWorld,
  countOf,
  here,
  noon,
  outlook,
  pass,
  phoneOf,
  received,
  run,
  sentAs,
  swept,
} from "./campaign-world.ts";

// Who agreed to offers, and who wants none any more.

campaignWorld();

test("who wants none, or withdrew by the link, gets none: also where it was written before", async () => {
  await offer(here);
  await give(here, 100);
  await agreed(3);
  await run("INSERT INTO message_opt_outs (phone, at) VALUES (?, ?)", phoneOf(0), noon);
  expect(await countOf("all")).toBe(2);
  await sentAs({ people: 2, cost: 2 });
  const out = await call(setOptOut, { body: { phoneNumber: phoneOf(1), optedOut: true } }, here.demo);
  expect(out.ok).toBe(true);
  await swept(1);
  const [only] = received();
  expect(received()).toHaveLength(1);
  const [, code = ""] = /Stop: \S+\/stop\/([0-9a-f]{12})$/.exec(only?.message ?? "") ?? [];
  const visitor = { host: here.demo.host ?? "" };
  const page = await call(portalStopOffersPage, { params: { code } }, visitor);
  expect(page.text).toContain("No more offers from Demo WiFi?");
  // Looking at it withdraws nothing; another provider's page knows no such link.
  expect((await outlook()).agreed).toBe(3);
  const foreign = await call(
    portalStopOffers,
    { params: { code }, body: {} },
    { host: here.savanna.host ?? "" },
  );
  expect(foreign.status).toBe(404);
  const done = await call(portalStopOffers, { params: { code }, body: {} }, visitor);
  expect(done.text).toContain("gets no more offers from Demo WiFi");
  expect((await outlook()).agreed).toBe(2);
  const unknown = await call(portalStopOffers, { params: { code: "0123456789ab" }, body: {} }, visitor);
  expect(unknown.status).toBe(404);
  pass(dayMs);
  await here.renew();
  expect(await countOf("all")).toBe(0);
});

test("agrees at the payment form, and counts once this very phone has paid", async () => {
  await asking();
  const buyer = here.world.buyer();
  const { transactionId } = await buyer.start({ offers: true });
  expect(await all("SELECT phone FROM message_consents")).toEqual([]);
  await buyer.answer("paid");
  await here.world.advance(20_000);
  expect((await buyer.status(transactionId)).status).toBe("completed");
  const [row] = await all<{ payment_id: string; phone: string; stop_code: string }>(
    "SELECT * FROM message_consents",
  );
  expect(row).toMatchObject({
    payment_id: transactionId,
    stop_code: expect.stringMatching(/^[0-9a-f]{12}$/),
  });
  const silent = here.world.buyer();
  await silent.start();
  await silent.answer("paid");
  await here.world.advance(20_000);
  expect(await all("SELECT phone FROM message_consents")).toHaveLength(1);
});

const agreeing = () =>
  all<{ phone: string }>("SELECT phone FROM message_consents WHERE withdrawn_at IS NULL");

test("where nobody is asked, nobody agrees", async () => {
  await asking(false);
  const buyer = here.world.buyer();
  await buyer.start({ offers: true });
  await buyer.answer("paid");
  await here.world.advance(20_000);
  expect(await agreeing()).toEqual([]);
});

test("who withdraws while the prompt waits stays out; a second press without the tick takes it back", async () => {
  await asking();
  const buyer = here.world.buyer();
  await buyer.start({ offers: true });
  await buyer.answer("paid");
  await here.world.advance(20_000);
  expect(await agreeing()).toHaveLength(1);
  pass(hourMs);
  const again = await buyer.start({ offers: true });
  pass(1_000);
  await run("UPDATE message_consents SET withdrawn_at = ?", Date.now());
  await buyer.answer("paid");
  await here.world.advance(20_000);
  expect((await buyer.status(again.transactionId)).status).toBe("completed");
  expect(await agreeing()).toEqual([]);

  const other = here.world.buyer();
  const { transactionId } = await other.start({ offers: true });
  const second = await other.start();
  expect(second.transactionId).toBe(transactionId);
  await other.answer("paid");
  await here.world.advance(20_000);
  expect(await agreeing()).toEqual([]);
});

test("what is typed at a pay bill by another phone makes nobody agree, also once the books have it", async () => {
  await asking();
  const buyer = here.world.buyer();
  const { transactionId, amount } = await buyer.start({ offers: true });
  await buyer.answer("cancelled");
  const state = await stateOf(transactionId);
  const money = { receipt: "TKL9Z8Y7X6", cents: amount * 100, accepted: false, route: state.route };
  const paidBy = (proof: "report" | "statement" | "person") =>
    step(state, { type: "paybill_payment", ...money, proof }, Date.now());
  for (const proof of ["report", "statement", "person"] as const) {
    const paid = paidBy(proof);
    expect(paid?.state.status).toBe("completed");
    expect(paid?.state.byPrompt ?? false).toBe(false);
    if (paid) await writeState(testContext(), paid.state);
    if (paid) await writeState(testContext(), { ...paid.state, reported: null });
    expect(await agreeing()).toEqual([]);
  }
});
