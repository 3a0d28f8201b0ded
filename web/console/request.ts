import type * as z from "zod";
import type { Endpoint, Refusal } from "#contract/endpoint";
import { language } from "./language.ts";

export type Call = {
  readonly method: Endpoint["method"];
  readonly path: string;
  /** Who may ask it beside the owner. */
  readonly also?: readonly string[];
};

export type Input<E extends Endpoint> = {
  params?: z.input<E["params"]>;
  query?: z.input<E["query"]>;
  body?: z.input<E["body"]>;
};
export type Answer<E extends Endpoint> = z.output<E["answer"]>;

/** `message` is status, colon, body (docs/behaviour/provider-console-calls.md, PC-R2); `sentence` is for the user. */
export class RequestError extends Error {
  override readonly name = "RequestError";
  readonly status: number;
  readonly sentence: string;
  readonly code: string;
  /** What the server's log lines of this request carry; empty where the refusal is not the server's. */
  readonly requestId: string;
  /** Which sentence it is. */
  readonly reason: string;
  /** Which fields of the body it is about, each with its sentence. */
  readonly fields: NonNullable<Refusal["fields"]>;

  constructor(status: number, text: string) {
    super(`${status}: ${text}`);
    this.status = status;
    const refusal = readRefusal(text);
    this.sentence = refusal.message;
    this.code = refusal.code;
    this.requestId = refusal.requestId;
    this.reason = refusal.reason;
    this.fields = refusal.fields ?? [];
  }
}

function readRefusal(text: string): Pick<Refusal, "message" | "code" | "reason" | "requestId" | "fields"> {
  try {
    const body: Partial<Refusal> | null = JSON.parse(text);
    if (body?.message && body.code) {
      const { message, code, reason = "", requestId = "", fields = [] } = body;
      return { message, code, reason, requestId, fields };
    }
  } catch (cause) {
    // A proxy's page, not our refusal.
    if (!(cause instanceof SyntaxError)) throw cause;
  }
  return { message: "", code: "", reason: "", requestId: "" };
}

/** Told when a call answers 401: the session is over. Log-in itself never counts. */
type Listener = () => void;
const onEnd = new Set<Listener>();
export function onSessionEnd(listener: Listener): () => void {
  onEnd.add(listener);
  return () => onEnd.delete(listener);
}

/** Resolves with whether the password was given. */
type PasswordPrompt = () => Promise<boolean>;
let promptForPassword: PasswordPrompt | null = null;
export function onPasswordNeeded(ask: PasswordPrompt): () => void {
  promptForPassword = ask;
  return () => {
    promptForPassword = null;
  };
}

/** Where a call goes, with its parameters in the path and its query behind it. */
export function addressOf(call: Call, input: { params?: object; query?: object } = {}): string {
  const values = (input.params ?? {}) as Record<string, unknown>;
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {}))
    if (value !== undefined && value !== null && value !== "") query.set(name, String(value));
  const text = query.toString();
  return text === "" ? path : `${path}?${text}`;
}

/** One page of a list and how many rows there are in all. */
export type Listed<T> = { rows: T; total: number };

/** Repeated once after the password was confirmed. */
async function send(
  call: Call,
  input: { params?: object; query?: object; body?: unknown },
  key?: string,
): Promise<Response> {
  try {
    return await sendOnce(call, input, key);
  } catch (cause) {
    const isAsked =
      cause instanceof RequestError && cause.code === "reauthenticate" && promptForPassword !== null;
    if (!isAsked || !(await promptForPassword?.())) throw cause;
    return sendOnce(call, input, key);
  }
}

async function sendOnce(
  call: Call,
  input: { params?: object; query?: object; body?: unknown },
  key?: string,
): Promise<Response> {
  // The server answers in the language chosen here, not in the browser's.
  const headers = new Headers({ "accept-language": language() });
  if (input.body !== undefined) headers.set("content-type", "application/json");
  if (key) headers.set("idempotency-key", key);
  const response = await fetch(addressOf(call, input), {
    method: call.method,
    credentials: "include",
    headers,
    ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
  });
  if (response.ok) return response;
  const error = new RequestError(response.status, (await response.text()) || response.statusText);
  if (response.status === 401 && error.code === "not_signed_in") for (const listener of onEnd) listener();
  throw error;
}

/** @param key Idempotency-Key of calls that create money, vouchers or time @throws RequestError when refused; TypeError when not reached */
export async function request<E extends Endpoint>(
  call: Call,
  input: Input<E> = {},
  key?: string,
): Promise<Answer<E>> {
  const response = await send(call, input as object, key);
  return JSON.parse(await response.text()) as Answer<E>;
}

/** The calls of a contract, by their names. */
export type Endpoints<Contract> = {
  [Name in keyof Contract as Contract[Name] extends Endpoint ? Name : never]: Contract[Name] extends Endpoint
    ? Contract[Name]
    : never;
};
export type NameIn<Contract> = keyof Endpoints<Contract> & string;
export type CallOf<Contract, Name extends NameIn<Contract>> = Endpoints<Contract>[Name] extends Endpoint
  ? Endpoints<Contract>[Name]
  : never;

export function callNamed(calls: Readonly<Record<string, Call>>, name: string): Call {
  const call = calls[name];
  if (!call) throw new Error(`this console has no call ${name}`);
  return call;
}

export type CallApi<Contract> = <Name extends NameIn<Contract>>(
  name: Name,
  input?: Input<CallOf<Contract, Name>>,
  key?: string,
) => Promise<Answer<CallOf<Contract, Name>>>;

/** One call by its name, as pages make it that load nothing else of a console. */
export function callApiOf<Contract>(calls: Readonly<Record<string, Call>>): CallApi<Contract> {
  return <Name extends NameIn<Contract>>(
    name: Name,
    input: Input<CallOf<Contract, Name>> = {},
    key?: string,
  ) => request<CallOf<Contract, Name>>(callNamed(calls, name), input, key);
}

/** The same for a list, with the number of all its rows (`X-Total-Count`). */
export async function requestList<E extends Endpoint>(
  call: Call,
  input: Input<E> = {},
): Promise<Listed<Answer<E>>> {
  const response = await send(call, input as object);
  const rows = JSON.parse(await response.text()) as Answer<E>;
  const total = response.headers.get("x-total-count");
  return { rows, total: total === null ? (rows as unknown[]).length : Number(total) };
}

/** The same for a file; the browser may keep a large one on disk. @throws TypeError, too, where it broke off on its way */
export async function requestFile<E extends Endpoint>(call: Call, input: Input<E> = {}): Promise<Blob> {
  const response = await send(call, input as object);
  return response.blob();
}

/** 128 random bits in hex. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What was read for a console that is not there yet, by the keys of its queries. */
export const readAhead: { queryKey: readonly [path: string, query: string]; data: unknown }[] = [];
