import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { saveProviderBilling } from "#contract/billing";
import { endpoints } from "#contract/index";
import { copyAll } from "../../support/copies.ts";
import { isLongRun, isShortRun } from "../../support/histories.ts";
import { agreements } from "./agreements.ts";
import { happenings, monthEnds } from "./happenings.ts";
import { readBooks } from "./ledger-rows.ts";
import { type MoneyWorld, openMoneyWorld } from "./money-world.ts";

// Whatever happened to money, and in whichever order: every call that shows a figure about money and the entries of the
// ledger agree to the cent.

const seeds = isLongRun ? Array.from({ length: 6 }, (_, index) => index + 1) : [20_261_123];
/** In a short run hardly more than each happening once. */
const steps = isShortRun ? 30 : 60;

/** Calls with amounts that are no figures of the books, and why. */
const apart = new Map<string, string>([
  ...["listPlans", "adminListPlans", "createPlan", "updatePlan", "paybillChoices"].map(
    (name) => [name, "a price is what may be sold"] as const,
  ),
  ...["listMessages", "sendMessageAgain"].map(
    (name) =>
      [name, "what the provider's own SMS account charges; it never passes through our books"] as const,
  ),
  ...["visitorNow"].map((name) => [name, "what this visitor paid, on his own page"] as const),
  ...["generateVouchers", "listVouchers", "listVoucherBatches"].map(
    (name) => [name, "a price is what a voucher was made to be worth"] as const,
  ),
  ...["paybillCandidates", "ownPaybillCandidates", "listOwnDifferences", "paybillRefundOffer"].map(
    (name) => [name, "money of which nobody has decided is in no books"] as const,
  ),
  ...["createSwitch", "updateSwitch", "nameSwitchPayee"].map(
    (name) => [name, "the row of listSwitches"] as const,
  ),
  ...["saveProviderBilling"].map((name) => [name, "the row of listProviderBilling"] as const),
  ...["paymentsOfPhone"].map((name) => [name, "rows of listPaid"] as const),
  ...["previewInvoice"].map((name) => [name, "an invoice that is not made yet"] as const),
  ...["submitConfirmation"].map((name) => [name, "the row of listConfirmations"] as const),
  ...["attributePaybillPayment", "attributeOwnPaybillPayment"].map(
    (name) => [name, "the row of listPaybillPayments"] as const,
  ),
  ...["readCollectionSettings", "saveCollectionSettings"].map(
    (name) => [name, "a fee is what a payout will cost"] as const,
  ),
  // Nothing is collected in this world: tests/worker/payouts holds what is owed and paid out to the books.
  ...["readBalance", "saveDestination", "readStatement"].map(
    (name) => [name, "what the platform collected; it is off here"] as const,
  ),
  ...["requestPayout", "listPayouts", "askPayout", "settlePayout"].map(
    (name) => [name, "payouts of what was collected; it is off here"] as const,
  ),
  ...["retryActivation"].map((name) => [name, "the row of listTransactions"] as const),
  ...["readCredits"].map(
    (name) => [name, "prepaid messages: a book of their own, in credit-books.test.ts"] as const,
  ),
  ...["readGuard", "lookNow"].map(
    (name) => [name, "one payment each, or a night's sum of payments that were lost: guard.test.ts"] as const,
  ),
  ...["listCampaigns", "sendCampaign", "stopCampaign", "resumeCampaign"].map(
    (name) => [name, "what was paid within a week of a message, in no book: campaigns.test.ts"] as const,
  ),
  ...["addPackage", "listPackages", "savePackage"].map((name) => [name, "what a package costs"] as const),
  ...[
    "addLine",
    "listLines",
    "giveLineDays",
    "pauseLine",
    "resumeLine",
    "setLineBlocking",
    "setLinePassword",
    "replaceDevice",
    "moveLine",
    "changeLinePackage",
  ].map((name) => [name, "what customers have left: lines.test.ts"] as const),
  ...["customerAccount", "customerStatement"].map(
    (name) => [name, "a customer's own book: tests/worker/lines/account-books.test.ts"] as const,
  ),
  ...["listRefundAppeals"].map((name) => [name, "what was left when its provider asked"] as const),
  ...[
    "refundPayment",
    "refundOwnPayment",
    "refundPaybillPayment",
    "noteRefund",
    "notePaybillRefund",
    "askRefund",
    "settleRefund",
  ].map((name) => [name, "the refund of readRefund"] as const),
]);

