import type { Difference, DifferenceKind } from "#contract/reconciliation";
import { platformBooks } from "#contract/values/platform-books";
import { kes } from "../../console/format.ts";
import { t } from "../../console/language.ts";

type Words = { name: string; means: string; act: string };

const words: Record<DifferenceKind, () => Words> = {
  denied: () => ({
    name: t("Denied by the gateway"),
    means: t("Its callback said paid, its own answer says it was not. Access was given and stays."),
    act: t("Look for the receipt in the gateway's statement. If the money is not there, cut the access off."),
  }),
  amount: () => ({
    name: t("Another amount"),
    means: t("The gateway shows another amount than we asked for."),
    act: t("Compare with the statement. Give back what was too much, or ask the payer for the rest."),
  }),
  phone: () => ({
    name: t("Another phone"),
    means: t("A callback named another phone than the one we asked. It was not believed."),
    act: t("Look for the receipt in the statement to see who paid."),
  }),
  receipt: () => ({
    name: t("A receipt twice"),
    means: t("Two payments carry the same receipt: only one of them can be its own."),
    act: t("Look the receipt up in the statement and see whose phone paid it."),
  }),
  lost: () => ({
    name: t("No result"),
    means: t("Whether this prompt was paid could not be learned within a day."),
    act: t("Look for its amount and phone in the statement. Money that came in is attributed or given back."),
  }),
  "dead-letter": () => ({
    name: t("Callback not delivered"),
    means: t("A callback reached us and could not be handed to its payment."),
    act: t("Deliver it again. However often, it counts once."),
  }),
  double: () => ({
    name: t("Paid twice"),
    means: t("A second payment came in for one purchase. It is the payer's credit."),
    act: t("Give it back at the gateway, or extend the purchase, and note which."),
  }),
  "unknown-receipt": () => ({
    name: t("Money we do not know"),
    means: t("The gateway received this, and no payment of ours has its receipt."),
    act: t(
      "Search Payments for its amount and time and give access there, or give the money back at the gateway; then note which.",
    ),
  }),
  "not-in-statement": () => ({
    name: t("Not in the statement"),
    means: t("We count this payment as paid, and the gateway's statement does not have it."),
    act: t("Check the receipt with the gateway. Without it, the sale is refunded in the books."),
  }),
  unserved: () => ({
    name: t("Too late to be used"),
    means: t("A top-up was paid too late, and its provider is suspended or its router gone."),
    act: t("Give the money back, and end the access with it."),
  }),
  projection: () => ({
    name: t("Our own books differ"),
    means: t("The list and the payment itself say different things, and could not be made equal."),
    act: t("Compare both with the gateway's statement, and tell whoever runs the platform."),
  }),
  statement: () => ({
    name: t("No statement"),
    means: t("The gateway gave no statement of this day: its payments were not compared."),
    act: t("Take the statement from the gateway's own portal and compare it by hand."),
  }),
};

export const kinds = Object.keys(words) as DifferenceKind[];

export function formatKind(kind: DifferenceKind): Words {
  return words[kind]();
}

/** Whose it is: a provider's by its business name, or the platform's. */
export function whose({ providerId, provider }: Pick<Difference, "providerId" | "provider">): string {
  return providerId === platformBooks ? t("The platform") : provider;
}

/** By as much of it as the payer's own page shows; the link beside it leads to the whole. */
export function shortId(transactionId: string): string {
  return transactionId.length > 12 ? `${transactionId.slice(0, 12)}…` : transactionId;
}

export function factsOf({ detail }: Pick<Difference, "detail">): string {
  const money = (key: string) => {
    const cents = detail[key];
    return typeof cents === "number" ? kes(cents / 100) : null;
  };
  const text = (key: string) => (typeof detail[key] === "string" && detail[key] ? String(detail[key]) : null);
  const named = (name: string, value: string | null) => (value === null ? [] : [`${name} ${value}`]);
  return [
    ...named(t("Receipt"), text("receipt")),
    ...named(t("Asked:"), money("askedCents")),
    ...named(t("Reported:"), money("reportedCents")),
    ...named(t("Ours:"), money("amountCents")),
    ...named(t("Gateway:"), money("statementCents")),
    ...named(t("Switch:"), money("switchCents")),
    ...named(t("Account"), text("account") ?? text("centralAccount")),
    ...named(t("Second payment:"), money("cents")),
    ...named(t("Pay bill or till"), text("shortCode")),
    ...named(t("Invoices of"), text("billedTo")),
    ...named(t("Day"), text("day")),
    ...named(t("Why:"), text("detail") ?? text("fault")),
  ]
    .map((part) => part.trim())
    .join(" · ");
}
