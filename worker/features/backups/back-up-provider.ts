import type { Context } from "../../context.ts";
import { nairobiDay } from "../../contract/values/duration.ts";
import { dayMs, minuteMs } from "../../contract/values/time.ts";
import { sql } from "../../db/sql.ts";
import { compressed, readWholeRows } from "../../db/whole-rows.ts";
import {
  type FileEntry,
  type PaymentsFile,
  type ProviderHead,
  paymentsKey,
  providerKey,
} from "./manifest.ts";
import { joinedBytes, sealFile, sha256Of } from "./sealed-file.ts";
import { type Store, storeOf } from "./store.ts";

/** A payment's object forgets itself after it (payments/payment-object.ts). */
const keptMs = 40 * dayMs;
/** What is written while a backup is taken is looked at once more by the next. */
const marginMs = 10 * minuteMs;
const objectsAtOnce = 20;

/** What its storage remembers of the last backup: files of payments' days that are still as they were. */
type Remembered = { at: number; files: PaymentsFile[] };
const rememberedKey = "backup";

/** Answered beside the file, for the night's list. */
export type BackedUp = { file: FileEntry; schema: number };

/** In the provider's object: its rows, of one moment, and its payments' objects, of that moment or later. @throws to be repeated */
export async function backUpProvider(
  ctx: Context,
  providerId: string,
  storage: DurableObjectStorage,
  night: string,
): Promise<BackedUp> {
  const store = storeOf(ctx.settings, ctx.fetch);
  if (!store) throw new Error("no store for backups is set");
  const at = ctx.now();
  const before = storage.kv.get<Remembered>(rememberedKey);
  const { lines, schema } = readWholeRows(storage);
  const changed = await changedDays(ctx, providerId, before ? before.at - marginMs : 0, at);
  const same = (before?.files ?? []).filter(
    ({ day }) => !changed.has(day) && Date.parse(day) > at - keptMs - dayMs,
  );
  const files = [...same];
  for (const [day, ids] of changed) {
    const file = await backUpPayments(ctx, store, paymentsKey(providerId, day, night), ids);
    if (file) files.push({ ...file, day });
  }
  files.sort((one, other) => (one.day < other.day ? -1 : 1));
  const head: ProviderHead = {
    backup: "provider",
    providerId,
    at,
    schema,
    rows: lines.rows,
    payments: files,
  };
  const key = providerKey(night, providerId);
  const file = await putFile(store, key, [compressed(`${JSON.stringify(head)}\n`), ...lines.members]);
  storage.kv.put(rememberedKey, { at, files } satisfies Remembered);
  return { file: { ...file, providerId, rows: lines.rows, at }, schema };
}

/** Seals it and puts it into the store. */
export async function putFile(
  store: Store,
  key: string,
  members: readonly Uint8Array[],
): Promise<Pick<FileEntry, "key" | "sha256" | "bytes">> {
  const sealed = await sealFile(store.publicKey, key, joinedBytes(members));
  await store.put(key, sealed);
  return { key, sha256: await sha256Of(sealed), bytes: sealed.byteLength };
}

/** Days of which some payment's object changed, with the names of all objects of that day. */
async function changedDays(
  ctx: Context,
  providerId: string,
  since: number,
  now: number,
): Promise<Map<string, string[]>> {
  const db = ctx.tenant(providerId);
  const from = now - keptMs;
  // An object of refunds alone, of money that came without a purchase, has no payment's row.
  const objects = await db.all(
    sql<{ id: string; at: number; isChanged: number }>`SELECT id, created_at AS at,
        updated_at >= ${since} OR status = 'pending'
          OR id IN (SELECT payment_id FROM refunds WHERE updated_at >= ${since})
          OR id IN (SELECT payment_id FROM reviews WHERE at >= ${since}) AS isChanged
      FROM payments WHERE created_at >= ${from}
      UNION ALL SELECT payment_id, min(created_at), max(updated_at) >= ${since} FROM refunds
      WHERE payment_id NOT IN (SELECT id FROM payments WHERE created_at >= ${from}) GROUP BY payment_id
      HAVING max(updated_at) >= ${from}`,
  );
  const days = Map.groupBy(objects, ({ at }) => nairobiDay(at));
  const changed = [...days].filter(([, of]) => of.some(({ isChanged }) => isChanged));
  return new Map(changed.map(([day, of]) => [day, of.map(({ id }) => id)]));
}

/** Null where none of them has anything any more. */
async function backUpPayments(
  ctx: Context,
  store: Store,
  key: string,
  ids: readonly string[],
): Promise<Omit<PaymentsFile, "day"> | null> {
  const members: Uint8Array[] = [];
  let objects = 0;
  for (let place = 0; place < ids.length; place += objectsAtOnce) {
    const some = ids.slice(place, place + objectsAtOnce);
    const read = await Promise.all(
      some.map(async (id) => ({ id, whole: await ctx.env.PAYMENT.getByName(id).whole() })),
    );
    const there = read.flatMap(({ id, whole }) =>
      whole === null ? [] : `${JSON.stringify({ id, whole })}\n`,
    );
    objects += there.length;
    if (there.length > 0) members.push(compressed(there.join("")));
  }
  return objects === 0 ? null : { ...(await putFile(store, key, members)), objects };
}
