/** One TCP connection of the API: log-in, commands that run side by side, `/quit`, and the faults. */

import type { Socket } from "node:net";
import { logIn } from "./api-login.ts";
import { type ReplySentence, trapReply } from "./commands.ts";
import { type BrokenReply, type Faults, takeBroken } from "./faults.ts";
import { encodeSentence, FramingError, SentenceReader } from "./framing.ts";
import { ReplyWriter } from "./reply-writer.ts";
import { type Command, parseCommand, replyWords } from "./sentence.ts";
import type { ApiUser } from "./settings.ts";
import { Trap } from "./trap.ts";

/** What a connection needs of its router. */
export interface ConnectionOwner {
  readonly faults: Faults;
  readonly users: readonly ApiUser[];
  /** The sentences that answer; refusals are answers, too. */
  answer(command: Command, account: ApiUser, connection: number): ReplySentence[];
  loggedIn(success: boolean): void;
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
  readonly #delayed = new Set<NodeJS.Timeout>();
  #account: ApiUser | null = null;

  constructor(socket: Socket, owner: ConnectionOwner, number: number) {
    this.#socket = socket;
    this.#owner = owner;
    this.#number = number;
    this.#writer = new ReplyWriter(socket, () => owner.faults);
    socket.on("data", (chunk: Buffer) => this.#received(chunk));
    socket.on("close", () => {
      for (const timer of this.#delayed) clearTimeout(timer);
    });
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
    else if (command.path.startsWith("#")) this.#send(command, this.#commentReply());
    else this.#command(command, this.#account);
  }

  /** Some clients keep the connection alive with a sentence "#"; a command without data says `!empty` like any other. */
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
      this.#account = logIn(command, this.#owner.users, this.#socket.remoteAddress ?? "");
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
    else {
      const reply = this.#owner.answer(command, account, this.#number);
      if (broken === null) this.#deliver(command, reply);
      else this.#break(command, broken, reply);
    }
  }

  #deliver(command: Command, reply: readonly ReplySentence[]): void {
    const { delayMs, delayedCommand } = this.#owner.faults;
    const delayed = delayMs > 0 && command.path.startsWith(delayedCommand);
    const now = () => {
      this.#send(command, reply);
      if (this.#owner.faults.late === "after done") this.#later(command, [{ kind: "!done", attributes: {} }]);
    };
    if (delayed) this.#delayed.add(setTimeout(now, delayMs));
    else now();
  }

  #break(command: Command, broken: BrokenReply, reply: readonly ReplySentence[]): void {
    if (broken.how === "stall") return;
    if (broken.how === "fatal") this.#fatal("connection broken by the router");
    else {
      const bytes = this.#encode(command, reply);
      this.#writer.send(bytes.subarray(0, Math.floor(bytes.length / 2)));
      this.#writer.afterwards(() => {
        if (broken.how === "reset") this.#socket.resetAndDestroy();
        else this.#socket.end();
      });
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
}
