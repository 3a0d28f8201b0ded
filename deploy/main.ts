import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import Cloudflare from "cloudflare";
import { attentions, unreachedGateways } from "./attention.ts";
import { runningVersion } from "./deployments.ts";
import { findPlace } from "./find-place.ts";
import { failedSentence, openLimitMs, openProviders } from "./open-providers.ts";
import { type Accepted, acceptable, type Environment, type Found, type Place, type Step } from "./place.ts";
import { Refused } from "./refused.ts";
import { lookBack } from "./rollback.ts";
import { root, SettingsFile } from "./settings.ts";
import { certificateStep, recordsStep } from "./steps/names.ts";
import { secretsStep } from "./steps/secrets.ts";
import { securityStep } from "./steps/security.ts";
import { databaseStep, queuesStep } from "./steps/storage.ts";
import { workerStep } from "./steps/worker.ts";
import { waitHealthy } from "./wait-healthy.ts";
import { watchRoots } from "./watch-roots.ts";

const usage = `npm run deploy -- [--staging] [--domain mlango.example] [--check] [--dry-run] [--yes] [--accept website|rules|no-mail|no-backup] [--rollback] [--forget-root-secret ID]

Puts the checkout into service at Cloudflare, or a new version of it. Needs CLOUDFLARE_API_TOKEN (docs/deploy.md, "The token").
Every run looks first, shows what stands and what it would make, and makes only what is missing.

--staging   another platform beside the first one, with names, database and secrets of its own
--domain    where the platform lives; told once, and not at all where the token has one domain
--check     looks whether the platform would work, or works: all that stands in its way, in sentences; makes nothing
--dry-run   shows the plan and makes nothing
--accept    says yes to what is asked about otherwise: website (the worker takes over names that answer something else),
            rules (those of the domain's firewall turn none of our machines away), no-mail (letters wait), no-backup (what Cloudflare loses is lost)
--yes       does not ask before it makes what the plan says
--rollback  back to the version that ran before; the database stays as it is
--forget-root-secret ID
            replaces a root secret that is lost, named by its id: what it sealed has to be entered anew`;

/** In the order in which they are made: each needs only those before it. */
const steps: readonly Step[] = [
  databaseStep,
  queuesStep,
  recordsStep,
  securityStep,
  certificateStep,
  secretsStep,
  workerStep,
];
/** What the domain is found by. */
const zoneRight = { right: "Zone → Zone → Read" };
const rollbackStep: Step = { name: "Rollback", right: workerStep.right, look: lookBack };

const options = {
  staging: { type: "boolean", default: false },
  domain: { type: "string" },
  check: { type: "boolean", default: false },
  "dry-run": { type: "boolean", default: false },
  accept: { type: "string", multiple: true },
  yes: { type: "boolean", default: false },
  rollback: { type: "boolean", default: false },
  "forget-root-secret": { type: "string" },
  help: { type: "boolean", default: false },
} as const;

/** Exit codes: 0 done or nothing to do, 1 failed at Cloudflare, 2 refused: a person has to do something first. */
async function main(): Promise<number> {
  const { values } = parseArgs({ options });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  const environment: Environment = values.staging ? "staging" : "production";
  const apiToken = process.env.CLOUDFLARE_API_TOKEN;
  if (!apiToken)
    throw new Refused('CLOUDFLARE_API_TOKEN is not set. Make a token (docs/deploy.md, "The token").');
  const settings = new SettingsFile(join(root, ".deploy"), environment);
  // The file holds what would be lost with this machine: it is read before anything is asked.
  const api = new Cloudflare({ apiToken, maxRetries: 4, timeout: 30_000 });
  const found = await inWords(zoneRight, () => findPlace(api, environment, settings, values.domain));
  const place: Place = {
    ...found,
    forgottenRoot: values["forget-root-secret"] ?? null,
    accepted: readAccepted(values.accept ?? []),
  };
  console.log(`${environment}: https://${place.domain} in the account of ${place.zone.name}\n`);
  if (values.check) return checkAll(place);
  const plan = await lookAll(values.rollback ? [rollbackStep] : steps, place);
  if (values["dry-run"]) return 0;
  if (!values.yes && !(await isWanted())) return 0;
  for (const { step, found } of plan) {
    if (!("make" in found)) continue;
    console.log(`\n${step.name} …`);
    await inWords(step, () => found.run());
  }
  const origin = `https://${place.domain}`;
  await waitHealthy(origin, Number(process.env.DEPLOY_WAIT_SECONDS || 300) * 1_000, (line) =>
    console.log(line),
  );
  const opened = await openProviders(place, { limitMs: openLimitMs(), say: console.log });
  if (opened.failed.length > 0)
    throw new Refused(
      `${failedSentence(opened)}\nThe others are in service. These say on their pages that they are out of order, and open by themselves when a version mends it. ${values.rollback ? "The version before does not open them either" : "npm run deploy -- --rollback goes back for all"} (docs/operate.md, "When a provider's database does not open").`,
    );
  console.log(`\n${opened.opened} of ${opened.total} providers' databases opened.`);
  console.log(`${origin} answers. Operators sign in at ${origin}/superadmin.`);
  for (const sentence of await inService(place)) console.log(`\nATTENTION: ${sentence}`);
  if (!values.rollback)
    console.log(
      `The first operator is made by: npm run superadmin -- create NAME --email ADDRESS --remote${values.staging ? " --staging" : ""}\n` +
        `Keep a copy of ${settings.shownPath} where this machine's loss does not reach it.`,
    );
  return 0;
}

