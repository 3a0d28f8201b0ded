import * as z from "zod";
import { parseKenyanMobile } from "../../../contract/values/phone.ts";
import { askedFor, notReached } from "../../../sleep.ts";
import type { MessageFault, SendOutcome, SmsDriver } from "./driver.ts";

// docs/reference/messages-africastalking.md says of each fact how it is known.

const sendTimeoutMs = 10_000;

const Recipient = z.looseObject({
  number: z.string(),
  statusCode: z.number(),
  messageId: z.string().optional(),
  cost: z.string().optional(),
});
const Answer = z.object({
  SMSMessageData: z.looseObject({ Message: z.string().optional(), Recipients: z.array(Recipient) }),
});
type Recipient = z.infer<typeof Recipient>;

export const africastalking: SmsDriver = {
  async send(ctx, { username, apiKey, senderId }, { phone, text }) {
    const { AFRICASTALKING_URL, AFRICASTALKING_SANDBOX_URL } = ctx.settings;
    const origin = username === "sandbox" ? AFRICASTALKING_SANDBOX_URL : AFRICASTALKING_URL;
    const form = new URLSearchParams({ username, to: `+${phone}`, message: text, bulkSMSMode: "1" });
    if (senderId !== null) form.set("from", senderId);
    try {
      return await askedFor(sendTimeoutMs, async (signal) => {
        const response = await ctx.fetch(`${origin}/version1/messaging`, {
          method: "POST",
          headers: {
            apiKey,
            accept: "application/json",
            "content-type": "application/x-www-form-urlencoded",
          },
          body: form.toString(),
          redirect: "manual",
          signal,
        });
        return readAnswer(response.status, await response.text(), `+${phone}`);
      });
    } catch {
      return { kind: "unclear" };
    }
  },

  readReport(body) {
    const form = new URLSearchParams(body);
    const ref = form.get("id") ?? "";
    const phone = parseKenyanMobile(form.get("phoneNumber") ?? "");
    if (ref === "" || phone === undefined) return null;
    switch (form.get("status")) {
      case "Success":
        return { ref, phone, outcome: { state: "delivered" } };
      case "Failed":
      case "Rejected":
        return { ref, phone, outcome: { state: "failed", reason: reasonOf(form.get("failureReason")) } };
      default:
        return null;
    }
  },

  readIncoming(body) {
    const form = new URLSearchParams(body);
    // A report names its state, an incoming message its text; an opt-out has neither.
    if (form.has("status")) return null;
    const text = form.get("text");
    if (text === null) {
      const optOut = form.has("senderId") ? mobileIn(form.get("phoneNumber")) : null;
      return optOut === null ? null : { optOut };
    }
    const from = form.get("from") ?? "";
    return { ref: form.get("id") || null, from: mobileIn(from) ?? from, text };
  },
};

const mobileIn = (typed: string | null) => parseKenyanMobile(typed ?? "") ?? null;

function readAnswer(status: number, text: string, number: string): SendOutcome {
  if (status === 401 || status === 403) return { kind: "account", fault: "key" };
  if (status === 429) return { kind: "account", fault: "busy" };
  if (notReached.includes(status)) return { kind: "account", fault: "unreachable" };
  if (status >= 400 && status < 500)
    return { kind: "account", fault: isOfSender(text) ? "sender_id" : "refused" };
  const answer = status < 300 ? parsed(text) : undefined;
  if (!answer) return { kind: "unclear" };
  const { Message: message = "", Recipients: recipients } = answer.SMSMessageData;
  const own = recipients.find((one) => one.number === number);
  if (own) return outcomeOf(own);
  if (recipients.length > 0) return { kind: "unclear" };
  if (isOfSender(message)) return { kind: "account", fault: "sender_id" };
  // "Sent to 0/1": it took none.
  return /^Sent to 0\/|^Invalid/i.test(message) ? { kind: "failed", reason: "phone" } : { kind: "unclear" };
}

const isOfSender = (text: string) => /InvalidSenderId/i.test(text);

function parsed(text: string): z.infer<typeof Answer> | undefined {
  try {
    return Answer.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function outcomeOf({ statusCode, messageId, cost }: Recipient): SendOutcome {
  switch (statusCode) {
    case 100:
    case 101:
    case 102:
      return {
        kind: "accepted",
        ref: messageId && messageId !== "None" ? messageId : null,
        cents: centsOf(cost),
      };
    case 401:
      return { kind: "failed", reason: "risk_hold" };
    case 402:
      return { kind: "account", fault: "sender_id" };
    case 403:
    case 404:
      return { kind: "failed", reason: "phone" };
    case 405:
      return { kind: "account", fault: "balance" };
    case 406:
      return { kind: "failed", reason: "blacklisted" };
    case 407:
      return { kind: "failed", reason: "no_route" };
    case 500:
    case 501:
    case 502:
      return { kind: "failed", reason: "network" };
    default:
      return { kind: "unclear" };
  }
}

/** `KES 0.8000` -> 80; null for another currency. */
function centsOf(cost: string | undefined): number | null {
  const [, shillings] = /^KES (\d{1,6}(?:\.\d{1,6})?)$/.exec(cost ?? "") ?? [];
  return shillings === undefined ? null : Math.ceil(Math.round(Number(shillings) * 10_000) / 100);
}

function reasonOf(failureReason: string | null): MessageFault {
  switch (failureReason) {
    case "UserInBlackList":
    case "UserInBlacklist":
      return "blacklisted";
    case "UserDoesNotExist":
    case "UserIsInactive":
      return "phone";
    default:
      return "network";
  }
}
