import { createPrivateKey, createPublicKey, sign } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";

// A version of the bridge is signed where it is built. The private key stays with the deployer; installed bridges know the public one.

export type BuiltFile = { address: string; sha256: string };
export type Built = { version: string; bundle: BuiltFile; installer: BuiltFile };
export type Signed = { text: string; signature: string };

/** `key`: private, a PEM file, which need not be there. `next`: public, base64. `last`: where the last signed version was kept. */
type Signing = { key: string; next: string | null; last: string };

/** By the environment of the build; null: nothing is signed. */
export function signingOf(env: NodeJS.ProcessEnv): Signing | null {
  const { BRIDGE_SIGNING_KEY: key, BRIDGE_NEXT_KEY: next, BRIDGE_LAST_RELEASE: last = "" } = env;
  return key ? { key, next: next || null, last } : null;
}

/** The last one again where nothing changed: then the key may stay where it is kept. */
export function signBridge(built: Built, { key, next, last }: Signing, now: number): Signed {
  const before: Signed | null = existsSync(last) ? JSON.parse(readFileSync(last, "utf8")) : null;
  if (before && isSame(built, JSON.parse(before.text), next)) return before;
  if (!existsSync(key))
    throw new Error(
      `The bridge changed since it was signed last, and its key is not at ${key}. Bring it there, or name its place by BRIDGE_SIGNING_KEY (docs/deploy.md).`,
    );
  const privateKey = createPrivateKey(readFileSync(key));
  if (privateKey.asymmetricKeyType !== "ed25519") throw new Error(`${key} is no Ed25519 key.`);
  const { x = "" } = createPublicKey(privateKey).export({ format: "jwk" });
  const own = Buffer.from(x, "base64url").toString("base64");
  const { version, bundle, installer } = built;
  const keys = [own, ...(next && next !== own ? [next] : [])];
  const text = JSON.stringify({ version, madeAt: now, keys, bundle, installer });
  return { text, signature: sign(null, Buffer.from(text), privateKey).toString("base64") };
}

function isSame(built: Built, before: Built & { keys: string[] }, next: string | null): boolean {
  const { version, bundle, installer } = before;
  const isNextKnown = next === null || before.keys.includes(next);
  return isNextKnown && JSON.stringify({ version, bundle, installer }) === JSON.stringify(ordered(built));
}

const ordered = ({ version, bundle, installer }: Built) => ({ version, bundle, installer });
