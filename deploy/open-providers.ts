import { setTimeout as sleep } from "node:timers/promises";
import { askWorker, deploymentHeaders } from "./ask-worker.ts";
import type { Place } from "./place.ts";
import { Refused } from "./refused.ts";

// Each provider's database takes a new version's migrations when it is opened, by the first request for it. The deployment opens all of them
// itself, so that one that fails is found by it and not by a visitor.

const betweenMs = 3_000;
/** The worker takes a hundred at a time, and waits 25 s for one that hangs. */
const answerMs = 180_000;
/** More are counted. */
const mostNamed = 20;

/** How long all of them may take. */
export const openLimitMs = () => Number(process.env.DEPLOY_OPEN_SECONDS || 1_800) * 1_000;

/** What the worker answers (`openProviders` in worker/contract/watches.ts). */
type Page = {
  opened: number;
  /** 0.2.0 does not say. */
  ofThisVersion?: number;
  failed: { providerId: string; businessName: string; fault: string }[];
  total: number;
  next: string | null;
  version: string;
};
export type Opened = Pick<Page, "opened" | "failed" | "total"> & { ofThisVersion: number };

type Options = {
  limitMs: number;
  say(line: string): void;
  /** The version that is to answer, of two between which requests are split. */
  answers?: { versionId: string; version: string };
};

/**
 * Asks the platform to open each provider's database, in parts. Those that fail do not stop it.
 * @throws Refused where it is not through in time
 */
export async function openProviders(place: Place, { limitMs, say, answers }: Options): Promise<Opened> {
  const headers = {
    ...(await deploymentHeaders(place)),
    ...(answers && { "cloudflare-workers-version-overrides": `${place.worker}="${answers.versionId}"` }),
  };
  const end = Date.now() + limitMs;
  const all: Opened = { opened: 0, ofThisVersion: 0, failed: [], total: 0 };
  for (let after: string | null = ""; after !== null; ) {
    const page = await askPage(place, headers, after, answers?.version);
    if (typeof page !== "string") {
      all.opened += page.opened;
      all.ofThisVersion += page.ofThisVersion ?? 0;
      all.failed.push(...page.failed);
      all.total = page.total;
      after = page.next;
      if (after !== null) say(`${all.opened} of ${all.total} opened`);
      continue;
    }
    if (Date.now() + betweenMs > end)
      throw new Refused(
        `Only ${all.opened} of ${all.total || "the"} providers' databases were opened (${page}). The others take the migrations when they are asked next. Run the same command again to go on.`,
      );
    await sleep(betweenMs);
  }
  return all;
}

/** A sentence with the names of those whose database does not open. */
export function failedSentence({ failed, total }: Opened): string {
  const named = failed
    .slice(0, mostNamed)
    .map(({ businessName, providerId, fault }) => `  ${businessName} (${providerId}): ${fault}`);
  const more = failed.length > mostNamed ? [`  and ${failed.length - mostNamed} more`] : [];
  return [`${failed.length} of ${total} providers' databases do not open:`, ...named, ...more].join("\n");
}

/** A text where there is no answer: why. */
async function askPage(
  place: Place,
  headers: Record<string, string>,
  after: string,
  version: string | undefined,
): Promise<Page | string> {
  const body = { after };
  const page = await askWorker<Page>(place, "open-providers", { headers, body, patienceMs: answerMs });
  if (typeof page === "string") return page;
  return version === undefined || page.version === version ? page : `${page.version} still answers`;
}
