// The form of one file (docs/reference/backup.md): a line with the file's key, sealed to the operator's public key (RSA-OAEP, SHA-256), then
// what is in it, compressed and sealed by that key (AES-256-GCM). The file's own name is sealed with it: one never passes for another.

const form = "mlango-backup-1";
const oaep = { name: "RSA-OAEP", hash: "SHA-256" } as const;
const nonceBytes = 12;

export const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text));

/** @param publicKey SPKI, base64 */
export async function sealFile(
  publicKey: string,
  name: string,
  compressed: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const receiver = await crypto.subtle.importKey("spki", Buffer.from(publicKey, "base64"), oaep, false, [
    "encrypt",
  ]);
  const key = crypto.getRandomValues(new Uint8Array(32));
  const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes));
  const wrapped = await crypto.subtle.encrypt(oaep, receiver, key);
  const head = `${form} ${Buffer.from(wrapped).toString("base64")}\n`;
  const own = await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["encrypt"]);
  const body = await crypto.subtle.encrypt(gcm(nonce, head, name), own, compressed);
  return joinedBytes([bytesOf(head), nonce, new Uint8Array(body)]);
}

/** @param privateKey PKCS#8 @throws where it is broken, of another name, or sealed to another key */
export async function openFile(
  privateKey: Uint8Array<ArrayBuffer>,
  name: string,
  file: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const end = file.indexOf(10);
  const head = new TextDecoder().decode(file.subarray(0, end + 1));
  const [written, wrapped = ""] = head.trim().split(" ");
  if (end < 0 || written !== form) throw new Error(`${name} is no file of a backup`);
  const opener = await crypto.subtle.importKey("pkcs8", privateKey, oaep, false, ["decrypt"]);
  const key = await crypto.subtle
    .decrypt(oaep, opener, Buffer.from(wrapped, "base64"))
    .catch(() => Promise.reject(new Error(`${name} was sealed to another key`)));
  const own = await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["decrypt"]);
  const nonce = file.subarray(end + 1, end + 1 + nonceBytes);
  const body = file.subarray(end + 1 + nonceBytes);
  const opened = await crypto.subtle
    .decrypt(gcm(nonce, head, name), own, body)
    .catch(() => Promise.reject(new Error(`${name} is broken, or another file under its name`)));
  return new Uint8Array(opened);
}

const gcm = (iv: Uint8Array<ArrayBuffer>, head: string, name: string) => ({
  name: "AES-GCM",
  iv,
  additionalData: bytesOf(`${head}${name}`),
});

export function joinedBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let place = 0;
  for (const part of parts) {
    all.set(part, place);
    place += part.byteLength;
  }
  return all;
}

export async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex");
}
