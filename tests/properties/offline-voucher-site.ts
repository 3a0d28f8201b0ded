import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clock } from "#bridge/clock";
import { Journal } from "#bridge/journal";
import type { OfflineVoucher, SiteEvent } from "#contract/bridge";
import type { BridgeRequest, OfflineVoucherAnswer } from "#contract/bridge-requests";
import { deviceSubject, macOf, type Subject } from "#contract/values/subject";

/** The clock of the test, which moves only when a history lets time pass. */
const clock: Clock = { now: () => Date.now(), monotonic: () => Date.now(), machineBoot: "one machine" };

/**
 * One site of a history: the bridge's real journal on a disk, a router that keeps its users, and the connection with the messages
 * that are on their way. The bridge's own code decides; what is lost, dies or is restored is the history's choice.
 */
export class OfflineVoucherSite {
  readonly bridgeId: string;
  readonly routerId: string;
  /** Purchases of the users on the router, by device. They survive every bridge. */
  readonly users: Map<string, string>;
  /** Messages of the worker that have not arrived. */
  readonly toBridge: OfflineVoucher[][] = [];
  isLinkUp = true;
  /** The answer to the next request gets lost, after the bridge has decided. */
  losesAnswer = false;
  /** Purchases of such users that the worker has taken in. */
  readonly explained = new Set<string>();
  /** Another bridge wrote its epoch on the router. */
  isSuperseded = false;
  #journal: Journal;
  /** The last event of each journal that the worker acknowledged, by journal id. */
  readonly #acked = new Map<string, number>();
  #copy: string | null = null;
  /** A bridge on a restored disk redeems nothing before the worker has answered. */
  #hasHeard = true;
  readonly #folder: string;

  constructor(bridgeId: string, routerId: string, users: Map<string, string>) {
    this.bridgeId = bridgeId;
    this.routerId = routerId;
    this.users = users;
    this.#folder = mkdtempSync(join(tmpdir(), "mlango-offline-"));
    this.#journal = this.#open();
  }

  /** A device enters a code on the page. @returns whether it was let in */
  enter(code: string, mac: string): boolean {
    if (this.isSuperseded || !this.#hasHeard) return false;
    const offlineVoucher = this.#journal.offlineVouchers.ofCode(this.routerId, code);
    if (!offlineVoucher) return false;
    return this.#letIn(
      this.#journal.offlineVouchers.redeem(offlineVoucher.id, deviceSubject(mac)).kind === "redeemed",
      mac,
    );
  }

  /** The worker asks for a code that was entered at the portal. @throws when no answer arrives */
  ask(request: Extract<BridgeRequest, { offlineVoucherId: string }>): OfflineVoucherAnswer {
    if (!this.isLinkUp) throw new Error("no link");
    const { offlineVouchers } = this.#journal;
    const isOurs = request.kind === "redeem" && !this.isSuperseded;
    const answer = isOurs
      ? offlineVouchers.answer(request.offlineVoucherId, this.routerId, request.subject, this.#view()).answer
      : offlineVouchers.giveBack(request.offlineVoucherId, this.routerId, this.#view());
    if (!answer) throw new Error("not now");
    if (isOurs)
      this.#letIn(answer.state === "redeemed" && answer.subject === request.subject, macOf(request.subject));
    if (!this.losesAnswer) return answer;
    this.losesAnswer = false;
    throw new Error("the answer was lost");
  }

  /** The next message of the worker arrives, or is lost. */
  receive(arrives: boolean): void {
    const offlineVouchers = this.toBridge.shift();
    if (offlineVouchers && arrives && this.isLinkUp)
      this.#journal.offlineVouchers.take(offlineVouchers, () => this.#view());
  }

  /** A new connection: messages of the old one are dropped, and the worker sends what it knows. */
  connect(offlineVouchers: OfflineVoucher[]): void {
    this.isLinkUp = true;
    this.toBridge.length = 0;
    const acked = this.#acked.get(this.#journal.id) ?? 0;
    if (acked > this.#journal.events.lastSeq) this.#journal.reset();
    this.#hasHeard = true;
    this.#journal.offlineVouchers.linkBegan();
    this.#journal.offlineVouchers.take(offlineVouchers, () => this.#view());
    this.#readRouter();
  }

  /** Users on the router that the journal does not know; the bridge reports them at every connection. */
  unknownUsers(): { subject: Subject; entitlementId: string }[] {
    const { offlineVouchers, entitlements } = this.#journal;
    return [...this.users]
      .filter(([, id]) => !this.explained.has(id) && !entitlements.get(id) && !offlineVouchers.ofPurchase(id))
      .map(([mac, entitlementId]) => ({ subject: deviceSubject(mac), entitlementId }));
  }

  #view() {
    if (this.isSuperseded) return "unread" as const;
    return this.unknownUsers().length > 0 ? ("unknown_users" as const) : ("clear" as const);
  }

  /** Events that the worker has not acknowledged. */
  unacknowledged(): SiteEvent[] {
    return this.#journal.events.after(0, 200);
  }

  acknowledged(seq: number): void {
    this.#acked.set(this.#journal.id, Math.max(this.#acked.get(this.#journal.id) ?? 0, seq));
    this.#journal.events.acknowledge(seq);
  }

  kill(): void {
    this.#journal.close();
    this.#journal = this.#open();
    this.#readRouter();
  }

  copyDisk(): void {
    this.#dropCopy();
    this.#copy = `${this.#folder}-copy`;
    this.#journal.close();
    cpSync(this.#folder, this.#copy, { recursive: true });
    this.#journal = this.#open();
  }

  /** The copied disk replaces the current one. */
  restoreDisk(): boolean {
    if (!this.#copy) return false;
    this.#journal.close();
    rmSync(this.#folder, { recursive: true });
    cpSync(this.#copy, this.#folder, { recursive: true });
    this.#journal = this.#open();
    this.#hasHeard = false;
    this.#readRouter();
    return true;
  }

  close(): void {
    this.#journal.close();
    this.#dropCopy();
    rmSync(this.#folder, { recursive: true });
  }

  /** After every start, and when vouchers were assigned. */
  #readRouter(): void {
    if (this.isSuperseded) return;
    for (const [mac, entitlementId] of this.users)
      this.#journal.offlineVouchers.redeemedOnRouter(entitlementId, deviceSubject(mac), 3_000_000);
  }

  #letIn(isRedeemed: boolean, mac: string): boolean {
    for (const { id } of this.#journal.entitlements.ofDevice(this.routerId, deviceSubject(mac)))
      this.users.set(mac, id);
    return isRedeemed;
  }

  #open(): Journal {
    return Journal.open(this.#folder, clock, () => undefined);
  }

  #dropCopy(): void {
    if (this.#copy) rmSync(this.#copy, { recursive: true, force: true });
  }
}
