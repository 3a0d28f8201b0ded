import { isRouterAddress, type TunnelWay } from "#contract/values/tunnel-network";

/** A router's end of its tunnel: what proves it (a public key, or its certificate's SHA-256), and its one address. */
export type Peer = { proof: string; address: string };

/** Why a peer is not taken. */
export class PeerRefused extends Error {
  override readonly name = "PeerRefused";
}

/** Who has which address of one way: one each, and only addresses that are routers'. */
export class Peers {
  readonly #network: string;
  readonly #way: TunnelWay;
  readonly #ownProof: string | null;
  readonly #addresses = new Map<string, string>();
  readonly #proofs = new Map<string, string>();

  /** @param network a /16 @param ownProof this machine's own @param known kept from before; what no longer fits is left out */
  constructor(network: string, way: TunnelWay, ownProof: string | null, known: readonly Peer[]) {
    this.#network = network;
    this.#way = way;
    this.#ownProof = ownProof;
    for (const peer of known)
      if (this.#whyNot(peer) === null) {
        this.#addresses.set(peer.proof, peer.address);
        this.#proofs.set(peer.address, peer.proof);
      }
  }

  all(): Peer[] {
    return [...this.#addresses].map(([proof, address]) => ({ proof, address }));
  }

  /** False: it is there already. A proof with another address, or an address with another proof, has to be removed first. @throws PeerRefused */
  add(peer: Peer): boolean {
    if (this.#addresses.get(peer.proof) === peer.address) return false;
    const why = this.#whyNot(peer);
    if (why !== null) throw new PeerRefused(why);
    this.#addresses.set(peer.proof, peer.address);
    this.#proofs.set(peer.address, peer.proof);
    return true;
  }

  /** The address that it had; undefined: there is none. */
  remove(proof: string): string | undefined {
    const address = this.#addresses.get(proof);
    if (address === undefined) return undefined;
    this.#addresses.delete(proof);
    this.#proofs.delete(address);
    return address;
  }

  #whyNot({ proof, address }: Peer): string | null {
    if (proof === this.#ownProof) return "this is the host's own key";
    if (!isRouterAddress(this.#network, this.#way, address)) return `${address} is no address of a router`;
    if (this.#addresses.has(proof)) return "this router has another address";
    if (this.#proofs.has(address)) return `${address} is another router's`;
    return null;
  }
}
