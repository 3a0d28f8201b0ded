import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { changesIn } from "./changes.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "changes-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function git(at: string, ...args: string[]): string {
  const who = ["-c", "user.name=Test", "-c", "user.email=test@example.test", "-c", "init.defaultBranch=main"];
  const { status, stdout, stderr } = spawnSync("git", [...who, ...args], { cwd: at, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
}

/** A repository with two files and one commit, and a clone of it that follows it. */
function cloned(): string {
  const [origin, clone] = [join(folder, "origin"), join(folder, "clone")];
  mkdirSync(origin);
  git(origin, "init", "-q");
  for (const name of ["kept.ts", "gone.ts"]) writeFileSync(join(origin, name), "");
  git(origin, "add", "-A");
  git(origin, "commit", "-qm", "first");
  git(folder, "clone", "-q", origin, clone);
  return clone;
}

function commit(at: string, name: string): void {
  writeFileSync(join(at, name), "more");
  git(at, "add", "-A");
  git(at, "commit", "-qm", name);
}

describe("what differs", () => {
  test("is not known without git, and in a folder inside of another repository", () => {
    expect(changesIn(folder)).toBeNull();
    const clone = cloned();
    mkdirSync(join(clone, "inner"));
    expect(changesIn(join(clone, "inner"))).toBeNull();
  });

  test("is not known in a clone that has no commit and no change of its own", () => {
    expect(changesIn(cloned())).toBeNull();
  });

  test("is what is not committed, also what is new and what is gone", () => {
    const clone = cloned();
    writeFileSync(join(clone, "kept.ts"), "changed");
    writeFileSync(join(clone, "new.ts"), "");
    rmSync(join(clone, "gone.ts"));
    expect(changesIn(clone)).toEqual({ files: ["gone.ts", "kept.ts", "new.ts"], since: "the last commit" });
  });

  test("is everything since the branch left its upstream, with what is not committed", () => {
    const clone = cloned();
    const left = git(clone, "rev-parse", "--short=8", "HEAD");
    commit(clone, "one.ts");
    commit(clone, "two.ts");
    writeFileSync(join(clone, "three.ts"), "");
    expect(changesIn(clone)).toEqual({
      files: ["one.ts", "three.ts", "two.ts"],
      since: `${left}, where this branch left its upstream`,
    });
  });

  test("is everything since what was named, and a name that git does not know is said", () => {
    const clone = cloned();
    const first = git(clone, "rev-parse", "HEAD");
    commit(clone, "one.ts");
    git(clone, "push", "-q", "origin", "HEAD:refs/heads/pushed");
    expect(changesIn(clone, first)).toEqual({ files: ["one.ts"], since: first });
    expect(() => changesIn(clone, "no-such-branch")).toThrow("git knows no no-such-branch.");
    expect(() => changesIn(folder, "main")).toThrow("There is no git here");
  });
});
