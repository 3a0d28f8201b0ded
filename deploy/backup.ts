import { generateKeyPairSync } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parseArgs } from "node:util";
import Cloudflare from "cloudflare";
import {
  type Answer,
  askAgain,
  checkBackup,
  loadAll,
  loadProvider,
  NotLoaded,
  type Source,
  type Target,
} from "../worker/features/backups/read-backup.ts";
import { readFile } from "../worker/features/backups/store.ts";
import { makeKeys } from "../worker/keys.ts";
import { askWorker, deploymentHeaders } from "./ask-worker.ts";
import { findPlace } from "./find-place.ts";
import type { Environment, Place } from "./place.ts";
import { Refused } from "./refused.ts";
import { root, SettingsFile } from "./settings.ts";

const usage = `npm run backup -- key | check NIGHT | load NIGHT [--provider ID [--replace]] | paid-out --provider ID --amount SHILLINGS --receipt R | release [--provider ID]
  [--staging] [--from FOLDER] [--key FILE]

key      makes the pair of keys: the public one goes into the settings, the private one into a file that you take off this machine
check    reads and opens every file of a night (YYYY-MM-DD), and changes nothing
load     loads a night into the deployed platform: all of it into an empty account, or one provider
paid-out books a payout that the statement has and the backup has not: nothing is sent
release  lets payouts and refunds of what was loaded go out again, once somebody has compared what went out since (docs/operate.md)

--provider ID   this one alone        --replace   what the platform has of it is removed first
--from FOLDER   the files were copied there; else they are read from the store (BACKUP_READ_KEY_ID, BACKUP_READ_SECRET of the shell: a key
                that may read, where the platform's own may not)
--key FILE      the private key (.deploy/backup-private.pem)`;

const options = {
  staging: { type: "boolean", default: false },
  provider: { type: "string" },
  replace: { type: "boolean", default: false },
  from: { type: "string" },
  key: { type: "string" },
  amount: { type: "string" },
  receipt: { type: "string" },
} as const;

const stepMs = 120_000;
/** A token is good for an hour. */
const renewMs = 30 * 60_000;

