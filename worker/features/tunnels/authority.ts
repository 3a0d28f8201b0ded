import { eq } from "drizzle-orm";
import type { Context } from "../../context.ts";
import { vpnAuthorities } from "../../db/schema/platform.ts";
import { sealedPlace } from "../../db/sealed-columns.ts";
import { insertInto } from "../../db/table-rows.ts";
import { recordStatement } from "../audit/index.ts";
import {
  type Authority,
  commonNameOf,
  fingerprintOf,
  type Issued,
  issueClient,
  issueServer,
  makeAuthority,
} from "./certificates.ts";

// Who vouches for the platform's hosts and for the routers that come in there by OpenVPN. A host lets in a certificate by its SHA-256
// alone, and forgets it at once: so there is no list of those that were revoked.

/** There is one. */
const id = "hosts";
const place = sealedPlace("vpn_authorities", id);
const asLongAsAuthority = Number.POSITIVE_INFINITY;

/** By which routers know a host. */
export async function hostAuthority(ctx: Context): Promise<{ certificate: string; commonName: string }> {
  const { certificate } = await authority(ctx);
  return { certificate, commonName: await commonNameOf(certificate) };
}

/** @param address name or IPv4 address by which routers reach it */
export async function issueForHost(ctx: Context, address: string): Promise<Issued & { authority: string }> {
  const by = await authority(ctx);
  return { ...(await issueServer(by, address, ctx.now(), asLongAsAuthority)), authority: by.certificate };
}

/** @param name of the router at every host @param lifeMs at most; as long as the authority's unless told */
export async function issueForRouter(
  ctx: Context,
  name: string,
  lifeMs = asLongAsAuthority,
): Promise<Issued & { authority: string }> {
  const by = await authority(ctx);
  return { ...(await issueClient(by, name, ctx.now(), lifeMs)), authority: by.certificate };
}

/** Made when it is needed first. Two callers at once get the same. */
async function authority(ctx: Context): Promise<Authority> {
  const { certificate, privateKey } = (await row(ctx)) ?? (await firstRow(ctx));
  return { certificate, privateKey: ctx.keys.unseal(privateKey, place) };
}

async function row(ctx: Context): Promise<typeof vpnAuthorities.$inferSelect | undefined> {
  return (await ctx.platform.select(vpnAuthorities, { where: eq(vpnAuthorities.id, id), limit: 1 }))[0];
}

/** Whoever comes second leaves its own behind and takes what stands there. */
async function firstRow(ctx: Context): Promise<typeof vpnAuthorities.$inferSelect> {
  const { certificate, privateKey } = await makeAuthority(ctx.now());
  const sealed = ctx.keys.seal(privateKey, place);
  const written = await ctx.platform.run(
    insertInto(vpnAuthorities, { id, certificate, privateKey: sealed, createdAt: ctx.now() }),
  );
  if (written > 0)
    await ctx.platform.run(
      recordStatement(ctx, {
        actor: "system",
        actorId: null,
        providerId: null,
        action: "openvpn.authority",
        subject: id,
        detail: { fingerprint: await fingerprintOf(certificate) },
      }),
    );
  const made = await row(ctx);
  if (!made) throw new Error("the authority was written and is not there");
  return made;
}
