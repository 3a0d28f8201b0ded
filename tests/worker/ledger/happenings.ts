import { exports } from "cloudflare:workers";
import {
  listPaymentConfirmations,
  submitConfirmation,
  verifyConfirmation,
} from "#contract/billing-confirmations";
import { creditInvoice, notePayment, takePaymentBack } from "#contract/billing-corrections";
import { listProviderInvoices } from "#contract/billing-invoices";
import { customerAccount, giveCashBack, takeCash, undoCash } from "#contract/customer-accounts";
import { refundOwnPayment } from "#contract/own-refunds";
import { attributePaybillPayment, listPaybillPayments } from "#contract/paybill";
import { listDifferences, resolveDifference } from "#contract/reconciliation";
import { notePaybillRefund, noteRefund, refundPayment } from "#contract/refunds";
import { activateSwitch, createSwitch, deactivateSwitch, listSwitches } from "#contract/switch";
import { dayMs } from "#contract/values/time";
import { generateVouchers, redeemVoucher } from "#contract/vouchers";
import { sweepBilling } from "#worker/features/billing/index";
import { payByStatement } from "#worker/features/payments/index";
import { paybillAddresses } from "#worker/features/payments/paybill/paybill-address";
import { copyAll } from "../../support/copies.ts";
import { ownedRowsOfAll } from "../../support/tenant-rows.ts";
import { call } from "../../support/worker-call.ts";
import { testContext } from "../../support/worker-context.ts";
import { customerWithLines } from "../lines/account-world.ts";
import { centralTill } from "../payments/payment-world.ts";
import { markTried } from "../switch/switch-world.ts";
import { bankSale } from "./bank-sale.ts";
import type { MoneyWorld } from "./money-world.ts";

// What may happen to money. A new kind of event is one entry more.

export type Happening = { name: string; weight: number; happens(money: MoneyWorld): Promise<void> };

const shortCode = "600200";

async function prompted({ world, pick }: MoneyWorld, over: Record<string, unknown> = {}) {
  const buyer = world.buyer(pick(["demo", "savanna"]));
  // Callbacks tell whole shillings: plans that cost cents are none of M-Pesa's.
  const planId = pick(buyer.provider.plans.filter(({ price }) => Number.isInteger(Number(price)))).id;
  const { transactionId } = await buyer.start({ planId, ...over });
  // The prompt reaches the phone.
  await world.advance(1_000);
  return { buyer, id: transactionId };
}

/** Completed payments that nothing went back of yet. */
async function whole(method: string) {
  const rows = await ownedRowsOfAll<{ id: string; cents: number; settlement: string; createdAt: number }>(
    `SELECT id, amount_cents AS cents, settlement, created_at AS createdAt FROM payments
    WHERE status = 'completed' AND method = ?1 AND refunded_cents = 0 AND receipt IS NOT NULL
      AND id NOT IN (SELECT payment_id FROM refunds) AND created_at > ?2`,
    method,
    Date.now() - 30 * dayMs,
  );
  return rows.sort((one, next) => one.createdAt - next.createdAt || (one.id < next.id ? -1 : 1));
}

async function giveBack(money: MoneyWorld, method: string, isPart: boolean): Promise<void> {
  const payments = await whole(method);
  if (payments.length === 0) return;
  const { id, providerId, cents, settlement } = money.pick(payments);
  const amount = isPart ? { amount: 1 + money.below(cents / 100) } : {};
  const body = { reason: "Paid by mistake", ...amount };
  const owner = money.providers.find((one) => one.id === providerId);
  // What its own account received, the provider gives back as well as the operator.
  if (owner && settlement === "direct" && money.below(2) === 0)
    await money.asProvider(owner, refundOwnPayment, { params: { id }, body });
  else await money.asOperator(refundPayment, { params: { id }, body: { ...body, providerId } });
  await money.world.advance(2_000);
}

/** As the gateway tells of money that was typed, where it asks us nothing before. */
async function confirmed(account: string, amount: number, receipt: string): Promise<void> {
  const { confirmation } = paybillAddresses(testContext(), { environment: "sandbox", shortCode });
  const body = JSON.stringify({
    TransactionType: "Pay Bill",
    TransID: receipt,
    TransTime: "20310304120000",
    TransAmount: `${amount}.00`,
    BusinessShortCode: shortCode,
    BillRefNumber: account,
    MSISDN: "2547 ***** 126",
    FirstName: "ASHA",
  });
  await exports.default.fetch(new Request(confirmation, { method: "POST", body }));
}

/** A prompt to Savanna's own pay bill, that has an account code: no switch runs then. */
async function withCode({ world, asOperator }: MoneyWorld) {
  for (const { id, isActive } of await asOperator(listSwitches))
    if (isActive) await asOperator(deactivateSwitch, { params: { id } });
  const buyer = world.buyer("savanna");
  const { transactionId: id, amount } = await buyer.start();
  const [prompt] = await buyer.prompts();
  return { buyer, id, amount, account: String(prompt?.accountReference) };
}

