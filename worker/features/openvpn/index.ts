export { linkVpnClient, revokeVpnClientsOf, sweepVpnClients } from "./end-client.ts";
