import { minuteMs } from "../contract/values/time.ts";
import { log } from "../log.ts";
import { within } from "../sleep.ts";

/** After a write, so that those which follow at once are swept with it. */
const soonMs = 20_000;
/** What waits for a bridge or a gateway stays due until that answers. */
const restMs = 60_000;
/** An alarm that is so late was lost: the runtime repeats one that failed for less than this. */
const lostMs = 5 * minuteMs;
/** A next alarm within this is told to the platform; one that is later is found lost by the cron's walk. */
const nearMs = 5 * minuteMs;
/** The platform waits so much longer than the alarm that was told, and is told anew before this little is left of it. */
const waitMs = 7 * minuteMs;
const marginMs = 2 * minuteMs;

/** The runtime repeats an alarm whose handler is cut off; only a sweep that takes longer than this gets a second alarm. */
const quickMs = 2_000;

type Work = {
  providerId: string;
  /** Whether the provider exists; then its tables are there. */
  open(): Promise<boolean>;
  /** When there is next something to sweep; null = nothing waits. Reads the object's own storage, at once. */
  due(now: number): number | null;
  sweep(): Promise<void>;
  /** By when the cron shall wake this object unless it is told otherwise; null = not at all. */
  tell(wakeAt: number | null): Promise<void>;
};

/** The alarm at which a provider's object sweeps its rows. Setting it writes a row: outside of a sweep it is set only to come earlier. */
export class ProviderAlarm {
  private readonly storage: DurableObjectStorage;
  private readonly work: Work;
  /** As the storage has it, once the tables are open. */
  private setAt: number | null = null;
  private sweptAt = 0;
  private sweeping: { since: number; done: Promise<void> } | null = null;
  private isClosed = false;

  constructor(storage: DurableObjectStorage, work: Work) {
    this.storage = storage;
    this.work = work;
  }

  /** At each start of the object: an alarm that was lost is set again. */
  async opened(): Promise<void> {
    this.setAt = await this.storage.getAlarm();
    // A sweep that began it sets the alarm itself.
    if (this.sweeping === null) this.written();
  }

  /** Called in the turn of a write: the alarm is committed with it. Never throws, as the write is done. */
  written(): void {
    const now = Date.now();
    const earliest = Math.max(now + soonMs, this.sweptAt + restMs);
    if (this.comesBy(earliest, now)) return;
    try {
      const due = this.work.due(now);
      if (due === null) return;
      this.comeBy(Math.max(due, earliest), now).catch((cause: unknown) => this.failed(cause));
    } catch (cause) {
      this.failed(cause);
    }
  }

  /** No sweep begins any more, and none copies to the platform what is being erased there. */
  async close(): Promise<void> {
    this.isClosed = true;
    if (this.isSweeping()) await this.sweeping?.done;
  }

  /** The alarm has come: the storage has none any more. */
  async rang(): Promise<void> {
    this.setAt = null;
    await this.sweepDue(true);
  }

  /** Sweeps what is due now, also before the alarm that is set. Never throws: the runtime gives an alarm up after six failures. */
  sweepDue(isRinging = false): Promise<void> {
    const now = Date.now();
    if (this.isClosed) return Promise.resolve();
    if (this.sweeping !== null && this.isSweeping()) return this.sweeping.done;
    const sweeping = { since: now, done: Promise.resolve() };
    this.sweeping = sweeping;
    sweeping.done = this.sweepAndSet(now, isRinging).finally(() => {
      if (this.sweeping === sweeping) this.sweeping = null;
    });
    return sweeping.done;
  }

  /** What answers very late was cut off, or never will: it holds up no other. */
  private isSweeping(): boolean {
    return this.sweeping !== null && this.sweeping.since > Date.now() - lostMs;
  }

  private async sweepAndSet(now: number, isRinging: boolean): Promise<void> {
    try {
      if (!(await this.work.open())) return;
      // One that should have come by now is lost, or is the one that brought this.
      if (this.setAt !== null && this.setAt <= now) this.setAt = null;
      const due = this.work.due(now);
      if (due !== null && due <= now) {
        this.sweptAt = now;
        // Outside of an alarm's handler a sweep that is cut off is not repeated by the runtime.
        if (!isRinging) await this.comeBy(now + restMs, now);
        const sweep = this.work.sweep();
        const isDone = sweep.then(() => true);
        if (isRinging && !(await within(quickMs, isDone, () => false))) await this.comeBy(now + restMs, now);
        await sweep;
        await this.setNext();
      } else this.written();
    } catch (cause) {
      this.failed(cause);
      await this.comeBy(now + restMs, now);
    }
    await this.tell();
  }

  /** What the sweep left, or found no more. */
  private async setNext(): Promise<void> {
    const due = this.work.due(Date.now());
    const at = due === null ? null : Math.max(due, this.sweptAt + restMs);
    if (at !== this.setAt) await this.set(at);
  }

  private comesBy(at: number, now: number): boolean {
    return this.setAt !== null && this.setAt <= at && this.setAt > now - lostMs;
  }

  private async comeBy(at: number, now: number): Promise<void> {
    if (!this.comesBy(at, now)) await this.set(at);
  }

  private async set(at: number | null): Promise<void> {
    this.setAt = at;
    try {
      if (at === null) await this.storage.deleteAlarm();
      else await this.storage.setAlarm(at);
    } catch (cause) {
      // Unknown: the next write sets it once more.
      this.setAt = null;
      throw cause;
    }
  }

  /** What the platform was told is kept here: a write of D1 once in minutes, and none where nothing is near. */
  private async tell(): Promise<void> {
    const { kv } = this.storage;
    try {
      const told = kv.get<number>("told") ?? null;
      const isNear = this.setAt !== null && this.setAt <= Date.now() + nearMs;
      if (this.setAt === null || !isNear) {
        if (told === null) return;
        await this.work.tell(null);
        kv.delete("told");
      } else if (told === null || told < this.setAt + marginMs) {
        await this.work.tell(this.setAt + waitMs);
        kv.put("told", this.setAt + waitMs);
      }
    } catch (cause) {
      this.failed(cause);
    }
  }

  private failed(cause: unknown): void {
    log("error", "provider alarm", cause, { provider: this.work.providerId });
  }
}
