export { hostAuthority, issueForHost, issueForRouter } from "./authority.ts";
export {
  allHosts,
  firstHost,
  hostNamed,
  privateKeyOf,
  removeHostStatement,
  saveHost,
  type TunnelHost,
  takeHostStatement,
} from "./hosts.ts";
export { notifyHosts } from "./notify-hosts.ts";
export {
  allPeers,
  confirmCertificate,
  endTunnel,
  freeAddress,
  giveCertificate,
  type Peer,
  peerOf,
  peerStatement,
  takeKey,
} from "./peers.ts";
