import type { LineKind } from "../journal/lines.ts";
import type { Log } from "../log.ts";
import type { Site } from "../reconciler/device-queue.ts";
import { sideBySide } from "../reconciler/side-by-side.ts";
import { isAboutRow } from "../router.ts";
import type { AnyLine } from "./line.ts";
import { carryOut, type Step } from "./plan.ts";

const compareEveryMs = 600_000;
/** What the router refuses, and a line that a row which is not ours hinders, are tried again this often. */
const refusedEveryMs = 60_000;
const mostInHand = 16;

/** What both keepers of a router's lines work with. */
export type Keeping = {
  site: Site;
  log: Log;
  now: () => number;
  /** Events were journalled. */
  told: () => void;
};

/** Lines of one kind, as the journal has them. */
type Rows<One> = {
  kind: LineKind;
  live: () => One[];
  get: (id: string) => One | undefined;
};

/**
 * Which lines of one kind are due at their router, and what was last said of them. All are compared anew on a new connection and every ten
 * minutes; in between those of which there is news, those whose time is over, and those that were not right a minute ago.
 */
export class LineWorklist<One extends Pick<AnyLine, "id" | "deadline">> {
  readonly #parts: Keeping;
  readonly #rows: Rows<One>;
  /** Undefined: not compared on this connection. */
  #comparedAt: number | undefined;
  /** Lines of which there is news. */
  readonly #changed = new Set<string>();
  /** When lines that were not made right are tried again. */
  readonly #later = new Map<string, number>();
  /** What was said last of a line, and of what concerns all, so that it is said once. */
  readonly #said = new Map<string, string>();
  #notBefore = Number.NEGATIVE_INFINITY;
  /** Lines whose time is over since then, site time, are due. */
  #lookedAt = 0;

  constructor(parts: Keeping, rows: Rows<One>) {
    this.#parts = parts;
    this.#rows = rows;
  }

  get isNeeded(): boolean {
    const { journal, assignment } = this.#parts.site;
    return journal.lines.isNeeded(assignment.routerId, this.#rows.kind);
  }

  /** There is news of these. */
  take(ids: readonly string[]): void {
    for (const id of ids) {
      this.#changed.add(id);
      this.#later.delete(id);
    }
    if (ids.length > 0) this.#notBefore = Number.NEGATIVE_INFINITY;
  }

  /** Their rows are not at the router as they were left. One that is tried again later anyhow waits for that. */
  suspect(ids: Iterable<string>): void {
    for (const id of ids) if (!this.#later.has(id)) this.#changed.add(id);
  }

  isChanged(id: string): boolean {
    return this.#changed.has(id);
  }

  /** The connection is new. */
  startOver(): void {
    this.#comparedAt = undefined;
    this.#later.clear();
  }

  isDue(now: number): boolean {
    if (now < this.#notBefore || !this.isNeeded) return false;
    const { journal, assignment } = this.#parts.site;
    return (
      this.#isComparisonDue(now) ||
      this.#changed.size > 0 ||
      journal.lines.isAnyOver(assignment.routerId, this.#lookedAt, this.#rows.kind) ||
      [...this.#later.values()].some((at) => at <= now)
    );
  }

  /**
   * Everything that is due: all, or just those. Where the router refuses what all of them need, all wait.
   * @throws RouterFault of the connection
   */
  async work(
    all: (now: number) => Promise<void>,
    some: (due: One[], now: number) => Promise<void>,
  ): Promise<void> {
    const now = this.#parts.now();
    await this.#unlessRefused(
      () => (this.#isComparisonDue(now) ? this.#compare(now, all) : this.#makeDue(now, some)),
      () => {
        this.#notBefore = now + refusedEveryMs;
      },
    );
  }

  /** What is only looked at: refused, it holds nothing up. @throws RouterFault of the connection */
  async poll(look: (now: number) => Promise<void>): Promise<void> {
    const now = this.#parts.now();
    if (!this.isNeeded || this.#comparedAt === undefined || now < this.#notBefore) return;
    await this.#unlessRefused(() => look(now));
  }

  async #unlessRefused(work: () => Promise<void>, otherwise: () => void = () => undefined): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!isAboutRow(error)) throw error;
      otherwise();
      this.say("", "lines.refused", `${this.#rows.kind}: ${error.message}`);
    }
  }

  #isComparisonDue(now: number): boolean {
    return this.#comparedAt === undefined || now - this.#comparedAt >= compareEveryMs;
  }

  async #compare(now: number, all: (now: number) => Promise<void>): Promise<void> {
    this.#changed.clear();
    this.#later.clear();
    this.#lookedAt = this.#parts.site.journal.now();
    await all(now);
    this.#comparedAt = now;
    this.#said.delete("");
  }

  async #makeDue(now: number, some: (due: One[], now: number) => Promise<void>): Promise<void> {
    const [before, present] = [this.#lookedAt, this.#parts.site.journal.now()];
    const isOver = ({ deadline }: One) => deadline !== null && deadline > before && deadline <= present;
    const due = this.#rows
      .live()
      .filter(
        (line) => this.#changed.has(line.id) || isOver(line) || (this.#later.get(line.id) ?? now + 1) <= now,
      );
    this.#changed.clear();
    for (const [id, at] of this.#later) if (at <= now) this.#later.delete(id);
    this.#lookedAt = present;
    try {
      await some(due, now);
    } catch (error) {
      // What was not done is due again, on the next connection or in a while.
      this.#lookedAt = before;
      for (const { id } of due) this.#changed.add(id);
      throw error;
    }
  }

  /** Side by side, as far as the router takes it: a refusal concerns the line that met it. Gives how much was written, or tried. */
  async write(lines: readonly One[], stepsOf: (id: string) => readonly Step[]): Promise<number> {
    const open = [...lines];
    let writes = 0;
    await sideBySide(
      mostInHand,
      () => open.shift(),
      async ({ id }) => {
        const steps = stepsOf(id);
        writes += steps.length;
        if (steps.length === 0) return;
        try {
          await carryOut(this.#parts.site.router.apart(), steps);
        } catch (error) {
          if (!isAboutRow(error)) throw error;
          this.say(id, "line.refused", error.message);
        }
      },
    );
    return writes;
  }

  /** It was read as it should be. */
  equal(id: string): void {
    this.#later.delete(id);
    this.#said.delete(id);
  }

  /** It was read otherwise than it should be: looked at again in a while. */
  differs(id: string): void {
    this.#later.set(id, this.#parts.now() + refusedEveryMs);
    if (!this.#said.has(id)) this.say(id, "line.not_equal", "the router was written and reads otherwise");
  }

  /** What concerns all is well again. */
  clear(what: string): void {
    this.#said.delete(what);
  }

  /** @param id of a line, or what concerns all */
  say(id: string, event: string, message: string): void {
    const text = `${event} ${message}`;
    if (this.#said.get(id) === text) return;
    this.#said.set(id, text);
    const { routerId } = this.#parts.site.assignment;
    const isLine = this.#rows.get(id) !== undefined;
    this.#parts.log(event, { routerId, ...(isLine && { lineId: id }), message: message.slice(0, 300) });
  }
}
