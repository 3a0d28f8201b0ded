import { readFileSync } from "node:fs";
import { type Running, splitTraffic } from "./deployments.ts";
import { failedSentence, type Opened, openProviders } from "./open-providers.ts";
import type { Place } from "./place.ts";
import { Refused } from "./refused.ts";
import { version } from "./release-version.ts";

// Objects change their version together with the worker, and with it their tables. Where there are enough of them, a few get the new version
// first: Cloudflare gives each object one version by the shares of a deployment, and it keeps it until the next one.

/** Below, a share is no object, or half of the platform. */
const fewest = 20;
/** Of a hundred. */
const leastShare = 1;
const mostShare = 50;
/** A part of the providers that is not answered is asked for again so long; there is no limit to how many are opened. */
const answersWithinMs = 20_000;
/** So many providers are to get it first. */
const wanted = 3;

/**
 * Gives a part of the objects the uploaded version and opens all: those of the new version take its migrations. Where one fails that did
 * not fail before, the version that ran has everything back. Does nothing where there are too few, or where that version does not answer.
 * @param upload makes the version without deploying it, and returns its id
 * @throws Refused where it does not go on
 */
export async function tryCanary(
  place: Place,
  running: Running,
  upload: () => Promise<string>,
  options: { limitMs: number; say(line: string): void },
): Promise<void> {
  const before = await openBefore(place, options);
  if (!before) return;
  // The platform's own books are one of them.
  const providers = before.total - 1;
  if (providers < fewest) return;
  const share = Math.max(leastShare, Math.ceil((100 * wanted) / providers));
  const known = new Set(before.failed.map(({ providerId }) => providerId));
  options.say(
    "A few of the providers get it first. wrangler says below that the newest version is not the only one: that is so until this is through.",
  );
  const versionId = await upload();
  const said = versionId.slice(0, 8);
  const back = () => splitTraffic(place, [[running.versionId, 100]], `back from ${said}`);
  for (let given = share; ; given *= 2) {
    let opened: Opened;
    options.say(`${given} % of the providers get it.`);
    try {
      const shares = [[running.versionId, 100 - given] as const, [versionId, given] as const];
      await splitTraffic(place, shares, `${given} % to ${said}`);
      opened = await openProviders(place, { ...options, answers: { versionId, version } });
    } catch (cause) {
      await back();
      throw cause;
    }
    const failed = opened.failed.filter(({ providerId }) => !known.has(providerId));
    if (failed.length > 0) {
      await back();
      throw new Refused(
        `${failedSentence({ ...opened, failed })}\nThe version before answers for all of them again. Mend it, and run the same command again.`,
      );
    }
    options.say(
      `${opened.ofThisVersion} of ${opened.total} providers were opened by this version, none failed`,
    );
    // By chance none may have got it.
    if (opened.ofThisVersion > 0) return;
    if (given * 2 > mostShare) {
      options.say("None got it by chance: it goes to all.");
      return;
    }
  }
}

/** Null where the version that runs does not answer: the new one may be what mends it, and there is nothing to go back to. */
async function openBefore(place: Place, { say }: { say(line: string): void }): Promise<Opened | null> {
  try {
    return await openProviders(place, { limitMs: answersWithinMs, say });
  } catch (cause) {
    if (!(cause instanceof Refused)) throw cause;
    say("The version that runs does not answer: the new one goes to all at once.");
    return null;
  }
}

/** What wrangler wrote of its upload (`WRANGLER_OUTPUT_FILE_PATH`). @throws Refused where it tells of none */
export function uploadedVersion(path: string): string {
  for (const line of readFileSync(path, "utf8").split("\n").filter(Boolean)) {
    const entry = JSON.parse(line) as { type: string; version_id?: string };
    if (entry.type === "version-upload" && entry.version_id) return entry.version_id;
  }
  throw new Refused("wrangler uploaded a version and did not say which. Run the same command again.");
}
