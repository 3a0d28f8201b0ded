import type { PhoneLine, PhoneRequest } from "./phone-line.ts";
import { type Notice, phonePage, REQUESTS_SHOWN, type Shown, signatureOf } from "./phone-page.ts";

/** The PIN of every simulated subscriber; the page says so. */
const PIN = "1234";

/** As a person writes it (07…, 01…, +254…) to 2547…/2541…; undefined when it is no Kenyan mobile number. */
function readNumber(typed: string): string | undefined {
  const digits = typed.replace(/[\s()+-]/g, "");
  const number = /^0?([17]\d{8})$/.exec(digits)?.[1];
  if (number !== undefined) return `254${number}`;
  return /^254[17]\d{8}$/.test(digits) ? digits : undefined;
}

function html(text: string): Response {
  return new Response(text, {
    headers: { "Content-Type": "text/html;charset=UTF-8", "Cache-Control": "no-store" },
  });
}

function backTo(number: string, notice?: Notice): Response {
  const query = new URLSearchParams(notice ? { number, notice } : { number });
  return new Response(null, { status: 303, headers: { Location: `/phone?${query}` } });
}

export type PhoneOptions = { clock: { now(): number }; lines: readonly PhoneLine[] };

/** The handset of every number, by plain forms: whatever network asks for a PIN, it is entered or refused here. */
export class PhoneSimulator {
  readonly #lines: readonly PhoneLine[];
  readonly #clock: PhoneOptions["clock"];

  constructor({ clock, lines }: PhoneOptions) {
    this.#clock = clock;
    this.#lines = lines;
  }

  /** `GET /phone`, `GET /phone/news` and `POST /phone/{line}/{id}`; undefined for every other address. */
  async handle(request: Request): Promise<Response | undefined> {
    const url = new URL(request.url);
    const { pathname } = url;
    if (pathname === "/phone" && request.method === "GET") return this.#show(url);
    if (pathname === "/phone/news" && request.method === "GET") {
      const number = readNumber(url.searchParams.get("number") ?? "");
      return Response.json({ shown: signatureOf(this.#requestsOf(number)) });
    }
    const [, key, id] = /^\/phone\/([^/]+)\/([^/]+)$/.exec(pathname) ?? [];
    const line = this.#lines.find((known) => known.key === key);
    if (line && id !== undefined && request.method === "POST") return await answer(line, id, request);
    return undefined;
  }

  #show(url: URL): Response {
    const typed = url.searchParams.get("number")?.trim() ?? "";
    const number = readNumber(typed);
    const newestFirst = this.#all().map(({ request }) => request.number);
    return html(
      phonePage({
        typed,
        number,
        requests: this.#requestsOf(number),
        knownNumbers: [...new Set(newestFirst)].slice(0, 8),
        notice: url.searchParams.get("notice"),
        now: this.#clock.now(),
      }),
    );
  }

  #requestsOf(number: string | undefined): Shown[] {
    return this.#all()
      .filter(({ request }) => request.number === number)
      .slice(0, REQUESTS_SHOWN);
  }

  /** Newest first. */
  #all(): Shown[] {
    const byTime = (one: { request: PhoneRequest }, other: { request: PhoneRequest }) =>
      other.request.createdAt - one.request.createdAt;
    return this.#lines
      .flatMap((line) => line.requests().map((request) => ({ line, request })))
      .reverse()
      .sort(byTime);
  }
}

async function answer(line: PhoneLine, id: string, request: Request): Promise<Response> {
  const form = new URLSearchParams(await request.text());
  const number = form.get("number") ?? "";
  const pin = form.get("pin") ?? "";
  const cancelled = form.get("action") === "cancel";
  const known = line.requests().find((one) => one.id === id);
  if (known?.isOpen && !cancelled && pin === "") return backTo(number, "no-pin");
  const done = line.answer(id, cancelled ? "cancelled" : pin === PIN ? "paid" : "wrong-pin");
  return done === "done" ? backTo(number) : backTo(number, done);
}
