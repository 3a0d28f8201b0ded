export { linkVpnClient, revokeVpnClientsOf, sweepVpnClients } from "./end-client.ts";
export { hostAuthority, issueForHost, issueForRouter } from "./host-certificates.ts";
