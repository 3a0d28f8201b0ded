import type { Context } from "../../context.ts";
import { mostHosts } from "../../contract/values/tunnel-network.ts";
import { tunnelHosts } from "../../db/schema/platform.ts";
import { sealedPlace } from "../../db/sealed-columns.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { insertInto } from "../../db/table-rows.ts";
import { refuse } from "../../errors.ts";
import { type Actor, recordStatement } from "../audit/index.ts";

export type TunnelHost = Omit<typeof tunnelHosts.$inferSelect, "privateKey">;

const place = (id: string) => sealedPlace("tunnel_hosts", id);

export async function allHosts(ctx: Context): Promise<TunnelHost[]> {
  const rows = await ctx.platform.select(tunnelHosts, { limit: mostHosts });
  return rows
    .map(({ privateKey: _, ...row }) => row)
    .sort(({ id: one }, { id: other }) => Number(one) - Number(other));
}

/** Where one way alone can be named: a host that was set up, before one whose line was only shown. */
export const firstHost = (hosts: readonly TunnelHost[]): TunnelHost | undefined =>
  hosts.find(({ bridgeId }) => bridgeId !== null) ?? hosts[0];

export async function hostNamed(ctx: Context, name: string): Promise<TunnelHost | undefined> {
  const wanted = name.toLowerCase();
  return (await allHosts(ctx)).find((host) => host.name.toLowerCase() === wanted);
}

/** The private key leaves for the host's own machine alone. */
export async function privateKeyOf(ctx: Context, id: string): Promise<string> {
  const row = (await ctx.platform.select(tunnelHosts, { limit: mostHosts })).find((one) => one.id === id);
  if (!row) throw refuse("not_found", "no_such_host");
  return ctx.keys.unseal(row.privateKey, place(id));
}

/** One of this name that is there gets the new address, and keeps its key. @throws AppError conflict where there is no room for more */
export async function saveHost(
  ctx: Context,
  { name, address }: { name: string; address: string },
  actor: Actor,
): Promise<TunnelHost> {
  const hosts = await allHosts(ctx);
  const known = hosts.find((host) => host.name.toLowerCase() === name.toLowerCase());
  const numbers = Array.from({ length: mostHosts }, (_, index) => String(index + 1));
  const id = known?.id ?? numbers.find((number) => hosts.every((host) => host.id !== number));
  if (id === undefined) throw refuse("conflict", "hosts_full", { most: mostHosts });
  const said = recordStatement(ctx, {
    ...actor,
    action: known ? "tunnel_host.change" : "tunnel_host.add",
    subject: id,
    detail: { name, address },
  });
  if (known) {
    await ctx.platform.batch([sql`UPDATE tunnel_hosts SET address = ${address} WHERE id = ${id}`, said]);
    return { ...known, address };
  }
  const { publicKey, privateKey } = await newWireguardKey();
  const host: TunnelHost = { id, name, address, publicKey, bridgeId: null, createdAt: ctx.now() };
  const row = insertInto(tunnelHosts, { ...host, privateKey: ctx.keys.seal(privateKey, place(id)) });
  if ((await ctx.platform.run(row)) === 0) throw refuse("conflict", "set_ups_at_once");
  await ctx.platform.run(said);
  return host;
}

/** The bridge that enrolled under a host's name is that host's from now on. */
export const takeHostStatement = (bridge: { id: string; name: string }): Sql =>
  sql`UPDATE tunnel_hosts SET bridge_id = ${bridge.id} WHERE name = ${bridge.name} COLLATE NOCASE`;

export const removeHostStatement = (id: string): Sql => sql`DELETE FROM tunnel_hosts WHERE id = ${id}`;

/** A new key pair of WireGuard (X25519), both in base64. */
async function newWireguardKey(): Promise<{ publicKey: string; privateKey: string }> {
  const pair = (await crypto.subtle.generateKey({ name: "X25519" }, true, ["deriveBits"])) as CryptoKeyPair;
  const exported = (key: CryptoKey, format: "raw" | "pkcs8") =>
    crypto.subtle.exportKey(format, key) as Promise<ArrayBuffer>;
  const base64 = (bytes: ArrayBuffer) => Buffer.from(bytes.slice(-32)).toString("base64");
  return {
    publicKey: base64(await exported(pair.publicKey, "raw")),
    // The key is the last 32 bytes of its PKCS#8 (RFC 8410).
    privateKey: base64(await exported(pair.privateKey, "pkcs8")),
  };
}
