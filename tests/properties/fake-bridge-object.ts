import type { OfflineVoucher } from "#contract/bridge";
import type { BridgeRequest } from "#contract/bridge-requests";
import { asItIs } from "#contract/texts";
import type { BridgeApi } from "#worker/features/entitlements/index";
import type { OfflineVoucherSite } from "./offline-voucher-site.ts";

/** The sites of the history that is running, by bridge id. */
export const sites: Map<string, OfflineVoucherSite> = new Map();

type Called = "devicesOf" | "canAssign" | "sendOfflineVouchers" | "request" | "routerNow" | "sendDesired";

/** Stands in for the worker's BridgeObject. */
export class FakeBridgeObject implements Pick<BridgeApi, Called> {
  readonly #id: string;

  constructor(ctx: { id: { name: string } }) {
    this.#id = ctx.id.name;
  }

  #site() {
    return sites.get(this.#id);
  }

  async devicesOf() {
    return null;
  }

  async canAssign() {
    return this.#site()?.isLinkUp ? ("able" as const) : ("offline" as const);
  }

  async sendOfflineVouchers(offlineVouchers: OfflineVoucher[]) {
    if (this.#site()?.isLinkUp) this.#site()?.toBridge.push(offlineVouchers);
  }

  async request(request: Extract<BridgeRequest, { offlineVoucherId: string }>) {
    const answer = this.#site()?.ask(request);
    return { kind: "answered" as const, ok: true, message: asItIs(""), result: JSON.stringify(answer) };
  }

  /** A bridge calls its router reachable when its own epoch stands there: from the claim on. */
  async routerNow() {
    const online = this.#site()?.isLinkUp ?? false;
    const state = online ? ("reachable" as const) : ("unreachable" as const);
    return { online, state, at: Date.now(), message: null, version: null, findings: null };
  }

  async sendDesired() {
    return true;
  }
}
