import type { X509Certificate } from "@peculiar/x509";
import { dayMs } from "../../contract/values/time.ts";
import { randomHex } from "../../keys.ts";

/** Loaded when one is written: it is large. It cannot be loaded before the reflection that it builds on. */
async function loadX509(): Promise<typeof import("@peculiar/x509")> {
  await import("reflect-metadata/lite");
  return import("@peculiar/x509");
}

/** RouterOS counts time up to January 2038: nothing made now may last longer. */
const authorityLifeMs = 10 * 365 * dayMs;
/** The clock of a router that just started is a little behind. */
const backdatedMs = dayMs;

/** RouterOS 6 takes no other kind of key. */
const keyType = {
  name: "RSASSA-PKCS1-v1_5",
  hash: "SHA-256",
  modulusLength: 2_048,
  publicExponent: new Uint8Array([1, 0, 1]),
} as const;
const signingAlgorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" } as const;

export type Authority = { certificate: string; privateKey: string };

export type Issued = {
  certificate: string;
  /** PKCS#8, PEM. */
  privateKey: string;
  /** SHA-256 of the certificate, lower-case hex. */
  fingerprint: string;
  /** UTC ms. */
  expiresAt: number;
};

async function keyPair(): Promise<CryptoKeyPair> {
  const pair = await crypto.subtle.generateKey(keyType, true, ["sign", "verify"]);
  if (!("privateKey" in pair)) throw new Error("a key pair was asked for");
  return pair;
}

async function signingKey({ privateKey }: Authority): Promise<CryptoKey> {
  const { PemConverter } = await loadX509();
  const der = PemConverter.decodeFirst(privateKey);
  return crypto.subtle.importKey("pkcs8", der, keyType, false, ["sign"]);
}

async function exportKey(key: CryptoKey): Promise<string> {
  const { PemConverter } = await loadX509();
  const der = (await crypto.subtle.exportKey("pkcs8", key)) as ArrayBuffer;
  return `${PemConverter.encode(der, "PRIVATE KEY")}\n`;
}

/** 127 random bits: positive and never short, as RFC 5280 wants a serial number. */
function newSerial(): string {
  const hex = randomHex(128);
  return `${(4 + (Number.parseInt(hex.charAt(0), 16) % 4)).toString(16)}${hex.slice(1)}`;
}

export async function fingerprintOf(certificatePem: string): Promise<string> {
  const { X509Certificate } = await loadX509();
  return print(new X509Certificate(certificatePem));
}

async function print(certificate: X509Certificate): Promise<string> {
  return Buffer.from(await certificate.getThumbprint("SHA-256", crypto)).toString("hex");
}

export async function commonNameOf(certificatePem: string): Promise<string> {
  const { X509Certificate } = await loadX509();
  return new X509Certificate(certificatePem).subjectName.getField("CN")[0] ?? "";
}

const pem = (certificate: { toString(format: "pem"): string }) => `${certificate.toString("pem")}\n`;
const seconds = (ms: number) => new Date(Math.floor(ms / 1_000) * 1_000);

/** Signs only what hangs directly below it. The name is unique, because routers find it by its name. */
export async function makeAuthority(now: number): Promise<Authority> {
  const x509 = await loadX509();
  const keys = await keyPair();
  const { KeyUsageFlags: usage } = x509;
  const certificate = await x509.X509CertificateGenerator.createSelfSigned(
    {
      serialNumber: newSerial(),
      name: [{ CN: [`Mlango hosts ${randomHex(32)}`] }],
      notBefore: seconds(now - backdatedMs),
      notAfter: seconds(now + authorityLifeMs),
      keys,
      signingAlgorithm,
      extensions: [
        new x509.BasicConstraintsExtension(true, 0, true),
        new x509.KeyUsagesExtension(usage.keyCertSign | usage.cRLSign, true),
        await x509.SubjectKeyIdentifierExtension.create(keys.publicKey, false, crypto),
      ],
    },
    crypto,
  );
  return { certificate: pem(certificate), privateKey: await exportKey(keys.privateKey) };
}

/** For a router that dials in. @param commonName its log-in name @param lifeMs at most; never longer than its authority's */
export function issueClient(
  authority: Authority,
  commonName: string,
  now: number,
  lifeMs: number,
): Promise<Issued> {
  return issue(authority, { commonName, purpose: "clientAuth", lifeMs, now });
}

/** For the server. @param host name or IPv4 address by which routers reach it @param lifeMs as above */
export function issueServer(
  authority: Authority,
  host: string,
  now: number,
  lifeMs: number,
): Promise<Issued> {
  return issue(authority, { commonName: host, purpose: "serverAuth", lifeMs, now });
}

type Wanted = { commonName: string; purpose: "clientAuth" | "serverAuth"; lifeMs: number; now: number };

async function issue(authority: Authority, wanted: Wanted): Promise<Issued> {
  const { commonName, purpose, lifeMs, now } = wanted;
  const x509 = await loadX509();
  const issuer = new x509.X509Certificate(authority.certificate);
  const keys = await keyPair();
  const { KeyUsageFlags: usage } = x509;
  const expiresAt = seconds(Math.min(now + lifeMs, issuer.notAfter.getTime()));
  const certificate = await x509.X509CertificateGenerator.create(
    {
      serialNumber: newSerial(),
      subject: [{ CN: [commonName] }],
      issuer: issuer.subjectName,
      notBefore: seconds(now - backdatedMs),
      notAfter: expiresAt,
      publicKey: keys.publicKey,
      signingKey: await signingKey(authority),
      signingAlgorithm,
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        // Older ways of TLS encrypt to an RSA key.
        new x509.KeyUsagesExtension(usage.digitalSignature | usage.keyEncipherment, true),
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage[purpose]]),
        await x509.SubjectKeyIdentifierExtension.create(keys.publicKey, false, crypto),
        await x509.AuthorityKeyIdentifierExtension.create(issuer, false, crypto),
        ...(purpose === "serverAuth"
          ? [
              new x509.SubjectAlternativeNameExtension([
                { type: isIp(commonName) ? "ip" : "dns", value: commonName },
              ]),
            ]
          : []),
      ],
    },
    crypto,
  );
  return {
    certificate: pem(certificate),
    privateKey: await exportKey(keys.privateKey),
    fingerprint: await print(certificate),
    expiresAt: expiresAt.getTime(),
  };
}

const isIp = (host: string) => /^\d+\.\d+\.\d+\.\d+$/.test(host);
