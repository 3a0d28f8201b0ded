export {
  allHosts,
  hostNamed,
  privateKeyOf,
  removeHostStatement,
  saveHost,
  type TunnelHost,
  takeHostStatement,
} from "./hosts.ts";
export { allPeers, endTunnel, freeAddress, type Peer, peerOf, peerStatement, takeKey } from "./peers.ts";
