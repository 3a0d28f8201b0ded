import { segmentsOf } from "./segments.ts";

// Africa's Talking as far as a business that sends SMS needs it: POST /version1/messaging in its wire form, delivery reports, and
// faults. What it took can be read and steered at /control/sms.

export type SmsAccount = {
  username: string;
  apiKey: string;
  /** What it may put in `from`; without one messages come from the service's own. */
  senderIds: readonly string[];
  /** Cents of a shilling. */
  balance: number;
  /** Where its delivery reports go, as typed into its dashboard. */
  reportsTo?: string;
  /** The same of its opt-outs, and of messages to its short codes. */
  optOutsTo?: string;
  incomingTo?: string;
};

/** One that was accepted, and charged. */
export type AcceptedSms = {
  id: string;
  username: string;
  from: string | null;
  to: string;
  message: string;
  cents: number;
  at: number;
};

/**
 * Of the next request: its answer is lost before or after the message was taken; a proxy's 502 after it was taken; too many requests;
 * a message that is held back; a gateway behind it that fails; a status that nobody documented.
 */
export const smsFaults = [
  ...([
    "lost-before",
    "lost-after",
    "bad-gateway-after",
    "busy",
    "risk-hold",
    "gateway-error",
    "odd",
  ] as const),
] as const;
export type SmsFault = (typeof smsFaults)[number];

export type SmsOptions = {
  accounts: SmsAccount[];
  now: () => number;
  /** How long an answer is kept back that is lost; the caller has given up by then. */
  lostMs?: number;
  /** Posts a delivery report. @returns the status that it was answered with */
  deliver: (url: string, body: string, headers: Record<string, string>) => Promise<number>;
};

export type ReportStatus = "Sent" | "Submitted" | "Buffered" | "Rejected" | "Success" | "Failed";

const centsPerSegment = 80;
const fields = ["username", "to", "message", "from", "bulkSMSMode", "enqueue", "retryDurationInHours"];

type Recipient = {
  statusCode: number;
  number: string;
  status: string;
  cost: string;
  messageId: string;
  messageParts?: number;
};

export class AfricasTalkingSimulator {
  readonly accepted: AcceptedSms[] = [];
  /** Numbers that refuse messages. */
  readonly blacklist = new Set<string>();
  /** How often it was asked to send something. */
  requests = 0;
  private readonly faults: SmsFault[] = [];
  private readonly options: SmsOptions;
  private made = 0;

  constructor(options: SmsOptions) {
    this.options = options;
  }

  /** Undefined for an address that is none of its own. */
  async handle(request: Request): Promise<Response | undefined> {
    const { pathname } = new URL(request.url);
    if (pathname === "/version1/messaging") return this.messaging(request);
    if (pathname === "/control/sms") return this.control(request);
    return undefined;
  }

  /** What the next requests meet, one each. */
  fail(...faults: SmsFault[]): void {
    this.faults.push(...faults);
  }

  /** No fault waits any more for a next request. */
  mend(): void {
    this.faults.length = 0;
  }

  account(username: string): SmsAccount | undefined {
    return this.options.accounts.find((one) => one.username === username);
  }

  /** A delivery report as it is posted. @param over fields that are otherwise than they should be */
  async report(
    { id, to, username }: Pick<AcceptedSms, "id" | "to" | "username">,
    status: ReportStatus,
    over: Record<string, string> = {},
  ): Promise<number | null> {
    const url = this.account(username)?.reportsTo;
    if (!url) return null;
    const form: Record<string, string> = {
      id,
      status,
      phoneNumber: to,
      networkCode: "63902",
      retryCount: "0",
    };
    if (status === "Failed") form.failureReason = "DeliveryFailure";
    if (status === "Rejected") form.failureReason = "UserInBlackList";
    return this.post(url, { ...form, ...over });
  }

  /** Somebody opted out of an alphanumeric sender ID, by the network's own menu. @param phoneNumber `+254…` */
  async optOut(username: string, phoneNumber: string): Promise<number | null> {
    const account = this.account(username);
    const [senderId = "AFRICASTKNG"] = account?.senderIds ?? [];
    return account?.optOutsTo ? this.post(account.optOutsTo, { senderId, phoneNumber }) : null;
  }

  /** Somebody wrote to a short code of the account. @param from `+254…` */
  async incoming(username: string, from: string, text: string): Promise<number | null> {
    const account = this.account(username);
    const message = { from, to: "22384", text, id: crypto.randomUUID(), linkId: crypto.randomUUID() };
    const date = new Date(this.options.now()).toISOString().slice(0, 19).replace("T", " ");
    return account?.incomingTo ? this.post(account.incomingTo, { ...message, date }) : null;
  }

  private post(url: string, form: Record<string, string>): Promise<number> {
    const body = new URLSearchParams(form).toString();
    return this.options.deliver(url, body, { "content-type": "application/x-www-form-urlencoded" });
  }

