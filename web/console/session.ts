import { atom, getDefaultStore } from "jotai";

// The record mirrors who is signed in, for the screens; the cookie decides (docs/behaviour/provider-console.md, PC-8).

export type Signed = {
  id: string;
  username: string;
  name: string;
  role: string;
  providerId: string;
  email: string;
  /** Name of the super admin who acts for this provider here; absent or null for everybody else. */
  actingAs?: string | null;
};

const store = getDefaultStore();
const record = atom<Signed | null>(null);

/** Who is signed in, as far as this tab knows. */
export const signedAtom = atom((get) => get(record));

/** The same, asked once. */
export const signedNow = (): Signed | null => store.get(record);

/** The keys of docs/behaviour/provider-console.md, PC-8, and docs/behaviour/operator-console.md, OC-5. */
export function sessionRecord(key: "admin" | "superadmin") {
  return {
    /** Damaged records are removed. */
    read(): Signed | null {
      const found = readRecord(key);
      store.set(record, found);
      return found;
    },
    write(signed: Signed): void {
      store.set(record, signed);
      guarded(() => sessionStorage.setItem(key, JSON.stringify(signed)));
    },
    clear(): void {
      store.set(record, null);
      guarded(() => sessionStorage.removeItem(key));
    },
  };
}

function readRecord(key: string): Signed | null {
  const text = guarded(() => sessionStorage.getItem(key));
  if (!text) return null;
  try {
    const record = JSON.parse(text) as Partial<Signed> | null;
    const named = typeof record?.id === "string" && typeof record.username === "string";
    if (named && record.id && record.username)
      return { name: "", role: "", providerId: "", email: "", ...record } as Signed;
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
  }
  guarded(() => sessionStorage.removeItem(key));
  return null;
}

/** Without storage the session record lasts until the tab closes. */
function guarded<T>(touch: () => T): T | undefined {
  try {
    return touch();
  } catch (cause) {
    console.warn("no session storage", cause);
    return undefined;
  }
}
