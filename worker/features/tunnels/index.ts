export {
  allHosts,
  hostNamed,
  privateKeyOf,
  removeHostStatement,
  saveHost,
  type TunnelHost,
  takeHostStatement,
} from "./hosts.ts";
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
