import type { X509Certificate } from "@peculiar/x509";
import type { VpnKind } from "../../contract/openvpn.ts";
import { dayMs } from "../../contract/values/time.ts";
import { randomHex } from "../../keys.ts";
import { loadX509 } from "./x509.ts";

/** RouterOS counts time up to January 2038: nothing made now may last longer. */
const authorityLifeMs = 10 * 365 * dayMs;
const serverLifeMs = 5 * 365 * dayMs;
const clientLifeMs = 2 * 365 * dayMs;
/** The clock of a router that just started is a little behind. */
const backdatedMs = dayMs;

const algorithms = {
  ec: {
    key: { name: "ECDSA", namedCurve: "P-256" },
    signature: { name: "ECDSA", hash: "SHA-256" },
  },
  rsa: {
    key: {
      name: "RSASSA-PKCS1-v1_5",
      hash: "SHA-256",
      modulusLength: 2_048,
      publicExponent: new Uint8Array([1, 0, 1]),
    },
    signature: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
  },
} as const;

export type Authority = { kind: VpnKind; certificate: string; privateKey: string };

export type Issued = {
  certificate: string;
  /** PKCS#8, PEM. */
  privateKey: string;
  /** Lower-case hex. */
  serial: string;
  /** SHA-256 of the certificate, lower-case hex. */
  fingerprint: string;
  /** UTC ms. */
  expiresAt: number;
};

async function keyPair(kind: VpnKind): Promise<CryptoKeyPair> {
  const pair = await crypto.subtle.generateKey(algorithms[kind].key, true, ["sign", "verify"]);
  if (!("privateKey" in pair)) throw new Error("a key pair was asked for");
  return pair;
}

async function signingKey({ kind, privateKey }: Authority): Promise<CryptoKey> {
  const { PemConverter } = await loadX509();
  const der = PemConverter.decodeFirst(privateKey);
  return crypto.subtle.importKey("pkcs8", der, algorithms[kind].key, false, ["sign"]);
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

export async function expiryOf(certificatePem: string): Promise<number> {
  const { X509Certificate } = await loadX509();
  return new X509Certificate(certificatePem).notAfter.getTime();
}

const pem = (certificate: { toString(format: "pem"): string }) => `${certificate.toString("pem")}\n`;
const seconds = (ms: number) => new Date(Math.floor(ms / 1_000) * 1_000);

/** Signs only what hangs directly below it. The name is unique, because routers find it by its name. */
export async function makeAuthority(
  kind: VpnKind,
  now: number,
  name = `Mlango VPN ${kind.toUpperCase()}`,
): Promise<Authority> {
  const x509 = await loadX509();
  const keys = await keyPair(kind);
  const { KeyUsageFlags: usage } = x509;
  const certificate = await x509.X509CertificateGenerator.createSelfSigned(
    {
      serialNumber: newSerial(),
      name: [{ CN: [`${name} ${randomHex(32)}`] }],
      notBefore: seconds(now - backdatedMs),
      notAfter: seconds(now + authorityLifeMs),
      keys,
      signingAlgorithm: algorithms[kind].signature,
      extensions: [
        new x509.BasicConstraintsExtension(true, 0, true),
        new x509.KeyUsagesExtension(usage.keyCertSign | usage.cRLSign, true),
        await x509.SubjectKeyIdentifierExtension.create(keys.publicKey, false, crypto),
      ],
    },
    crypto,
  );
  return { kind, certificate: pem(certificate), privateKey: await exportKey(keys.privateKey) };
}

/** For a router that dials in. @param commonName its log-in name @param lifeMs at most; never longer than its authority's */
export function issueClient(
  authority: Authority,
  commonName: string,
  now: number,
  lifeMs = clientLifeMs,
): Promise<Issued> {
  return issue(authority, { commonName, purpose: "clientAuth", lifeMs, now });
}

/** For the server. @param host name or IPv4 address by which routers reach it @param lifeMs as above */
export function issueServer(
  authority: Authority,
  host: string,
  now: number,
  lifeMs = serverLifeMs,
): Promise<Issued> {
  return issue(authority, { commonName: host, purpose: "serverAuth", lifeMs, now });
}

type Wanted = { commonName: string; purpose: "clientAuth" | "serverAuth"; lifeMs: number; now: number };

async function issue(authority: Authority, wanted: Wanted): Promise<Issued> {
  const { commonName, purpose, lifeMs, now } = wanted;
  const x509 = await loadX509();
  const { kind } = authority;
  const issuer = new x509.X509Certificate(authority.certificate);
  const keys = await keyPair(kind);
  const { KeyUsageFlags: usage } = x509;
  const serial = newSerial();
  const expiresAt = seconds(Math.min(now + lifeMs, issuer.notAfter.getTime()));
  const certificate = await x509.X509CertificateGenerator.create(
    {
      serialNumber: serial,
      subject: [{ CN: [commonName] }],
      issuer: issuer.subjectName,
      notBefore: seconds(now - backdatedMs),
      notAfter: expiresAt,
      publicKey: keys.publicKey,
      signingKey: await signingKey(authority),
      signingAlgorithm: algorithms[kind].signature,
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        // Older ways of TLS encrypt to an RSA key.
        new x509.KeyUsagesExtension(
          usage.digitalSignature | (kind === "rsa" ? usage.keyEncipherment : 0),
          true,
        ),
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
    serial,
    fingerprint: await print(certificate),
    expiresAt: expiresAt.getTime(),
  };
}

const isIp = (host: string) => /^\d+\.\d+\.\d+\.\d+$/.test(host);

/** Holds as long as its authority: OpenVPN refuses everyone by an expired list, and the operator copies it by hand. */
export async function makeRevocationList(
  authority: Authority,
  list: { number: number; revoked: readonly { serial: string; at: number }[] },
  now: number,
): Promise<string> {
  const x509 = await loadX509();
  const issuer = new x509.X509Certificate(authority.certificate);
  const crl = await x509.X509CrlGenerator.create(
    {
      issuer: issuer.subject,
      thisUpdate: seconds(now - backdatedMs),
      nextUpdate: issuer.notAfter,
      entries: list.revoked.map(({ serial, at }) => ({
        serialNumber: serial,
        revocationDate: seconds(at),
        reason: x509.X509CrlReason.cessationOfOperation,
      })),
      signingAlgorithm: algorithms[authority.kind].signature,
      signingKey: await signingKey(authority),
      extensions: [
        await x509.AuthorityKeyIdentifierExtension.create(issuer, false, crypto),
        new x509.Extension("2.5.29.20", false, integer(list.number)),
      ],
    },
    crypto,
  );
  // OpenSSL knows a list by this name alone.
  return `${x509.PemConverter.encode(crl.rawData, "X509 CRL")}\n`;
}

/** DER of a whole number. */
function integer(value: number): Uint8Array<ArrayBuffer> {
  const hex = value.toString(16);
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, "hex");
  const body = (bytes[0] ?? 0) >= 0x80 ? [0, ...bytes] : [...bytes];
  return Uint8Array.from([2, body.length, ...body]);
}
