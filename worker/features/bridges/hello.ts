import { helloText } from "../../contract/bridge.ts";

/** @param publicKey raw 32-byte Ed25519 key, base64 @param signature base64 */
export async function isSignedHello(
  publicKey: string,
  parts: Parameters<typeof helloText>[0],
  signature: string,
): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey("raw", bytes(publicKey), { name: "Ed25519" }, false, [
      "verify",
    ]);
    return await crypto.subtle.verify(
      { name: "Ed25519" },
      key,
      bytes(signature),
      new TextEncoder().encode(helloText(parts)),
    );
  } catch {
    // A key or signature that is no base64 of the right length is a wrong one.
    return false;
  }
}

function bytes(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
