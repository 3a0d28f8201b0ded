import { expect, vi } from "vitest";
import type { OfflineVoucher } from "#contract/bridge";
import { deviceSubject, type Subject } from "#contract/values/subject";
import { parseVoucherCode } from "#contract/values/voucher-code";
import { type Context, makeContext } from "#worker/context";
import { LimitObject } from "#worker/features/rate-limits/limit-object";
import { sellersOfBridge, sellersOfRouter } from "#worker/features/routers/index";
import { generateVouchers } from "#worker/features/vouchers/generate-vouchers";
import {
  offlineVoucherPorts,
  redeemVoucher,
  sweepFormerSellers,
  sweepOfflineVouchers,
} from "#worker/features/vouchers/index";
import { assignOfflineVouchers } from "#worker/features/vouchers/offline/assign-vouchers";
import { takeBack } from "#worker/features/vouchers/offline/return-vouchers";
import { revokeVouchers } from "#worker/features/vouchers/revoke-vouchers";
import type { OfflineVoucherEvent } from "#worker/ports";
import { ProviderStore } from "#worker/provider-store";
import type { TwoProviders } from "../seed/two-providers.ts";
import { forgetCaches } from "../support/forget-caches.ts";
import { cover } from "./coverage.ts";
import { FakeBridgeObject, sites } from "./fake-bridge-object.ts";
import { type Fixture, runUntil, startAt, vars } from "./fixture.ts";
import { ObjectRuntime } from "./object-runtime.ts";
import type { OfflineVoucherAction } from "./offline-voucher-history.ts";
import { OfflineVoucherSite } from "./offline-voucher-site.ts";

const classes = { LIMIT: LimitObject, BRIDGE: FakeBridgeObject, PROVIDER: ProviderStore };

/** One voucher, three devices, two portals and a router that changes its bridge. */
export class OfflineVoucherRunner {
  readonly fixture: Fixture;
  readonly seeded: TwoProviders;
  readonly runtime: ObjectRuntime;
  readonly ctx: Context;
  readonly routerId: string;
  readonly otherId: string;
  readonly users = new Map<string, string>();
  readonly served = new Set<string>();
  readonly first: string;
  readonly second: string;
  voucher = { id: "", code: "" };
  isReplaced = false;
  isRevoked = false;

  constructor(fixture: Fixture, random: () => number) {
    if (!fixture.seeded) throw new Error("seed() comes first");
    this.fixture = fixture;
    this.seeded = fixture.seeded;
    fixture.histories += 1;
    this.first = `first-${fixture.histories}`;
    this.second = `second-${fixture.histories}`;
    forgetCaches();
    vi.setSystemTime(startAt + fixture.histories * 86_400_000);
    this.runtime = new ObjectRuntime(fixture, vars, classes, random);
    this.ctx = makeContext(this.runtime.env);
    this.routerId = this.seeded.demo.routers[0]?.id ?? "";
    this.otherId = this.seeded.demo.routers[1]?.id ?? "";
  }

  run<T>(work: Promise<T>): Promise<T> {
    return runUntil(this.runtime, work);
  }

  site(): OfflineVoucherSite {
    return sites.get(this.first) as OfflineVoucherSite;
  }

  async begin(): Promise<void> {
    sites.clear();
    sites.set(this.first, new OfflineVoucherSite(this.first, this.routerId, this.users));
    for (const id of [this.first, this.second])
      this.fixture.database.query(
        "INSERT INTO bridges (id, name, public_key, provider_id, enrolled_at) VALUES (?1, ?1, ?1, ?2, ?3)",
        [id, this.seeded.demo.id, Date.now()],
      );
    const own = this.fixture.tenantDatabase(this.seeded.demo.id);
    own.query("UPDATE offline_vouchers SET state = 'returned'", []);
    this.fixture.database.query("UPDATE routers SET bridge_id = ?1 WHERE id IN (?2, ?3)", [
      ...[this.first, this.routerId, this.otherId],
    ]);
    // Each history leaves sellers at the same routers; hundreds of them would keep the sweep from this one's for minutes.
    this.fixture.database.query("DELETE FROM router_sellers", []);
    const planId = this.seeded.demo.plans[0]?.id ?? "";
    own.query("UPDATE vouchers SET revoked_at = 1, offline_voucher_id = NULL WHERE used_at IS NULL", []);
    const [made] = await this.run(
      generateVouchers(this.ctx, this.seeded.demo.id, { planId, quantity: 1 }, null),
    );
    this.voucher = { id: made?.id ?? "", code: parseVoucherCode(made?.code ?? "") ?? "" };
  }

