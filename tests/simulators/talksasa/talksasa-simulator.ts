import { segmentsOf } from "../africastalking/segments.ts";

// TalkSasa as far as a business that sends SMS needs it: POST /api/v3/sms/send and what became of it, in their wire form, and faults.
// What it took can be read and steered at /control/talksasa.

export type TalkSasaAccount = {
  token: string;
  /** Approved for it. */
  senderIds: readonly string[];
  /** Units that were bought beforehand. */
  units: number;
};

/** One that was accepted, and charged. */
export type TalkSasaSms = {
  uid: string;
  token: string;
  from: string;
  to: string;
  message: string;
  units: number;
  at: number;
  /** What it answers of it: of a queue `accepted`, then `completed`; of a report any word. */
  status: string;
  /** Why the network behind it refused one that it had accepted. */
  error: string | null;
  /** What it answered as it was asked, in order. */
  said: { status: string; error: string | null }[];
};

/**
 * Of the next request: its answer is lost before or after the message was taken; a proxy's page or the software's own error after it was
 * taken; an error of its disk after it was taken; an answer cut short; too many requests; a page for people; a sentence that no user recorded.
 */
export const talkSasaFaults = [
  ...(["lost-before", "lost-after", "bad-gateway-after", "error-after", "disk-full-after"] as const),
  ...(["garbage-after", "busy", "page", "odd"] as const),
] as const;
export type TalkSasaFault = (typeof talkSasaFaults)[number];

export type TalkSasaOptions = {
  accounts: TalkSasaAccount[];
  now: () => number;
  /** How long an answer is kept back that is lost; the caller has given up by then. */
  lostMs?: number;
};

const fields = ["recipient", "sender_id", "type", "message", "schedule_time", "dlt_template_id"];

export class TalkSasaSimulator {
  readonly accepted: TalkSasaSms[] = [];
  /** How often it was asked to send something, and what became of something. */
  readonly asked = { sends: 0, statuses: 0 };
  /** Answers as since 2026 by a queue, or at once by a report of the message as the software does without one. */
  answersBy: "queue" | "report" = "queue";
  /** The status with which it answers a wrong token: both were recorded. */
  unauthenticatedWith: 200 | 401 = 401;
  private readonly faults: TalkSasaFault[] = [];
  private readonly options: TalkSasaOptions;

  constructor(options: TalkSasaOptions) {
    this.options = options;
  }

  /** Undefined for an address that is none of its own. */
  async handle(request: Request): Promise<Response | undefined> {
    const { pathname } = new URL(request.url);
    if (pathname === "/control/talksasa") return this.control(request);
    if (!pathname.startsWith("/api/v3/")) return undefined;
    // Who does not ask for JSON is taken for a person.
    if (request.headers.get("accept") !== "application/json")
      return new Response("", { status: 302, headers: { location: "/login" } });
    const account = this.options.accounts.find(
      ({ token }) => request.headers.get("authorization") === `Bearer ${token}`,
    );
    if (!account) {
      const status = this.unauthenticatedWith;
      return status === 200
        ? refused(200, "Unauthenticated.")
        : json(status, { message: "Unauthenticated." });
    }
    if (pathname === "/api/v3/sms/send") return this.send(request, account);
    if (request.method !== "GET") return refused(405, "The method is not supported for this route.");
    if (pathname === "/api/v3/balance")
      return json(200, { status: "success", data: { remaining_unit: String(account.units) } });
    const [, queued, uid = ""] = /^\/api\/v3\/sms\/(queue\/)?([\w-]+)$/.exec(pathname) ?? [];
    return this.status(account, uid, queued !== undefined);
  }

  /** What the next requests meet, one each. */
  fail(...faults: TalkSasaFault[]): void {
    this.faults.push(...faults);
  }

  /** No fault waits any more for a next request. */
  mend(): void {
    this.faults.length = 0;
  }

  /** What it says from now on of one that it accepted. */
  became({ uid }: Pick<TalkSasaSms, "uid">, status: string, error: string | null = null): void {
    const sms = this.accepted.find((one) => one.uid === uid);
    if (sms) Object.assign(sms, { status, error });
  }

  private async send(request: Request, account: TalkSasaAccount): Promise<Response> {
    this.asked.sends += 1;
    if (request.method !== "POST") return refused(405, "The method is not supported for this route.");
    const fault = this.faults.shift();
    if (fault === "busy") return json(429, { message: "Too Many Attempts." });
    if (fault === "lost-before") return this.lose();
    if (fault === "page") return page(200);
    const asked = await typed(request);
    if (typeof asked === "string") return json(422, { message: asked, errors: {} });
    if (fault === "odd") return refused(404, "Mercury is in retrograde");
    const wrong = this.wrongOf(account, asked);
    if (wrong !== undefined) return refused(404, wrong);
    const sms = this.take(account, asked);
    switch (fault) {
      case "lost-after":
        return this.lose();
      case "bad-gateway-after":
        return page(502);
      case "error-after":
        return json(500, { message: "Server Error" });
      case "disk-full-after":
        return refused(200, "fwrite(): Write of 138 bytes failed with errno=28 No space left on device");
      case "garbage-after":
        return new Response('{"status":"succ', { headers: { "content-type": "application/json" } });
      default:
        return this.answersBy === "queue" ? queuedAnswer(request, sms) : reportAnswer(sms);
    }
  }

