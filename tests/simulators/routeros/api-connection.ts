/** One TCP connection of the API: log-in, commands that run side by side, `/cancel`, `/quit`, and the faults. */

import type { Socket } from "node:net";
import { ApiLogin } from "./api-login.ts";
import { isStream, type ReplySentence, trapReply } from "./commands.ts";
import { parseDuration } from "./duration.ts";
import { type BrokenReply, type Faults, takeBroken } from "./faults.ts";
import { encodeSentence, FramingError, SentenceReader } from "./framing.ts";
import type { Row } from "./query.ts";
import { ReplyWriter } from "./reply-writer.ts";
import { RowWatch } from "./row-watch.ts";
import { type Command, parseCommand, replyWords } from "./sentence.ts";
import type { ApiUser } from "./settings.ts";
import { badValue, interrupted, Trap } from "./trap.ts";

/** What a connection needs of its router. */
export interface ConnectionOwner {
  readonly faults: Faults;
  readonly users: readonly ApiUser[];
  /** The sentences that answer; refusals are answers, too. */
  answer(command: Command, account: ApiUser, connection: number): ReplySentence[];
  /** Rows for a stream. Throws a Trap. */
  rows(command: Command, account: ApiUser): Row[];
  /** Calls back after every change; gives the way to stop. */
  watch(changed: () => void): () => void;
  loggedIn(success: boolean): void;
}

interface Running {
  readonly tag: string | null;
  stop(): void;
}

/** A router cuts off who sends more before log-in; the manual gives no number. */
const mostBeforeLogin = 8192;
const lateMs = 10;

export class ApiConnection {
  readonly #socket: Socket;
  readonly #owner: ConnectionOwner;
  readonly #number: number;
  readonly #writer: ReplyWriter;
  readonly #reader = new SentenceReader();
  readonly #login: ApiLogin;
  readonly #running = new Set<Running>();
  #account: ApiUser | null = null;

