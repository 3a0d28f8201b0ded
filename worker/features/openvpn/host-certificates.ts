import type { Context } from "../../context.ts";
import { authorityOf } from "./authorities.ts";
import { commonNameOf, type Issued, issueClient, issueServer } from "./certificates.ts";

// Certificates of the platform's hosts and of the routers that come in there, by an authority of their own: none of them opens the
// operator's own OpenVPN server. They last as long as it: a host lets in a certificate by its SHA-256, and forgets it at once.

const life = Number.POSITIVE_INFINITY;

/** By which routers know a host. */
export async function hostAuthority(ctx: Context): Promise<{ certificate: string; commonName: string }> {
  const { certificate } = await authorityOf(ctx, "hosts");
  return { certificate, commonName: await commonNameOf(certificate) };
}

/** @param address name or IPv4 address by which routers reach it */
export async function issueForHost(ctx: Context, address: string): Promise<Issued & { authority: string }> {
  const authority = await authorityOf(ctx, "hosts");
  return { ...(await issueServer(authority, address, ctx.now(), life)), authority: authority.certificate };
}

/** @param name of the router at every host */
export async function issueForRouter(ctx: Context, name: string): Promise<Issued & { authority: string }> {
  const authority = await authorityOf(ctx, "hosts");
  return { ...(await issueClient(authority, name, ctx.now(), life)), authority: authority.certificate };
}
