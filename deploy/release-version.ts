import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import about from "../package.json" with { type: "json" };
import type { Running } from "./deployments.ts";
import { Refused } from "./refused.ts";
import { root } from "./settings.ts";

// Bridges, consoles and people tell versions apart by the number in package.json alone: one number stands for one bundle.

export const { version } = about;

/** Of what was built, in hex: what runs and what it serves. When the bridge was signed is left out, and by which machine. */
export function bundleDigest(dist = join(root, "dist")): string {
  const digest = createHash("sha256");
  const files = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.map$|^wrangler.*\.json$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of files)
    digest
      .update(file.slice(dist.length))
      .update("\0")
      .update(withoutSignature(readFileSync(file, "latin1")));
  return digest.digest("hex").slice(0, digestDigits);
}

const digestDigits = 12;

function withoutSignature(contents: string): string {
  return contents
    .replace(/\\*"madeAt\\*":\d+/g, "")
    .replace(/(signature\\*"?:\s*\\*["'`])[\w+/]{86}==/g, "$1");
}

/** What the version is called at Cloudflare, and how it is known again there. */
export function versionMessage(subject: string): string {
  return `${version} ${bundleDigest()} ${subject}`;
}

/** @throws Refused where another bundle runs by the number of this one */
export function checkVersion(running: Running | null): void {
  const [number, digest] = /^(\d+\.\d+\.\d+) ([0-9a-f]+)(?: |$)/.exec(running?.message ?? "")?.slice(1) ?? [];
  if (number !== version || digest === bundleDigest()) return;
  throw new Refused(
    `${version} runs already, and what was built is not it. Bridges and consoles go by that number: raise "version" in package.json and tell what changed in CHANGELOG.md (docs/recipes.md, "Cut a release"), then run the same command again.`,
  );
}
