import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { escapeHtml } from "#contract/values/html";
import { addressTowards } from "../commands/own-address.ts";
import { isLoopbackIpv4, isPrivateIpv4, parseIpv4 } from "../ipv4.ts";
import type { Log } from "../log.ts";

/** Where a router leads what its blocked lines ask of the web without encryption. */
export type PagePlace = { address: string; port: number };

/** A page is one short text: slow clients and many at a time are cut. */
const limits = {
  headersTimeout: 3_000,
  requestTimeout: 3_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 4_096,
  keepAlive: false,
};
const mostConnections = 128;
const quietMs = 5_000;

/** No port is opened to the internet: a router that is reached over it has no page. */
export function isOfSite(address: string): boolean {
  const number = parseIpv4(address);
  return number !== undefined && (isPrivateIpv4(number) || isLoopbackIpv4(number));
}

type Opened = { server: Server; isListening: Promise<boolean>; heard: number };

/**
 * Says to who is blocked that the line is, and how it is paid. It knows nothing of a line but whose router it stands at: the page is
 * the same for all, but for the provider's portal, where it leads on. Plain HTTP/1, towards routers of this bridge alone; a method, a path, a body and a host that are asked for
 * change nothing, and nothing is handed on.
 */
export class BlockedPage {
  readonly #port: number;
  readonly #log: Log;
  readonly #opened = new Map<string, Opened>();
  /** By the address of the router, which is what connections come from. */
  readonly #portals = new Map<string, string>();
  #isStopped = false;

  constructor(port: number, log: Log) {
    this.#port = port;
    this.#log = log;
  }

  /** Opens it towards this router. Null where that cannot be. @param portal its provider's, to which the page leads on */
  async placeFor(routerHost: string, portal: string | undefined): Promise<PagePlace | null> {
    if (this.#isStopped) return null;
    if (portal !== undefined) this.#portals.set(routerHost, portal);
    const address = await addressTowards(routerHost).catch(() => "");
    if (!isOfSite(address)) return null;
    const opened = this.#opened.get(address) ?? this.#open(address);
    if (!(await opened.isListening)) return null;
    const bound = opened.server.address();
    return bound !== null && typeof bound === "object" ? { address, port: bound.port } : null;
  }

  /** How many connections came in at this address of ours. */
  heardAt(address: string): number {
    return this.#opened.get(address)?.heard ?? 0;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const { server } of this.#opened.values()) {
      server.close();
      server.closeAllConnections();
    }
    this.#opened.clear();
  }

  /** Of several providers' routers the one that the connection comes from; undefined where the address names none. */
  #portalOf({ socket: { remoteAddress = "" } }: IncomingMessage): string | undefined {
    const all = new Set(this.#portals.values());
    return all.size === 1 ? [...all][0] : this.#portals.get(remoteAddress);
  }

  #open(address: string): Opened {
    const server = createServer(limits, (request, response) =>
      serve(request, response, this.#portalOf(request)),
    );
    server.maxConnections = mostConnections;
    server.setTimeout(quietMs, (socket) => socket.destroy());
    server.on("connect", (_request, socket) => socket.destroy());
    server.on("upgrade", (_request, socket) => socket.destroy());
    server.on("clientError", (_error, socket) => socket.destroy());
    const isListening = new Promise<boolean>((resolve) => {
      server.once("listening", () => resolve(true));
      server.once("error", ({ message }) => {
        this.#log("blocked_page.error", { message });
        this.#opened.delete(address);
        resolve(false);
      });
    });
    const opened: Opened = { server, isListening, heard: 0 };
    server.on("connection", () => {
      opened.heard += 1;
    });
    this.#opened.set(address, opened);
    server.listen(this.#port, address);
    return opened;
  }
}

const texts = {
  en: {
    title: "This internet line is blocked",
    pay: "How to pay",
    how: "It is back at once when it is paid: open the link in the last message from your provider, or type your account number in the M-Pesa menu.",
  },
  sw: {
    title: "Laini hii ya intaneti imefungwa",
    pay: "Jinsi ya kulipa",
    how: "Inarudi mara tu inapolipiwa: fungua kiungo kilicho kwenye ujumbe wa mwisho wa mtoa huduma wako, au andika nambari yako ya akaunti kwenye menyu ya M-Pesa.",
  },
};

const style =
  "body{margin:0;font:18px/1.5 system-ui,sans-serif;background:#f4f6f5;color:#14201a}main{max-width:26rem;margin:0 auto;padding:24px 16px}h1{font-size:24px}a{display:block;padding:12px;border-radius:10px;background:#0b6b43;color:#fff;text-align:center}@media (prefers-color-scheme:dark){body{background:#101613;color:#e8efeb}}";

/** What is asked for at the portal: nothing that the page has of it but where it is. */
const addressAt = (portal: string) => `${/:\d+$/.test(portal) ? "http" : "https"}://${portal}/my`;

function pageOf(portal: string | undefined): string {
  const sections = Object.entries(texts).map(([language, { title, how, pay }]) => {
    const link =
      portal === undefined
        ? ""
        : `<p><a href="${escapeHtml(addressAt(portal))}?lang=${language}">${escapeHtml(pay)}</a></p>`;
    return `<section lang="${language}"><h1>${escapeHtml(title)}</h1><p>${escapeHtml(how)}</p>${link}</section>`;
  });
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${texts.en.title}</title><style>${style}</style></head><body><main>`,
    ...sections,
    "</main></body></html>",
  ].join("");
}

/** Not 200: no program takes it for what it asked for, and none keeps it. */
function serve(request: IncomingMessage, response: ServerResponse, portal: string | undefined): void {
  const page = pageOf(portal);
  response.writeHead(511, {
    "content-type": "text/html; charset=utf-8",
    "content-length": Buffer.byteLength(page),
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    connection: "close",
  });
  response.end(request.method === "HEAD" ? undefined : page);
  // A body that is still being sent is not read.
  response.once("finish", () => request.socket.destroySoon());
}