function readAccepted(given: readonly string[]): ReadonlySet<Accepted> {
  const unknown = given.find((one) => !(acceptable as readonly string[]).includes(one));
  if (unknown !== undefined) throw new Refused(`--accept knows ${acceptable.join(", ")}, not "${unknown}".`);
  return new Set(given as Accepted[]);
}

/** What whoever deploys should know of a platform that answers. */
async function inService(place: Place): Promise<string[]> {
  const unknownRoot = await watchRoots(`https://${place.domain}`);
  return [
    ...(await attentions(place)),
    ...(await unreachedGateways(place)),
    ...(unknownRoot ? [unknownRoot] : []),
  ];
}

/** Before the first deployment what would stand in its way; later also what the platform does not reach. */
async function checkAll(place: Place): Promise<number> {
  const { refusals } = await look(steps, place);
  const { isThere, sentences } = await sentencesOf(place);
  for (const sentence of sentences) console.log(`ATTENTION: ${sentence}`);
  if (!isThere) console.log(`\n${knownOnlyThen}`);
  const count = refusals.length + sentences.length;
  console.log(
    count === 0
      ? "\nNothing stands in the way."
      : `\n${count === 1 ? "One thing stands" : `${count} things stand`} in the way.`,
  );
  return count === 0 ? 0 : 2;
}

async function sentencesOf(place: Place): Promise<{ isThere: boolean; sentences: string[] }> {
  try {
    const isThere = (await runningVersion(place)) !== null;
    return { isThere, sentences: isThere ? await inService(place) : await attentions(place) };
  } catch (cause) {
    // The step that needs the right has said it.
    if (isRefusedToken(cause)) return { isThere: false, sentences: [] };
    throw cause;
  }
}

/** A worker alone can try whether it is let in, and before the first deployment there is none. */
const knownOnlyThen =
  "Known only once the worker runs, which sells nothing by itself: whether M-Pesa lets it in from Cloudflare's addresses, and takes your keys; whether the mail service takes a letter. npm run deploy, then once more with --check: it says so, and the way out (the relay, docs/go-live.md).";

/** Cloudflare's number for a token that lacks a right; other refusals with 403 are about the plan. */
const authentication = 10_000;

function isRefusedToken(cause: unknown): boolean {
  return (
    cause instanceof Cloudflare.AuthenticationError ||
    (cause instanceof Cloudflare.APIError && cause.errors.some(({ code }) => code === authentication))
  );
}

type Planned = { step: Step; found: Found };

/** @throws Refused where a person has to do something first */
async function lookAll(all: readonly Step[], place: Place): Promise<Planned[]> {
  const { plan, refusals } = await look(all, place);
  if (refusals.length > 0)
    throw new Refused("Nothing was made. Mend what is marked STOP, and run the same command again.");
  return plan;
}

/** Everything is looked at, so that all that a person has to do is said at once. */
async function look(
  all: readonly Step[],
  place: Place,
): Promise<{ plan: Planned[]; refusals: readonly string[] }> {
  const plan: Planned[] = [];
  const refusals: string[] = [];
  for (const step of all) {
    try {
      const found = await inWords(step, () => step.look(place));
      plan.push({ step, found });
      console.log(
        `${"make" in found ? "make  " : "stands"}  ${step.name}: ${"make" in found ? found.make : found.stands}`,
      );
    } catch (cause) {
      if (!(cause instanceof Refused)) throw cause;
      refusals.push(cause.message);
      console.log(`STOP    ${step.name}: ${cause.message}`);
    }
  }
  return { plan, refusals };
}

/** Cloudflare's refusals as sentences. @throws Refused */
async function inWords<T>({ right }: Pick<Step, "right">, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    if (isRefusedToken(cause)) throw new Refused(`The API token may not do this. Give it: ${right}.`);
    if (cause instanceof Cloudflare.APIConnectionError)
      throw new Refused(`Cloudflare's API cannot be reached (${cause.message}). Run the same command again.`);
    if (cause instanceof Cloudflare.APIError) {
      const said = cause.errors.map(({ message }) => message).filter(Boolean);
      throw new Refused(
        `Cloudflare refused: ${said.join("; ") || cause.message}. What was made before stays; run the same command again.`,
      );
    }
    throw cause;
  }
}

async function isWanted(): Promise<boolean> {
  if (!process.stdin.isTTY) throw new Refused("Say --yes where nobody can be asked.");
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question("\nMake this? [y/N] ");
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

try {
  process.exitCode = await main();
} catch (cause) {
  const isKnown = cause instanceof Refused || (cause as { code?: string }).code?.startsWith("ERR_PARSE_ARGS");
  console.error(isKnown ? `\n${(cause as Error).message}` : cause);
  process.exitCode = isKnown ? 2 : 1;
}
