import { runInDurableObject } from "cloudflare:test";
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

/** Half of the time after which workerd unloads an object that is not called. */
const loadedForMs = 5_000;

/**
 * Loads the database and every object that was asked since the last time, for `reset` empties what is loaded alone: workerd
 * unloads an object after some ten seconds without a call, and a test may have killed it.
 */
export async function loadUsedObjects(): Promise<void> {
  const all = [...used].flatMap(([namespace, ids]) => [...ids].map((id) => ({ namespace, id })));
  for (let tries = 0; tries < 5; tries += 1) {
    const began = performance.now();
    await Promise.all([
      env.DB.prepare("SELECT 1").run(),
      ...all.map(async ({ namespace, id }) => {
        const stub = namespace.get(namespace.idFromString(id));
        await runInDurableObject(stub, () => undefined).catch(() => undefined);
      }),
    ]);
    // Where the last one took longer, the first ones may be gone again.
    if (performance.now() - began < loadedForMs) break;
  }
  used.clear();
}
