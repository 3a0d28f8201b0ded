import type { RouterAssignment } from "#contract/bridge";
import { minuteMs } from "#contract/values/time";
import { growingWait } from "../backoff.ts";
import type { Log } from "../log.ts";
import { type Router, RouterFault } from "../router.ts";

// Whoever pastes the line stands before the router, most likely as long as its address is good; each try is a line in the
// router's log.
const patientAfterMs = 30 * minuteMs;
const longestWaitMs = { soon: 15_000, later: 300_000 };

type SetUpParts = {
  routerId: string;
  setup: NonNullable<RouterAssignment["setup"]>;
  log: Log;
  /** A connection for the script's user. */
  open(password: string): Router;
  /** Called once it is done, and by `resend`. */
  done(): void;
};

/** Waits for a router to be set up by script, beside whatever drives it until then. Driven by `tick`. */
export class SetUp {
  readonly #parts: SetUpParts;
  #failures = 1;
  #nextAt = Number.NEGATIVE_INFINITY;
  #running: Promise<void> | undefined;
  #isDone = false;
  #isStopped = false;
  #began: number | undefined;
  #router: Router | undefined;

  constructor(parts: SetUpParts) {
    this.#parts = parts;
  }

  tick(now: number): void {
    if (this.#isDone || this.#isStopped || this.#running || now < this.#nextAt) return;
    this.#began ??= now;
    this.#running = this.#try(now).finally(() => {
      this.#running = undefined;
    });
  }

  /** The worker may not have heard it. */
  resend(): void {
    if (this.#isDone) this.#parts.done();
  }

  async idle(): Promise<void> {
    await this.#running;
  }

  /** Also in the middle of a try: whoever comes next finds out how far it went. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#router?.close();
    await this.#running;
  }

  async #try(now: number): Promise<void> {
    const { routerId, setup, log, open, done } = this.#parts;
    try {
      await firstLogIn(setup, (password) => {
        this.#router = open(password);
        return this.#router;
      });
      this.#isDone = true;
      log("router.set_up", { routerId });
      done();
    } catch {
      // Not set up yet, or out of reach: what is wrong with the router its reconciler says.
      this.#failures += 1;
      const patient = now - (this.#began ?? now) >= patientAfterMs;
      this.#nextAt = now + growingWait(this.#failures, patient ? longestWaitMs.later : longestWaitMs.soon);
    }
  }
}

type Setup = NonNullable<RouterAssignment["setup"]>;

/**
 * Logs in with the set-up script's password and replaces it at once; where that was done before, the new one is tried.
 * @throws RouterFault
 */
async function firstLogIn(
  { bootstrapPassword, password }: Setup,
  open: (password: string) => Router,
): Promise<void> {
  try {
    await using(open(bootstrapPassword), (router) =>
      router.run("/password", {
        "old-password": bootstrapPassword,
        "new-password": password,
        "confirm-new-password": password,
      }),
    );
  } catch (error) {
    if (!(error instanceof RouterFault) || error.kind !== "refused-login") throw error;
    await using(open(password), (router) => router.print("/system/identity", {}, ["name"]));
  }
}

async function using(router: Router, work: (router: Router) => Promise<unknown>): Promise<void> {
  try {
    await work(router);
  } finally {
    await router.close();
  }
}
