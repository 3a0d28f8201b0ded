import { spawnSync } from "node:child_process";

/** `files`: relative to the repository, also those that are gone. `since`: in words, from what they differ. */
export type Changes = { files: string[]; since: string };

/**
 * What differs from the base, what is not committed and what git does not know yet included. The base is `since`, else where
 * this branch left its upstream, else the last commit.
 * @returns null where that cannot be told: no git, or nothing differs from the last commit and there is no other base
 * @throws when `since` names nothing
 */
export function changesIn(root: string, since?: string): Changes | null {
  const git = (...args: string[]): string | null => {
    const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 28 });
    return status === 0 ? stdout.trim() : null;
  };
  const head = git("rev-parse", "HEAD");
  // A folder inside of another repository is none of its own.
  if (head === null || git("rev-parse", "--show-prefix") !== "") {
    if (since !== undefined) throw new Error(`There is no git here to ask what differs from ${since}.`);
    return null;
  }
  const named = since === undefined ? null : git("merge-base", "HEAD", since);
  if (since !== undefined && named === null) throw new Error(`git knows no ${since}.`);
  const left = since === undefined ? git("merge-base", "HEAD", "@{upstream}") : null;
  const base = named ?? (left === null || left === head ? null : left);
  const lines = (text: string | null) => (text ? text.split("\n") : []);
  const files = [
    ...lines(git("diff", "--name-only", "--no-renames", base ?? "HEAD")),
    ...lines(git("ls-files", "--others", "--exclude-standard")),
  ];
  if (base === null && files.length === 0) return null;
  const from =
    since ?? (base ? `${base.slice(0, 8)}, where this branch left its upstream` : "the last commit");
  return { files: [...new Set(files)].sort(), since: from };
}