/** Exit codes: 0 done, 1 failed, 2 refused: a person has to do something first. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [verb, night = ""] = positionals;
  const environment: Environment = values.staging ? "staging" : "production";
  const folder = join(root, ".deploy");
  const settings = new SettingsFile(folder, environment);
  const keyFile = values.key ?? join(folder, "backup-private.pem");
  if (verb === "key") return makeKey(settings, keyFile);
  if (verb === "paid-out") {
    const [providerId, shillings, receipt] = [values.provider, Number(values.amount), values.receipt];
    if (!providerId || !receipt || !Number.isInteger(shillings) || shillings < 1) throw new Refused(usage);
    const target = await targetOf(environment, settings);
    const { state } = await target.ask({ step: "paid_out", providerId, shillings, receipt });
    if (state !== "ok")
      throw new Refused(
        "It was not booked: this provider's payouts are not held, another payout has the receipt, or the platform pays nothing out.",
      );
    console.log(`KSh ${shillings} (${receipt}) stand in the books as paid out.`);
    return 0;
  }
  if (verb === "release") {
    const target = await targetOf(environment, settings);
    const { count } = await target.ask({ step: "release", providerId: values.provider ?? "" });
    console.log(`Payouts and refunds of ${count} ${count === 1 ? "provider go" : "providers go"} out again.`);
    return 0;
  }
  if ((verb !== "check" && verb !== "load") || !/^\d{4}-\d\d-\d\d$/.test(night)) throw new Refused(usage);
  const source = sourceOf(settings, keyFile, night, values.from);
  const began = Date.now();
  if (verb === "check") {
    const { files, rows, payments, bytes } = await checkBackup(source);
    console.log(`${night} is whole: ${files} files, ${rows} rows, ${payments} payments, ${bytes} bytes.`);
    return 0;
  }
  const target = await targetOf(environment, settings);
  const manifest = values.provider
    ? await loadProvider(source, target, values.provider, values.replace)
    : await loadAll(source, target);
  const minutes = ((Date.now() - began) / 60_000).toFixed(1);
  console.log(
    `Loaded in ${minutes} minutes. What was open on ${night} is unclear and is asked about; payouts and refunds wait for: npm run backup -- release`,
  );
  if (manifest.missing.length > 0)
    console.log(
      `ATTENTION: these providers are not in it, take them from an earlier night: ${manifest.missing.join(", ")}`,
    );
  return 0;
}

function makeKey(settings: SettingsFile, file: string): number {
  if (existsSync(file) || settings.values.BACKUP_PUBLIC_KEY)
    throw new Refused(
      "There is a key already. Backups that are sealed to it need it: keep it, and name another file by --key.",
    );
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 3072 });
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600 });
  settings.add({ BACKUP_PUBLIC_KEY: publicKey.export({ type: "spki", format: "der" }).toString("base64") });
  console.log(
    `${relative(process.cwd(), file)} opens every backup from now on. Keep two copies away from this machine, and take it off this one. Without it no backup is worth anything.`,
  );
  return 0;
}

function sourceOf(settings: SettingsFile, keyFile: string, night: string, from: string | undefined): Source {
  const { ROOT_SECRET, ROOT_SECRET_PREVIOUS = "", NAME_SECRET } = settings.values;
  if (!ROOT_SECRET || !NAME_SECRET)
    throw new Refused(
      `ROOT_SECRET and NAME_SECRET of the lost platform have to stand in ${settings.shownPath}.`,
    );
  if (!existsSync(keyFile)) throw new Refused(`The private key is not at ${keyFile}: name it by --key.`);
  const pem = readFileSync(keyFile, "utf8").replace(/-----[^-]+-----|\s/g, "");
  const previous = ROOT_SECRET_PREVIOUS.split(",").filter(Boolean);
  return {
    night,
    privateKey: new Uint8Array(Buffer.from(pem, "base64")),
    keys: makeKeys({ root: ROOT_SECRET, previous, name: NAME_SECRET }),
    read: from ? async (key) => new Uint8Array(readFileSync(join(from, key))) : storeReader(settings),
  };
}

function storeReader({ values, shownPath }: SettingsFile): Source["read"] {
  const { BACKUP_URL: url, BACKUP_REGION: region = "auto" } = values;
  const keyId = process.env.BACKUP_READ_KEY_ID || values.BACKUP_KEY_ID;
  const secret = process.env.BACKUP_READ_SECRET || values.BACKUP_SECRET;
  if (!url || !keyId || !secret)
    throw new Refused(`${shownPath} names no store (BACKUP_URL and its key), and no --from.`);
  return (key) => readFile({ url, region, keyId, secret }, key, fetch);
}

async function targetOf(environment: Environment, settings: SettingsFile): Promise<Target> {
  const apiToken = process.env.CLOUDFLARE_API_TOKEN;
  if (!apiToken)
    throw new Refused('CLOUDFLARE_API_TOKEN is not set. Make a token (docs/deploy.md, "The token").');
  const api = new Cloudflare({ apiToken, maxRetries: 4, timeout: 30_000 });
  const found = await findPlace(api, environment, settings, undefined);
  const place: Place = { ...found, forgottenRoot: null, accepted: new Set() };
  let headers = await deploymentHeaders(place);
  let renewedAt = Date.now();
  return {
    say: console.log,
    async ask(step) {
      if (Date.now() - renewedAt > renewMs)
        [headers, renewedAt] = [await deploymentHeaders(place), Date.now()];
      const options = { headers, body: step, patienceMs: stepMs };
      return askAgain(step, () => askWorker<Answer>(place, "load-backup", options));
    },
  };
}

try {
  process.exitCode = await main();
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : cause);
  process.exitCode = cause instanceof Refused || cause instanceof NotLoaded ? 2 : 1;
}