  mac(device: number): string {
    const { histories } = this.fixture;
    return `02:00:${[histories >> 8, histories & 255, 0, device]
      .map((byte) => byte.toString(16).padStart(2, "0"))
      .join(":")}`.toUpperCase();
  }

  async perform(action: OfflineVoucherAction): Promise<void> {
    vi.setSystemTime(Date.now() + 20_000);
    const { demo } = this.seeded;
    const site = this.site();
    const planId = demo.plans[0]?.id ?? "";
    if (action.do === "assign")
      await this.ignoringRefusal(
        assignOfflineVouchers(this.ctx, demo.id, { routerId: this.routerId, planId, quantity: 1 }, null),
      );
    else if (action.do === "return") await this.run(takeBack(this.ctx, demo.id, this.routerId));
    else if (action.do === "revoke") {
      await this.run(revokeVouchers(this.ctx, demo.id, [this.voucher.id]));
      this.isRevoked = true;
    } else if (action.do === "sweep") {
      await this.run(sweepOfflineVouchers(this.ctx, demo.id));
      await this.run(sweepFormerSellers(this.ctx));
    } else if (action.do === "receive") site.receive(action.arrives);
    else if (action.do === "report") await this.reportEvents(action.acknowledged);
    else if (action.do === "disconnect") site.isLinkUp = false;
    else if (action.do === "connect") await this.connect();
    else if (action.do === "kill") site.kill();
    else if (action.do === "copy_disk") site.copyDisk();
    else if (action.do === "restore_disk") {
      if (site.restoreDisk()) cover("restored disks");
    } else if (action.do === "lose_answer") site.losesAnswer = true;
    else if (action.do === "bridge_page") this.redeemOnBridgePage(action.who);
    else if (action.do === "portal") await this.redeemAtPortal(action.who, action.elsewhere);
    else if (action.do === "replace_bridge" && !this.isReplaced) this.replaceBridge();
    else if (action.do === "claim_router" && this.isReplaced) await this.claimRouter();
  }

  private async ignoringRefusal<T>(work: Promise<T>): Promise<T | undefined> {
    try {
      return await this.run(work);
    } catch {
      return undefined;
    }
  }

  private redeemOnBridgePage(device: number): void {
    if (!this.site().enter(this.voucher.code, this.mac(device))) return;
    this.served.add(this.mac(device));
    cover("redeemed on the bridge's page");
  }

  private async redeemAtPortal(device: number, isElsewhere: boolean): Promise<void> {
    const mac = this.mac(device);
    const { demo } = this.seeded;
    const routerId = isElsewhere ? this.otherId : this.routerId;
    const answer = await this.ignoringRefusal(
      redeemVoucher(this.ctx, {
        url: new URL("http://demo.hotspot.localhost/"),
        tenant: {
          onMain: false,
          isMainHost: false,
          provider: { id: demo.id, subdomain: "demo", status: "active", suspendedFor: null },
          router: null,
        },
        input: { voucherCode: this.voucher.code, macAddress: mac, routerId },
        buyerHash: null,
        network: `the network of ${mac}`,
        idempotencyKey: null,
        waitUntil: (work) => void work.catch(() => undefined),
      }),
    );
    if (!answer) return;
    this.served.add(mac);
    cover("redeemed at the portal");
  }

