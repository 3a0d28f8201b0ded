import { connect, type Socket } from "node:net";
import { encodeWord, readAttributes, readReply, SentenceReader } from "../../bridge/sentences.ts";

/** A sentence as it went, and when: milliseconds since the line was opened. */
export type Said = { ms: number; from: "us" | "router"; words: string[] };

/** @property kinds of its replies, in order @property trap what the router refused it with; null = done */
export type Answer = {
  rows: Record<string, string>[];
  ret: string | null;
  kinds: string[];
  trap: string | null;
  ms: number;
};

/** Longer than the slowest board takes for the largest of our questions. */
const patienceMs = 30_000;
/** What nobody else may read in a file that is committed. */
const hidden = /^=(password|mac-auth-password)=./;
/** Whose device it was is nobody's business either. */
const macs = /\b(?:[0-9A-F]{2}:){5}([0-9A-F]{2})\b/gi;

/** A connection of the RouterOS API that writes down every sentence, both ways. */
export class RouterLine {
  readonly transcript: Said[] = [];
  private readonly socket: Socket;
  private readonly reader = new SentenceReader();
  private readonly open = new Map<string, { replies: string[][]; done(): void; fail(cause: Error): void }>();
  private readonly began = performance.now();
  private count = 0;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.setNoDelay(true);
    socket.on("data", (chunk) => {
      for (const words of this.reader.push(chunk)) this.heard(words);
    });
    const end = (cause: Error) => {
      for (const { fail } of this.open.values()) fail(cause);
    };
    socket.on("error", end);
    socket.on("close", () => end(new Error("the router closed the connection")));
  }

  /** @throws Error with what the router says */
  static async logIn(at: {
    host: string;
    port: number;
    user: string;
    password: string;
  }): Promise<RouterLine> {
    const socket = connect({ host: at.host, port: at.port });
    await new Promise<void>((resolve, reject) => socket.once("connect", resolve).once("error", reject));
    const line = new RouterLine(socket);
    const { trap } = await line.ask("/login", `=name=${at.user}`, `=password=${at.password}`);
    if (trap !== null) throw new Error(`the router does not let ${at.user} in: ${trap}`);
    return line;
  }

  close(): void {
    this.socket.destroy();
  }

  /** Never rejects for what the router refuses. @throws Error where it does not answer */
  async ask(...words: string[]): Promise<Answer> {
    this.count += 1;
    const tag = String(this.count);
    const began = performance.now();
    const sentence = [...words, `.tag=${tag}`];
    this.note("us", sentence);
    const replies = await new Promise<string[][]>((resolve, reject) => {
      const timer = setTimeout(() => fail(new Error(`no answer to ${words[0]} in 30 s`)), patienceMs);
      const end = () => {
        clearTimeout(timer);
        this.open.delete(tag);
      };
      const fail = (cause: Error) => {
        end();
        reject(cause);
      };
      const heard: string[][] = [];
      const done = () => {
        end();
        resolve(heard);
      };
      this.open.set(tag, { replies: heard, done, fail });
      this.socket.write(Buffer.concat([...sentence, ""].map(encodeWord)));
    });
    return { ...answerOf(replies), ms: Math.round(performance.now() - began) };
  }

  /** Rows of a print; none where the router refuses. */
  async rows(...words: string[]): Promise<Record<string, string>[]> {
    return (await this.ask(...words)).rows;
  }

  private heard(words: string[]): void {
    this.note("router", words);
    const { kind, tag } = readReply(words);
    const command = tag === undefined ? undefined : this.open.get(tag);
    if (kind === "!fatal")
      for (const { fail } of this.open.values()) fail(new Error(words.slice(1).join(" ")));
    command?.replies.push(words);
    if (kind === "!done") command?.done();
  }

  private note(from: Said["from"], words: string[]): void {
    this.transcript.push({ ms: Math.round(performance.now() - this.began), from, words: shown(words) });
  }
}

/** As a sentence is written down; once more leaves it as it is. */
export const shown = (words: readonly string[]): string[] =>
  words.map((word) =>
    hidden.test(word) ? `${word.slice(0, word.indexOf("=", 1))}=…` : word.replaceAll(macs, "…:$1"),
  );

function answerOf(replies: readonly string[][]): Omit<Answer, "ms"> {
  const read = replies.map((words) => ({
    kind: words[0] ?? "",
    row: readAttributes(readReply(words).words),
  }));
  const trap = read.find(({ kind }) => kind === "!trap");
  return {
    rows: read.filter(({ kind }) => kind === "!re").map(({ row }) => row),
    ret: read.find(({ kind }) => kind === "!done")?.row.ret ?? null,
    kinds: read.map(({ kind }) => kind),
    trap: trap ? (trap.row.message ?? "refused without a word") : null,
  };
}
