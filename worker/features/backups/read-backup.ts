import { gunzipSync } from "node:zlib";
import type { LoadStep } from "../../contract/backups.ts";
import type { Keys } from "../../keys.ts";
import { type FileEntry, type Manifest, manifestKey, type ProviderHead, readManifest } from "./manifest.ts";
import { openFile, sha256Of } from "./sealed-file.ts";

// Reads a night's backup where its private key is, and hands it to a platform step by step. What is not as the night's list says is refused
// before anything of it is handed on.

type Bytes = Uint8Array<ArrayBuffer>;

export type Source = {
  night: string;
  /** PKCS#8. */
  privateKey: Bytes;
  keys: Pick<Keys, "isProof">;
  /** From the store, or from a folder. */
  read(key: string): Promise<Bytes>;
};

export type Answer = { state: "ok" | "done" | "other_data" | "other_schema" | "other_secret"; count: number };

export type Target = {
  /** A call of `loadBackup`. */
  ask(step: LoadStep): Promise<Answer>;
  say(line: string): void;
};

/** A step that was not answered is asked again: each may be repeated. */
const tries = 5;

/** @param ask answers a text where the platform did not: why */
export async function askAgain(step: LoadStep, ask: () => Promise<Answer | string>): Promise<Answer> {
  let why = "";
  for (let tried = 0; tried < tries; tried += 1) {
    const answer = await ask();
    if (typeof answer !== "string") return answer;
    why = answer;
  }
  throw new NotLoaded(
    `Step "${step.step}" was not answered (${why}). Run the same command again: it goes on.`,
  );
}

type Line = { table: string; row: Record<string, unknown> };

/** A body that the platform takes in one call. */
const mostChars = 700_000;
const providersAtOnce = 4;
const mostPayments = 100;

export class NotLoaded extends Error {
  override readonly name = "NotLoaded";
}

const sentences: Record<Exclude<Answer["state"], "ok" | "done">, string> = {
  other_data:
    "has something of its own there. Load into an account without providers and operators, or one provider with --replace.",
  other_schema:
    "has other tables than the backup: deploy the version of the backup, load it, then deploy the newer one.",
  other_secret:
    "has other secrets than the backup was made with: put that ROOT_SECRET (or in ROOT_SECRET_PREVIOUS) and NAME_SECRET into its settings and deploy.",
};

async function done(target: Target, step: LoadStep): Promise<Answer> {
  const answer = await target.ask(step);
  if (answer.state === "ok" || answer.state === "done") return answer;
  throw new NotLoaded(`The platform ${sentences[answer.state]}`);
}

/** @throws Error where the list is forged, broken or of another platform */
export async function manifestOf({ night, keys, read }: Source): Promise<Manifest> {
  return readManifest(keys, night, await read(manifestKey(night)));
}

/** Its lines. @throws Error where it is not what the list says, or does not open */
async function linesOf(
  source: Source,
  { key, sha256 }: Pick<FileEntry, "key" | "sha256">,
): Promise<unknown[]> {
  const file = await source.read(key);
  if ((await sha256Of(file)) !== sha256)
    throw new Error(`${key} is not the file that the night's list names.`);
  const text = gunzipSync(await openFile(source.privateKey, key, file)).toString();
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as unknown);
}

export type Checked = { files: number; rows: number; payments: number; bytes: number };

/** Reads and opens every file, and hands nothing on. */
export async function checkBackup(source: Source): Promise<Checked> {
  const manifest = await manifestOf(source);
  const counted = { files: 0, rows: 0, payments: 0, bytes: 0 };
  for (const entry of manifest.files) {
    const lines = await linesOf(source, entry);
    counted.files += 1;
    counted.bytes += entry.bytes;
    counted.rows += entry.rows;
    if (entry.providerId === "") continue;
    for (const file of headOf(lines, entry).payments) {
      counted.payments += (await linesOf(source, file)).length;
      counted.bytes += file.bytes;
      counted.files += 1;
    }
  }
  return counted;
}

function headOf([first, ...rows]: unknown[], { key, providerId, rows: count }: FileEntry): ProviderHead {
  const head = first as ProviderHead;
  if (head.backup !== "provider" || head.providerId !== providerId || rows.length !== count)
    throw new Error(`${key} is not whole.`);
  return head;
}

/** All of it, into an empty account. May be repeated after it was cut off. */
export async function loadAll(source: Source, target: Target): Promise<Manifest> {
  const manifest = await manifestOf(source);
  const { night } = manifest;
  const begun = await done(target, beginStep(manifest, "", false));
  if (begun.state === "ok") {
    // What refers to others was read first, and is put in last.
    const pieces = manifest.files.filter(({ providerId }) => providerId === "").reverse();
    for (const piece of pieces) {
      const lines = (await linesOf(source, piece)) as Line[];
      for (const pages of pagesOf(lines.reverse()))
        await done(target, { step: "platform", night, providerId: "", pages });
      target.say(`${piece.key}: ${lines.length} rows of the platform`);
    }
  }
  const left = manifest.files.filter(({ providerId }) => providerId !== "").values();
  let count = 0;
  const worker = async () => {
    for (const entry of left) {
      await loadProviderFile(source, target, manifest, entry, false);
      count += 1;
      if (count % 50 === 0) target.say(`${count} providers loaded`);
    }
  };
  await Promise.all(Array.from({ length: providersAtOnce }, worker));
  if (begun.state === "ok") await done(target, { step: "end", night, providerId: "", at: manifest.endedAt });
  return manifest;
}