  async reportEvents(isAcknowledged: boolean): Promise<void> {
    const site = this.site();
    if (!site.isLinkUp) return;
    const events = site.unacknowledged();
    const last = events.at(-1);
    if (!last) return;
    const ofOfflineVouchers = events.filter(
      (event): event is OfflineVoucherEvent => "offlineVoucherId" in event,
    );
    const none = new Set<string>();
    const written = await this.run(
      offlineVoucherPorts.recordOfflineVoucherEvents(this.ctx, this.first, ofOfflineVouchers, none),
    );
    // What is left the bridge's object keeps and writes later, once more.
    if (!written || written.left.length > 0) return;
    if (isAcknowledged) site.acknowledged(last.seq);
  }

  async connect(): Promise<void> {
    const site = this.site();
    site.connect(await this.run(this.heldByFirst()));
    if (site.isSuperseded) return;
    const unknownUsers = site.unknownUsers();
    await this.foundOnRouter(unknownUsers);
    for (const { entitlementId } of unknownUsers) site.explained.add(entitlementId);
  }

  private async heldByFirst(): Promise<OfflineVoucher[]> {
    const sellers = await sellersOfBridge(this.ctx, this.first);
    const { rows, silent } = await offlineVoucherPorts.offlineVouchersOfBridge(this.ctx, this.first, sellers);
    if (silent.length > 0) throw new Error("a seller did not answer");
    return rows;
  }

  private async foundOnRouter(users: { entitlementId: string; subject: Subject }[]): Promise<void> {
    const found = async () => {
      const sellers = await sellersOfRouter(this.ctx, this.routerId);
      await offlineVoucherPorts.recordRedeemedOnRouter(this.ctx, this.routerId, sellers, users);
    };
    await this.run(found());
  }

  private replaceBridge(): void {
    this.isReplaced = true;
    this.fixture.database.query("UPDATE routers SET bridge_id = ?1 WHERE id = ?2", [
      this.second,
      this.routerId,
    ]);
  }

  /** The new bridge writes its epoch on the router, reports the users that it does not know, and is reachable from then on. */
  private async claimRouter(): Promise<void> {
    if (sites.has(this.second)) return;
    cover("replaced bridges");
    this.site().isSuperseded = true;
    const users = [...this.users].map(([mac, entitlementId]) => ({
      subject: deviceSubject(mac),
      entitlementId,
    }));
    await this.foundOnRouter(users);
    sites.set(this.second, new OfflineVoucherSite(this.second, this.routerId, this.users));
  }

  /** Everything that was sent arrives. */
  async settle(): Promise<void> {
    this.site().losesAnswer = false;
    await this.perform({ do: "claim_router" });
    for (let round = 0; round < 3; round += 1) {
      await this.connect();
      while (this.site().toBridge.length > 0) this.site().receive(true);
      await this.reportEvents(true);
      await this.perform({ do: "sweep" });
    }
  }

  check(): void {
    const own = this.fixture.tenantDatabase(this.seeded.demo.id);
    const one = <Row>(sql: string, ...values: string[]) => own.query(sql, values).rows[0] as Row;
    const row = one<{ used_by: string | null; revoked_at: number | null; offline_voucher_id: string | null }>(
      "SELECT used_by, revoked_at, offline_voucher_id FROM vouchers WHERE id = ?1",
      this.voucher.id,
    );
    const macs = JSON.stringify([0, 1, 2].map((device) => this.mac(device)));
    const { count } = one<{ count: number }>(
      "SELECT count(*) AS count FROM entitlements WHERE subject IN (SELECT 'device:' || value FROM json_each(?1))",
      macs,
    );
    const { sold } = one<{ sold: number }>("SELECT coalesce(sum(count), 0) AS sold FROM voucher_daily");
    const { used } = one<{ used: number }>("SELECT count(*) AS used FROM vouchers WHERE used_at IS NOT NULL");
    // A user on the router is served, whether or not the portal's answer arrived.
    for (const mac of this.users.keys()) this.served.add(mac);
    expect(this.served.size, "devices that one code let in").toBeLessThanOrEqual(1);
    expect(row.used_by?.slice("device:".length) ?? null, "who it is counted for").toBe(
      [...this.served][0] ?? null,
    );
    expect(count, "purchases").toBe(this.served.size);
    expect(sold, "sales that are counted").toBe(used);
  }

  end(): void {
    for (const site of sites.values()) site.close();
    this.runtime.close();
  }
}
