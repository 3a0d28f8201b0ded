import type { Context } from "../../context.ts";
import { type VpnFile, VpnKind } from "../../contract/openvpn.ts";
import { ffdhe2048 } from "../../contract/values/ffdhe2048.ts";
import { refuse } from "../../errors.ts";
import { type Actor, record } from "../audit/index.ts";
import { authorityOf } from "./authorities.ts";
import { issueServer, makeRevocationList } from "./certificates.ts";
import { runningHostGuide, serverGuide } from "./host-guide.ts";
import { listenerOf } from "./network.ts";
import { checkPassword, folder, serverConfig } from "./server-config.ts";
import { authorityRow, revokedClients, validClients } from "./store.ts";

export type HostFiles = { files: VpnFile[]; guide: string };

const file = (name: string, content: string, mode: VpnFile["mode"] = "0644"): VpnFile => ({
  name,
  mode,
  content,
});

/** A new key and certificate for each listener; former ones stay good while a host is being replaced. */
export async function makeServerFiles(ctx: Context, actor: Actor): Promise<HostFiles> {
  const files: VpnFile[] = [
    file(`${folder}/check-password.sh`, checkPassword, "0755"),
    file(`${folder}/dh.pem`, ffdhe2048),
  ];
  const fingerprints: Record<string, string> = {};
  for (const kind of VpnKind.options) {
    const authority = await authorityOf(ctx, kind);
    const listener = listenerOf(ctx.settings, kind);
    const server = await issueServer(authority, listener.host, ctx.now());
    fingerprints[kind] = server.fingerprint;
    files.push(
      file(`mlango-${listener.protocol}.conf`, serverConfig(listener)),
      file(`${folder}/ca-${kind}.crt`, authority.certificate),
      file(`${folder}/server-${kind}.crt`, server.certificate),
      file(`${folder}/server-${kind}.key`, server.privateKey, "0600"),
    );
  }
  files.push(...(await clientFiles(ctx)));
  await record(ctx, { ...actor, action: "openvpn.server_files", detail: fingerprints });
  return { files, guide: serverGuide(ctx.settings) };
}

/** @throws AppError refused before there is a server */
export async function runningHostFiles(ctx: Context): Promise<HostFiles> {
  for (const kind of VpnKind.options)
    if (!(await authorityRow(ctx, kind))) throw refuse("refused", "vpn_server_first");
  return { files: await clientFiles(ctx), guide: runningHostGuide() };
}

/** Who may come in, under which address, and who may not any more. */
async function clientFiles(ctx: Context): Promise<VpnFile[]> {
  const now = ctx.now();
  const clients = (await validClients(ctx)).filter(({ expiresAt }) => expiresAt > now);
  const lists = await Promise.all(VpnKind.options.map((kind) => revocationList(ctx, kind)));
  const passwords = clients.map(({ username, passwordHash }) => `${username}:${passwordHash}\n`).join("");
  return [
    ...lists,
    file(`${folder}/passwords`, passwords),
    ...clients.map(({ username, authority, tunnelIp }) =>
      file(
        `${folder}/ccd/${username}`,
        `ifconfig-push ${tunnelIp} ${listenerOf(ctx.settings, authority).mask}\n`,
      ),
    ),
  ];
}

async function revocationList(ctx: Context, kind: VpnKind): Promise<VpnFile> {
  const authority = await authorityOf(ctx, kind);
  const revoked = (await revokedClients(ctx, kind)).map(({ serial, revokedAt }) => ({
    serial,
    at: revokedAt ?? 0,
  }));
  const list = await makeRevocationList(authority, { number: authority.crlNumber, revoked }, ctx.now());
  return file(`${folder}/crl-${kind}.pem`, list);
}
