import { generateKeyPairSync } from "node:crypto";

export type WireguardKey = { privateKey: string; publicKey: string };

/** As `wg genkey` and `wg pubkey` make them, in base64. */
export function newWireguardKey(): WireguardKey {
  const { privateKey } = generateKeyPairSync("x25519");
  const { d = "", x = "" } = privateKey.export({ format: "jwk" });
  const base64 = (text: string) => Buffer.from(text, "base64url").toString("base64");
  return { privateKey: base64(d), publicKey: base64(x) };
}
