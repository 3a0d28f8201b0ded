import type { Message, MessageReason, MessageSettings, MessageState } from "#contract/messages";
import { filled, type MessageKind, sampleValues } from "#contract/values/message-templates";
import { smsSize } from "#contract/values/sms-segments";
import { receiptPath } from "#contract/values/voucher-link";
import type { Tone } from "../../console/kit.tsx";
import { t } from "../../console/language.ts";

export function kindName(kind: Message["kind"]): string {
  const names = {
    receipt: t("Receipt"),
    ending: t("Plan ends soon"),
    outage: t("Time given back"),
    morning: t("Yesterday, to yourself"),
    router_down: t("A router is away or back, to yourself"),
    campaign: t("Campaign"),
    code: t("Code of a free trial, or of another package"),
    link: t("Link to a customer's page"),
    test: t("Test message"),
  };
  return names[kind];
}

/** As a customer reads it: the text with the values of a sample. */
export function sampleText(
  text: string,
  { business, page }: Pick<MessageSettings, "business" | "page">,
): string {
  const link = `${page}${receiptPath("ABCDEFGHJKMN")}`;
  return filled(text, { ...sampleValues, business, page, link });
}

/** What one of this kind costs about, KES, from the shorter to the longer language. Null while no account has a price. */
export function aboutPrice(
  kind: MessageKind,
  settings: MessageSettings,
): [least: number, most: number] | null {
  const { sender, platform, templates, segmentPrice } = settings;
  const own = templates.filter((template) => template.kind === kind);
  if (own.length === 0 || (sender === "platform" && platform === null)) return null;
  const prices = own.map(({ text }) => smsSize(sampleText(text, settings)).segments * segmentPrice);
  return [Math.min(...prices), Math.max(...prices)];
}

export function kindMeans(kind: MessageKind): string {
  const texts = {
    receipt: t("After a payment, at any hour, with a link that opens the purchase on another phone."),
    ending: t("Half an hour before a plan of 3 hours or more ends."),
    outage: t("When time is given back after an outage."),
  };
  return texts[kind];
}

export function stateMark(state: MessageState): { tone: Tone; word: string } {
  const marks = {
    waiting: { tone: "wait", word: t("Waiting") },
    sent: { tone: "good", word: t("Sent") },
    delivered: { tone: "good", word: t("Arrived") },
    failed: { tone: "bad", word: t("Not sent") },
    unclear: { tone: "wait", word: t("Perhaps sent") },
    held: { tone: "off", word: t("Held back") },
  } as const;
  return marks[state];
}

export function reasonText(reason: MessageReason): string {
  const texts: Record<MessageReason, string> = {
    quiet_hours: t("It is quiet hours."),
    opted_out: t("This number wants no messages."),
    budget: t("The budget of the month is used up."),
    credits: t("The SMS credits are used up."),
    price: t("A segment costs more by now than was shown."),
    stopped: t("Its campaign was stopped."),
    apart: t("Another campaign went to this number within a day."),
    off: t("Messages of this kind are turned off."),
    late: t("It came too late to be of use."),
    phone: t("The number cannot receive messages."),
    blacklisted: t("This number refuses messages from your sender ID."),
    no_route: t("There is no way to this number."),
    risk_hold: t("The SMS provider holds it back as risky."),
    network: t("The network did not take it."),
    sender_id: t("The account may not use this sender ID."),
  };
  return texts[reason];
}

/** What somebody can do about one that did not arrive; null where there is nothing. */
export function nextStep({ kind, state, reason }: Pick<Message, "kind" | "state" | "reason">): string | null {
  if (state === "waiting") return t("It is sent by itself.");
  if (state === "unclear")
    return t("The answer was lost, so it was not sent again by itself. Sent again, it may arrive twice.");
  switch (reason) {
    case "budget":
      return t("Raise the budget in the settings, then send it again.");
    case "credits":
      // A campaign goes on by a press, and a code or a link is not waited for any more.
      return kind === "campaign" || kind === "code" || kind === "link"
        ? null
        : t("It is sent by itself once there are credits, while it is of use.");
    case "off":
      return t("Turn them on in the settings, then send it again.");
    case "opted_out":
      return t("Take the number off the list only if its owner asks for messages.");
    case "phone":
      return t("Ask the customer for another number.");
    case "blacklisted":
      return t("Its owner allows your messages again at the network, not here.");
    case "risk_hold":
    case "sender_id":
    case "no_route":
      return t("Ask your SMS provider.");
    case "network":
    case "quiet_hours":
      return t("Send it again.");
    default:
      return null;
  }
}

/** A reminder whose plan ended is refused by the server, in words. */
export const canSendAgain = ({ kind, state }: Pick<Message, "kind" | "state">): boolean =>
  kind !== "test" && kind !== "code" && (state === "failed" || state === "unclear" || state === "held");

export function languageName(language: "en" | "sw"): string {
  return language === "sw" ? "Kiswahili" : "English";
}
