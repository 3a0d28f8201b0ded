import type { PaymentReason } from "#contract/payments";
import type { english } from "./messages/en.ts";

// The texts of the visitor's page are one object per language (`words/`), all of the type of the English one. A built page
// loads the one of its language only.

export type Problem = { title: string; text: string };

/** Why a payment failed, and what the visitor can do about it now. */
export type ReasonMessages = Record<PaymentReason, { why: string; now: string }>;

export type Messages = typeof english;
export type ToastKind = Exclude<keyof Messages["toasts"], "dismiss">;
