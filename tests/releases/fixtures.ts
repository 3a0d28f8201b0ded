import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { root } from "../support/site/processes.ts";

// What is kept of each release, in tests/releases/<version>: see README.md there.

/** A call that was answered 200 when the release was recorded. */
export type RecordedCall = { caller: "owner" | "operator" | "visitor"; path: string; body: unknown };
export type RecordedFrame = {
  way: "from" | "to";
  frame: { type: string; request?: { kind: string }; events?: { kind: string }[] };
};
/** What people and browsers carry away from a site. */
export type RecordedSite = {
  /** When it was stopped, UTC ms. */
  at: number;
  /** `name=value` of sessions. */
  cookies: { owner: string; operator: string; visitor: string };
  /** Of links in letters: path and query, and what comes behind the `#`. */
  links: { confirmation: string; invitation: string };
  /** Purchases, by how far they were. */
  purchases: { served: string; prompted: { id: string; phone: string }; paid: string };
  devices: { served: string; prompted: string; paid: string; voucher: string };
  calls: RecordedCall[];
};

const folder = join(root, "tests", "releases");

/** The releases that were recorded, the oldest first. */
export function releases(): string[] {
  return readdirSync(folder)
    .filter((name) => /^\d+\.\d+\.\d+$/.test(name))
    .sort((one, other) => one.localeCompare(other, "en", { numeric: true }));
}

export const releasePath = (release: string, name: string): string => join(folder, release, name);

export function readKept(release: string, name: string): Buffer {
  const kept = readFileSync(releasePath(release, name));
  return name.endsWith(".gz") ? gunzipSync(kept) : kept;
}

export function keep(release: string, name: string, contents: string | Buffer): void {
  mkdirSync(join(folder, release), { recursive: true });
  writeFileSync(
    releasePath(release, name),
    name.endsWith(".gz") ? gzipSync(contents, { level: 9 }) : contents,
  );
}

/** Files of a folder as one. @param without names of it that are left out */
export function pack(release: string, name: string, dir: string, without: readonly string[] = []): void {
  mkdirSync(join(folder, release), { recursive: true });
  const excluded = without.map((one) => `--exclude=./${one}`);
  tar("-C", dir, ...excluded, "--sort=name", "-czf", releasePath(release, name), ".");
}

export function unpack(release: string, name: string, dir: string): void {
  if (!existsSync(dir)) mkdirSync(dir, { recursive: true });
  tar("-C", dir, "-xzf", releasePath(release, name));
}

function tar(...args: string[]): void {
  const { status, stderr } = spawnSync("tar", args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`tar: ${stderr}`);
}

/** Lines of JSON. */
export function readLines<T>(release: string, name: string): T[] {
  return readKept(release, name)
    .toString("utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T);
}
