import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";

/** Of every statement of the provider's object while this works. */
export async function rowsRead(providerId: string, work: (storage: SqlStorage) => unknown): Promise<number> {
  const object = env.PROVIDER.getByName(providerId);
  const cursors: SqlStorageCursor<Record<string, SqlStorageValue>>[] = [];
  const storage = await runInDurableObject(object, (_object, state) => {
    const prototype = Object.getPrototypeOf(state.storage.sql) as SqlStorage;
    const { exec } = prototype;
    vi.spyOn(prototype, "exec").mockImplementation(function (this: SqlStorage, ...query) {
      const cursor = exec.apply(this, query);
      cursors.push(cursor);
      return cursor as never;
    });
    return state.storage.sql;
  });
  await work(storage);
  const total = await runInDurableObject(object, () =>
    cursors.reduce((sum, cursor) => sum + cursor.rowsRead, 0),
  );
  vi.restoreAllMocks();
  return total;
}
