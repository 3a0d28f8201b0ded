import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { paymentStatus, releasePrompt } from "#contract/payments";
import { formFields, visit } from "../../support/portal-page.ts";
import { tenantDatabase } from "../../support/tenant-rows.ts";
import { call, hostOf } from "../../support/worker-call.ts";
import { openWorld, type PaymentWorld } from "../payments/payment-world.ts";

// "Wrong number?": a mistyped number holds its buyer up no longer, and no shilling of it is lost.

let world: PaymentWorld;

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(() => world.renew());
afterAll(() => world.close());

const as = (letter: string) => ({ cookie: `__Host-p=${letter.repeat(32)}` });
type Buyer = ReturnType<PaymentWorld["buyer"]>;

const free = (buyer: Buyer, id: string, options: { cookie?: string } = as("a")) =>
  call(releasePrompt, { params: { id }, body: {} }, { host: buyer.host, ...options });

async function statusOf(buyer: Buyer, id: string, options: { cookie?: string } = as("a")) {
  const answer = await call(paymentStatus, { params: { id } }, { host: buyer.host, ...options });
  if (!answer.ok) throw new Error(answer.text);
  return answer.answer;
}

async function purchases(buyer: Buyer): Promise<string[]> {
  const { results } = await tenantDatabase(buyer.provider.id)
    .prepare("SELECT source_id FROM entitlements WHERE subject = 'device:' || ?1 ORDER BY created_at")
    .bind(buyer.mac)
    .all<{ source_id: string }>();
  return results.map(({ source_id }) => source_id);
}

describe("the number of a prompt", () => {
  test("is told to the browser that asked for it until it is paid, and to nobody else", async () => {
    const buyer = world.buyer();
    const { transactionId } = await buyer.start({}, as("a"));
    expect(await statusOf(buyer, transactionId)).toMatchObject({ phoneNumber: buyer.phone, prompt: "sent" });
    for (const other of [as("b"), {}])
      expect(await statusOf(buyer, transactionId, other)).toMatchObject({ phoneNumber: null });
    const page = await visit(`/pay/${transactionId}`, { host: buyer.host, ...as("b") });
    expect(page.html).not.toContain(buyer.phone);
    await buyer.answer("paid");
    expect(await statusOf(buyer, transactionId)).toMatchObject({ status: "completed", phoneNumber: null });
  });

  test("is being sent, as far as anybody knows, where the gateway gave no answer", async () => {
    world.wire = (request) =>
      request.url.includes("stkpush") ? new Response("broken", { status: 500 }) : undefined;
    const buyer = world.buyer();
    const { transactionId } = await buyer.start({}, as("a"));
    expect(await statusOf(buyer, transactionId)).toMatchObject({ status: "pending", prompt: "unclear" });
  });
});

describe("a payment that is let go", () => {
  test("frees its device and its phone at once, and the next prompt goes to the right number", async () => {
    const buyer = world.buyer();
    const { transactionId } = await buyer.start({ phoneNumber: "0712345699" }, as("a"));
    const early = await buyer.initiate({ planId: buyer.provider.plans[1]?.id }, as("a"));
    expect(early.status).toBe(409);
    expect((await free(buyer, transactionId)).status).toBe(200);
    const second = await buyer.start({ planId: buyer.provider.plans[1]?.id }, as("a"));
    expect(second.transactionId).not.toBe(transactionId);
    expect(await buyer.prompts()).toHaveLength(1);
    // The phone of the first prompt is left alone for as long as the gateway would refuse another one.
    const neighbour = world.buyer();
    expect((await neighbour.initiate({ phoneNumber: "0712345699" }, as("b"))).status).toBe(409);
    await world.advance(60_000);
    expect((await neighbour.initiate({ phoneNumber: "0712345699" }, as("b"))).status).toBe(200);
  });

  test("is served when its PIN is entered later, beside the one that was bought since", async () => {
    const [stranger, buyer] = [world.buyer(), world.buyer()];
    const wrong = { phoneNumber: stranger.phone };
    const { transactionId: first } = await buyer.start(wrong, as("a"));
    await free(buyer, first);
    const { transactionId: second } = await buyer.start({}, as("a"));
    await buyer.answer("paid");
    await world.advance(1_000);
    await stranger.answer("paid");
    await world.advance(1_000);
    expect(await statusOf(buyer, first)).toMatchObject({ status: "completed" });
    expect(await statusOf(buyer, second)).toMatchObject({ status: "completed" });
    expect((await purchases(buyer)).sort()).toEqual([first, second].sort());
  });

  test("that was paid meanwhile is found before another prompt for the same goes out", async () => {
    const [stranger, buyer] = [world.buyer(), world.buyer()];
    const { transactionId } = await buyer.start({ phoneNumber: stranger.phone }, as("a"));
    await free(buyer, transactionId);
    // Its callback is lost: only the gateway knows.
    await world.daraja.set({ callbacks: "lost" });
    await stranger.answer("paid");
    const again = await buyer.start({}, as("a"));
    expect(again.transactionId).toBe(transactionId);
    expect(await buyer.prompts()).toHaveLength(0);
  });

  test("is freed by its own browser alone, at its own provider's host, and not once it is paid", async () => {
    const buyer = world.buyer();
    const { transactionId } = await buyer.start({}, as("a"));
    for (const other of [as("b"), {}]) expect((await free(buyer, transactionId, other)).status).toBe(404);
    const elsewhere = await call(
      releasePrompt,
      { params: { id: transactionId }, body: {} },
      { host: hostOf("savanna"), ...as("a") },
    );
    expect(elsewhere.status).toBe(404);
    expect((await free(buyer, "0".repeat(48))).status).toBe(404);
    const held = await buyer.initiate({ planId: buyer.provider.plans[1]?.id }, as("a"));
    expect(held.status).toBe(409);
    await buyer.answer("paid");
    const paid = await free(buyer, transactionId);
    expect(paid.ok ? null : paid.refusal).toMatchObject({ code: "conflict", reason: "already_paid" });
  });

  test("without scripts leads to the form with the number to be mended", async () => {
    const buyer = world.buyer();
    const { transactionId } = await buyer.start({}, as("a"));
    const address = `/pay/${transactionId}?mac=${buyer.mac}&routerId=${buyer.provider.routers[0]?.id}`;
    const waiting = await visit(address, { host: buyer.host, ...as("a") });
    const form = formFields(waiting, `/pay/${transactionId}/let-go`) ?? {};
    const sent = { host: buyer.host, form, ...as("a") };
    const again = await visit(`/pay/${transactionId}/let-go`, sent);
    expect(again.status).toBe(200);
    expect(again.data.screen).toMatchObject({ kind: "buy", planId: buyer.provider.plans[0]?.id });
    expect(formFields(again, "/buy")).toMatchObject({
      mac: buyer.mac,
      phoneNumber: expect.stringContaining("+254"),
    });
    const home = await visit(address.replace(`/pay/${transactionId}`, "/"), { host: buyer.host, ...as("a") });
    expect(home.status).toBe(200);
    expect(home.data.pending).toMatchObject({ transactionId, isOverdue: true });
    expect(home.text).toContain("We are still checking your last payment");
  });
});
