import type { Socket } from "node:net";
import { type ConnectionOptions, TLSSocket } from "node:tls";
import { RouterFault } from "./fault.ts";

/** With a `pinnedFingerprint` (SHA-256) no other peer is sent anything; without one any certificate is taken, or none. */
export type RouterTls = { pinnedFingerprint?: string };

/** What Node needs for `api-ssl` (measured, Node 20 and 24). */
export function tlsOptions(tls: RouterTls): ConnectionOptions {
  // A router's certificate is self-signed: no authority can vouch for it, the pin does.
  if (tls.pinnedFingerprint) return { rejectUnauthorized: false };
  // `api-ssl` without a certificate speaks anonymous Diffie-Hellman only: level 0, at most TLS 1.2, and offered last.
  // Not "DEFAULT:ADH…": DEFAULT rules anonymous suites out for good.
  const ciphers = "HIGH:+aNULL:@SECLEVEL=0";
  return { rejectUnauthorized: false, maxVersion: "TLSv1.2", ciphers };
}

/** SHA-256 of the certificate shown, upper-case hex with colons; undefined without TLS, certificate or connection. */
export function peerFingerprint(socket: Socket | undefined): string | undefined {
  if (!(socket instanceof TLSSocket)) return undefined;
  // Null once the socket is destroyed, whatever its type says.
  const certificate: { fingerprint256?: string } | null = socket.getPeerCertificate();
  return certificate?.fingerprint256;
}

/** Throws `certificate` if a pin is set and the peer shows another certificate or none. */
export function checkPin(socket: Socket | undefined, tls: RouterTls): void {
  const pin = tls.pinnedFingerprint;
  const shown = peerFingerprint(socket);
  if (!pin || (shown && bareHex(shown) === bareHex(pin))) return;
  throw new RouterFault(
    "certificate",
    `the router's certificate is ${shown ?? "missing"}, not the pinned ${pin}`,
  );
}

const bareHex = (fingerprint: string) => fingerprint.replaceAll(":", "").toLowerCase();
