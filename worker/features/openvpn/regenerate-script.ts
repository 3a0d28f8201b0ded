import type { Context } from "../../context.ts";
import { refuse } from "../../errors.ts";
import { authorityOf } from "./authorities.ts";
import { commonNameOf } from "./certificates.ts";
import { listenerOf } from "./network.ts";
import { type RouterosVersion, routerScript } from "./router-script.ts";
import { setupGuide } from "./setup-guide.ts";
import { clientNamed } from "./store.ts";

export type GivenConfig = {
  routerName: string;
  username: string;
  password: string;
  clientCertificate: string;
  clientPrivateKey: string;
};

/**
 * How the server is reached comes from here, secrets from the caller, who alone has them. @throws AppError not_found,
 * refused, invalid
 */
export async function regenerateScript(
  ctx: Context,
  given: GivenConfig,
  version: RouterosVersion,
): Promise<{ mikrotikScript: string; setupGuide: string }> {
  const client = await clientNamed(ctx, given.username);
  if (!client || client.revokedAt !== null) throw refuse("not_found", "vpn_configuration_over");
  if (client.authority === "ec" && version === "6.x") throw refuse("refused", "vpn_certificate_unfit");
  if (!given.clientCertificate || !given.clientPrivateKey) throw refuse("invalid", "vpn_key_shown_once");
  const { routerName, username } = given;
  const { certificate: caCertificate } = await authorityOf(ctx, client.authority);
  const listener = listenerOf(ctx.settings, client.authority);
  const caCommonName = await commonNameOf(caCertificate);
  return {
    mikrotikScript: routerScript({ ...given, caCertificate, caCommonName, listener }, version),
    setupGuide: setupGuide({ routerName, username, tunnelIp: client.tunnelIp, listener }, version),
  };
}