  private async messaging(request: Request): Promise<Response> {
    this.requests += 1;
    if (request.method !== "POST") return plain(405, "The method is not allowed for the requested URL.");
    if (!/^application\/x-www-form-urlencoded\b/.test(request.headers.get("content-type") ?? ""))
      return plain(415, "Unsupported Media Type");
    if (request.headers.get("accept") !== "application/json") return plain(406, "<AfricasTalkingResponse/>");
    const form = new URLSearchParams(new TextDecoder().decode(await request.arrayBuffer()));
    const wrong = faultOf(form);
    if (wrong !== undefined) return plain(400, wrong);
    const account = this.account(form.get("username") ?? "");
    if (!account || account.apiKey !== request.headers.get("apikey"))
      return plain(401, "The supplied authentication is invalid");
    const fault = this.faults.shift();
    if (fault === "busy") return plain(429, "Too Many Requests");
    if (fault === "lost-before") return this.lose();
    const from = form.get("from");
    if (from !== null && !account.senderIds.includes(from)) return answered("InvalidSenderId", []);
    const numbers = (form.get("to") ?? "").split(",");
    const message = form.get("message") ?? "";
    const recipients = numbers.map((number) => this.take(account, { number, from, message }, fault));
    if (fault === "lost-after") return this.lose();
    if (fault === "bad-gateway-after") return plain(502, "<html>502 Bad Gateway</html>");
    const taken = recipients.filter(({ statusCode }) => statusCode < 200).length;
    const total = recipients.reduce((sum, { cost }) => sum + Number(cost.replace("KES ", "")), 0);
    return answered(
      `Sent to ${taken}/${numbers.length} Total Cost: ${total ? money(total * 100) : "0"}`,
      recipients,
    );
  }

  private take(
    account: SmsAccount,
    { number, from, message }: { number: string; from: string | null; message: string },
    fault: SmsFault | undefined,
  ): Recipient {
    const refused = (statusCode: number, status: string): Recipient => {
      return { statusCode, number, status, cost: "0", messageId: "None" };
    };
    if (!/^\+254[17]\d{8}$/.test(number)) return refused(403, "InvalidPhoneNumber");
    if (fault === "risk-hold") return refused(401, "RiskHold");
    if (fault === "gateway-error") return refused(501, "GatewayError");
    if (fault === "odd") return refused(299, "Thinking");
    if (this.blacklist.has(number)) return refused(406, "UserInBlacklist");
    const messageParts = segmentsOf(message);
    const cents = messageParts * centsPerSegment;
    if (account.balance < cents) return refused(405, "InsufficientBalance");
    account.balance -= cents;
    this.made += 1;
    const id = `ATXid_${this.made.toString(16).padStart(8, "0")}${crypto.randomUUID().replaceAll("-", "").slice(8)}`;
    const { username } = account;
    this.accepted.unshift({ id, username, from, to: number, message, cents, at: this.options.now() });
    return { statusCode: 101, number, status: "Success", cost: money(cents), messageId: id, messageParts };
  }

  /** A connection that breaks before an answer: over HTTP one that comes too late. */
  private async lose(): Promise<Response> {
    const { lostMs } = this.options;
    if (lostMs === undefined) throw new TypeError("the connection was reset");
    await new Promise((resolve) => setTimeout(resolve, lostMs));
    return plain(504, "");
  }

  /** GET: what was accepted, newest first. POST `{fail}`, `{reportsTo, username}`, `{report, id}` or `{from, text?, username}`. */
  private async control(request: Request): Promise<Response> {
    if (request.method === "GET") return Response.json(this.accepted);
    const asked = (await request.json()) as Record<string, string>;
    const fault = smsFaults.find((one) => one === asked.fail);
    if (fault) this.fail(fault);
    const account = this.account(asked.username ?? "");
    if (account && asked.reportsTo) {
      const { reportsTo } = asked;
      Object.assign(account, { reportsTo, optOutsTo: reportsTo, incomingTo: reportsTo });
    }
    if (account && asked.from)
      return Response.json({
        status: asked.text
          ? await this.incoming(account.username, asked.from, asked.text)
          : await this.optOut(account.username, asked.from),
      });
    const about = this.accepted.find(({ id }) => id === asked.id);
    const status = about && asked.report ? await this.report(about, asked.report as ReportStatus) : null;
    return Response.json({ status });
  }
}

/** Words for what this call does not take; undefined where it is right. */
function faultOf(form: URLSearchParams): string | undefined {
  const unknown = [...form.keys()].find((name) => !fields.includes(name));
  if (unknown !== undefined) return `Unknown parameter: ${unknown}`;
  for (const name of ["username", "to", "message"])
    if (!form.get(name)) return `Must have ${name} in your request`;
  return form.get("bulkSMSMode") === "0" ? "bulkSMSMode must be 1 for bulk messages" : undefined;
}

const money = (cents: number) => `KES ${(cents / 100).toFixed(4)}`;

function answered(Message: string, Recipients: Recipient[]): Response {
  return Response.json({ SMSMessageData: { Message, Recipients } }, { status: 201 });
}

function plain(status: number, text: string): Response {
  return new Response(text, { status, headers: { "content-type": "text/html; charset=utf-8" } });
}
