import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { minuteMs } from "#contract/values/time";
import { hopHost } from "#contract/values/voucher-link";
import type { OfflineRedemption, Refusal, TypedCode } from "./agent/redeem-offline.ts";
import type { Clock } from "./clock.ts";
import { addressTowards } from "./commands/own-address.ts";
import type { Log } from "./log.ts";
import { donePage, formPage } from "./voucher-page/html.ts";
import { languageOf, words } from "./voucher-page/words.ts";

export type VoucherPageParts = {
  port: number;
  clock: Clock;
  log: Log;
  /** Addresses of the routers for which somebody may come with a code now. */
  hosts(): string[];
  redeem(typed: TypedCode): Promise<OfflineRedemption>;
};

const lookEveryMs = 5_000;
/** Whoever guesses is answered slowly; a right code is not. */
const slowedMs = 3_000;
const mostBytes = 4_096;
/** Deadlines are looked at with each check of the connections. */
const limits = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 8_192,
};
/** Wrong codes; the other refusals say nothing of a code. */
const isWrong: ReadonlySet<Refusal> = new Set(["not_a_code", "unknown", "used", "expired", "returned"]);

/** A GIF of one transparent pixel: by it the router's own page finds out whether this one is there. */
const pixel = Buffer.from("R0lGODlhAQABAIAAAAAAAAAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==", "base64");

/** Redeems offline vouchers while the internet is away: plain http, towards the routers alone, while there is a voucher. */
export class VoucherPage {
  readonly #parts: VoucherPageParts;
  readonly #servers = new Map<string, Server>();
  readonly #tries: Tries;
  #lookAt = Number.NEGATIVE_INFINITY;
  #looking = false;
  #isStopped = false;
  /** Why the page could not be opened the last time. */
  #trouble = "";

  constructor(parts: VoucherPageParts) {
    this.#parts = parts;
    this.#tries = new Tries(() => parts.clock.monotonic());
  }

  tick(): void {
    const now = this.#parts.clock.monotonic();
    if (this.#isStopped || this.#looking || now < this.#lookAt) return;
    this.#lookAt = now + lookEveryMs;
    this.#looking = true;
    void this.#look().finally(() => {
      this.#looking = false;
    });
  }

  hurry(): void {
    this.#lookAt = Number.NEGATIVE_INFINITY;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const address of [...this.#servers.keys()]) this.#close(address);
  }

  async #look(): Promise<void> {
    const wanted = new Set<string>();
    for (const host of new Set(this.#parts.hosts())) {
      try {
        wanted.add(await addressTowards(host));
      } catch {
        // No way to that router now: its visitors cannot come either.
      }
    }
    if (this.#isStopped) return;
    for (const address of [...this.#servers.keys()]) if (!wanted.has(address)) this.#close(address);
    for (const address of wanted) if (!this.#servers.has(address)) this.#open(address);
  }

  #open(address: string): void {
    const { port, log } = this.#parts;
    const server = createServer(limits);
    server.maxConnections = 64;
    server.on("request", (request, response) => {
      void this.#serve(request, response).catch((error: unknown) => {
        log("page.error", { message: error instanceof Error ? error.message : String(error) });
        if (!response.headersSent) response.writeHead(500);
        response.end();
      });
    });
    server.on("error", ({ message }) => {
      // Tried again and again: said once.
      if (message !== this.#trouble) log("page.error", { message });
      this.#trouble = message;
      if (this.#servers.get(address) === server) this.#servers.delete(address);
    });
    server.listen(port, address, () => {
      this.#trouble = "";
      log("page.open", { message: `${address}:${port}` });
    });
    this.#servers.set(address, server);
  }

  #close(address: string): void {
    const server = this.#servers.get(address);
    this.#servers.delete(address);
    server?.close();
    server?.closeAllConnections();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = URL.parse(request.url ?? "", "http://bridge");
    const language = (chosen: string | null) => languageOf(chosen, request.headers["accept-language"]);
    if (request.method === "GET" && url?.pathname === "/here.gif") {
      response.writeHead(200, { "content-type": "image/gif", "cache-control": "no-store" }).end(pixel);
    } else if (request.method === "GET" && url?.pathname === "/") {
      const { searchParams } = url;
      const values = { ...fields(searchParams), code: codeIn(searchParams.get("dst")) };
      answer(response, 200, formPage(language(searchParams.get("lang")), values, null));
    } else if (request.method === "POST" && url?.pathname === "/redeem") {
      const body = await bodyOf(request);
      if (body === null) answer(response, 413, "");
      else await this.#redeem(request, response, new URLSearchParams(body), language);
    } else answer(response, 404, "");
  }

  async #redeem(
    request: IncomingMessage,
    response: ServerResponse,
    form: URLSearchParams,
    languageFor: (chosen: string | null) => "en" | "sw",
  ): Promise<void> {
    const address = (request.socket.remoteAddress ?? "").replace(/^::ffff:/, "");
    const language = languageFor(form.get("lang"));
    const values = { ...fields(form), code: (form.get("code") ?? "").slice(0, 64) };
    const said = await this.#parts.redeem({ ...values, address });
    if (said.kind === "redeemed") {
      answer(response, 200, donePage(language, said, onwardTo(values.dst)));
      return;
    }
    const { refusals, tooMany } = words[language];
    const sentence = refusals[said.why];
    if (!isWrong.has(said.why) || !this.#tries.isTooMany(address)) {
      answer(response, said.why === "later" ? 503 : 400, formPage(language, values, sentence));
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, slowedMs).unref());
    answer(response, 429, formPage(language, values, `${sentence} ${tooMany}`));
  }
}

function fields(from: URLSearchParams): { routerId: string; mac: string; dst: string } {
  const field = (name: string, most: number) => (from.get(name) ?? "").slice(0, most);
  // The router's own page cannot write an address into a field but in the form that is fit for addresses.
  const dst = field("dst", 1_000) || unescaped(field("dstEsc", 1_000));
  return { routerId: field("routerId", 80), mac: field("mac", 40), dst };
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

/** The code of a scanned card, which the router hands on with what the phone had asked for. */
function codeIn(dst: string | null): string {
  const url = URL.parse(dst ?? "");
  return url?.hostname === hopHost ? (url.searchParams.get("code") ?? "").slice(0, 20) : "";
}

/** Where the visitor wanted to go, if that is a page of the web. */
function onwardTo(dst: string): string | null {
  const url = URL.parse(dst);
  return url && /^https?:$/.test(url.protocol) && url.hostname !== hopHost ? url.href : null;
}

/** Null where it is longer than any form of ours. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > mostBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function answer(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "content-security-policy":
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    connection: "close",
  });
  response.end(html);
}

const windowMs = 10 * minuteMs;
const mostByDevice = 5;
const mostByAll = 60;

/** Wrong codes of the last ten minutes, by device and in total. Right ones are not counted, so a guesser slows only itself. */
class Tries {
  readonly #now: () => number;
  #wrong: { address: string; at: number }[] = [];

  /** @param now monotonic milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Counts one; says whether there were too many. */
  isTooMany(address: string): boolean {
    const now = this.#now();
    this.#wrong = this.#wrong.filter(({ at }) => at > now - windowMs).slice(-10_000);
    this.#wrong.push({ address, at: now });
    const own = this.#wrong.filter((one) => one.address === address).length;
    return own > mostByDevice || this.#wrong.length > mostByAll;
  }
}