  private wrongOf(account: TalkSasaAccount, { recipient, sender_id, message }: Asked): string | undefined {
    if (!account.senderIds.includes(sender_id))
      return `Originator ${sender_id} is not authorized to send this message`;
    if (!/^254[17]\d{8}$/.test(recipient)) return `${recipient} is a invalid phone number`;
    return account.units < segmentsOf(message) ? "Insufficient balance" : undefined;
  }

  private take(account: TalkSasaAccount, { recipient, sender_id, message }: Asked): TalkSasaSms {
    const units = segmentsOf(message);
    account.units -= units;
    const uuid = crypto.randomUUID();
    const isQueued = this.answersBy === "queue";
    const sms: TalkSasaSms = {
      uid: isQueued ? uuid : uuid.replaceAll("-", "").slice(0, 13),
      token: account.token,
      from: sender_id,
      to: recipient,
      message,
      units,
      at: this.options.now(),
      // The software says so before any phone can have it.
      status: isQueued ? "accepted" : "Delivered",
      error: null,
      said: [],
    };
    this.accepted.unshift(sms);
    return sms;
  }

  private status(account: TalkSasaAccount, uid: string, isQueue: boolean): Response {
    this.asked.statuses += 1;
    const fault = this.faults.shift();
    if (fault === "page") return page(200);
    if (fault === "bad-gateway-after") return page(502);
    if (fault === "garbage-after") return new Response("{");
    if (fault) throw new TypeError("the connection was reset");
    const sms = this.accepted.find((one) => one.uid === uid && one.token === account.token);
    if (!sms || isQueue !== uid.includes("-")) return refused(404, "Not found");
    // A report of one message has no place for why.
    sms.said.push({ status: sms.status, error: isQueue ? sms.error : null });
    return isQueue ? queueStatus(sms) : reportAnswer(sms);
  }

  /** A connection that breaks before an answer: over HTTP one that comes too late. */
  private async lose(): Promise<Response> {
    const { lostMs } = this.options;
    if (lostMs === undefined) throw new TypeError("the connection was reset");
    await new Promise((resolve) => setTimeout(resolve, lostMs));
    return page(504);
  }

  /** GET: what was accepted, newest first. POST `{fail}` or `{uid, status, error?}`. */
  private async control(request: Request): Promise<Response> {
    if (request.method === "GET") return Response.json(this.accepted);
    const asked = (await request.json()) as Record<string, string>;
    const fault = talkSasaFaults.find((one) => one === asked.fail);
    if (fault) this.fail(fault);
    if (asked.uid && asked.status) this.became({ uid: asked.uid }, asked.status, asked.error ?? null);
    return Response.json({ done: true });
  }
}

type Asked = { recipient: string; sender_id: string; message: string };

/** A sentence for what this call does not take. */
async function typed(request: Request): Promise<Asked | string> {
  if (!/^application\/json\b/.test(request.headers.get("content-type") ?? ""))
    return "The recipient field is required.";
  const body = (await request.json().catch(() => ({}))) as Record<string, unknown>;
  const unknown = Object.keys(body).find((name) => !fields.includes(name));
  if (unknown !== undefined) return `The ${unknown} field is not taken.`;
  const { recipient, sender_id, type, message } = body;
  if (typeof recipient !== "string" || recipient === "") return "The recipient field is required.";
  if (typeof sender_id !== "string" || sender_id === "") return "The sender id field is required.";
  if (typeof message !== "string" || message === "") return "The message field is required.";
  return type === "plain" ? { recipient, sender_id, message } : "The selected type is invalid.";
}

function queuedAnswer(request: Request, { uid, units }: TalkSasaSms): Response {
  return json(202, {
    status: "success",
    message: "Your SMS is being processed and will be delivered",
    data: {
      queue_uid: uid,
      status: "accepted",
      recipients_count: 1,
      sms_count: units,
      estimated_cost: units,
      check_status_url: `${new URL(request.url).origin}/api/v3/sms/queue/${uid}`,
    },
  });
}

function queueStatus({ uid, units, status, error, at }: TalkSasaSms): Response {
  const isOver = status !== "accepted";
  const ended = new Date(at).toISOString();
  return json(200, {
    status: "success",
    message: null,
    data: {
      queue_uid: uid,
      status,
      recipient_count: 1,
      processed_count: isOver ? 1 : 0,
      failed_count: error === null ? 0 : 1,
      remaining: isOver ? 0 : 1,
      total_cost: units,
      created_at: ended,
      completed_at: isOver ? ended : null,
      error,
    },
  });
}

function reportAnswer({ uid, to, from, message, status, units }: TalkSasaSms): Response {
  return json(200, {
    status: "success",
    message: "Your message was successfully delivered",
    data: { uid, to, from, message, status, cost: String(units), sms_count: units },
  });
}

const json = (status: number, body: object) => Response.json(body, { status });
const refused = (status: number, message: string) => json(status, { status: "error", message });
const page = (status: number) =>
  new Response("<!DOCTYPE html><html><title>TalkSasa</title></html>", {
    status,
    headers: { "content-type": "text/html; charset=UTF-8" },
  });
