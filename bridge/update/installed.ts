import { accessSync, constants, existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { SignedRelease } from "#contract/bridge-release";

/** The folder of the program that runs, into which the installer put it. */
export const ownFolder = () => dirname(process.argv[1] ?? "");

const releasePath = (folder: string) => join(folder, "release.json");

export const isSigned = (folder: string): boolean => existsSync(releasePath(folder));

/** What was installed last, with the keys of the next one; undefined where releases are not signed. Its owner alone can write it. */
export function installedRelease(folder: string): SignedRelease | undefined {
  try {
    return SignedRelease.parse(JSON.parse(readFileSync(releasePath(folder), "utf8")));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** Why the last update did not succeed, in words; no file where it did. */
export const failurePath = (folder: string) => join(folder, "update-failed.txt");

export function mayWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** For the shell of this machine. */
export function updateLine(server: string): string {
  return installedRelease(ownFolder())
    ? "sudo mlango-bridge update"
    : `curl -fsS ${server}/bridge/install | sudo sh`;
}
