import { RouterFault } from "./fault.ts";

/** One row as the router tells it: values are always text, a field without a value is missing. */
export type RouterRow = Record<string, string>;

export type Answer = { rows: RouterRow[]; end: RouterRow };

/** One connection, good until its first fault. */
export interface Line {
  /** Connects and logs in, once; every caller gets the same promise. */
  ready(): Promise<void>;
  /** Sends one command; rejects with `RouterFault`. A passed deadline breaks the line. */
  command(words: string[], deadlineMs: number): Promise<Answer>;
  /** Breaks the line: the socket is destroyed and everything pending rejects with `fault`. */
  fail(fault: RouterFault): void;
  /** Resolves when the socket is gone. */
  ended(): Promise<void>;
  readonly fault: RouterFault | undefined;
  readonly loggedIn: boolean;
  /** SHA-256 of the certificate the router showed, upper-case hex with colons; undefined without any. */
  readonly peerFingerprint: string | undefined;
}

/**
 * One router behind connections that are replaced. Methods reject with `RouterFault` and never send a command twice.
 * Reads run side by side, writes one at a time; a write still queued when the connection breaks is refused.
 */
export interface Router {
  /** Rows of `path` (like "/ip/hotspot/user") that equal `query`, with only `fields` if given. */
  print(path: string, query?: Record<string, string>, fields?: readonly string[]): Promise<RouterRow[]>;
  /** How many rows `print` would give; undefined where the router does not say. */
  count(path: string, query?: Record<string, string>): Promise<number | undefined>;
  add(path: string, values: Record<string, string>): Promise<string>;
  set(path: string, id: string, values: Record<string, string>): Promise<void>;
  /** A missing item is not an error. */
  remove(path: string, id: string): Promise<void>;
  /** Any other command, like "/ip/hotspot/active/login". */
  run(command: string, values: Record<string, string>): Promise<RouterRow[]>;
  readonly connected: boolean;
  /** Of the current connection, so that a first visit can be pinned; see `Line`. */
  readonly peerFingerprint?: string | undefined;
  /** Rejects what is pending; later calls reject with `closed`. Resolves when the socket is gone. */
  close(): Promise<void>;
}

const attributeWords = (values: Record<string, string>) =>
  Object.entries(values).map(([name, value]) => `=${name}=${value}`);

/** A `Router` over lines made by `newLine`; deadlines in milliseconds from the moment a command is sent. */
export function healingRouter(newLine: () => Line, deadlines: { readMs: number; writeMs: number }): Router {
  let line: Line | undefined;
  let closed: RouterFault | undefined;
  let lastWrite: Promise<unknown> = Promise.resolve();
  // All writes that wait for each other share one; the first that breaks the connection takes the rest with it.
  let queue: { broken?: RouterFault } = {};

  async function send(words: string[], deadlineMs: number): Promise<Answer> {
    if (closed) throw closed;
    if (!line || line.fault) line = newLine();
    const current = line;
    await current.ready();
    return current.command(words, deadlineMs);
  }

  async function sendInTurn(mine: typeof queue, words: string[]): Promise<Answer> {
    if (mine.broken) {
      throw new RouterFault(mine.broken.kind, `not sent: ${mine.broken.message}`, { cause: mine.broken });
    }
    try {
      return await send(words, deadlines.writeMs);
    } catch (error) {
      if (error instanceof RouterFault && error.kind !== "trap") {
        mine.broken = error.kind === "timeout" ? new RouterFault("closed", error.message) : error;
        queue = {};
      }
      throw error;
    }
  }

  function write(words: string[]): Promise<Answer> {
    const mine = queue;
    const turn = lastWrite.then(() => sendInTurn(mine, words));
    lastWrite = turn.catch(() => undefined);
    return turn;
  }

  return {
    async print(path, query = {}, fields = []) {
      const words = [`${path}/print`];
      if (fields.length > 0) words.push(`=.proplist=${fields.join(",")}`);
      for (const [name, value] of Object.entries(query)) words.push(`?${name}=${value}`);
      return (await send(words, deadlines.readMs)).rows;
    },
    async count(path, query = {}) {
      const words = [`${path}/print`, "=count-only="];
      for (const [name, value] of Object.entries(query)) words.push(`?${name}=${value}`);
      try {
        const { ret } = (await send(words, deadlines.readMs)).end;
        return ret !== undefined && /^\d+$/.test(ret) ? Number(ret) : undefined;
      } catch (error) {
        if (error instanceof RouterFault && error.kind === "trap") return undefined;
        throw error;
      }
    },
    async add(path, values) {
      const { end } = await write([`${path}/add`, ...attributeWords(values)]);
      if (end.ret === undefined) throw new RouterFault("protocol", `${path}/add was done, but gave no .id`);
      return end.ret;
    },
    async set(path, id, values) {
      await write([`${path}/set`, `=.id=${id}`, ...attributeWords(values)]);
    },
    async remove(path, id) {
      try {
        await write([`${path}/remove`, `=.id=${id}`]);
      } catch (error) {
        if (!(error instanceof RouterFault) || error.refusal !== "no such item") throw error;
      }
    },
    async run(command, values) {
      const { rows, end } = await write([command, ...attributeWords(values)]);
      return Object.keys(end).length > 0 ? [...rows, end] : rows;
    },
    get connected() {
      return line?.loggedIn ?? false;
    },
    get peerFingerprint() {
      return line?.peerFingerprint;
    },
    async close() {
      closed ??= new RouterFault("closed", "this router was closed here");
      line?.fail(closed);
      await line?.ended();
    },
  };
}
