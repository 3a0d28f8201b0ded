import { expect, it } from "vitest";
import { ask } from "../support/site/ask.ts";
import { control } from "../support/site/control.ts";
import { readTenantRows } from "../support/site/read-rows.ts";
import { newVisitor, testSite } from "../support/site/test-site.ts";

// Worker, bridge and simulators as they run: money in, access out, whatever the gateway's callbacks do.

const { site, visitors } = testSite();
const planId = () => site().seeded.demo.plans[1]?.id ?? "";

async function prompted(settings: Record<string, unknown> = {}) {
  await visitors().gateway({ callbacks: "normal", copies: 3, ...settings });
  const { mac, phone } = newVisitor();
  const started = await visitors().initiate(mac, planId(), phone);
  expect(started).toMatchObject({
    status: 200,
    success: true,
    message: "Check your phone for the M-Pesa prompt",
    amount: 20,
  });
  return { mac, phone, ...started, prompt: await visitors().openPrompt(phone) };
}

/** What the books say of one payment: read after the worker wrote them. */
async function booksOf(paymentId: string) {
  const rows = (sql: string) => readTenantRows(site(), site().seeded.demo.id, sql, paymentId);
  return {
    entitlements: await rows("SELECT id FROM entitlements WHERE source_id = ?1"),
    journals: await rows("SELECT DISTINCT journal_id FROM ledger WHERE payment_id = ?1"),
    balance: await rows("SELECT sum(cents) AS cents FROM ledger WHERE payment_id = ?1"),
  };
}
const oneOfEach = {
  entitlements: [expect.anything()],
  journals: [expect.anything()],
  balance: [{ cents: 0 }],
};

it("with every callback lost a payer is online within 60 s of the PIN", async () => {
  const { mac, transactionId, prompt } = await prompted({ callbacks: "lost" });
  await visitors().answerPrompt(prompt.id, "paid");
  await visitors().untilOnline(transactionId, 60_000);
  expect(await visitors().isLetOut(mac)).toBe(true);
  expect(await booksOf(transactionId)).toMatchObject(oneOfEach);
});

it("20 identical callbacks at once are one purchase and one journal", async () => {
  const { transactionId, prompt } = await prompted({ callbacks: "duplicate", copies: 20 });
  await visitors().answerPrompt(prompt.id, "paid");
  await visitors().untilOnline(transactionId);
  expect(await booksOf(transactionId)).toMatchObject(oneOfEach);
});

it("a success after the prompt was reported expired still connects, once", async () => {
  const { mac, transactionId, prompt } = await prompted();
  await visitors().answerPrompt(prompt.id, "unreachable");
  await visitors().untilStatus(transactionId, ({ status }) => status === "failed");
  await visitors().answerPrompt(prompt.id, "late-paid");
  await visitors().untilOnline(transactionId);
  expect(await visitors().isLetOut(mac)).toBe(true);
  expect(await booksOf(transactionId)).toMatchObject(oneOfEach);
});

it("a forged callback changes nothing and its sender cannot tell", async () => {
  const { phone, transactionId, prompt } = await prompted();
  const details = await control<{ callBackUrl: string; checkoutRequestId: string }>(
    site(),
    `/control/prompts/${prompt.id}`,
  );
  const { pathname } = new URL(details.callBackUrl);
  const item = (Name: string, Value: unknown) => ({ Name, Value });
  const body = (amount: number, payer: string) => ({
    Body: {
      stkCallback: {
        MerchantRequestID: "1",
        CheckoutRequestID: details.checkoutRequestId,
        ResultCode: 0,
        ResultDesc: "ok",
        CallbackMetadata: {
          Item: [
            item("Amount", amount),
            item("PhoneNumber", Number(payer)),
            item("MpesaReceiptNumber", "FORGED0001"),
          ],
        },
      },
    },
  });
  const wrongSecret = pathname.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
  const answers = [
    await ask(site().main, wrongSecret, { json: body(20, phone) }),
    await ask(site().main, pathname, { json: body(1, phone) }),
    await ask(site().main, pathname, { json: body(20, "254700000000") }),
  ];
  for (const answer of answers) {
    expect({ status: answer.status, text: answer.text }).toEqual({
      status: 200,
      text: '{"ResultCode":0,"ResultDesc":"Accepted"}',
    });
  }
  expect(await visitors().status(transactionId)).toMatchObject({ status: "pending", access: "none" });
  expect((await booksOf(transactionId)).entitlements).toEqual([]);
  await visitors().answerPrompt(prompt.id, "cancelled");
});

it("a device that the router does not see is warned before it pays, one that it sees is not", async () => {
  const unseen = await visitors().initiate("02:00:00:00:02:01", planId(), "254712000901");
  expect(unseen).toMatchObject({ success: true, warning: expect.stringMatching(/does not see your device/) });
  const { mac, phone } = newVisitor();
  expect(await visitors().initiate(mac, planId(), phone)).toMatchObject({ success: true, warning: null });
});

it("100 parallel identical requests to pay are one push", async () => {
  const { mac, phone } = newVisitor();
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => visitors().initiate(mac, planId(), phone)),
  );
  expect(new Set(answers.map((answer) => answer.transactionId)).size).toBe(1);
  expect(answers.every((answer) => answer.success)).toBe(true);
  const prompts = (await visitors().prompts()).filter((prompt) => prompt.phoneNumber === phone);
  expect(prompts).toHaveLength(1);
  await visitors().answerPrompt(prompts[0]?.id ?? "", "cancelled");
});

it("100 devices redeem one code at once: one wins, with one purchase", async () => {
  const code = site().stock.demoVouchers[0] ?? "";
  const macs = Array.from(
    { length: 100 },
    (_, index) => `02:00:00:00:01:${index.toString(16).padStart(2, "0")}`,
  );
  const answers = await Promise.all(macs.map((mac) => visitors().redeem(mac, code)));
  const winners = answers.filter((answer) => answer.status === 200);
  expect(winners).toHaveLength(1);
  expect(answers.filter((answer) => answer.status >= 500)).toEqual([]);
  const rows = await readTenantRows(
    site(),
    site().seeded.demo.id,
    "SELECT id FROM entitlements WHERE source_id = ?1",
    winners[0]?.transactionId ?? "",
  );
  expect(rows).toHaveLength(1);
});

it("a second purchase of the same device waits behind the first and does not cut it", async () => {
  const first = await prompted();
  await visitors().answerPrompt(first.prompt.id, "paid");
  const online = await visitors().untilOnline(first.transactionId);
  const second = await visitors().redeem(first.mac, site().stock.demoVouchers[1] ?? "");
  await visitors().untilStatus(second.transactionId, ({ access }) => access === "queued");
  const states = await readTenantRows(
    site(),
    site().seeded.demo.id,
    "SELECT state, ends_at FROM entitlements WHERE subject = 'device:' || ?1 ORDER BY created_at",
    first.mac,
  );
  expect(states.map(({ state }) => state)).toEqual(["running", "waiting"]);
  expect((await visitors().status(first.transactionId)).expiresAt).toBe(online.expiresAt);
});
