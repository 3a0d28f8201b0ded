import type { OfflineVoucher } from "#contract/bridge";
import type { BridgeRequest } from "#contract/bridge-requests";
import type { OfflineVoucherSite } from "./offline-voucher-site.ts";

/** The sites of the history that is running, by bridge id. */
export const sites: Map<string, OfflineVoucherSite> = new Map();

/** Stands in for the worker's BridgeObject. */
export class FakeBridgeObject {
  readonly #id: string;

  constructor(ctx: { id: { name: string } }) {
    this.#id = ctx.id.name.split(" ")[1] ?? "";
  }

  #site() {
    return sites.get(this.#id);
  }

  async hostsOf() {
    return null;
  }

  async canAssign() {
    return this.#site()?.isLineUp ? "able" : "offline";
  }

  async assign(offlineVouchers: OfflineVoucher[]) {
    if (this.#site()?.isLineUp) this.#site()?.toBridge.push(offlineVouchers);
  }

  async request(request: Extract<BridgeRequest, { offlineVoucherId: string }>) {
    const answer = this.#site()?.ask(request);
    return { kind: "answered", ok: true, message: "", result: JSON.stringify(answer) };
  }

  /** A bridge calls its router reachable when its own epoch stands there: from the claim on. */
  async routerNow() {
    return { online: this.#site()?.isLineUp ?? false, at: Date.now(), message: "", version: null };
  }

  async desired() {
    return true;
  }
}
