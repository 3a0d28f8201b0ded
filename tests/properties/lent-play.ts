import { expect, vi } from "vitest";
import { parseVoucherCode } from "#contract/values/voucher-code";
import { type Context, makeContext } from "#worker/context";
import { LimitObject } from "#worker/features/rate-limits/limit-object";
import { generateVouchers, loanPorts, redeemVoucher, sweepLoans } from "#worker/features/vouchers/index";
import { lendVouchers } from "#worker/features/vouchers/offline/lend-vouchers";
import { takeBack } from "#worker/features/vouchers/offline/take-back";
import { revokeVouchers } from "#worker/features/vouchers/revoke-vouchers";
import type { LoanFact } from "#worker/ports";
import type { TwoProviders } from "../seed/two-providers.ts";
import { forgetEverything } from "../support/kept-by-worker.ts";
import { meets } from "./broken.ts";
import { dawn, type Ground, until, vars } from "./ground.ts";
import type { LentAct } from "./lent-history.ts";
import { LineOf, sites } from "./lent-line.ts";
import { LentSite } from "./lent-site.ts";
import { MachineRoom } from "./machine-room.ts";

const classes = { LIMIT: LimitObject, BRIDGE: LineOf };

/** One voucher, three devices, two portals and a router that changes its bridge. */
export class LentPlay {
  readonly ground: Ground;
  readonly seeded: TwoProviders;
  readonly room: MachineRoom;
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

  constructor(ground: Ground, random: () => number) {
    if (!ground.seeded) throw new Error("seed() comes first");
    this.ground = ground;
    this.seeded = ground.seeded;
    ground.histories += 1;
    this.first = `first-${ground.histories}`;
    this.second = `second-${ground.histories}`;
    forgetEverything();
    vi.setSystemTime(dawn + ground.histories * 86_400_000);
    this.room = new MachineRoom(ground.database, vars, classes, random);
    this.ctx = makeContext(this.room.env);
    this.routerId = this.seeded.demo.routers[0]?.id ?? "";
    this.otherId = this.seeded.demo.routers[1]?.id ?? "";
  }

  run<T>(work: Promise<T>): Promise<T> {
    return until(this.room, work);
  }

  site(): LentSite {
    return sites.get(this.first) as LentSite;
  }

  async begin(): Promise<void> {
    sites.clear();
    sites.set(this.first, new LentSite(this.first, this.routerId, this.users));
    for (const id of [this.first, this.second])
      this.ground.database.query(
        "INSERT INTO bridges (id, name, public_key, provider_id, enrolled_at) VALUES (?1, ?1, ?1, ?2, ?3)",
        [id, this.seeded.demo.id, Date.now()],
      );
    this.ground.database.query("UPDATE voucher_loans SET state = 'returned'", []);
    this.ground.database.query("UPDATE routers SET bridge_id = ?1 WHERE id IN (?2, ?3)", [
      ...[this.first, this.routerId, this.otherId],
    ]);
    const planId = this.seeded.demo.plans[0]?.id ?? "";
    this.ground.database.query(
      "UPDATE vouchers SET revoked_at = 1, loan_id = NULL WHERE used_at IS NULL",
      [],
    );
    const [made] = await this.run(
      generateVouchers(this.ctx, this.seeded.demo.id, { planId, quantity: 1 }, null),
    );
    this.voucher = { id: made?.id ?? "", code: parseVoucherCode(made?.code ?? "") ?? "" };
  }

  mac(device: number): string {
    const { histories } = this.ground;
    return `02:00:${[histories >> 8, histories & 255, 0, device]
      .map((byte) => byte.toString(16).padStart(2, "0"))
      .join(":")}`.toUpperCase();
  }

  async does(one: LentAct): Promise<void> {
    vi.setSystemTime(Date.now() + 20_000);
    const { demo } = this.seeded;
    const site = this.site();
    const planId = demo.plans[0]?.id ?? "";
    if (one.do === "lend")
      await this.quietly(
        lendVouchers(this.ctx, demo.id, { routerId: this.routerId, planId, quantity: 1 }, null),
      );
    else if (one.do === "take_back") await this.run(takeBack(this.ctx, demo.id, this.routerId));
    else if (one.do === "revoke") {
      await this.run(revokeVouchers(this.ctx, demo.id, [this.voucher.id]));
      this.isRevoked = true;
    } else if (one.do === "sweep") await this.run(sweepLoans(this.ctx));
    else if (one.do === "hear") site.hear(one.arrives);
    else if (one.do === "report") await this.reports(one.acknowledged);
    else if (one.do === "cut") site.isLineUp = false;
    else if (one.do === "dial") await this.dials();
    else if (one.do === "kill") site.kill();
    else if (one.do === "copy_disk") site.copyDisk();
    else if (one.do === "old_disk") {
      if (site.restoreDisk()) meets("old disks");
    } else if (one.do === "lose_answer") site.losesAnswer = true;
    else if (one.do === "page") this.page(one.who);
    else if (one.do === "portal") await this.portal(one.who, one.elsewhere);
    else if (one.do === "replace" && !this.isReplaced) this.replace();
    else if (one.do === "claim" && this.isReplaced) await this.claim();
  }

