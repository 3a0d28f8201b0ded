import type { FromBridge, RouterAssignment } from "#contract/bridge";
import { textIn } from "#contract/texts";
import { hourMs } from "#contract/values/time";
import { addressTowards } from "../commands/own-address.ts";
import { menuNames, preflight } from "../commands/preflight.ts";
import type { Log } from "../log.ts";
import type { FetchPage } from "../preflight/login-pages.ts";
import type { Router } from "../router.ts";

type News = Extract<FromBridge, { type: "preflight" }>;

export type ChecklistParts = {
  routerId: string;
  username: string;
  host: string;
  portalHosts?: readonly string[] | undefined;
  takesOver?: RouterAssignment["takesOver"];
  fetchPage?: FetchPage | undefined;
  log: Log;
  now(): number;
  /** A connection for this alone. */
  open(): Router;
  tell(news: News): void;
};

/** Who waits to be let in comes first. */
const afterContactMs = 3_000;
/** What could not be read whole is read again, ever more rarely. */
const againMs = { first: 60_000, longest: hourMs };
/** Nobody reads faster. */
const notifyEveryMs = 400;

/** Reads a router's checklist at the first contact of this run, at each change of its version, and when asked. Driven by `tick`. */
export class Checklist {
  readonly #parts: ChecklistParts;
  readonly #stop = new AbortController();
  #running: Promise<void> | undefined;
  #router: Router | undefined;
  #dueAt = Number.POSITIVE_INFINITY;
  #version: string | null | undefined;
  #failures = 0;
  #last: { at: number; done: NonNullable<News["done"]> } | undefined;

  constructor(parts: ChecklistParts) {
    this.#parts = parts;
  }

  /** The router let the bridge in. @param version null: it was not read */
  contact(version: string | null): void {
    if (this.#version !== undefined && (version === null || version === this.#version)) return;
    this.#version = version;
    this.#failures = 0;
    this.#dueAt = this.#parts.now() + afterContactMs;
  }

  tick(isThere: boolean): void {
    if (isThere && this.#parts.now() >= this.#dueAt) this.check();
  }

  check(): void {
    if (this.#running || this.#stop.signal.aborted) return;
    this.#dueAt = Number.POSITIVE_INFINITY;
    this.#running = this.#check().finally(() => {
      this.#running = undefined;
    });
  }

  /** For a link that has just come up. */
  resend(): void {
    if (this.#last && !this.#running) this.#tell(menuNames.length, this.#last);
  }

  /** Also in the middle: nothing is written by it. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#router?.close();
    await this.#running;
  }

  async #check(): Promise<void> {
    const { routerId, portalHosts, takesOver, username, host, fetchPage, log, now, open } = this.#parts;
    const { signal } = this.#stop;
    const router = open();
    this.#router = router;
    let toldAt = now();
    this.#tell(0);
    const tell = (checked: number) => {
      if (now() - toldAt < notifyEveryMs || checked === menuNames.length) return;
      toldAt = now();
      this.#tell(checked);
    };
    const own = await addressTowards(host).catch(() => "");
    const { facts, note } = await preflight({
      router,
      username,
      takesOver,
      marks: { routerId, portalHosts },
      own,
      fetchPage,
      now,
      signal,
      tell,
    });
    await router.close();
    if (signal.aborted) return;
    log("router.checked", { routerId, ...(note && { message: textIn("en", note) }) });
    this.#last = { at: now(), done: { ageMs: 0, facts, note } };
    this.#tell(menuNames.length, this.#last);
    if (!note) return;
    const wait = Math.min(againMs.longest, againMs.first * 2 ** this.#failures);
    this.#failures += 1;
    this.#dueAt = now() + wait;
  }

  #tell(checked: number, last?: { at: number; done: NonNullable<News["done"]> }): void {
    const { routerId, tell, now } = this.#parts;
    const done = last ? { ...last.done, ageMs: Math.max(0, Math.round(now() - last.at)) } : null;
    tell({ type: "preflight", routerId, checked, total: menuNames.length, done });
  }
}
