import * as z from "zod";
import type { Context } from "../../../context.ts";
import { askedFor, notReached } from "../../../sleep.ts";
import type { AccountFault, Delivery, MessageFault, SendOutcome, SmsDriver } from "./driver.ts";

// docs/reference/messages-talksasa.md says of each fact how it is known.

const answerMs = 10_000;

/** Of a list that waits at the service, or of one message; `data` may be a sentence. */
const Data = z.looseObject({
  queue_uid: z.string().optional(),
  uid: z.string().optional(),
  status: z.string().optional(),
  failed_count: z.number().optional(),
  error: z.string().nullish(),
});
type Data = z.infer<typeof Data>;
const Answer = z.looseObject({
  status: z.string().optional(),
  message: z.string().nullish(),
  data: z.unknown().optional(),
});

export const talksasa: Required<Pick<SmsDriver, "send" | "askDelivery">> = {
  async send(ctx, { apiKey, senderId }, { phone, text }) {
    if (senderId === null) return { kind: "account", fault: "sender_id" };
    const asked = { recipient: phone, sender_id: senderId, type: "plain", message: text };
    try {
      const { status, body } = await ask(ctx, apiKey, "send", JSON.stringify(asked));
      return outcomeOf(status, body);
    } catch {
      return { kind: "unclear" };
    }
  },

  async askDelivery(ctx, { apiKey }, { ref }) {
    const path = isQueued(ref) ? `queue/${ref}` : encodeURIComponent(ref);
    try {
      const { status, body } = await ask(ctx, apiKey, path);
      return status === 200 ? deliveryOf(body, ref) : { state: "later" };
    } catch {
      return { state: "later" };
    }
  },
};

const isQueued = (ref: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(ref);

/** @param json to be posted @throws where no answer came */
async function ask(
  ctx: Context,
  apiKey: string,
  path: string,
  json?: string,
): Promise<{ status: number; body: string }> {
  return askedFor(answerMs, async (signal) => {
    const response = await ctx.fetch(`${ctx.settings.TALKSASA_URL}/api/v3/sms/${path}`, {
      headers: {
        authorization: `Bearer ${apiKey}`,
        // Without it a refusal is a redirect to a page for people.
        accept: "application/json",
        ...(json === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(json === undefined ? {} : { method: "POST", body: json }),
      redirect: "manual",
      signal,
    });
    return { status: response.status, body: await response.text() };
  });
}

/** Refused before anything was looked at. */
const malformed: readonly number[] = [400, 405, 415, 422];

function outcomeOf(status: number, body: string): SendOutcome {
  if (notReached.includes(status)) return { kind: "account", fault: "unreachable" };
  // It breaks off after it sent, too.
  if (status >= 500) return { kind: "unclear" };
  const answer = answerIn(body);
  // Another word for its state is none that is known: what its sentence says then is no refusal.
  const isRefusal = answer?.status === "error" || status >= 400;
  const refused = answer && isRefusal ? faultIn(answer.message ?? "") : null;
  if (refused) return refused;
  if (status === 401 || status === 403) return { kind: "account", fault: "key" };
  if (status === 429) return { kind: "account", fault: "busy" };
  if (malformed.includes(status)) return { kind: "account", fault: "refused" };
  if (status >= 300 || !answer || !isTaken(answer.status)) return { kind: "unclear" };
  const data = dataIn(answer.data);
  if (data?.status !== undefined && hasFailed(data.status)) return { kind: "failed", reason: "network" };
  // What it calls a cost is counted in units that were bought beforehand, not in shillings.
  return { kind: "accepted", ref: data?.queue_uid || data?.uid || null, cents: null };
}

const isTaken = (status: string | undefined): boolean => status === "success" || status === "accepted";

function answerIn(body: string): z.infer<typeof Answer> | undefined {
  try {
    return Answer.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}

/** One message is sent at a time: a list has one entry. */
function dataIn(given: unknown): Data | undefined {
  return Data.safeParse(Array.isArray(given) && given.length === 1 ? given[0] : given).data;
}

const hasFailed = (status: string): boolean =>
  /fail|reject|undeliver|expire|error|invalid|block/i.test(status);

/** By its sentences: it has no codes. Null for an unknown one. */
function faultIn(sentence: string): Exclude<SendOutcome, { kind: "accepted" }> | null {
  const of = (fault: Exclude<AccountFault, "silent">) => ({ kind: "account", fault }) as const;
  if (isOfSender(sentence)) return of("sender_id");
  if (/unauthenticated|unauthori[sz]ed|invalid (?:api )?(?:token|key)/i.test(sentence)) return of("key");
  if (/invalid (?:phone|mobile|recipient|number)/i.test(sentence)) return { kind: "failed", reason: "phone" };
  if (/blacklist/i.test(sentence)) return { kind: "failed", reason: "blacklisted" };
  if (/insufficient|enough (?:balance|credit|unit)|low (?:balance|credit)/i.test(sentence))
    return of("balance");
  if (/too many|sending limit|rate limit/i.test(sentence)) return of("busy");
  return /pricing configuration|not activ/i.test(sentence) ? of("refused") : null;
}

const isOfSender = (sentence: string): boolean =>
  /originator|sender[ _]?id|source_address|invalid sender/i.test(sentence);

function deliveryOf(body: string, ref: string): Delivery {
  const answer = answerIn(body);
  const data = answer && isTaken(answer.status) ? dataIn(answer.data) : undefined;
  if (!data || (data.queue_uid ?? data.uid) !== ref) return { state: "later" };
  const { status = "", failed_count: failed = 0, error } = data;
  if (failed > 0 || hasFailed(status)) return { state: "failed", reason: reasonIn(error ?? "") };
  if (/^delivered$/i.test(status)) return { state: "delivered" };
  // It handed it on; of the phone it says nothing here.
  return /^completed$/i.test(status) ? { state: "over" } : { state: "later" };
}

function reasonIn(error: string): MessageFault {
  if (isOfSender(error)) return "sender_id";
  const fault = faultIn(error);
  return fault?.kind === "failed" ? fault.reason : "network";
}
