import type { Socket } from "node:net";
import { encodeWord, readAttributes, readReply, SentenceReader } from "../sentences.ts";
import { RouterFault } from "./fault.ts";
import type { RouterRow } from "./healing.ts";

/** What is used of the driver's `Channel`, one per command; most of it is private in the driver's own types. */
export type ChannelInsides = {
  id: string;
  trapped: boolean;
  on(event: "data" | "done" | "trap", listener: (attributes: RouterRow) => void): void;
  emit(event: "data" | "done" | "trap", attributes: RouterRow): void;
  write(words: string[], isStream: boolean, returnPromise: boolean): unknown;
  close(): void;
};

/** What is used of the driver's `Receiver`, one per connection. */
export type ReceiverInsides = {
  socket: Pick<Socket, "destroy">;
  tags: Map<string | undefined, { callback(packet: string[]): void }>;
};

const readers = new WeakMap<ReceiverInsides, SentenceReader>();

/** Methods that take the place of the driver's own of the same name (tests/bridge/router-faults.test.ts says why). */
export const replacements = {
  /** `packet`: reply word and attributes. `!done`'s attributes come with the end, not as a row; unknown replies are skipped. */
  processPacket(this: ChannelInsides, packet: string[]): void {
    const attributes = readAttributes(packet);
    if (packet[0] === "!re") this.emit("data", attributes);
    if (packet[0] === "!trap") {
      this.trapped = true;
      this.emit("trap", attributes);
    }
    if (packet[0] === "!done") {
      if (!this.trapped) this.emit("done", attributes);
      this.close();
    }
  },

  /** Every end of the connection, `!fatal` and nonsense too, leaves as the socket's error: one way out for all. */
  processRawData(this: ReceiverInsides, data: Buffer): void {
    const reader = readers.get(this) ?? new SentenceReader();
    readers.set(this, reader);
    try {
      for (const sentence of reader.push(data)) {
        const { kind, tag, words } = readReply(sentence);
        if (kind === "!fatal")
          throw new RouterFault("closed", readAttributes(words).message ?? words.join(" "));
        // A tag that nobody waits for answers a command that is over: no reason to stop reading.
        this.tags.get(tag)?.callback([kind, ...words]);
      }
    } catch (error) {
      this.socket.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  },

  encodeString(text: string | null): Buffer {
    return encodeWord(text ?? "");
  },
};
