/** A new key pair of WireGuard (X25519), both in base64. */
export async function newWireguardKey(): Promise<{ publicKey: string; privateKey: string }> {
  const pair = (await crypto.subtle.generateKey({ name: "X25519" }, true, ["deriveBits"])) as CryptoKeyPair;
  const exported = (key: CryptoKey, format: "raw" | "pkcs8") =>
    crypto.subtle.exportKey(format, key) as Promise<ArrayBuffer>;
  const base64 = (bytes: ArrayBuffer) => Buffer.from(bytes.slice(-32)).toString("base64");
  return {
    publicKey: base64(await exported(pair.publicKey, "raw")),
    // The key is the last 32 bytes of its PKCS#8 (RFC 8410).
    privateKey: base64(await exported(pair.privateKey, "pkcs8")),
  };
}
