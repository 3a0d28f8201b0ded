import type { Router, RouterRow } from "../router.ts";
import { agoOfLog } from "../router-clock.ts";
import { filledRows } from "../router-values.ts";
import { sameName } from "./line.ts";

const path = "/log";
/** As RouterOS 6 and 7 file what follows a wrong name or password over PPPoE. */
const query = { topics: "pppoe,ppp,error" };
/** A router keeps 1,000 lines of log by default. */
const mostLines = 2_000;
/** However many ask: who looks at a page asks again and again. */
const readAgainMs = 10_000;

type Refused = { name: string; agoMs: number };

/** Who dialled in with a wrong password, as the router's log has it. Read when it is asked, once for all who ask at the time. */
export class RefusedDials {
  readonly #router: Router;
  readonly #now: () => number;
  #read: { at: number; refused: Promise<Refused[]> } | undefined;

  /** @param now monotonic */
  constructor(router: Router, now: () => number) {
    this.#router = router;
    this.#now = now;
  }

  /** Milliseconds since the last refused dial by this name; null: the log has none. @throws RouterFault */
  async since(name: string): Promise<number | null> {
    const now = this.#now();
    if (!this.#read || now - this.#read.at >= readAgainMs) this.#read = { at: now, refused: this.#all() };
    const { at, refused } = this.#read;
    try {
      const agos = (await refused).filter((one) => sameName(one.name, name)).map(({ agoMs }) => agoMs);
      return agos.length === 0 ? null : Math.min(...agos) + (now - at);
    } catch (error) {
      this.#read = undefined;
      throw error;
    }
  }

  async #all(): Promise<Refused[]> {
    const count = await this.#router.count(path, query);
    if (count === 0 || (count ?? 0) > mostLines) return [];
    const [rows, [clock = {}]] = await Promise.all([
      this.#router.print(path, query, ["time", "topics", "message"]),
      this.#router.print("/system/clock", {}, ["date", "time"]),
    ]);
    return filledRows(rows).flatMap((row) => refusedIn(row, clock));
  }
}

/**
 * `<00a3>: user wanjiku authentication failed`. Between the two halves stands what the client calls itself, whole: a name that reads like
 * another line of the log is that name, and nobody else's. With a reason behind it (`- radius timeout`) it was not the password.
 */
function refusedIn({ message = "", time = "" }: RouterRow, clock: RouterRow): Refused[] {
  const [, name] = /^<[0-9a-f]{1,8}>: user (.*) authentication failed$/s.exec(message) ?? [];
  const agoMs = agoOfLog(time, clock);
  return name === undefined || agoMs === undefined ? [] : [{ name, agoMs }];
}
