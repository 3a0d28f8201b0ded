import { RouterFault } from "./fault.ts";
import { Pace } from "./pace.ts";
import { SharedReads } from "./shared-reads.ts";

/** One row as the router tells it: values are always text, a field without a value is missing. */
export type RouterRow = Record<string, string>;

export type Answer = { rows: RouterRow[]; end: RouterRow };

/** One connection, good until its first fault. */
export interface Connection {
  /** Connects and logs in, once; every caller gets the same promise. */
  ready(): Promise<void>;
  /** Sends one command; rejects with `RouterFault`. A passed deadline breaks the connection. */
  command(words: string[], deadlineMs: number): Promise<Answer>;
  /** Breaks the connection: the socket is destroyed and everything pending rejects with `fault`. */
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
  /** Rows of `path` (like "/ip/hotspot/user") that equal `query`, with at least `fields` if given. */
  print(path: string, query?: Record<string, string>, fields?: readonly string[]): Promise<RouterRow[]>;
  /** How many rows `print` would give; undefined where the router does not say. */
  count(path: string, query?: Record<string, string>): Promise<number | undefined>;
  add(path: string, values: Record<string, string>): Promise<string>;
  set(path: string, id: string, values: Record<string, string>): Promise<void>;
  /** A missing item is not an error. */
  remove(path: string, id: string): Promise<void>;
  /** Any other command, like "/ip/hotspot/active/login". */
  run(command: string, values: Record<string, string>): Promise<RouterRow[]>;
  /** The same router for one piece of work beside others: its writes wait for its own alone, and it ends with the connection of now. */
  apart(): Router;
  readonly connected: boolean;
  /** Of the current connection, so that a first visit can be pinned; see `Connection`. */
  readonly peerFingerprint?: string | undefined;
  /** Rejects what is pending; later calls reject with `closed`. Resolves when the socket is gone. */
  close(): Promise<void>;
}

const attributeWords = (values: Record<string, string>) =>
  Object.entries(values).map(([name, value]) => `=${name}=${value}`);

const queryWords = (query: Record<string, string>) =>
  Object.entries(query).map(([name, value]) => `?${name}=${value}`);

type Deadlines = { readMs: number; writeMs: number };

/** A connection, how much it is asked at a time, and the reads that go together. */
class PacedConnection {
  readonly connection: Connection;
  readonly #pace = new Pace();
  readonly #reads: SharedReads;

  constructor(connection: Connection, { readMs }: Deadlines) {
    this.connection = connection;
    this.#reads = new SharedReads(async (path, key, values, fields) => {
      // Each question puts its answer on a stack, each `|` makes one of two.
      const query = values.flatMap((value, index) => [`?${key}=${value}`, ...(index > 0 ? ["?#|"] : [])]);
      return (await this.send(printWords(path, fields, query), readMs)).rows;
    });
  }

  /** @throws RouterFault of the connection where it broke before the command was sent */
  async send(words: string[], deadlineMs: number): Promise<Answer> {
    await this.connection.ready();
    return this.#pace.within(() => this.connection.command(words, deadlineMs));
  }

  readOne(path: string, key: string, value: string, fields: readonly string[]): Promise<RouterRow[]> {
    return this.#reads.read(path, key, value, fields);
  }
}

function printWords(path: string, fields: readonly string[], query: readonly string[]): string[] {
  const words = [`${path}/print`];
  if (fields.length > 0) words.push(`=.proplist=${fields.join(",")}`);
  return [...words, ...query];
}

/** A `Router` over connections made by `newConnection`; deadlines in milliseconds from the moment a command is sent. */
export function healingRouter(newConnection: () => Connection, deadlines: Deadlines): Router {
  let paced: PacedConnection | undefined;
  let closed: RouterFault | undefined;
  const current = () => {
    if (closed) throw closed;
    if (!paced || paced.connection.fault) paced = new PacedConnection(newConnection(), deadlines);
    return paced;
  };
  const close = async () => {
    closed ??= new RouterFault("closed", "this router was closed here");
    paced?.connection.fail(closed);
    await paced?.connection.ended();
  };
  const apart = () => {
    const own = current();
    const still = () => {
      if (own.connection.fault) throw own.connection.fault;
      return own;
    };
    return routerOver(still, () => own, deadlines, { apart, close });
  };
  return routerOver(current, () => paced, deadlines, { apart, close });
}

/** @param connect gives what to send by, or throws @param present what there is, if only to look at */
function routerOver(
  connect: () => PacedConnection,
  present: () => PacedConnection | undefined,
  deadlines: Deadlines,
  { apart, close }: Pick<Router, "apart" | "close">,
): Router {
  let lastWrite: Promise<unknown> = Promise.resolve();
  // All writes that wait for each other share one; the first that breaks the connection takes the rest with it.
  let queue: { broken?: RouterFault } = {};

  async function sendInTurn(mine: typeof queue, words: string[]): Promise<Answer> {
    if (mine.broken) {
      throw new RouterFault(mine.broken.kind, `not sent: ${mine.broken.message}`, { cause: mine.broken });
    }
    try {
      return await connect().send(words, deadlines.writeMs);
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
      const [one, ...more] = Object.entries(query);
      if (one && more.length === 0) return connect().readOne(path, ...one, fields);
      return (await connect().send(printWords(path, fields, queryWords(query)), deadlines.readMs)).rows;
    },
    async count(path, query = {}) {
      const words = [`${path}/print`, "=count-only=", ...queryWords(query)];
      try {
        const { ret } = (await connect().send(words, deadlines.readMs)).end;
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
    apart,
    get connected() {
      return present()?.connection.loggedIn ?? false;
    },
    get peerFingerprint() {
      return present()?.connection.peerFingerprint;
    },
    close,
  };
}