  /** A refusal is no fault. */
  private async quietly<T>(work: Promise<T>): Promise<T | undefined> {
    try {
      return await this.run(work);
    } catch {
      return undefined;
    }
  }

  private page(device: number): void {
    if (!this.site().enter(this.voucher.code, this.mac(device))) return;
    this.served.add(this.mac(device));
    meets("redeemed on the page");
  }

  private async portal(device: number, isElsewhere: boolean): Promise<void> {
    const mac = this.mac(device);
    const { demo } = this.seeded;
    const routerId = isElsewhere ? this.otherId : this.routerId;
    const answer = await this.quietly(
      redeemVoucher(this.ctx, {
        url: new URL("http://demo.hotspot.localhost/"),
        tenant: {
          onMain: false,
          isMainHost: false,
          provider: { id: demo.id, subdomain: "demo", status: "active" },
          router: null,
        },
        input: { voucherCode: this.voucher.code, macAddress: mac, routerId },
        ...{ buyerHash: null, network: `the network of ${mac}`, idempotencyKey: null },
        waitUntil: (work) => void work.catch(() => undefined),
      }),
    );
    if (!answer) return;
    this.served.add(mac);
    meets("redeemed at the portal");
  }

  async reports(isAcknowledged: boolean): Promise<void> {
    const site = this.site();
    if (!site.isLineUp) return;
    const facts = site.untold();
    const last = facts.at(-1);
    if (!last) return;
    const ofLoans = facts.filter((fact): fact is LoanFact => "loanId" in fact);
    await this.run(loanPorts.takeLoanFacts(this.ctx, this.first, ofLoans));
    if (isAcknowledged) site.acknowledged(last.seq);
  }

  async dials(): Promise<void> {
    const site = this.site();
    site.welcome(await this.run(loanPorts.loansOfBridge(this.ctx, this.first)));
    if (site.isSuperseded) return;
    const strangers = site.strangers();
    await this.run(loanPorts.takeRedeemedOnRouter(this.ctx, this.routerId, strangers));
    for (const { entitlementId } of strangers) site.explained.add(entitlementId);
  }

  private replace(): void {
    this.isReplaced = true;
    this.ground.database.query("UPDATE routers SET bridge_id = ?1 WHERE id = ?2", [
      this.second,
      this.routerId,
    ]);
  }

  /** The new one writes its epoch on the router, reads it, asks what it does not know, and is reachable from then on. */
  private async claim(): Promise<void> {
    if (sites.has(this.second)) return;
    meets("replaced bridges");
    this.site().isSuperseded = true;
    const users = [...this.users].map(([mac, entitlementId]) => ({ mac, entitlementId }));
    await this.run(loanPorts.takeRedeemedOnRouter(this.ctx, this.routerId, users));
    sites.set(this.second, new LentSite(this.second, this.routerId, this.users));
  }

  /** Everything that was under way arrives. */
  async settle(): Promise<void> {
    this.site().losesAnswer = false;
    await this.does({ do: "claim" });
    for (let round = 0; round < 3; round += 1) {
      await this.dials();
      while (this.site().toBridge.length > 0) this.site().hear(true);
      await this.reports(true);
      await this.does({ do: "sweep" });
    }
  }

  judge(): void {
    const one = <Row>(sql: string, ...values: string[]) =>
      this.ground.database.query(sql, values).rows[0] as Row;
    const row = one<{ used_by: string | null; revoked_at: number | null; loan_id: string | null }>(
      "SELECT used_by, revoked_at, loan_id FROM vouchers WHERE id = ?1",
      this.voucher.id,
    );
    const macs = JSON.stringify([0, 1, 2].map((device) => this.mac(device)));
    const { count } = one<{ count: number }>(
      "SELECT count(*) AS count FROM entitlements WHERE mac IN (SELECT value FROM json_each(?1))",
      macs,
    );
    const { sold } = one<{ sold: number }>("SELECT coalesce(sum(count), 0) AS sold FROM voucher_daily");
    const { used } = one<{ used: number }>("SELECT count(*) AS used FROM vouchers WHERE used_at IS NOT NULL");
    // Who was let in on the router was served, whether or not the portal's answer arrived.
    for (const mac of this.users.keys()) this.served.add(mac);
    expect(this.served.size, "devices that one code let in").toBeLessThanOrEqual(1);
    expect(row.used_by, "who it is counted for").toBe([...this.served][0] ?? null);
    expect(count, "purchases").toBe(this.served.size);
    expect(sold, "sales that are counted").toBe(used);
  }

  end(): void {
    for (const site of sites.values()) site.close();
    this.room.close();
  }
}
