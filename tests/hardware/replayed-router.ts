import { type AddressInfo, createServer, type Socket } from "node:net";
import { encodeWord, SentenceReader } from "../../bridge/sentences.ts";
import type { Clock } from "./question.ts";
import { type Said, shown } from "./router-line.ts";

const mark = ".tag=";
const tagOf = (words: readonly string[]): string =>
  words.find((word) => word.startsWith(mark))?.slice(mark.length) ?? "";
const untagged = (words: readonly string[]): string[] => words.filter((word) => !word.startsWith(mark));

/**
 * A router that says again what another said: each of our sentences must be the next of the transcript. Its clock is the transcript's, so
 * that whoever waits looks as often as was looked then.
 */
export async function replayedRouter(transcript: readonly Said[]) {
  const asked = transcript.filter(({ from }) => from === "us");
  let at = 0;
  let now = 0;
  const answer = (socket: Socket, words: string[]) => {
    const tag = tagOf(words);
    const said = shown(untagged(words));
    const expected = asked[at];
    at += 1;
    const then = tagOf(expected?.words ?? []);
    const wanted = untagged(expected?.words ?? []);
    const write = (sentence: readonly string[]) =>
      socket.write(Buffer.concat([...sentence, ""].map(encodeWord)));
    if (said.join("\n") !== wanted.join("\n")) {
      write([
        "!fatal",
        `the transcript goes on with ${wanted.join(" ") || "nothing"}, not ${said.join(" ")}`,
      ]);
      return;
    }
    for (const { ms, from, words: reply } of transcript) {
      if (from !== "router" || !reply.includes(`${mark}${then}`)) continue;
      now = Math.max(now, ms);
      write(reply.map((word) => (word === `${mark}${then}` ? `${mark}${tag}` : word)));
    }
  };
  const server = createServer((socket) => {
    const reader = new SentenceReader();
    socket.setNoDelay(true);
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      for (const words of reader.push(chunk)) answer(socket, words);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const clock: Clock = {
    now: () => now,
    async sleep(ms) {
      now += ms;
    },
  };
  return {
    port: (server.address() as AddressInfo).port,
    clock,
    /** Sentences that nobody said again. */
    left: () => asked.length - at,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
