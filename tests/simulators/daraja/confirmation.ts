import { createHash } from "node:crypto";
import { nairobiStamp } from "../gateway-kit/identifiers.ts";
import { addCallback } from "../gateway-kit/state.ts";
import { JSON_HEADERS } from "./callback.ts";
import type { DarajaState, Registration, Transfer } from "./state.ts";

/** Version 2 hides the middle of the number (`2547 ***** 126`), version 1 sends its SHA-256. */
function hiddenPhone(state: DarajaState, registration: Registration, phone: string): string {
  return registration.version === 1 || state.settings.msisdn === "hashed"
    ? createHash("sha256").update(phone).digest("hex")
    : `${phone.slice(0, 4)} ***** ${phone.slice(-3)}`;
}

function balanceOf(state: DarajaState, shortCode: string): number {
  return state.transfers
    .filter((one) => one.shortCode === shortCode)
    .reduce((sum, one) => sum + one.amount - (one.reversal?.amount ?? 0), 0);
}

/** The body of validation (before the money moves, without a balance) and confirmation (after it). */
export function paymentBody(
  state: DarajaState,
  registration: Registration,
  transfer: Transfer,
  step: "validation" | "confirmation",
): string {
  return JSON.stringify({
    TransactionType: transfer.transactionType,
    TransID: transfer.receipt,
    TransTime: nairobiStamp(transfer.at),
    TransAmount: transfer.amount.toFixed(2),
    BusinessShortCode: transfer.shortCode,
    BillRefNumber: transfer.account,
    InvoiceNumber: "",
    OrgAccountBalance: step === "validation" ? "" : balanceOf(state, transfer.shortCode).toFixed(2),
    ThirdPartyTransID: transfer.thirdPartyId,
    MSISDN: hiddenPhone(state, registration, transfer.phone),
    FirstName: transfer.firstName,
    MiddleName: "",
    LastName: "",
  });
}

/** Puts the confirmation of a transfer that is in the state already behind it, where its short code is registered. */
export function addConfirmation(state: DarajaState, transfer: Transfer, now: number): DarajaState {
  const registration = state.registrations[transfer.shortCode];
  if (!registration) return state;
  return addCallback(
    state,
    {
      about: { kind: "transfer", id: transfer.receipt },
      url: registration.confirmationUrl,
      body: paymentBody(state, registration, transfer, "confirmation"),
      headers: JSON_HEADERS,
      dueAt: now,
    },
    state.settings.confirmations,
  );
}