  constructor(socket: Socket, owner: ConnectionOwner, number: number) {
    this.#socket = socket;
    this.#owner = owner;
    this.#number = number;
    this.#writer = new ReplyWriter(socket, () => owner.faults);
    this.#login = new ApiLogin(owner.users);
    socket.on("data", (chunk: Buffer) => this.#received(chunk));
    socket.on("close", () => this.#stopAll());
  }

  #received(chunk: Buffer): void {
    try {
      for (const words of this.#reader.push(chunk)) this.#sentence(words);
    } catch (error) {
      if (!(error instanceof FramingError)) throw error;
      this.#socket.destroy();
    }
    if (this.#account === null && this.#reader.pendingBytes > mostBeforeLogin) this.#socket.destroy();
  }

  #sentence(words: string[]): void {
    const command = parseCommand(words);
    if (command.path === "/login") this.#logIn(command);
    else if (command.path === "/quit") this.#fatal("session terminated on request");
    else if (this.#account === null) this.#fatal("not logged in");
    else if (command.path === "/cancel") this.#cancel(command);
    else if (command.path.startsWith("#")) this.#send(command, this.#commentReply());
    else this.#command(command, this.#account);
  }

  /** Some clients keep the line alive with a sentence "#"; a command without data says `!empty` like any other. */
  #commentReply(): ReplySentence[] {
    const done: ReplySentence = { kind: "!done", attributes: {} };
    return this.#owner.faults.empty === "off" ? [done] : [{ kind: "!empty", attributes: {} }, done];
  }

  #logIn(command: Command): void {
    const broken = takeBroken(this.#owner.faults, command.path);
    if (broken !== null) this.#break(command, broken, []);
    else this.#send(command, this.#loginReply(command));
  }

  #loginReply(command: Command): readonly ReplySentence[] {
    try {
      const outcome = this.#login.attempt(command, this.#owner.faults.legacyLogin);
      if ("reply" in outcome) return [outcome.reply];
      this.#account = outcome.account;
      this.#owner.loggedIn(true);
      return [{ kind: "!done", attributes: {} }];
    } catch (error) {
      if (!(error instanceof Trap)) throw error;
      this.#owner.loggedIn(false);
      return trapReply(error);
    }
  }

  #command(command: Command, account: ApiUser): void {
    const broken = takeBroken(this.#owner.faults, command.path);
    if (broken?.when === "before") this.#break(command, broken, []);
    else if (broken === null && isStream(command)) this.#stream(command, account);
    else {
      const reply = this.#owner.answer(command, account, this.#number);
      if (broken === null) this.#deliver(command, reply);
      else this.#break(command, broken, reply);
    }
  }

  #deliver(command: Command, reply: readonly ReplySentence[]): void {
    const { delayMs, delayedCommand } = this.#owner.faults;
    const delayed = delayMs > 0 && command.path.startsWith(delayedCommand);
    const running: Running = { tag: command.tag, stop: () => clearTimeout(timer) };
    const now = () => {
      this.#running.delete(running);
      this.#send(command, reply);
      if (this.#owner.faults.late === "after done") this.#later(command, [{ kind: "!done", attributes: {} }]);
    };
    const timer = delayed ? setTimeout(now, delayMs) : undefined;
    if (delayed) this.#running.add(running);
    else now();
  }

  #break(command: Command, broken: BrokenReply, reply: readonly ReplySentence[]): void {
    if (broken.how === "stall") this.#running.add({ tag: command.tag, stop: () => undefined });
    else if (broken.how === "fatal") this.#fatal("connection broken by the router");
    else {
      const bytes = this.#encode(command, reply);
      this.#writer.send(bytes.subarray(0, Math.floor(bytes.length / 2)));
      this.#writer.afterwards(() => {
        if (broken.how === "reset") this.#socket.resetAndDestroy();
        else this.#socket.end();
      });
    }
  }

  /** `listen`, and `print` with follow, follow-only or interval: rows until somebody cancels. */
  #stream(command: Command, account: ApiUser): void {
    try {
      const look = () => this.#owner.rows(command, account);
      const interval = command.attributes.get("interval");
      const stop =
        interval === undefined ? this.#follow(command, look) : this.#repeat(command, look, interval);
      this.#running.add({ tag: command.tag, stop });
    } catch (error) {
      if (!(error instanceof Trap)) throw error;
      this.#send(command, trapReply(error));
    }
  }

  #follow(command: Command, look: () => Row[]): () => void {
    const first = look();
    const watch = new RowWatch(first);
    if (command.attributes.has("follow")) {
      this.#send(
        command,
        first.map((attributes) => ({ kind: "!re", attributes })),
      );
    }
    return this.#owner.watch(() => this.#send(command, watch.changes(look())));
  }

  #repeat(command: Command, look: () => Row[], interval: string): () => void {
    const every = parseDuration(interval);
    if (every === null || every < 1) throw badValue("interval");
    let section = 0;
    const show = () => {
      const rows = look().map((row) => ({
        kind: "!re" as const,
        attributes: { ".section": String(section), ...row },
      }));
      section += 1;
      this.#send(command, rows);
    };
    show();
    const timer = setInterval(show, every);
    return () => clearInterval(timer);
  }

  /** The order of both captures known: the trap of the cancelled one, the `!done` of /cancel, the other `!done`. */
  #cancel(command: Command): void {
    const tag = command.attributes.get("tag");
    const gone = [...this.#running].filter((one) => tag === undefined || one.tag === tag);
    for (const one of gone) {
      one.stop();
      this.#running.delete(one);
      this.#send(one, [{ kind: "!trap", attributes: interrupted().attributes() }]);
    }
    this.#send(command, [{ kind: "!done", attributes: {} }]);
    for (const one of gone) {
      this.#send(one, [{ kind: "!done", attributes: {} }]);
      if (this.#owner.faults.late === "after cancel") {
        this.#later(one, [
          { kind: "!re", attributes: { ".id": "*0" } },
          { kind: "!done", attributes: {} },
        ]);
      }
    }
  }

  #later(command: { readonly tag: string | null }, sentences: readonly ReplySentence[]): void {
    setTimeout(() => this.#send(command, sentences), lateMs);
  }

  #fatal(reason: string): void {
    this.#writer.send(encodeSentence(["!fatal", reason]));
    this.#writer.afterwards(() => this.#socket.end());
  }

  #encode(command: { readonly tag: string | null }, sentences: readonly ReplySentence[]): Buffer {
    const position = this.#owner.faults.tagPosition;
    return Buffer.concat(
      sentences.map(({ kind, attributes }) =>
        encodeSentence(replyWords(kind, attributes, command.tag, position)),
      ),
    );
  }

  #send(command: { readonly tag: string | null }, sentences: readonly ReplySentence[]): void {
    if (sentences.length > 0) this.#writer.send(this.#encode(command, sentences));
  }

  #stopAll(): void {
    for (const one of this.#running) one.stop();
    this.#running.clear();
  }
}
