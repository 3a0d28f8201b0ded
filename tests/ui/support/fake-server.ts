import type * as z from "zod";
import { type Endpoint, Refusal } from "#contract/endpoint";
import { endpoints } from "#contract/index";
import { fieldFaults } from "#contract/said";
import { textIn } from "#contract/texts";

// The network of a rendered page. Requests and answers both go through the contract's schemas: what the worker would refuse with a
// sentence about a field is refused here in its words, what only a program's author could mend is a fault, and a test cannot answer
// what the worker would never say. A call without an answer is a fault.

/** A call as it arrived; `body` as it was sent, before the schema's defaults. */
export type Asked = {
  name: string;
  path: string;
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
  key: string | null;
  language: string | null;
};

type Reply = { status: number; body: string; total?: number };

/** A refusal with its sentence; without one a status alone, as a proxy gives it. */
export function refusal(
  status: number,
  message = "",
  code = "refused",
  reason = "",
  fields: Refusal["fields"] = undefined,
): Refused {
  return new Refused({
    status,
    body:
      message === ""
        ? ""
        : JSON.stringify(
            Refusal.parse({ code, message, error: message, reason, params: {}, requestId: "", fields }),
          ),
  });
}
/** The network is away. */
export const unreachable = (): never => {
  throw new TypeError("Failed to fetch");
};
class Refused {
  readonly reply: Reply;
  constructor(reply: Reply) {
    this.reply = reply;
  }
}
/** Some rows of a list that has `total`. */
export function pageOf<T>(rows: T[], total: number): Part<T> {
  return new Part(rows, total);
}
class Part<T> {
  readonly rows: T[];
  readonly total: number;
  constructor(rows: T[], total: number) {
    this.rows = rows;
    this.total = total;
  }
}

type Value<E extends Endpoint> =
  | z.output<E["answer"]>
  | Refused
  | (z.output<E["answer"]> extends (infer Row)[] ? Part<Row> : never);
type Given<E extends Endpoint> = Value<E> | ((asked: Asked) => Value<E> | Promise<Value<E>>);

let answers = new Map<string, Given<Endpoint>>();
let faults: string[] = [];
/** Every call in order. */
export let asked: Asked[] = [];

/** What a call answers from now on: a value, or a function of what was asked. */
export function answer<E extends Endpoint>(endpoint: E, given: Given<E>): void {
  answers.set(endpoint.name, given as Given<Endpoint>);
}

/** The same where the test has said nothing of it. */
export function answerUsually<E extends Endpoint>(endpoint: E, given: Given<E>): void {
  if (!answers.has(endpoint.name)) answer(endpoint, given);
}

/** Answers when told; before that the page waits. */
export function held<E extends Endpoint>(endpoint: E, given: Value<E>): () => void {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  answer(endpoint, (async () => {
    await released;
    return given;
  }) as Given<E>);
  return () => release();
}

/** What was sent to a call, oldest first. */
export function sentTo(endpoint: Endpoint): Asked[] {
  return asked.filter(({ name }) => name === endpoint.name);
}
export const bodiesOf = (endpoint: Endpoint): unknown[] => sentTo(endpoint).map(({ body }) => body);

const routes = endpoints.map((endpoint) => ({
  endpoint,
  pattern: new RegExp(`^${endpoint.path.replace(/:(\w+)(\{[^}]*\})?/g, "(?<$1>[^/]+)")}$`),
}));
// A path without parameters goes before one with: `/users/active` is no user.
routes.sort((a, b) => Number(a.endpoint.path.includes(":")) - Number(b.endpoint.path.includes(":")));

function find(method: string, path: string): { endpoint: Endpoint; params: Record<string, string> } | null {
  for (const { endpoint, pattern } of routes) {
    const match = endpoint.method === method ? pattern.exec(path) : null;
    if (!match) continue;
    const params = Object.entries(match.groups ?? {}).map(([name, text]) => [name, decodeURIComponent(text)]);
    return { endpoint, params: Object.fromEntries(params) };
  }
  return null;
}

async function fakeFetch(address: RequestInfo | URL, options: RequestInit = {}): Promise<Response> {
  const { pathname, searchParams } = new URL(String(address), window.location.href);
  const method = options.method ?? "GET";
  const found = find(method, pathname);
  const given = found ? answers.get(found.endpoint.name) : undefined;
  if (!found) return fault(`there is no call ${method} ${pathname}`);
  const { endpoint, params } = found;
  const call: Asked = {
    name: endpoint.name,
    path: pathname,
    params,
    query: Object.fromEntries(searchParams),
    body: typeof options.body === "string" ? JSON.parse(options.body) : undefined,
    key: new Headers(options.headers).get("idempotency-key"),
    language: new Headers(options.headers).get("accept-language"),
  };
  for (const part of ["params", "query", "body"] as const) {
    const { error } = endpoint[part].safeParse(call[part] ?? {}, { reportInput: true });
    if (!error) continue;
    const faults = fieldFaults(error.issues);
    if (part !== "body" || faults.some(({ text }) => withoutSentence.includes(text.say)))
      return fault(`${endpoint.name} got a ${part} that it refuses: ${error}`);
    const language = call.language === "sw" ? "sw" : "en";
    const fields = faults.map(({ path, text }) => ({ path, text: textIn(language, text) }));
    return respond(refusal(400, fields[0]?.text, "invalid", faults[0]?.text.say, fields).reply);
  }
  if (given === undefined) return fault(`no answer was given to ${method} ${pathname}`);
  asked.push(call);
  if (endpoint.idempotent && call.key === null) return fault(`${endpoint.name} came without Idempotency-Key`);
  const value = typeof given === "function" ? await given(call) : given;
  return respond(value instanceof Refused ? value.reply : replyOf(endpoint, value));
}

/** What is said of a field that has no sentence of its own. */
const withoutSentence = ["not_taken", "fill_in", "fill_in_all", "check_field", "check_input"];

function replyOf(endpoint: Endpoint, value: unknown): Reply {
  const rows = value instanceof Part ? value.rows : value;
  const parsed = endpoint.answer.safeParse(rows);
  if (!parsed.success) throw fault(`${endpoint.name} cannot answer this: ${parsed.error}`);
  const total =
    value instanceof Part ? { total: value.total } : Array.isArray(rows) ? { total: rows.length } : {};
  return { status: 200, body: JSON.stringify(parsed.data), ...total };
}

function respond({ status, body, total }: Reply): Response {
  const headers = total === undefined ? {} : { "x-total-count": String(total) };
  return new Response(body, { status, headers });
}

function fault(text: string): never {
  faults.push(text);
  throw new Error(text);
}

/** Before each test: nothing is answered yet. */
export function startServer(): void {
  answers = new Map();
  faults = [];
  asked = [];
  globalThis.fetch = fakeFetch;
}

/** After each test: what went wrong on the way. */
export function faultsOfServer(): string[] {
  return faults;
}
