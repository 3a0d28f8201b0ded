import { env } from "cloudflare:workers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buyCredits } from "#contract/credits";
import { listOwnPaybillPayments, listPaybillPayments, registerCollectingPaybill } from "#contract/paybill";
import { platformBooks } from "#contract/values/platform-books";
import { call } from "../../support/worker-call.ts";
import { type CreditWorld, creditsAt, forget, offer, openCreditWorld } from "./credit-world.ts";

// Credits are paid at the platform's own pay bill: once that reports what arrives, each purchase is told twice, and bought once.

let here: CreditWorld;
beforeAll(async () => {
  here = await openCreditWorld();
  await here.world.renew();
  await here.world.advance(20 * 60_000);
  await forget();
  await offer(here);
  const registered = await call(registerCollectingPaybill, {}, here.operator);
  expect(registered.ok && registered.answer).toMatchObject({ success: true });
});
afterAll(() => here.world.close());

/** @returns the prompt's account reference */
async function begin(phoneNumber: string): Promise<{ reference: string; prompt: string }> {
  expect((await call(buyCredits, { body: { amount: 200, phoneNumber } }, here.demo)).ok).toBe(true);
  const prompts = await here.world.daraja.prompts();
  const prompt = prompts.find((one) => one.phoneNumber === `254${phoneNumber.slice(1)}`);
  return { reference: String(prompt?.accountReference), prompt: prompt?.id ?? "none" };
}

test("credits that were paid by prompt are bought once, though the pay bill reports them as well; their provider sees no such money", async () => {
  const { reference, prompt } = await begin("0798111001");
  expect(reference).toMatch(/^[1-7]\d{7}$/);
  const { balance } = await creditsAt(here.demo);
  await here.world.daraja.answer(prompt, "paid");
  await here.world.advance(60_000);
  expect((await creditsAt(here.demo)).balance - balance).toBe(200);
  const all = await call(listPaybillPayments, {}, here.operator);
  expect(all.ok && all.answer).toMatchObject([{ status: "matched", providerId: platformBooks, amount: 200 }]);
  const own = await call(listOwnPaybillPayments, {}, here.demo);
  expect(own.ok && own.answer).toEqual([]);
});

test("credits whose prompt was cancelled are bought by typing its code, for just the amount", async () => {
  const { reference, prompt } = await begin("0798111002");
  await here.world.daraja.answer(prompt, "cancelled");
  await here.world.advance(20_000);
  const { balance } = await creditsAt(here.demo);
  const type = async (amount: number) => {
    const typed = { shortCode: "600100", account: reference, amount, phone: "254798111002" };
    const said = await (await here.world.daraja.typed(typed)).text();
    await here.world.advance(60_000);
    return said;
  };
  expect(await type(100)).toContain("C2B00013");
  expect(await type(200)).toContain('"0"');
  expect((await creditsAt(here.demo)).balance - balance).toBe(200);
  const open = await env.DB.prepare(
    "SELECT count(*) AS n FROM paybill_payments WHERE status = 'unmatched'",
  ).first();
  expect(open).toEqual({ n: 0 });
});
