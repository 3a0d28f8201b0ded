import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { mailboxPage } from "./mailbox-page.ts";

// A provider of letters, as the product hands them over: POST /mail, JSON, bearer token. What it took can be read at /mailbox
// (a page), and by tests at /control/mail, where `{"isDown": true}` makes it refuse every letter.

export type Letter = {
  /** The Idempotency-Key it came with. */
  key: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  /** UTC ms. */
  at: number;
};

export type MailboxOptions = {
  token: string;
  now: () => number;
  /** Kept there between starts; absent = in memory only. */
  path?: string;
};

const fields = ["from", "to", "subject", "text"] as const;
const mostLetters = 500;

export class MailboxSimulator {
  private letters: Letter[];
  private isDown = false;
  private readonly options: MailboxOptions;

  constructor(options: MailboxOptions) {
    this.options = options;
    const { path } = options;
    this.letters = path && existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Letter[]) : [];
  }

  /** Undefined for an address that is none of its own. */
  async handle(request: Request): Promise<Response | undefined> {
    const { pathname } = new URL(request.url);
    if (pathname === "/mail") return this.take(request);
    if (pathname === "/mailbox" && request.method === "GET") return mailboxPage(this.letters);
    if (pathname === "/control/mail" && request.method === "POST") return this.turn(request);
    if (pathname === "/control/mail") return Response.json(this.letters);
    return undefined;
  }

  private async turn(request: Request): Promise<Response> {
    const { isDown } = readObject(await request.text()) ?? {};
    if (typeof isDown !== "boolean") return refusal(400, "isDown is true or false.");
    this.isDown = isDown;
    return Response.json({ isDown });
  }

  private async take(request: Request): Promise<Response> {
    if (this.isDown) return refusal(503, "No letters are taken now.");
    if (request.method !== "POST") return refusal(405, "Letters are handed over with POST.");
    if (request.headers.get("authorization") !== `Bearer ${this.options.token}`)
      return refusal(401, "The token is wrong.");
    if (request.headers.get("content-type") !== "application/json")
      return refusal(415, "A letter is application/json.");
    const key = request.headers.get("idempotency-key") ?? "";
    const read = readLetter(await request.text());
    if (typeof read === "string") return refusal(422, read);
    if (key === "") return refusal(400, "Idempotency-Key is missing.");
    // The same letter again is the same letter.
    if (!this.letters.some((known) => known.key === key)) this.keep({ key, ...read, at: this.options.now() });
    return Response.json({ id: key }, { status: 202 });
  }

  private keep(letter: Letter): void {
    this.letters = [letter, ...this.letters].slice(0, mostLetters);
    if (this.options.path) writeFileSync(this.options.path, JSON.stringify(this.letters));
  }
}

function refusal(status: number, error: string): Response {
  return Response.json({ error }, { status });
}

function readObject(text: string): Record<string, unknown> | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null && !Array.isArray(body) ? { ...body } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** A sentence for what is no letter. What a head consists of has no line breaks, and `to` is one address. */
function readLetter(text: string): Pick<Letter, (typeof fields)[number]> | string {
  const body = readObject(text);
  if (!body) return "A letter is a JSON object.";
  const unknown = Object.keys(body).filter((name) => !fields.some((field) => field === name));
  if (unknown.length > 0) return `Unknown: ${unknown.join(", ")}.`;
  const { from, to, subject, text: content } = body;

  for (const [name, value] of Object.entries({ from, to, subject }))
    if (typeof value !== "string" || value === "" || /\p{Cc}/u.test(value))
      return `"${name}" is a text of one line.`;
  if (!/^[^\s@,]+@[^\s@,]+\.[^\s@,]+$/.test(String(to))) return '"to" is one address.';
  if (!/^([^\s@<>]+@[^\s@<>]+|[^<>]+<[^\s@<>]+@[^\s@<>]+>)$/.test(String(from)))
    return '"from" is an address, or a name and <an address>.';
  if (typeof content !== "string" || content === "") return '"text" is a text.';
  return { from: String(from), to: String(to), subject: String(subject), text: content };
}