/** One provider, its rows of D1 among them. @param replaces what the platform has of it is removed first */
export async function loadProvider(
  source: Source,
  target: Target,
  providerId: string,
  replaces: boolean,
): Promise<Manifest> {
  const manifest = await manifestOf(source);
  const { night } = manifest;
  const entry = manifest.files.find((file) => file.providerId === providerId);
  if (!entry) throw new NotLoaded(`The backup of ${night} has no provider ${providerId}.`);
  const begun = await done(target, beginStep(manifest, providerId, replaces));
  if (begun.state === "done") return manifest;
  const pieces = manifest.files.filter((file) => file.providerId === "").reverse();
  const all: Line[] = [];
  for (const piece of pieces) all.push(...((await linesOf(source, piece)) as Line[]).reverse());
  for (const pages of pagesOf(concerning(all, providerId)))
    await done(target, { step: "platform", night, providerId, pages });
  await loadProviderFile(source, target, manifest, entry, replaces);
  return manifest;
}

const beginStep = (
  { night, schema, rootSecret, nameSecret }: Manifest,
  providerId: string,
  replaces: boolean,
): LoadStep => ({ step: "begin", night, providerId, schema, rootSecret, nameSecret, replaces });

/** Payments first, and nothing is done with them before the rows are there. */
async function loadProviderFile(
  source: Source,
  target: Target,
  manifest: Manifest,
  entry: FileEntry,
  replaces: boolean,
): Promise<void> {
  const { providerId } = entry;
  const { night } = manifest;
  const [first, ...rows] = await linesOf(source, entry);
  const head = headOf([first, ...rows], entry);
  const begun = await done(target, beginStep(manifest, providerId, replaces));
  if (begun.state === "done") return;
  const ids: string[] = [];
  for (const file of head.payments) {
    const objects = (await linesOf(source, file)) as { id: string; whole: string }[];
    if (objects.length !== file.objects) throw new Error(`${file.key} is not whole.`);
    for (const some of inBodies(objects, mostPayments))
      await done(target, { step: "payments", providerId, objects: some });
    ids.push(...objects.map(({ id }) => id));
  }
  for (const pages of pagesOf(rows as Line[])) await done(target, { step: "rows", providerId, pages });
  await done(target, { step: "end", night, providerId, at: head.at });
  for (let place = 0; place < ids.length; place += mostPayments)
    await done(target, { step: "resume", providerId, payments: ids.slice(place, place + mostPayments) });
}

type Page = { table: string; rows: Record<string, unknown>[] };

/** Rows in their order, so many as one body holds. */
function* pagesOf(lines: readonly Line[]): Generator<Page[]> {
  for (const some of inBodies(lines, Number.POSITIVE_INFINITY)) {
    const pages: Page[] = [];
    for (const { table, row } of some) {
      const last = pages.at(-1);
      if (last?.table === table) last.rows.push(row);
      else pages.push({ table, rows: [row] });
    }
    yield pages;
  }
}

function* inBodies<T>(all: readonly T[], most: number): Generator<T[]> {
  let some: T[] = [];
  let chars = 0;
  for (const one of all) {
    const own = JSON.stringify(one).length;
    if (some.length > 0 && (chars + own > mostChars || some.length >= most)) {
      yield some;
      [some, chars] = [[], 0];
    }
    some.push(one);
    chars += own;
  }
  if (some.length > 0) yield some;
}

/** Columns by which a platform's row is one provider's; what is listed by another row's id is found in a second look. */
const ownBy: Readonly<Record<string, string>> = { providers: "id", sign_ups: "id" };
const listedBy: Readonly<Record<string, { column: string; in: string; own?: string }>> = {
  bridge_programs: { column: "bridge_id", in: "bridges" },
  router_setups: { column: "router_id", in: "routers" },
  tunnel_peers: { column: "router_id", in: "routers" },
  vpn_clients: { column: "router_id", in: "routers" },
  media: { column: "hash", in: "media_uses", own: "hash" },
};

/** What of the platform's rows concerns one provider. */
export function concerning(lines: readonly Line[], providerId: string): Line[] {
  const own = lines.filter(({ table, row }) => row[ownBy[table] ?? "provider_id"] === providerId);
  const isOwn = new Set(own);
  const names = new Map<string, Set<unknown>>();
  for (const [table, { in: where, own: column = "id" }] of Object.entries(listedBy))
    names.set(table, new Set(own.filter((one) => one.table === where).map(({ row }) => row[column])));
  return lines.filter(
    (line) =>
      isOwn.has(line) || names.get(line.table)?.has(line.row[listedBy[line.table]?.column ?? ""]) === true,
  );
}
