import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { request as httpsRequest } from "node:https";
import type { AddressInfo } from "node:net";
import type { Ask, Deliver } from "./engine.ts";

/** @param address where the request comes from */
export type Handler = (request: Request, address: string) => Promise<Response | undefined>;
export type Served = { origin: string; close(): Promise<void> };

const ANSWER_WITHIN_MS = 10_000;

async function readRequest(incoming: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const headers = new Headers();
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  const method = incoming.method ?? "GET";
  const url = new URL(incoming.url ?? "/", `http://${incoming.headers.host ?? "127.0.0.1"}`);
  const bodyless = method === "GET" || method === "HEAD";
  return new Request(url, { method, headers, body: bodyless ? null : Buffer.concat(chunks) });
}

async function answer(
  handlers: readonly Handler[],
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const request = await readRequest(incoming);
  let response: Response | undefined;
  for (const handler of handlers) {
    response ??= await handler(request, incoming.socket.remoteAddress ?? "");
  }
  response ??= Response.json({ error: "Nothing is served at this address." }, { status: 404 });
  const body = Buffer.from(await response.arrayBuffer());
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(body);
}

/**
 * Puts handlers on a port of 127.0.0.1 (0 picks a free one): the first that answers wins, else 404. A handler that
 * throws is answered with 500 and shown on standard error.
 */
export async function serveSimulators(options: { port: number; handlers: Handler[] }): Promise<Served> {
  const server = createServer((incoming, outgoing) => {
    answer(options.handlers, incoming, outgoing).catch((error: unknown) => {
      console.error("A simulator failed on", incoming.method, incoming.url, error);
      if (!outgoing.headersSent) outgoing.writeHead(500);
      outgoing.end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

/**
 * Posts over node:http(s) and gives the answer; rejects on a fault or after 10 s. Names that end in `.localhost` go
 * to 127.0.0.1 with their Host header, because Node asks the system's resolver, which may not know them.
 */
export const askOverHttp: Ask = (url, body, headers) =>
  new Promise((resolve, reject) => {
    const target = new URL(url);
    const isLocal = target.hostname.endsWith(".localhost");
    const send = target.protocol === "https:" ? httpsRequest : httpRequest;
    const outgoing = send(
      {
        host: isLocal ? "127.0.0.1" : target.hostname.replace(/^\[|\]$/g, ""),
        port: target.port || (target.protocol === "https:" ? 443 : 80),
        path: `${target.pathname}${target.search}`,
        method: "POST",
        headers: { ...headers, Host: target.host, "Content-Length": Buffer.byteLength(body) },
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
        // A kept connection may be closed by the other side just when it is used again: that would be a fault of its own.
        agent: false,
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
        incoming.once("error", reject);
        incoming.once("end", () =>
          resolve({ status: incoming.statusCode ?? 0, body: Buffer.concat(chunks).toString() }),
        );
      },
    );
    outgoing.once("error", reject);
    outgoing.end(body);
  });

/** As `askOverHttp`, for callbacks: only the status counts. */
export const deliverOverHttp: Deliver = async (url, body, headers) =>
  (await askOverHttp(url, body, headers)).status;
