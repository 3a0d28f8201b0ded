import { setImmediate as nextTurn } from "node:timers/promises";

/** Of a router, by the names of its fields. */
type Row = Record<string, string>;

/** Rows of `path` whose `key` is one of `values`. */
type Print = (
  path: string,
  key: string,
  values: readonly string[],
  fields: readonly string[],
) => Promise<Row[]>;

type Round = { values: Set<string>; rows: Promise<Row[]> };
/** Of one kind one is under way, and one gathers what is asked meanwhile. */
type Kind = { underWay: Promise<unknown>; gathering: Round | undefined };

/**
 * Reads of single rows of one connection. Those that ask for the same of several rows go together: one print with many answers
 * instead of one for each. None is answered by a print that was sent before it was asked.
 */
export class SharedReads {
  readonly #print: Print;
  readonly #kinds = new Map<string, Kind>();

  constructor(print: Print) {
    this.#print = print;
  }

  async read(path: string, key: string, value: string, fields: readonly string[]): Promise<Row[]> {
    const name = [path, key, ...fields].join();
    const kind = this.#kinds.get(name) ?? { underWay: Promise.resolve(), gathering: undefined };
    this.#kinds.set(name, kind);
    kind.gathering ??= this.#gather(kind, path, key, fields);
    const { values, rows } = kind.gathering;
    values.add(value);
    const found = await rows;
    return values.size === 1 ? found : found.filter((row) => row[key] === value);
  }

  #gather(kind: Kind, path: string, key: string, fields: readonly string[]): Round {
    const values = new Set<string>();
    const send = async () => {
      await kind.underWay;
      // What one packet of answers sets going asks in the same turn.
      await nextTurn();
      kind.gathering = undefined;
      // Whose a row is, is told by its own value.
      const isTold = values.size === 1 || fields.length === 0 || fields.includes(key);
      const rows = this.#print(path, key, [...values], isTold ? fields : [...fields, key]);
      kind.underWay = rows.catch(() => undefined);
      return rows;
    };
    return { values, rows: send() };
  }
}
