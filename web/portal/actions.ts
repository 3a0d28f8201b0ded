import type { Theme } from "#contract/branding";
import type { InitiatePayment, PaymentInitiated, Service } from "#contract/payments";
import type { PayTab, PortalPage } from "#contract/portal";
import { inService, likelyService } from "#contract/values/services";
import type { RedeemVoucher, VoucherRedeemed } from "#contract/vouchers";
import { buyAddress, connectedAddress, homeAddress, payAddress, screenAddress } from "./addresses.ts";
import type { Attempts } from "./attempts.ts";
import type { Flow } from "./flow.ts";
import { shownScreen } from "./flow-view.ts";
import { readPhone, readVoucherCode } from "./form-rules.ts";
import type { Messages } from "./messages/en.ts";
import { planShillings } from "./plan-figures.ts";
import { RefusedError } from "./requests.ts";
import type { Store } from "./store.ts";

export type Actions = {
  select(planId: string, tab?: "voucher"): void;
  showTab(tab: PayTab): void;
  close(): void;
  typePhone(typed: string): void;
  pay(planId: string, service: Service, typedPhone: string): Promise<void>;
  redeem(typedCode: string): Promise<void>;
  home(planId: string | null): void;
  browse(): void;
  stay(): void;
  /** While it is held the toast stays. */
  holdToast(held: boolean): void;
  dismissToast(): void;
  showTheme(theme: Theme): void;
};

export type ActionPorts = {
  initiate(payload: InitiatePayment, key: string): Promise<PaymentInitiated>;
  redeem(payload: RedeemVoucher, key: string): Promise<VoucherRedeemed>;
  attempts: Attempts;
  /** Shows the look, and keeps it where that is possible. */
  keepTheme(theme: Theme): void;
  /** Changes the address without loading, so that a reload comes back to the same screen. */
  replaceAddress(address: string): void;
  /** A real document navigation: phones look for the open internet again only then. */
  open(address: string): void;
  /** Whether the browser has dialogs of its own (Safari before 15.4 has none: the form is a page there). */
  dialogs: boolean;
};

export function createActions(
  page: PortalPage,
  store: Store,
  ports: ActionPorts,
  messages: Messages,
): Actions {
  const place = { macAddress: page.mac ?? undefined, routerId: page.routerId ?? undefined };
  const { send } = store;

  return {
    select: (planId, asked) => {
      const tab = asked ?? firstTab(page, store.flow());
      if (!ports.dialogs) return ports.open(buyAddress(page, planId, tab));
      ports.attempts.answered();
      send({ kind: "selected", planId, tab });
    },
    showTab: (tab) => send({ kind: "tab", tab }),
    typePhone: (typed) => {
      const service = likelyService(typed);
      if (service !== undefined && page.services.includes(service)) send({ kind: "guessed", service });
    },
    close: () => send({ kind: "closed" }),
    home: (planId) => {
      ports.replaceAddress(homeAddress(page, planId));
      send({ kind: "home" });
    },
    browse: () => ports.open(connectedAddress(page)),
    stay: () => send({ kind: "stay" }),
    holdToast: (held) => send({ kind: "toast-held", held }),
    dismissToast: () => send({ kind: "toast-dismissed" }),
    showTheme: (theme) => {
      ports.keepTheme(theme);
      // Every address of the page carries it on from now.
      page.theme = theme;
      ports.replaceAddress(screenAddress(page, shownScreen(store.flow())));
      send({ kind: "passed" });
    },

    async pay(planId, service, typed) {
      const plan = page.plans.find((candidate) => candidate.id === planId);
      if (store.flow().form?.busy || !plan) return;
      const read = readPhone(typed, messages);
      if ("problem" in read) {
        const problem = { ...read.problem, text: inService(read.problem.text, service) };
        return send({ kind: "refused-form", tab: service, typed, problem });
      }
      send({ kind: "sent", tab: service, typed });
      const asked = service === "mpesa" ? {} : { service };
      const payload = { phoneNumber: read.phone, planId, ...place, ...asked };
      const outcome = await settled(ports.initiate(payload, ports.attempts.keyFor(payload)), ports.attempts);
      if ("answer" in outcome && outcome.answer.success) {
        const { transactionId, warning, amount } = outcome.answer;
        ports.replaceAddress(payAddress(page, transactionId));
        const shown = amount ?? planShillings(plan) ?? 0;
        return send({
          kind: "initiated",
          transactionId,
          planId,
          planName: plan.name,
          amount: shown,
          service,
          warning: warning ?? null,
        });
      }
      const { message, code } = refusal(outcome);
      // What was typed is wrong: the form stays open and says so where it can be mended.
      if (code === "invalid" && message) {
        const problem = { title: messages.problems.phoneInvalid.title, text: message };
        return send({ kind: "refused-form", tab: service, typed, problem });
      }
      send({ kind: "not-initiated", planId, service, message, answered: !("lost" in outcome) });
    },

    async redeem(typed) {
      if (store.flow().form?.busy) return;
      const read = readVoucherCode(typed, messages);
      if ("problem" in read)
        return send({ kind: "refused-form", tab: "voucher", typed, problem: read.problem });
      send({ kind: "sent", tab: "voucher", typed: read.code });
      const payload = { voucherCode: read.code, ...place };
      const outcome = await settled(ports.redeem(payload, ports.attempts.keyFor(payload)), ports.attempts);
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
}

/** The last service, else the likely service of the last phone number, else the first one on offer. */
function firstTab({ services }: PortalPage, { lastService, lastPhone }: Flow): PayTab {
  const wanted = [lastService, likelyService(lastPhone), ...services];
  return wanted.find((service) => service != null && services.includes(service)) ?? "voucher";
}

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

function refusal(outcome: Outcome<{ message: string }>): { message: string | null; code: string } {
  if ("refused" in outcome) return { message: outcome.refused.message || null, code: outcome.refused.code };
  return { message: "answer" in outcome ? outcome.answer.message || null : null, code: "" };
}