const isMoney =
  /^(.*revenue|.*sales|.*amount|owed|paid|amountPaid|refunded|price|fee.*|credit|balances|settlements)$/i;

/** Names of fields with a number, wherever in the answer. */
function figuresIn(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([name, value]) =>
    name === "properties" && typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([field, of]) => [
          ...(isMoney.test(field) && /"(number|string|object)"/.test(JSON.stringify(of)) ? [field] : []),
          ...figuresIn(of),
        ])
      : figuresIn(value),
  );
}

test("no call shows a figure about money that is not walked over, or said to be none of the books", () => {
  const showing = endpoints.filter(
    ({ kind, answer }) =>
      kind === "json" && figuresIn(z.toJSONSchema(answer, { unrepresentable: "any" })).length > 0,
  );
  expect(showing.length).toBeGreaterThan(40);
  const walked = new Set(agreements.flatMap(({ calls }) => calls.map(({ name }) => name)));
  const known = new Set([...walked, ...apart.keys()]);
  expect(showing.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
});

let money: MoneyWorld;
/** Accounts and kinds of entries that were in the books. */
const had = new Set<string>();
beforeAll(async () => {
  money = await openMoneyWorld();
  for (const { id } of money.providers) await billed(id);
});
afterAll(() => money.close());

test.each(seeds)(
  "after a random history every call and the ledger agree to the cent (seed %i)",
  async (seed) => {
    await money.begin(seed);
    const drawn = happenings.flatMap((one) => Array.from({ length: one.weight }, () => one));
    // Whatever comes, and then each once, so that none is left out.
    const history = [
      ...Array.from({ length: steps - happenings.length }, () => money.pick(drawn)),
      ...shuffled(happenings),
    ];
    for (const [step, one] of history.entries()) {
      await happen(one.name, one.happens);
      await money.world.advance(60_000 * (1 + money.below(30)));
      if (step === steps / 2 - 1) await happen("a month ends", monthEnds);
      if ((step + 1) % (steps / (isShortRun ? 2 : 3)) === 0) await agree();
    }
    const { lines } = await readBooks();
    for (const { account, kind } of lines) had.add(account).add(kind);
  },
  20 * 60_000,
);

test("the histories had what the figures are about", () => {
  const accounts = ["owed to provider", "diverted, not settled", "fees owed by provider", "customer credit"];
  const kinds = ["sale", "taken-back", "diversion", "refund", "adjustment", "fee"];
  expect([...had]).toEqual(expect.arrayContaining([...accounts, ...kinds]));
});

async function happen(name: string, happens: (money: MoneyWorld) => Promise<void>) {
  money.told.push(name);
  try {
    await money.reopen();
    await happens(money);
  } catch (cause) {
    throw new Error(`after: ${money.told.join("; ")}`, { cause });
  }
}

async function agree(): Promise<void> {
  // Some figures are kept for a minute.
  await money.world.advance(61_000);
  await copyAll();
  const books = await readBooks();
  const open = new Map<string, number>();
  for (const { providerId, journalId, cents } of books.lines)
    open.set(`${providerId} ${journalId}`, (open.get(`${providerId} ${journalId}`) ?? 0) + cents);
  expect([...open].filter(([, cents]) => cents !== 0)).toEqual([]);
  for (const { calls, agrees } of agreements)
    try {
      await agrees(money, books);
    } catch (cause) {
      const names = calls.map(({ name }) => name).join(", ");
      throw new Error(`${names} and the ledger differ after: ${money.told.join("; ")}`, { cause });
    }
}

async function billed(providerId: string): Promise<void> {
  const body = {
    billingModel: "percentage",
    percentageRate: 5,
    transactionFee: null,
    monthlyFee: null,
    billingCycle: "monthly",
    dueDay: 28,
    paymentAccountNumber: `PROV-${providerId.slice(0, 8)}`,
    notificationEmails: "pay@provider.example",
  };
  await money.asOperator(saveProviderBilling, { params: { providerId }, body });
}

function shuffled<T>(all: readonly T[]): T[] {
  const left = [...all];
  return all.flatMap(() => left.splice(money.below(left.length), 1));
}
