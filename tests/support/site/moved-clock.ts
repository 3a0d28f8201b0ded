import { spawnSync } from "node:child_process";
import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { root } from "./processes.ts";

/** A clock for all processes of a site: worker, bridge, router and gateways are ahead of this machine by as much as the test says. */
export class MovedClock {
  /** What a process is started with, to go by it. */
  readonly env: Record<string, string>;
  private readonly file: number;
  private aheadMs = 0;

  /** @param dir where its file and its library are made */
  constructor(dir: string) {
    const path = join(dir, "moved-clock");
    const library = `${path}.so`;
    const made = spawnSync("tcc", [
      ...["-shared", "-nostdlib", "-o", library],
      join(root, "tests/support/site/moved-clock.c"),
    ]);
    if (made.status !== 0) throw new Error(`the moved clock was not made: ${made.error ?? made.stderr}`);
    this.file = openSync(path, "w+");
    this.env = { LD_PRELOAD: library, MOVED_CLOCK: path };
    this.write();
  }

  now(): number {
    return Date.now() + this.aheadMs;
  }

  /** Timers that are due by then fire as soon as their process looks. */
  pass(ms: number): void {
    this.aheadMs += ms;
    this.write();
  }

  close(): void {
    closeSync(this.file);
  }

  /** In place and in one call: it is mapped into every process. */
  private write(): void {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(BigInt(this.aheadMs) * 1_000_000n);
    writeSync(this.file, bytes, 0, 8, 0);
  }
}
