import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { tenantTableNames } from "#worker/db/statement-rules";
import { watchD1 } from "./d1-statements.ts";

/** Also a text that only names a column so: a write too many is counted, none is missed. */
const writes = /\b(insert|update|delete|replace|create|alter|drop)\b/i;
/** Objects have tables besides, of which no checksum knows: what an attempt is counted in is written by almost every call. */
const ofTenants = new RegExp(`\\b(${tenantTableNames.join("|")})\\b`);

let count = 0;
let isWatchingObjects = false;

watchD1(async (texts, answer) => {
  if (!texts.some((text) => writes.test(text))) return answer;
  count += 1;
  try {
    return await answer;
  } finally {
    // Who read while it ran may have read what was there before.
    count += 1;
  }
});

/** Rows differ by what no statement says: the databases were emptied. */
export function rowsEmptied(): void {
  count += 1;
}

/**
 * Statements so far that may have written a row, in D1 or a provider's tables: while it stays, no row has changed.
 * @param someProvider any object of a provider, whose storage leads to the class that all of them share
 */
export async function writesSoFar(someProvider: string): Promise<number> {
  if (!isWatchingObjects) {
    isWatchingObjects = true;
    await runInDurableObject(env.PROVIDER.getByName(someProvider), (_object, { storage }) => {
      const prototype = Object.getPrototypeOf(storage.sql) as SqlStorage;
      const { exec } = prototype;
      prototype.exec = function (this: SqlStorage, text: string, ...values: unknown[]) {
        if (writes.test(text) && ofTenants.test(text)) count += 1;
        return exec.call(this, text, ...values);
      } as typeof exec;
    });
  }
  return count;
}
