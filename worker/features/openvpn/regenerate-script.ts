import type { Context } from "../../context.ts";
import { refuse } from "../../errors.ts";
import { allHosts, firstHost, hostAuthority } from "../tunnels/index.ts";
import { type RouterosVersion, routerScript } from "./router-script.ts";
import { setupGuide } from "./setup-guide.ts";
import { clientNamed } from "./store.ts";

export type GivenConfig = {
  serverHost: string;
  routerName: string;
  username: string;
  password: string;
  clientCertificate: string;
  clientPrivateKey: string;
};

/**
 * Which hosts there are and who vouches for them comes from here, secrets from the caller, who alone has them. @throws AppError not_found,
 * refused, invalid
 */
export async function regenerateScript(
  ctx: Context,
  given: GivenConfig,
  version: RouterosVersion,
): Promise<{ mikrotikScript: string; setupGuide: string }> {
  const [client, hosts] = await Promise.all([clientNamed(ctx, given.username), allHosts(ctx)]);
  if (!client || client.revokedAt !== null) throw refuse("not_found", "vpn_configuration_over");
  if (client.routerosVersion === "7.x" && version === "6.x") throw refuse("refused", "vpn_certificate_unfit");
  if (!given.clientCertificate || !given.clientPrivateKey) throw refuse("invalid", "vpn_key_shown_once");
  const host = hosts.find(({ address }) => address === given.serverHost) ?? firstHost(hosts);
  if (!host) throw refuse("refused", "vpn_host_first");
  const { certificate: caCertificate, commonName: caCommonName } = await hostAuthority(ctx);
  const config = { ...given, tunnelIp: client.tunnelIp, caCertificate, caCommonName, host };
  return {
    mikrotikScript: routerScript(config, version),
    setupGuide: setupGuide(config, version),
  };
}
