/** Puts replies on a socket, cut into the segments that the faults ask for, strictly one after the other. */

import type { Socket } from "node:net";
import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";
import type { Faults } from "./faults.ts";

/** Long enough for the peer to read what came before as a segment of its own. */
const gapMs = 25;

export class ReplyWriter {
  readonly #socket: Socket;
  readonly #faults: () => Faults;
  #last: Promise<void> = Promise.resolve();
  #held: Buffer[] = [];

  constructor(socket: Socket, faults: () => Faults) {
    this.#socket = socket;
    this.#faults = faults;
  }

  /** Queues one reply; never throws, a socket that is gone swallows it. */
  send(bytes: Buffer): void {
    const segments = this.#faults().segments;
    if (segments === "coalesced") this.#hold(bytes);
    else this.#then(() => this.#write(bytes, segments));
  }

  /** Runs `after` when everything queued so far has left. */
  afterwards(after: () => void): void {
    this.#then(async () => after());
  }

  #then(step: () => Promise<void>): void {
    this.#last = this.#last.then(step).catch((error: unknown) => {
      this.#socket.destroy(error instanceof Error ? error : undefined);
    });
  }

  #hold(bytes: Buffer): void {
    this.#held.push(bytes);
    if (this.#held.length > 1) return;
    this.#then(async () => {
      await wait(gapMs);
      // Commands that arrived while this process was busy are answered before the timer's turn ends.
      await turn();
      const all = Buffer.concat(this.#held);
      this.#held = [];
      await this.#put(all);
    });
  }

  async #write(bytes: Buffer, segments: Faults["segments"]): Promise<void> {
    if (segments === "one byte") {
      for (const byte of bytes) {
        await this.#put(Buffer.from([byte]));
        await turn();
        await turn();
      }
    } else if (segments === "before final zero") {
      await this.#put(bytes.subarray(0, -1));
      await wait(gapMs);
      await this.#put(bytes.subarray(-1));
    } else await this.#put(bytes);
  }

  /** Resolves when the kernel has the bytes, or when the socket is gone. */
  #put(bytes: Buffer): Promise<void> {
    return new Promise((resolve) => {
      if (!this.#socket.writable || bytes.length === 0) resolve();
      else this.#socket.write(bytes, () => resolve());
    });
  }
}
