import type { Context } from "../../context.ts";
import type { VpnKind } from "../../contract/openvpn.ts";
import { vpnAuthorities } from "../../db/schema/platform.ts";
import { sealedPlace } from "../../db/sealed-columns.ts";
import { insertInto } from "../../db/table-rows.ts";
import { recordStatement } from "../audit/index.ts";
import { type Authority, fingerprintOf, makeAuthority } from "./certificates.ts";
import { authorityRow } from "./store.ts";

/** Sealed for this authority's row alone. */
const place = (kind: VpnKind) => sealedPlace("vpn_authorities", kind);

/** The platform's authority of this kind, made when it is needed first. Two callers at once get the same. */
export async function authorityOf(ctx: Context, kind: VpnKind): Promise<Authority & { crlNumber: number }> {
  const row = (await authorityRow(ctx, kind)) ?? (await firstRow(ctx, kind));
  const { certificate, privateKey, crlNumber } = row;
  return { kind, certificate, privateKey: ctx.keys.unseal(privateKey, place(kind)), crlNumber };
}

/** Whoever comes second leaves its own behind and takes what stands there. */
async function firstRow(ctx: Context, kind: VpnKind): Promise<typeof vpnAuthorities.$inferSelect> {
  const { platform } = ctx;
  const { certificate, privateKey } = await makeAuthority(kind, ctx.now());
  const sealed = ctx.keys.seal(privateKey, place(kind));
  const written = await platform.run(
    insertInto(vpnAuthorities, { id: kind, certificate, privateKey: sealed, createdAt: ctx.now() }),
  );
  if (written > 0)
    await platform.run(
      recordStatement(ctx, {
        ...{ actor: "system", actorId: null, providerId: null },
        ...{ action: "openvpn.authority", subject: kind },
        detail: { fingerprint: await fingerprintOf(certificate) },
      }),
    );
  const row = await authorityRow(ctx, kind);
  if (!row) throw new Error(`the authority ${kind} was written and is not there`);
  return row;
}
