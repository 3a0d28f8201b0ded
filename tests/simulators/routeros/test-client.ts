/** A raw client for the tests of this folder: it sends words and hands back the sentences that come. */

import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { patienceMs } from "#tests/support/patience";
import { encodeSentence, SentenceReader } from "./framing.ts";

export class TestClient {
  readonly socket: Socket;
  /** Sizes of the chunks that arrived, one per TCP segment as far as the kernel kept them apart. */
  readonly chunks: number[] = [];
  readonly sentences: string[][] = [];
  closed = false;
  /** Code of the socket's error, such as ECONNRESET. */
  failure: string | null = null;
  readonly #reader = new SentenceReader();

  constructor(socket: Socket) {
    this.socket = socket;
    // Otherwise the second command waits 40 ms for the router's acknowledgement of the first.
    socket.setNoDelay(true);
    socket.on("data", (chunk: Buffer) => {
      this.chunks.push(chunk.length);
      this.sentences.push(...this.#reader.push(chunk));
    });
    socket.on("error", (error) => {
      this.failure = "code" in error ? String(error.code) : error.message;
    });
    socket.on("close", () => {
      this.closed = true;
    });
  }

  static async connect(port: number): Promise<TestClient> {
    const socket = connect(port, "127.0.0.1");
    const client = new TestClient(socket);
    await once(socket, "connect");
    return client;
  }

  static async loggedIn(port: number, user = "api", password = "secret"): Promise<TestClient> {
    const client = await TestClient.connect(port);
    await client.talk(["/login", `=name=${user}`, `=password=${password}`]);
    return client;
  }

  send(words: readonly string[]): void {
    this.socket.write(encodeSentence(words));
  }

  /** Sends a command and gives the sentences that answer it, the `!done` included. */
  async talk(words: readonly string[]): Promise<string[][]> {
    const from = this.sentences.length;
    this.send(words);
    await this.until(() => this.sentences.slice(from).some((sentence) => sentence[0] === "!done"));
    return this.sentences.slice(from);
  }

  /** Rows of a command as objects. Throws an Error with the text of a trap. */
  async rows(...words: string[]): Promise<Record<string, string>[]> {
    const sentences = await this.talk(words);
    const trap = sentences.find((sentence) => sentence[0] === "!trap");
    if (trap !== undefined) throw new Error(attributes(trap).message);
    return sentences.filter((sentence) => sentence[0] === "!re").map(attributes);
  }

  /** The `=ret=` of a command. Throws an Error with the text of a trap. */
  async ret(...words: string[]): Promise<string> {
    const sentences = await this.talk(words);
    const last = attributes(sentences.find((sentence) => sentence[0] === "!trap") ?? sentences.at(-1) ?? []);
    if (last.message !== undefined) throw new Error(last.message);
    return last.ret ?? "";
  }

  /** Waits for something that the socket brings; throws where it does not come. */
  async until(condition: () => boolean): Promise<void> {
    const deadline = Date.now() + patienceMs;
    while (!condition()) {
      if (Date.now() > deadline) throw new Error(`It did not come. Got: ${JSON.stringify(this.sentences)}`);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }

  close(): void {
    this.socket.destroy();
  }
}

/** The attribute words of a sentence, `.tag` included. */
export function attributes(sentence: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    sentence.slice(1).map((word) => {
      const equals = word.indexOf("=", 1);
      return [word.slice(word.startsWith("=") ? 1 : 0, equals), word.slice(equals + 1)];
    }),
  );
}
