import type { InitiatePayment, PaymentInitiated, Service } from "#contract/payments";
import type { PortalPage, VisitorNow } from "#contract/portal";
import { inService } from "#contract/values/services";
import type { RedeemVoucher, VoucherRedeemed } from "#contract/vouchers";
import { payAddress } from "./addresses.ts";
import type { Attempts } from "./attempts.ts";
import { readPhone, readVoucherCode } from "./form-rules.ts";
import type { Messages } from "./messages/en.ts";
import { planShillings } from "./plan-figures.ts";
import { RefusedError } from "./requests.ts";
import type { Store } from "./store.ts";
import type { Watch } from "./watch.ts";

// What the payment form does, and what is done about a prompt that went out.

export type Purchases = {
  /** @param offers the buyer wants to be told of offers */
  pay(planId: string, service: Service, typedPhone: string, offers?: boolean): Promise<void>;
  redeem(typedCode: string): Promise<void>;
  /** "Wrong number?": the form, to be filled in anew, while the prompt that went out blocks neither device nor phone. */
  changeNumber(): Promise<void>;
  /** The same prompt once more, to the same phone. */
  sendAgain(): Promise<void>;
};

export type PurchasePorts = {
  initiate(payload: InitiatePayment, key: string): Promise<PaymentInitiated>;
  redeem(payload: RedeemVoucher, key: string): Promise<VoucherRedeemed>;
  letGo(transactionId: string): Promise<unknown>;
  /** Comes back after so long, or as soon as the line is back. */
  pause(ms: number): Promise<void>;
  attempts: Attempts;
  /** Changes the address without loading, so that a reload comes back to the same screen. */
  replaceAddress(address: string): void;
};

