import { X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import { connect } from "node:tls";

// Routers older than RouterOS 7.21 know no authority but those that a set-up line brings. Authorities replace their roots, and Cloudflare
// the authority: on that day every first line would fail, without a notice.

const patienceMs = 10_000;

/** One certificate for devices that know elliptic curves, one for the others; a domain may have either alone. */
const kinds = { ECDSA: "ECDHE-ECDSA-AES128-GCM-SHA256", RSA: "ECDHE-RSA-AES128-GCM-SHA256" };

type Shown = { isTrusted: boolean; issuers: string[]; why: string };

/**
 * What a router would say of the certificates that the platform shows now, by the roots that the platform gives routers: null where all is
 * well, else sentences for the operator. Never rejects.
 */
export async function watchRoots(origin: string, give = rootsOf): Promise<string | null> {
  try {
    const roots = await give(origin);
    const shown = await Promise.all(
      Object.entries(kinds).map(async ([kind, ciphers]) => ({
        kind,
        ...(await look(origin, ciphers, roots)),
      })),
    );
    const all = shown.filter(({ issuers }) => issuers.length > 0);
    if (all.length === 0)
      return `The certificate of ${origin} could not be looked at (${shown[0]?.why ?? ""}).`;
    const bad = all.filter(({ isTrusted }) => !isTrusted);
    return bad.length === 0 ? null : [...bad.map(said(origin)), consequence(roots)].join(" ");
  } catch (cause) {
    return `The certificate of ${origin} could not be looked at (${String(cause)}).`;
  }
}

const said =
  (origin: string) =>
  ({ kind, issuers, why }: Shown & { kind: string }) =>
    `The ${kind} certificate of ${origin} (${issuers.join(" <- ")}) ends at none of the roots that a set-up line brings to a router (${why}).`;

const consequence = (roots: readonly string[]) =>
  `Routers older than RouterOS 7.21 refuse new set-up lines until it does. Let Cloudflare issue a certificate of another authority (SSL/TLS, Edge Certificates), or deploy a version that knows this one. It knows: ${roots.map((pem) => commonName(new X509Certificate(pem).subject)).join(", ")}.`;

async function rootsOf(origin: string): Promise<string[]> {
  const answer = await fetch(`${origin}/api/router-roots`, { signal: AbortSignal.timeout(patienceMs) });
  const text = await answer.text();
  const roots = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  if (!answer.ok || !roots) throw new Error(`its roots could not be read, status ${answer.status}`);
  return roots;
}

function look(origin: string, ciphers: string, roots: readonly string[]): Promise<Shown> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname,
      port: Number(port || 443),
      ca: [...roots],
      ...(isIP(hostname) === 0 && { servername: hostname }),
      // The kind of certificate follows from the ciphers up to this version alone.
      ciphers,
      maxVersion: "TLSv1.2",
      timeout: patienceMs,
      // It is looked at, whatever it is; nothing is sent.
      rejectUnauthorized: false,
      // Whose names stand in it is looked at where the platform is waited for.
      checkServerIdentity: () => undefined,
    });
    const none = (why: string) => {
      socket.destroy();
      resolve({ isTrusted: false, issuers: [], why });
    };
    socket.on("secureConnect", () => {
      const issuers = chainOf(socket.getPeerX509Certificate());
      socket.destroy();
      resolve({ isTrusted: socket.authorized, issuers, why: String(socket.authorizationError ?? "") });
    });
    socket.on("timeout", () => none("no answer in time"));
    socket.on("error", ({ message }) => none(message));
  });
}

/** Who vouches for whom, as it is shown. */
function chainOf(leaf: X509Certificate | undefined): string[] {
  const names: string[] = [];
  for (let one = leaf; one && names.length < 8; one = one.issuerCertificate)
    if (!names.includes(commonName(one.issuer))) names.push(commonName(one.issuer));
  return names;
}

const commonName = (subject: string): string =>
  /^CN=(.+)$/m.exec(subject)?.[1] ?? subject.replaceAll("\n", ", ");
