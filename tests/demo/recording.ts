import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { dayMs } from "#contract/values/time";
import { root } from "../support/site/processes.ts";

// What `npm run record-demo` keeps: the folder of a site as it stood at several hours of its last day. A file that did not change
// between two of them is kept once.

export type SitePorts = { worker: number; gateway: number; router: number };
/** @property at when the site was stopped, UTC ms @property files by their path, each one's number */
type End = { at: number; files: Record<string, number> };
type Head = { since: number; ports: SitePorts; ends: End[]; sizes: number[] };

const path = join(root, "tests", "demo", "trade.zst");
/** Large enough that the last end finds the first one's pages. */
const windowLog = 27;

/**
 * Databases and what the outside remembers. Not what runs out within minutes or is asked for again: limits, tokens of gateways, lists of
 * prompts by day, which are found by a name that has the day in it; nor the bridge's journal, which counts by its machine's clock.
 */
const kept = [
  /^state\/d1\/.*\.sqlite$/,
  /^state\/do\/mlango-(Provider|Bridge|Payment|PaymentIndex|Switch)Object\/.*\.sqlite$/,
  /^(ads|airtel|bank|daraja|mailbox|router|secrets|seeded|vouchers)\.json$/,
  /^bridge\/identity\.json$/,
];

/** Collects the ends of one recording. */
export class Recorder {
  private readonly dir: string;
  private readonly head: Head;
  private readonly contents: Buffer[] = [];
  private readonly numbers = new Map<string, number>();
  /** By the path of a database: as which file it was kept, and what it looked like then. */
  private readonly known = new Map<string, { look: string; number: number }>();

  constructor(dir: string, since: number, ports: SitePorts) {
    this.dir = dir;
    this.head = { since, ports, ends: [], sizes: [] };
  }

  /** The site must have stopped. */
  keepEnd(at: number): void {
    const names = readdirSync(this.dir, { recursive: true, encoding: "utf8" });
    const files = names.filter((name) => kept.some((pattern) => pattern.test(name))).sort();
    this.head.ends.push({ at, files: Object.fromEntries(files.map((name) => [name, this.keep(name)])) });
  }

  /** @returns bytes */
  write(): number {
    const head = Buffer.from(
      `${JSON.stringify({ ...this.head, sizes: this.contents.map(({ length }) => length) })}\n`,
    );
    const params = {
      [constants.ZSTD_c_compressionLevel]: 19,
      [constants.ZSTD_c_windowLog]: windowLog,
      [constants.ZSTD_c_enableLongDistanceMatching]: 1,
    };
    const packed = zstdCompressSync(Buffer.concat([head, ...this.contents]), { params });
    writeFileSync(path, packed);
    return packed.length;
  }

  private keep(name: string): number {
    const whole = join(this.dir, name);
    if (!name.endsWith(".sqlite")) return this.add(withoutOwn(name, readFileSync(whole, "utf8")));
    const known = this.known.get(name);
    if (known && known.look === lookOf(whole)) return known.number;
    const number = this.add(compact(whole));
    this.known.set(name, { look: lookOf(whole), number });
    return number;
  }

  private add(contents: Buffer): number {
    const hash = createHash("sha256").update(contents).digest("hex");
    const number = this.numbers.get(hash) ?? this.contents.push(contents) - 1;
    this.numbers.set(hash, number);
    return number;
  }
}

function lookOf(whole: string): string {
  return [whole, `${whole}-wal`]
    .map((one) => (existsSync(one) ? `${statSync(one).mtimeMs} ${statSync(one).size}` : "none"))
    .join(" ");
}

/**
 * What a jump of the clock looks like from inside: minutes in which nothing worked and nobody was heard. It is no part of the month. By
 * table, where a database has it.
 */
const jumps: Record<string, string> = {
  outages: "DELETE FROM outages",
  outage: "DELETE FROM outage",
  watches: "DELETE FROM watches",
  provider_alarms: "DELETE FROM provider_alarms",
  mail: `DELETE FROM mail WHERE subject LIKE 'Not in order%' OR subject LIKE 'In order again%'
    OR subject LIKE '%offline: %' OR subject LIKE '%online again: %'`,
};
const ofJumps = /^(Not in order|In order again)|(offline|online again): /;

/** Without what was written ahead and without free pages. */
function compact(whole: string): Buffer {
  const copy = `${whole}.compact`;
  rmSync(copy, { force: true });
  const database = new DatabaseSync(whole);
  for (const { name } of database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all())
    database.exec(jumps[String(name)] ?? "");
  database.exec(`VACUUM INTO '${copy}'`);
  database.close();
  const contents = readFileSync(copy);
  rmSync(copy);
  return contents;
}

/** Passwords are each demonstration's own; so is what its gateways do with a prompt. */
function withoutOwn(name: string, text: string): Buffer {
  if (name === "mailbox.json") {
    const letters: { subject: string }[] = JSON.parse(text);
    return Buffer.from(JSON.stringify(letters.filter(({ subject }) => !ofJumps.test(subject))));
  }
  if (!/^(secrets|airtel|bank|daraja)\.json$/.test(name)) return Buffer.from(text);
  const { passwords: _own, settings: _asStarted, tokens: _asked, ...rest } = JSON.parse(text);
  return Buffer.from(JSON.stringify(rest));
}

/** The recording, with the end that is nearest before this moment once it is moved by whole days. */
export function readRecording(now: number) {
  const all = zstdDecompressSync(readFileSync(path), {
    params: { [constants.ZSTD_d_windowLogMax]: windowLog },
  });
  const headEnds = all.indexOf("\n") + 1;
  const { since, ports, ends, sizes }: Head = JSON.parse(all.subarray(0, headEnds).toString("utf8"));
  const daysTo = ({ at }: End) => Math.floor((now - at) / dayMs);
  const ageOf = (end: End) => now - (end.at + daysTo(end) * dayMs);
  const end = ends.reduce((best, one) => (ageOf(one) < ageOf(best) ? one : best));
  let begin = headEnds;
  const contents = sizes.map((size) => {
    begin += size;
    return all.subarray(begin - size, begin);
  });
  const files = Object.entries(end.files).map(([name, number]) => ({
    name,
    contents: contents[number] ?? Buffer.alloc(0),
  }));
  return { since, ports, days: daysTo(end), at: end.at + daysTo(end) * dayMs, files };
}
