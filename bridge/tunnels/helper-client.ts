import { createConnection, type Socket } from "node:net";
import { giveUpAfter } from "../clock.ts";
import { parseJson } from "../parse-json.ts";
import { HelperAnswer, type HelperRequest } from "./helper-line.ts";

/** The helper is not there, or said no. */
export class HelperFault extends Error {
  override readonly name: string = "HelperFault";
}

/** It is there, and refused this one request. */
export class HelperRefusal extends HelperFault {
  override readonly name = "HelperRefusal";
}

const answerWithinMs = 10_000;

/** One question after the other over one connection, which is opened when it is needed. */
export class HelperClient {
  readonly #path: string;
  #socket: Socket | undefined;
  #waiting: ((answer: HelperAnswer | HelperFault) => void) | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(path: string) {
    this.#path = path;
  }

  /** @throws HelperFault, HelperRefusal */
  async ask(request: HelperRequest): Promise<Extract<HelperAnswer, { ok: true }>> {
    const turn = this.#last.then(() => this.#ask(request));
    this.#last = turn.catch(() => undefined);
    const answer = await turn;
    if (answer instanceof HelperFault) throw answer;
    if (!answer.ok) throw new HelperRefusal(answer.why);
    return answer;
  }

  close(): void {
    this.#socket?.destroy();
  }

  #ask(request: HelperRequest): Promise<HelperAnswer | HelperFault> {
    return new Promise((resolve) => {
      const answered = giveUpAfter(answerWithinMs, () => this.#settle(new HelperFault("no answer in time")));
      this.#waiting = (answer) => {
        answered();
        resolve(answer);
      };
      this.#socket ??= this.#open();
      this.#socket.write(`${JSON.stringify(request)}\n`);
    });
  }

  #open(): Socket {
    let pending = "";
    const socket = createConnection(this.#path);
    socket.setEncoding("utf8");
    socket.on("data", (chunk: string) => {
      pending += chunk;
      const end = pending.indexOf("\n");
      if (end < 0) return;
      const line = pending.slice(0, end);
      pending = pending.slice(end + 1);
      const answer = HelperAnswer.safeParse(parseJson(line));
      this.#settle(answer.success ? answer.data : new HelperFault("an answer that is none"));
    });
    socket.on("error", ({ message }) => this.#settle(new HelperFault(message)));
    socket.on("close", () => {
      if (this.#socket === socket) this.#socket = undefined;
      this.#settle(new HelperFault("the connection ended"));
    });
    socket.unref();
    return socket;
  }

  /** A connection on which an answer is still to come is of no use to the next question. */
  #settle(answer: HelperAnswer | HelperFault): void {
    if (answer instanceof HelperFault) {
      this.#socket?.destroy();
      this.#socket = undefined;
    }
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.(answer);
  }
}
