import { reset, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";

type Namespace = DurableObjectNamespace<undefined>;

const used = new Map<Namespace, Set<string>>();
const prototype = Object.getPrototypeOf(env.PROVIDER) as Namespace;
const { get, getByName } = prototype;

function noted(namespace: Namespace, stub: DurableObjectStub<undefined>): DurableObjectStub<undefined> {
  const ids = used.get(namespace) ?? new Set();
  used.set(namespace, ids.add(String(stub.id)));
  return stub;
}

prototype.get = function (this: Namespace, ...parameters) {
  return noted(this, get.apply(this, parameters));
};
prototype.getByName = function (this: Namespace, ...parameters) {
  return noted(this, getByName.apply(this, parameters));
};

/** Ids of the objects of this kind that were asked in this file of tests. */
export function usedIds(namespace: Namespace): string[] {
  return [...(used.get(namespace) ?? [])];
}

const triesAtMost = 5;

/**
 * Empties the database and every object that was asked since the last time. `reset` empties what is loaded alone, and workerd
 * unloads an object after some ten seconds without a call: on a busy machine the first of many is gone before the last is there,
 * so that it is looked whether the database is empty.
 */
export async function emptyUsedObjects(): Promise<void> {
  const all = [...used].flatMap(([namespace, ids]) => [...ids].map((id) => ({ namespace, id })));
  for (let tries = 0; tries < triesAtMost; tries += 1) {
    await Promise.all(
      all.map(async ({ namespace, id }) => {
        // A test may have killed it.
        const stub = namespace.get(namespace.idFromString(id));
        await runInDurableObject(stub, () => undefined).catch(() => undefined);
      }),
    );
    await tablesOfDatabase();
    await reset();
    if ((await tablesOfDatabase()) === 0) {
      used.clear();
      return;
    }
  }
  throw new Error("what a former file of tests left can't be emptied");
}

async function tablesOfDatabase(): Promise<number> {
  const tables = env.DB.prepare(
    "SELECT count(*) AS n FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
  );
  return (await tables.first<number>("n")) ?? 0;
}