export function createPurchases(
  page: PortalPage,
  store: Store,
  ports: PurchasePorts,
  messages: Messages,
  actions: { again(planId: string | null, phone?: string | null, isTopUp?: boolean): void },
): Purchases {
  const place = { macAddress: page.mac ?? undefined, routerId: page.routerId ?? undefined };
  const { send } = store;
  /** As it was ticked last: a prompt that is sent again asks the same. */
  let isAgreed = false;

  const purchases: Purchases = {
    async changeNumber() {
      const free = await freed();
      if (free) actions.again(free.planId, free.status.phoneNumber, free.isTopUp);
    },

    async sendAgain() {
      const free = await freed();
      const phone = free?.status.phoneNumber;
      if (!free || !phone) return;
      actions.again(free.planId, phone, free.isTopUp);
      if (!free.isTopUp && free.planId !== null)
        await purchases.pay(free.planId, free.service, phone, isAgreed);
    },

    async pay(planId, service, typed, offers = false) {
      isAgreed = offers;
      const { form, visitor } = store.flow();
      const isTopUp = form?.isTopUp;
      const wanted = isTopUp ? moreData(visitor) : planWanted(page, planId);
      if (!wanted || form?.busy) return;
      const read = readPhone(typed, messages);
      if ("problem" in read) {
        const problem = { ...read.problem, text: inService(read.problem.text, service) };
        return send({ kind: "refused-form", tab: service, typed, problem });
      }
      send({ kind: "sent", tab: service, typed });
      const asked = service === "mpesa" ? {} : { service };
      const agreed = offers ? ({ offers: true } as const) : {};
      const payload = { phoneNumber: read.phone, planId, ...place, ...asked, ...agreed, topUp: isTopUp };
      const outcome = await answered(() => ports.initiate(payload, ports.attempts.keyFor(payload)));
      if (outcome === "left") return;
      if ("answer" in outcome && outcome.answer.success) {
        const { transactionId, warning, amount } = outcome.answer;
        ports.replaceAddress(payAddress(page, transactionId));
        const shown = amount ?? wanted.amount;
        return send({
          kind: "initiated",
          transactionId,
          planId,
          planName: wanted.name,
          amount: shown,
          service,
          warning: warning ?? null,
          phone: read.phone,
          isTopUp,
        });
      }
      const { message, code, retryAfterMs } = refusal(outcome);
      // What was typed is wrong, or it is too early: the form stays open and says so where it can be mended.
      if (message && (code === "invalid" || retryAfterMs !== null)) {
        const title = code === "invalid" ? messages.problems.phoneInvalid.title : "";
        const waits = code === "invalid" ? {} : ({ retryAfterMs, toast: "initiationFailed" } as const);
        return send({
          kind: "refused-form",
          tab: service,
          typed,
          problem: { title, text: message },
          ...waits,
        });
      }
      send({ kind: "not-initiated", planId, service, message, answered: !("lost" in outcome), isTopUp });
    },

    async redeem(typed) {
      if (store.flow().form?.busy) return;
      const read = readVoucherCode(typed, messages);
      if ("problem" in read)
        return send({ kind: "refused-form", tab: "voucher", typed, problem: read.problem });
      send({ kind: "sent", tab: "voucher", typed: read.code });
      const payload = { voucherCode: read.code, ...place };
      const outcome = await answered(() => ports.redeem(payload, ports.attempts.keyFor(payload)));
      if (outcome === "left") return;
      if ("answer" in outcome && outcome.answer.success) {
        const { transactionId, planName } = outcome.answer;
        ports.replaceAddress(payAddress(page, transactionId));
        return send({ kind: "redeemed", transactionId, planName });
      }
      const { title, text } = messages.toasts.voucherFailed;
      const problem = { title, text: refusal(outcome).message ?? text };
      send({ kind: "refused-form", tab: "voucher", typed: read.code, problem, toast: "voucherFailed" });
    },
  };
  return purchases;

  /** The payment that is followed, once its device and its phone are free; null where it turned out to be paid. */
  async function freed(): Promise<Watch | null> {
    const { watch } = store.flow();
    if (!watch) return null;
    const outcome = await settled(ports.letGo(watch.transactionId), ports.attempts);
    // Paid meanwhile: the next answer of the payment says so. Without an answer the form says what the server says then.
    return "refused" in outcome && outcome.refused.code === "conflict" ? null : watch;
  }

  /** Asks until there is an answer, with the same key: what was begun is found, not begun twice. "left": the form was closed. */
  async function answered<Answer>(request: () => Promise<Answer>): Promise<Outcome<Answer> | "left"> {
    let outcome = await settled(request(), ports.attempts);
    for (const ms of pauses) {
      if (!("lost" in outcome)) return outcome;
      send({ kind: "broke" });
      await ports.pause(ms);
      if (!store.flow().form?.busy) return "left";
      outcome = await settled(request(), ports.attempts);
    }
    return outcome;
  }
}

type Wanted = { name: string; amount: number };

function planWanted({ plans }: PortalPage, planId: string): Wanted | null {
  const plan = plans.find((candidate) => candidate.id === planId);
  return plan ? { name: plan.name, amount: planShillings(plan) ?? 0 } : null;
}

function moreData({ device, ended }: VisitorNow): Wanted | null {
  const of = device?.topUp ? device : ended;
  return of?.topUp ? { name: of.planName, amount: of.topUp.amount } : null;
}

/** Two minutes: as long as a prompt is waited for. */
const pauses = [1_000, 2_000, 4_000, ...Array.from({ length: 14 }, () => 8_000)];

type Outcome<Answer> = { answer: Answer } | { refused: RefusedError } | { lost: unknown };

/** An answer in any form frees the key; without one the same purchase is asked about again. */
async function settled<Answer>(request: Promise<Answer>, attempts: Attempts): Promise<Outcome<Answer>> {
  try {
    const answer = await request;
    attempts.answered();
    return { answer };
  } catch (cause) {
    if (!(cause instanceof RefusedError)) return { lost: cause };
    attempts.answered();
    return { refused: cause };
  }
}

function refusal(outcome: Outcome<{ message: string }>): {
  message: string | null;
  code: string;
  retryAfterMs: number | null;
} {
  if ("refused" in outcome) {
    const { message, code, retryAfterMs } = outcome.refused;
    return { message: message || null, code, retryAfterMs };
  }
  const message = "answer" in outcome ? outcome.answer.message || null : null;
  return { message, code: "", retryAfterMs: null };
}
