import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";

// Alarms of objects, asked for once and again when they changed: a clock that is moved by hand looks for the next one at each step, and an
// object that is asked is loaded, entered and left.

type Owner = { id: string; changes: number };

const known = new Map<string, number>();
const owners = new WeakMap<DurableObjectStorage, Owner>();
/** Storages that set an alarm before their object was known: one that was never asked, or that was loaded anew. */
const strangers = new Set<DurableObjectStorage>();
const ofOtherClasses = new WeakSet<DurableObjectStorage>();
let isWatching = false;

function changed(storage: DurableObjectStorage): void {
  const owner = owners.get(storage);
  if (owner) {
    owner.changes += 1;
    known.delete(owner.id);
  } else if (!ofOtherClasses.has(storage)) strangers.add(storage);
}

function watch(storage: DurableObjectStorage): void {
  if (isWatching) return;
  isWatching = true;
  const prototype = Object.getPrototypeOf(storage) as DurableObjectStorage;
  const { setAlarm, deleteAlarm, deleteAll } = prototype;
  prototype.setAlarm = function (this: DurableObjectStorage, ...parameters) {
    changed(this);
    return setAlarm.apply(this, parameters);
  };
  prototype.deleteAlarm = function (this: DurableObjectStorage, ...parameters) {
    changed(this);
    return deleteAlarm.apply(this, parameters);
  };
  prototype.deleteAll = function (this: DurableObjectStorage, ...parameters) {
    changed(this);
    return deleteAll.apply(this, parameters);
  };
}

async function ask(namespace: DurableObjectNamespace, id: string): Promise<number> {
  const stub = namespace.get(namespace.idFromString(id));
  return runInDurableObject(stub, async (_object, { storage }) => {
    watch(storage);
    const owner = owners.get(storage) ?? { id, changes: 0 };
    owners.set(storage, owner);
    strangers.delete(storage);
    const { changes } = owner;
    const at = (await storage.getAlarm()) ?? Number.POSITIVE_INFINITY;
    if (owner.changes === changes) known.set(id, at);
    return at;
  });
}

/** When each of these payments wants to be woken. */
export async function paymentAlarms(ids: readonly string[]): Promise<{ id: string; at: number }[]> {
  const all = (wanted: readonly string[]) => Promise.all(wanted.map((id) => ask(env.PAYMENT, id)));
  await all(ids.filter((id) => !known.has(id)));
  const loadedAnew = strangers;
  if (loadedAnew.size > 0) {
    await all(ids);
    for (const storage of loadedAnew) {
      if (!owners.has(storage)) ofOtherClasses.add(storage);
      strangers.delete(storage);
    }
  }
  return Promise.all(ids.map(async (id) => ({ id, at: known.get(id) ?? (await ask(env.PAYMENT, id)) })));
}

/** It rang, or was killed, and may have lost what was not written yet. */
export function forgetAlarm(id: string): void {
  known.delete(id);
}
