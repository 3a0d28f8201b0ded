import { createConnection, createServer, type Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { TestContext } from "vitest";
import { encodeSentence, SentenceReader } from "../simulators/routeros/framing.ts";

/** A command on its way to the router, or the whole answer on its way back; `words` are the command's in both. */
export type Held = { way: "there" | "back"; words: readonly string[]; tag: string };

export type HeldWay = {
  port: number;
  /** How often something was let pass: half a round trip each, where all that is held passes at once. */
  steps: number;
  /** Most commands that were asked and not yet answered. */
  mostUnderWay: number;
  /** Both ends lose the connection, with all that is held. */
  drop(): void;
};

/** So many turns of the loop without a word: both ends wait for what is held. */
const quietTurns = 25;

/**
 * A way to a router of this process on which everything is held until nothing moves any more. Then `pass` says what arrives: all of it is a
 * way on which every packet takes equally long, a part of it one whose packets overtake each other, as RouterOS answers side by side.
 * It needs no clock, so what it counts is the same on any machine.
 */
export async function heldWay(
  t: TestContext,
  target: number,
  pass: (held: readonly Held[]) => readonly Held[],
): Promise<HeldWay> {
  const sockets = new Set<Socket>();
  const onTheWay = new Map<Held, () => void>();
  let [heard, pumping] = [0, false];
  const asked = new Set<string>();

  async function pump(): Promise<void> {
    if (pumping) return;
    pumping = true;
    while (onTheWay.size > 0) {
      for (let [quiet, last] = [0, heard]; quiet < quietTurns; quiet += 1) {
        await nextTurn();
        if (last !== heard) [quiet, last] = [0, heard];
      }
      if (onTheWay.size === 0) break;
      way.steps += 1;
      for (const one of pass([...onTheWay.keys()])) {
        const arrive = onTheWay.get(one);
        onTheWay.delete(one);
        arrive?.();
      }
    }
    pumping = false;
  }

  function hold(held: Held, arrive: () => void): void {
    heard += 1;
    onTheWay.set(held, arrive);
    void pump();
  }

  function carry(near: Socket): void {
    const far = createConnection({ host: "127.0.0.1", port: target });
    const commands = new Map<string, readonly string[]>();
    const answers = new Map<string, Buffer[]>();
    const [there, back] = [new SentenceReader(), new SentenceReader()];
    const tagOf = (words: readonly string[]) => words.find((word) => word.startsWith(".tag=")) ?? "";
    near.on("data", (chunk: Buffer) => {
      for (const words of there.push(chunk)) {
        const tag = `${near.remotePort} ${tagOf(words)}`;
        commands.set(tag, words);
        asked.add(tag);
        way.mostUnderWay = Math.max(way.mostUnderWay, asked.size);
        hold({ way: "there", words, tag }, () => far.write(encodeSentence(words)));
      }
    });
    far.on("data", (chunk: Buffer) => {
      for (const words of back.push(chunk)) {
        const tag = `${near.remotePort} ${tagOf(words)}`;
        const answer = [...(answers.get(tag) ?? []), encodeSentence(words)];
        answers.set(tag, answer);
        if (words[0] !== "!done" && words[0] !== "!fatal") continue;
        answers.delete(tag);
        hold({ way: "back", words: commands.get(tag) ?? [], tag }, () => {
          asked.delete(tag);
          near.write(Buffer.concat(answer));
        });
      }
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.setNoDelay(true);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        heard += 1;
        sockets.delete(one);
        for (const tag of asked) if (tag.startsWith(`${near.remotePort} `)) asked.delete(tag);
        other.destroy();
      });
    }
  }

  const server = createServer(carry);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the way has no port");
  const way: HeldWay = {
    port: address.port,
    steps: 0,
    mostUnderWay: 0,
    drop: () => {
      onTheWay.clear();
      asked.clear();
      for (const socket of sockets) socket.destroy();
    },
  };
  t.onTestFinished(async () => {
    way.drop();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return way;
}