async function unmatched(money: MoneyWorld): Promise<string | null> {
  const rows = await money.asOperator(listPaybillPayments, { query: { status: "unmatched" } });
  return rows.length === 0 ? null : money.pick(rows).id;
}

export const happenings: readonly Happening[] = [
  {
    name: "an M-Pesa sale",
    weight: 8,
    async happens(money) {
      const { buyer } = await prompted(money);
      await buyer.answer("paid");
    },
  },
  {
    name: "a prompt that is turned down",
    weight: 2,
    async happens(money) {
      const { buyer } = await prompted(money);
      await buyer.answer(money.pick(["cancelled", "insufficient"]));
    },
  },
  {
    name: "a sale that was called failed before",
    weight: 2,
    async happens(money) {
      const { buyer } = await prompted(money);
      await money.world.advance(200_000);
      await buyer.answer("late-paid");
      await money.world.advance(200_000);
    },
  },
  {
    name: "a sale whose callback is lost",
    weight: 1,
    async happens(money) {
      await money.world.daraja.set({ callbacks: "lost" });
      const { buyer } = await prompted(money);
      await buyer.answer("paid");
      await money.world.advance(30_000);
      await money.world.daraja.set({ callbacks: "normal" });
    },
  },
  {
    name: "a sale that the gateway denies afterwards",
    weight: 3,
    async happens(money) {
      const { world } = money;
      await world.daraja.set({ query: "down" });
      const { buyer } = await prompted(money);
      await buyer.answer("paid");
      // Mostly on another day: the gateway is asked each hour of the first 24.
      await world.advance((20 * dayMs) / 24);
      await world.daraja.set({ query: "normal" });
      world.wire = (request) =>
        request.url.includes("/stkpushquery/")
          ? Response.json({ ResponseCode: "0", ResultCode: "1032", ResultDesc: "Request cancelled by user" })
          : undefined;
      await world.advance(2 * dayMs);
      world.wire = null;
    },
  },
  {
    name: "a sale by Airtel Money",
    weight: 4,
    async happens(money) {
      const { id } = await prompted(money, { service: "airtel_money" });
      const { airtel } = money.world;
      const prompt = (await airtel.prompts()).find(({ transactionId }) => transactionId === id);
      await airtel.answer(prompt?.id ?? "none", "paid");
      await money.world.advance(1_000);
    },
  },
  { name: "a sale by a bank", weight: 2, happens: bankSale },
  {
    name: "a voucher",
    weight: 2,
    async happens(money) {
      const provider = money.pick(money.providers);
      const body = { planId: money.pick(provider.plans).id, quantity: 1 };
      const { vouchers } = await money.asProvider(provider, generateVouchers, { body });
      const { mac, host } = money.world.buyer(provider === money.world.seeded.demo ? "demo" : "savanna");
      const redeemed = { voucherCode: vouchers[0]?.code, macAddress: mac, routerId: provider.routers[0]?.id };
      await call(redeemVoucher, { body: redeemed }, { host });
    },
  },
  { name: "a whole refund", weight: 2, happens: (money) => giveBack(money, "mpesa", false) },
  { name: "a refund of a part", weight: 2, happens: (money) => giveBack(money, "mpesa", true) },
  { name: "an Airtel refund", weight: 2, happens: (money) => giveBack(money, "airtel_money", false) },
  {
    name: "a refund by hand",
    weight: 2,
    async happens(money) {
      const payments = await whole(money.pick(["mpesa", "bank", "airtel_money"]));
      if (payments.length === 0) return;
      const { id, providerId } = money.pick(payments);
      const body = { providerId, reason: "Given in cash", reference: `BOOK ${money.next()}` };
      await money.asOperator(noteRefund, { params: { id }, body });
    },
  },
  {
    name: "money typed for a purchase",
    weight: 2,
    async happens(money) {
      const { account, amount } = await withCode(money);
      await confirmed(account, amount, `SGM${String(money.next()).padStart(7, "0")}`);
    },
  },
  {
    name: "money typed twice, for too little and for nothing",
    weight: 2,
    async happens(money) {
      const { account, amount } = await withCode(money);
      const receipt = () => `SGN${String(money.next()).padStart(7, "0")}`;
      await confirmed(account, 1, receipt());
      await confirmed(account, amount, receipt());
      await confirmed(account, amount, receipt());
      await confirmed("my house", 20, receipt());
    },
  },
  {
    name: "typed money given to a new purchase",
    weight: 2,
    async happens(money) {
      const id = await unmatched(money);
      if (id === null) return;
      const { savanna } = money.world.seeded;
      const { mac, phone } = money.world.buyer("savanna");
      const whom = { macAddress: mac, phoneNumber: `0${phone.slice(3)}` };
      const body = { planId: savanna.plans[0]?.id, routerId: savanna.routers[0]?.id, ...whom };
      await money.asOperator(attributePaybillPayment, { params: { id }, body });
    },
  },
  {
    name: "a home pays at the pay bill under its own number",
    weight: 2,
    async happens(money) {
      const { number } = await customerWithLines(money.world.seeded.savanna, [{ cents: 150_000 }]);
      const receipt = () => `SGH${String(money.next()).padStart(7, "0")}`;
      await confirmed(`${number} HOME`, 1 + money.below(2_000), receipt());
      await confirmed(number, 700, receipt());
    },
  },
  {
    name: "a home pays in cash, of which some is given back and some was a mistake",
    weight: 3,
    async happens(money) {
      const provider = money.pick(money.providers);
      const { id } = await customerWithLines(provider, [{ cents: 150_000 }], {
        phone: `2547${String(30_000_000 + money.next())}`,
      });
      const take = async () => {
        const body = { amount: 1 + money.below(4_000) };
        return (await money.asProvider(provider, takeCash, { params: { id }, body })).receipt;
      };
      await take();
      const wrong = await take();
      const body = { reason: "Typed twice" };
      await money.asProvider(provider, undoCash, { params: { id: wrong.id }, body });
      const { balance } = await money.asProvider(provider, customerAccount, { params: { id } });
      if (balance < 1) return;
      const back = { amount: 1 + money.below(Math.floor(balance)), reason: "Moves away" };
      const given = await money.asProvider(provider, giveCashBack, { params: { id }, body: back });
      if (money.below(2) === 0)
        await money.asProvider(provider, undoCash, { params: { id: given.receipt.id }, body });
    },
  },
  {
    name: "typed money given back",
    weight: 1,
    async happens(money) {
      const id = await unmatched(money);
      if (id === null) return;
      const body = { reason: "Not a customer", reference: `BOOK ${money.next()}` };
      await money.asOperator(notePaybillRefund, { params: { id }, body });
    },
  },
  {
    name: "a second payment that stays as a credit",
    weight: 3,
    async happens(money) {
      const { buyer, id, amount, account } = await withCode(money);
      await buyer.answer("paid");
      const receipt = `SGC${String(money.next()).padStart(7, "0")}`;
      const row = { account, receipt, amountCents: amount * 100, at: Date.now(), phone: null };
      await payByStatement(testContext(), { environment: "sandbox", shortCode }, row);
      await copyAll();
      const found = await money.asOperator(listDifferences, { query: { kind: "double", q: receipt } });
      const review = found.find(({ transactionId }) => transactionId === id);
      if (!review) return;
      const params = { providerId: review.providerId, id: review.id };
      await money.asOperator(resolveDifference, { params, body: { note: "It stays", credit: true } });
    },
  },
  {
    name: "a switch is turned on, or off",
    weight: 3,
    async happens(money) {
      const [open] = await money.asOperator(listSwitches);
      if (open) {
        const act = open.isActive ? deactivateSwitch : activateSwitch;
        return void (await money.asOperator(act, { params: { id: open.id } }));
      }
      const body = {
        name: "Head office",
        accountType: "mobile_money",
        centralPaymentGatewayId: "mpesa",
        centralAccountNumber: centralTill,
        targetAmount: 1_000_000,
      };
      const { id } = await money.asOperator(createSwitch, { body });
      await markTried(id);
      await money.asOperator(activateSwitch, { params: { id } });
    },
  },
  {
    name: "a provider pays towards its invoices",
    weight: 2,
    async happens(money) {
      const provider = money.pick(money.providers);
      const body = {
        paymentCode: `SGF${String(money.next()).padStart(7, "0")}`,
        amountPaid: 1 + money.below(80),
      };
      const { id } = await money.asProvider(provider, submitConfirmation, { body });
      await money.asOperator(verifyConfirmation, { params: { id }, body: {} });
    },
  },
  {
    name: "an operator corrects what a provider is billed",
    weight: 2,
    async happens(money) {
      const provider = money.pick(money.providers);
      const params = { providerId: provider.id };
      const [invoice] = await money.asOperator(listProviderInvoices, { params, query: {} });
      const left = invoice ? Math.floor(invoice.amount - invoice.credited) : 0;
      if (invoice && left > 0) {
        const body = { amount: 1 + money.below(left), reason: "Billed by mistake" };
        const at = { ...params, invoiceId: invoice.id };
        await money.asOperator(creditInvoice, { params: at, body });
      }
      const paymentCode = `CASH ${money.next()}`;
      await money.asOperator(notePayment, { params, body: { amountPaid: 1 + money.below(60), paymentCode } });
      const all = await money.asOperator(listPaymentConfirmations, { query: { status: "verified" } });
      const { id } = money.pick(all).provider_payment_confirmations;
      await money.asOperator(takePaymentBack, { params: { id }, body: { notes: "It never arrived" } });
    },
  },
  {
    name: "a day passes",
    weight: 2,
    async happens(money) {
      await money.world.advance(dayMs);
      await sweepBilling(testContext());
    },
  },
];

/** Invoices are made on the morning after a month's last day. */
export async function monthEnds(money: MoneyWorld): Promise<void> {
  const now = new Date(Date.now());
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 6);
  await money.world.advance(next - Date.now());
  for (let turn = 0; turn < 3; turn += 1) await sweepBilling(testContext());
}
