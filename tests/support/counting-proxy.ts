import { createConnection, createServer, type Socket } from "node:net";
import type { TestContext } from "vitest";

/** What went over a way: commands of the bridge, sentences of the router's replies, and bytes both ways. */
export type Traffic = { commands: number; replies: number; bytesUp: number; bytesDown: number };

const nothing = (): Traffic => ({ commands: 0, replies: 0, bytesUp: 0, bytesDown: 0 });

/** Counts the sentences of the RouterOS API by its lengths of words; a word of no length ends one. */
function sentenceCounter(count: () => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  let hasWords = false;
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const first = rest[0];
      if (first === undefined) return;
      const size = first < 0x80 ? 1 : first < 0xc0 ? 2 : first < 0xe0 ? 3 : 4;
      if (rest.length < size) return;
      const length = size === 1 ? first : rest.readUIntBE(0, size) & (2 ** (7 * size) - 1);
      if (rest.length < size + length) return;
      rest = rest.subarray(size + length);
      if (length > 0) hasWords = true;
      else if (hasWords) {
        hasWords = false;
        count();
      }
    }
  };
}

/** A way to a port of this machine that counts what passes, as a tunnel would carry it. Ends with the test. */
export async function countingProxy(
  t: TestContext,
  target: number,
): Promise<{ port: number; begin(): void; counted(): Traffic }> {
  let traffic = nothing();
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = createConnection({ host: "127.0.0.1", port: target });
    const asked = sentenceCounter(() => {
      traffic.commands += 1;
    });
    const said = sentenceCounter(() => {
      traffic.replies += 1;
    });
    near.on("data", (chunk: Buffer) => {
      traffic.bytesUp += chunk.length;
      asked(chunk);
      far.write(chunk);
    });
    far.on("data", (chunk: Buffer) => {
      traffic.bytesDown += chunk.length;
      said(chunk);
      near.write(chunk);
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.setNoDelay(true);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the proxy has no port");
  return {
    port: address.port,
    begin: () => {
      traffic = nothing();
    },
    counted: () => ({ ...traffic }),
  };
}
