import { generateKeyPairSync, sign, X509Certificate } from "node:crypto";

const der = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts);
  const size = body.length;
  const length =
    size < 0x80
      ? Buffer.of(size)
      : size < 0x100
        ? Buffer.of(0x81, size)
        : Buffer.of(0x82, size >> 8, size & 0xff);
  return Buffer.concat([Buffer.of(tag), length, body]);
};
const [integer, bits, oid, utf8, utcTime, sequence, set] = [0x02, 0x03, 0x06, 0x0c, 0x17, 0x30, 0x31];

/**
 * A fresh self-signed certificate as a router has one: no names that match, no authority. Made here because a key in
 * the repository would be one more secret to explain, and `openssl` is not everywhere.
 */
export function selfSigned(commonName: string): { key: string; cert: string; fingerprint: string } {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const ecdsaWithSha256 = der(sequence, der(oid, Buffer.from("2a8648ce3d040302", "hex")));
  const named = der(oid, Buffer.from("550403", "hex"));
  const name = der(sequence, der(set, der(sequence, named, der(utf8, Buffer.from(commonName)))));
  const validity = der(
    sequence,
    der(utcTime, Buffer.from("200101000000Z")),
    der(utcTime, Buffer.from("491231235959Z")),
  );
  const spki = publicKey.export({ type: "spki", format: "der" });
  const body = der(sequence, der(integer, Buffer.of(1)), ecdsaWithSha256, name, validity, name, spki);
  const signature = der(bits, Buffer.of(0), sign("sha256", body, privateKey));
  const certificate = new X509Certificate(der(sequence, body, ecdsaWithSha256, signature));
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: certificate.toString(),
    fingerprint: certificate.fingerprint256,
  };
}
