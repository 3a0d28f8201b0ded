import { isRouterAddress } from "#contract/values/tunnel-network";

export type Peer = { publicKey: string; address: string };

/** Why a peer is not taken. */
export class PeerRefused extends Error {
  override readonly name = "PeerRefused";
}

/** Which key has which address: one each, and only addresses that are routers'. */
export class Peers {
  readonly #network: string;
  readonly #ownKey: string;
  readonly #addresses = new Map<string, string>();
  readonly #keys = new Map<string, string>();

  /** @param network a /16 @param ownKey this machine's public key @param known kept from before; what no longer fits is left out */
  constructor(network: string, ownKey: string, known: readonly Peer[]) {
    this.#network = network;
    this.#ownKey = ownKey;
    for (const peer of known)
      if (this.#whyNot(peer) === null) {
        this.#addresses.set(peer.publicKey, peer.address);
        this.#keys.set(peer.address, peer.publicKey);
      }
  }

  all(): Peer[] {
    return [...this.#addresses].map(([publicKey, address]) => ({ publicKey, address }));
  }

  /** False: it is there already. A key with another address, or an address with another key, has to be removed first. @throws PeerRefused */
  add(peer: Peer): boolean {
    if (this.#addresses.get(peer.publicKey) === peer.address) return false;
    const why = this.#whyNot(peer);
    if (why !== null) throw new PeerRefused(why);
    this.#addresses.set(peer.publicKey, peer.address);
    this.#keys.set(peer.address, peer.publicKey);
    return true;
  }

  /** False: there is none. */
  remove(publicKey: string): boolean {
    const address = this.#addresses.get(publicKey);
    if (address === undefined) return false;
    this.#addresses.delete(publicKey);
    this.#keys.delete(address);
    return true;
  }

  #whyNot({ publicKey, address }: Peer): string | null {
    if (publicKey === this.#ownKey) return "this is the host's own key";
    if (!isRouterAddress(this.#network, address)) return `${address} is no address of a router`;
    if (this.#addresses.has(publicKey)) return "this key has another address";
    if (this.#keys.has(address)) return `${address} is another key's`;
    return null;
  }
}
