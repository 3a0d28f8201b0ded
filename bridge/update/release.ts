import { createPublicKey, verify } from "node:crypto";
import { Release, type SignedRelease } from "#contract/bridge-release";

/** Nothing was changed; the message is for the person at the keyboard. */
export class UpdateRefused extends Error {
  override readonly name = "UpdateRefused";
}

/**
 * What a server offers, where a key of the installed version signed it and it is not older than that. A server that was
 * taken over can offer nothing else. @throws UpdateRefused
 */
export function acceptRelease(offered: SignedRelease, installed: SignedRelease): Release {
  const known = Release.parse(JSON.parse(installed.text));
  if (!known.keys.some((key) => isSignedBy(key, offered)))
    throw new UpdateRefused(
      "The version that the server offers is not signed by a key that this bridge knows. Nothing was changed. Ask whoever runs the platform.",
    );
  const release = Release.safeParse(JSON.parse(offered.text));
  if (!release.success)
    throw new UpdateRefused("The server offers something that is no version of the bridge.");
  if (release.data.madeAt < known.madeAt)
    throw new UpdateRefused(
      `The server offers a version of ${dayOf(release.data.madeAt)}, older than the one here, of ${dayOf(known.madeAt)}. Nothing was changed.`,
    );
  return release.data;
}

function isSignedBy(key: string, { text, signature }: SignedRelease): boolean {
  const x = Buffer.from(key, "base64").toString("base64url");
  const publicKey = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  return verify(null, Buffer.from(text), publicKey, Buffer.from(signature, "base64"));
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 16).replace("T", " ");
