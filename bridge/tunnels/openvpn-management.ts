import { createConnection, type Socket } from "node:net";
import { giveUpAfter } from "../clock.ts";

/** OpenVPN does not run. */
export class OpenvpnAway extends Error {
  override readonly name = "OpenvpnAway";
}

const answerWithinMs = 3_000;

/** What OpenVPN is asked by its management interface (openvpn(8), "management"): one command after the other. */
export class OpenvpnManagement {
  readonly #path: string;
  #socket: Socket | undefined;
  #lines: string[] = [];
  #waiting: ((answer: string[] | Error) => void) | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(path: string) {
    this.#path = path;
  }

  /** Log-in names of those that are connected, and since when, in milliseconds since 1970. None where it does not run. */
  async connected(): Promise<Map<string, number>> {
    try {
      const lines = await this.#ask("status 3");
      return new Map(
        lines.flatMap((line) => {
          const fields = line.split("\t");
          return fields[0] === "CLIENT_LIST" ? [[fields[1] ?? "", Number(fields[8]) * 1_000] as const] : [];
        }),
      );
    } catch (error) {
      if (error instanceof OpenvpnAway) return new Map();
      throw error;
    }
  }

  /** Ends the connection of this name, if there is one. @throws where OpenVPN runs and does not answer */
  async end(name: string): Promise<void> {
    try {
      await this.#ask(`kill ${name}`);
    } catch (error) {
      if (!(error instanceof OpenvpnAway)) throw error;
    }
  }

  /** It reads its configuration anew: ends, and is started again by the machine. */
  async restart(): Promise<void> {
    try {
      await this.#ask("signal SIGTERM");
    } catch (error) {
      if (!(error instanceof OpenvpnAway)) throw error;
    }
  }

  close(): void {
    this.#socket?.destroy();
  }

  async #ask(command: string): Promise<string[]> {
    const turn = this.#last.then(() => this.#answerTo(command));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  #answerTo(command: string): Promise<string[]> {
    return new Promise((resolve, reject) => {
      const answered = giveUpAfter(answerWithinMs, () => this.#settle(new Error("OpenVPN does not answer")));
      this.#lines = [];
      this.#waiting = (answer) => {
        answered();
        if (answer instanceof Error) reject(answer);
        else resolve(answer);
      };
      this.#socket ??= this.#open();
      this.#socket.write(`${command}\n`);
    });
  }

  #open(): Socket {
    let pending = "";
    const socket = createConnection(this.#path);
    socket.setEncoding("utf8");
    socket.on("data", (chunk: string) => {
      pending += chunk;
      const lines = pending.split(/\r?\n/);
      pending = lines.pop() ?? "";
      for (const line of lines) this.#take(line);
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      if (this.#socket !== socket) return;
      this.#socket = undefined;
      this.#settle(new OpenvpnAway("OpenVPN does not run"));
    });
    socket.unref();
    return socket;
  }

  /** What begins with `>` is told unasked. */
  #take(line: string): void {
    if (line.startsWith(">") || !this.#waiting) return;
    this.#lines.push(line);
    if (line === "END" || /^(SUCCESS|ERROR): /.test(line)) this.#settle(this.#lines);
  }

  /** A connection on which an answer is still to come is of no use to the next question. */
  #settle(answer: string[] | Error): void {
    if (answer instanceof Error) {
      const socket = this.#socket;
      this.#socket = undefined;
      socket?.destroy();
    }
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.(answer);
  }
}
