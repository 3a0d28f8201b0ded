import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { createServer as createTlsServer, type TlsOptions } from "node:tls";

/**
 * A peer on 127.0.0.1 that says over the RouterOS API exactly what a test scripts, faults included. It has no objects
 * and no rules; it knows the framing only, by code of its own, so that a mistake in the bridge's cannot cancel out.
 */
export type ScriptedRouter = {
  port: number;
  /** All commands received, log-ins included, in order. */
  commands: ScriptedCommand[];
  connections: number;
  /** Ends every open connection the hard way (TCP reset). */
  drop(): void;
  close(): Promise<void>;
};

export type ScriptedCommand = {
  words: string[];
  name: string;
  tag: string | undefined;
  attributes: Record<string, string>;
  socket: Socket;
  /** Sends one sentence with the command's tag as its last word. */
  reply(...words: string[]): void;
  /** The bytes that `reply` would send. */
  bytes(...words: string[]): Buffer;
};

export type Script = (command: ScriptedCommand) => void;

/** Logs everybody in unless `login` says otherwise; `greet` sees each connection first; `tls` makes it api-ssl. */
export async function startScriptedRouter(
  script: Script,
  options: { login?: Script; greet?: (socket: Socket) => void; tls?: TlsOptions } = {},
): Promise<ScriptedRouter> {
  const login = options.login ?? ((command) => command.reply("!done"));
  const sockets = new Set<Socket>();
  const router: ScriptedRouter = {
    port: 0,
    commands: [],
    connections: 0,
    drop() {
      for (const socket of sockets) socket.resetAndDestroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
  const serve = (socket: Socket) => {
    router.connections += 1;
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on("close", () => sockets.delete(socket));
    // Clients under test come and go as they like: a reset is part of the script.
    socket.on("error", () => socket.destroy());
    options.greet?.(socket);
    let held: Buffer = Buffer.alloc(0);
    let words: string[] = [];
    socket.on("data", (chunk) => {
      held = Buffer.concat([held, chunk]);
      for (let word = takeWord(held); word; word = takeWord(held)) {
        held = held.subarray(word.size);
        if (word.text !== "") words.push(word.text);
        else if (words.length > 0) {
          const command = toCommand(words, socket);
          words = [];
          router.commands.push(command);
          if (command.name === "/login") login(command);
          else script(command);
        }
      }
    });
  };
  const server: Server = options.tls ? createTlsServer(options.tls, serve) : createServer(serve);
  server.on("tlsClientError", (_error, socket: Socket) => socket.destroy());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  router.port = (server.address() as AddressInfo).port;
  return router;
}

/** Writes each piece by itself and lets the other side read it before the next. */
export async function writeApart(socket: Socket, pieces: Iterable<Uint8Array>): Promise<void> {
  for (const piece of pieces) {
    await new Promise((resolve) => socket.write(piece, resolve));
    await nextTurn();
    await nextTurn();
  }
}

/** One sentence on the wire. */
export function sentence(...words: string[]): Buffer {
  return Buffer.concat(
    [...words, ""].flatMap((word) => [lengthOf(Buffer.byteLength(word)), Buffer.from(word)]),
  );
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.of(length);
  if (length < 0x4000) return Buffer.of(0x80 | (length >> 8), length & 0xff);
  if (length < 0x200000) return Buffer.of(0xc0 | (length >> 16), (length >> 8) & 0xff, length & 0xff);
  return Buffer.of(0xe0 | (length >> 24), (length >> 16) & 0xff, (length >> 8) & 0xff, length & 0xff);
}

function takeWord(bytes: Buffer): { text: string; size: number } | undefined {
  const first = bytes[0] ?? 0;
  const extra = first < 0x80 ? 0 : first < 0xc0 ? 1 : first < 0xe0 ? 2 : 3;
  if (bytes.length < 1 + extra) return undefined;
  let length = extra === 0 ? first : first & (0x7f >> extra);
  for (const byte of bytes.subarray(1, 1 + extra)) length = length * 256 + byte;
  const size = 1 + extra + length;
  return bytes.length < size ? undefined : { text: bytes.toString("utf8", 1 + extra, size), size };
}

function toCommand(words: string[], socket: Socket): ScriptedCommand {
  const tag = words.find((word) => word.startsWith(".tag="))?.slice(".tag=".length);
  const bytes = (...reply: string[]) => sentence(...reply, ...(tag === undefined ? [] : [`.tag=${tag}`]));
  const attributes: Record<string, string> = {};
  for (const word of words) {
    const match = /^=([^=]+)=(.*)$/s.exec(word);
    if (match?.[1] !== undefined) attributes[match[1]] = match[2] ?? "";
  }
  return {
    words: words.filter((word) => !word.startsWith(".tag=")),
    name: words[0] ?? "",
    tag,
    attributes,
    socket,
    bytes,
    reply: (...reply) => socket.write(bytes(...reply)),
  };
}
