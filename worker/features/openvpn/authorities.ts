import type { Context } from "../../context.ts";
import { vpnAuthorities } from "../../db/schema/platform.ts";
import { sealedPlace } from "../../db/sealed-columns.ts";
import { insertInto } from "../../db/table-rows.ts";
import { recordStatement } from "../audit/index.ts";
import { type Authority, fingerprintOf, makeAuthority } from "./certificates.ts";
import { type AuthorityId, authorityRow } from "./store.ts";

/** Sealed for this authority's row alone. */
const place = (id: AuthorityId) => sealedPlace("vpn_authorities", id);

/** This authority of the platform, made when it is needed first. Two callers at once get the same. */
export async function authorityOf(ctx: Context, id: AuthorityId): Promise<Authority & { crlNumber: number }> {
  const row = (await authorityRow(ctx, id)) ?? (await firstRow(ctx, id));
  const { certificate, privateKey, crlNumber } = row;
  return { kind: keyOf(id), certificate, privateKey: ctx.keys.unseal(privateKey, place(id)), crlNumber };
}

/** Hosts speak to RouterOS 6 alone. */
const keyOf = (id: AuthorityId) => (id === "hosts" ? "rsa" : id);

/** Whoever comes second leaves its own behind and takes what stands there. */
async function firstRow(ctx: Context, id: AuthorityId): Promise<typeof vpnAuthorities.$inferSelect> {
  const { platform } = ctx;
  const name = id === "hosts" ? "Mlango hosts" : undefined;
  const { certificate, privateKey } = await makeAuthority(keyOf(id), ctx.now(), name);
  const sealed = ctx.keys.seal(privateKey, place(id));
  const written = await platform.run(
    insertInto(vpnAuthorities, { id, certificate, privateKey: sealed, createdAt: ctx.now() }),
  );
  if (written > 0)
    await platform.run(
      recordStatement(ctx, {
        actor: "system",
        actorId: null,
        providerId: null,
        action: "openvpn.authority",
        subject: id,
        detail: { fingerprint: await fingerprintOf(certificate) },
      }),
    );
  const row = await authorityRow(ctx, id);
  if (!row) throw new Error(`the authority ${id} was written and is not there`);
  return row;
}
