import { createHmac } from "node:crypto";
import type { OfflineVoucher } from "#contract/bridge";
import type { OfflineVoucherAnswer } from "#contract/bridge-requests";
import type { Subject } from "#contract/values/subject";
import { dayMs } from "#contract/values/time";
import type { Change, EntitlementStore } from "./entitlements.ts";
import type { EventStore } from "./events.ts";
import type { JournalFile } from "./file.ts";

type OfflineTerms = Extract<OfflineVoucher["spec"], { kind: "assign" }>;

/** An offline voucher as the journal holds it. Moments are site time. `assigned` null: it came back before it was ever seen. */
type StoredVoucher = {
  id: string;
  routerId: string;
  rev: number;
  state: "assigned" | "returned" | "redeemed";
  terms: OfflineTerms | null;
  expiresAt: number | null;
  /** Asked for, and not given back yet: nobody redeems it any more. */
  isRecalled?: boolean;
  subject: Subject | null;
  redeemedAt: number | null;
};

type Redemption =
  | { kind: "redeemed"; offlineVoucher: StoredVoucher; change: Change | undefined }
  | { kind: "used" | "expired" | "returned" };

/** What the router told since this process began; `unknown_users`: it lets out a purchase unknown here (an old disk). */
export type RouterView = "unread" | "unknown_users" | "clear";

/** Tombstones outlast everything that the worker may still send of them. */
const endedKeptMs = 60 * dayMs;

/** Vouchers for use without internet. Until `returned` this journal alone decides; decisions are on disk before they are told. */
export class OfflineVoucherStore {
  readonly #file: JournalFile;
  readonly #events: EventStore;
  readonly #entitlements: EntitlementStore;
  /** Offline vouchers that the worker has named since it was first heard by this process; null = it was not heard yet. */
  #named: Set<string> | null = null;

  constructor(file: JournalFile, events: EventStore, entitlements: EntitlementStore) {
    this.#file = file;
    this.#events = events;
    this.#entitlements = entitlements;
  }

  /** The worker names all vouchers here next; one that it does not name was redeemed or returned by a newer disk. */
  linkBegan(): void {
    this.#named ??= new Set();
  }

  /** A lower rev says nothing. Nothing is given back before the router was asked who was let in: the worker says it again. */
  take(offlineVouchers: readonly OfflineVoucher[], viewOf: (routerId: string) => RouterView): void {
    this.#file.commit("now", () => {
      for (const offlineVoucher of offlineVouchers)
        this.#take(offlineVoucher, viewOf(offlineVoucher.routerId));
    });
  }

  get(id: string): StoredVoucher | undefined {
    return this.#file.documents<StoredVoucher>("SELECT data FROM offline_vouchers WHERE id = ?", id)[0];
  }

  /** Whether anybody at this router may come with a code: some are assigned, or were redeemed within a day. */
  isOpen(routerId: string): boolean {
    const sql =
      "SELECT 1 FROM offline_vouchers WHERE router_id = ? AND (state = 'assigned' OR (state = 'redeemed' AND changed_at > ?)) LIMIT 1";
    return this.#file.rows(sql, routerId, this.#file.now() - dayMs).length > 0;
  }

  ofCode(routerId: string, code: string): StoredVoucher | undefined {
    const all = this.#file.documents<StoredVoucher>(
      "SELECT data FROM offline_vouchers WHERE router_id = ?",
      routerId,
    );
    const fits = all.filter(({ terms }) => terms !== null && hashOf(terms.key, code) === terms.hash);
    // One that came back and was assigned again has two.
    return fits.find(({ state }) => state !== "returned") ?? fits[0];
  }

  /** The offline voucher that made or will make this purchase. */
  ofPurchase(entitlementId: string): StoredVoucher | undefined {
    const sql = "SELECT data FROM offline_vouchers WHERE json_extract(data, '$.terms.entitlementId') = ?";
    return this.#file.documents<StoredVoucher>(sql, entitlementId)[0];
  }

  /** Exchanges an offline voucher for access of this device. The same device again is the same redemption. */
  redeem(id: string, subject: Subject): Redemption {
    const offlineVoucher = this.get(id);
    if (!offlineVoucher?.terms || offlineVoucher.state === "returned") return { kind: "returned" };
    if (offlineVoucher.state === "redeemed")
      return offlineVoucher.subject === subject
        ? { kind: "redeemed", offlineVoucher, change: undefined }
        : { kind: "used" };
    if (offlineVoucher.isRecalled || this.#named?.has(id) === false) return { kind: "returned" };
    const now = this.#file.now();
    if (offlineVoucher.expiresAt !== null && offlineVoucher.expiresAt <= now) return { kind: "expired" };
    return this.#redeem(offlineVoucher, offlineVoucher.terms, subject, null);
  }

  /** A user on the router shows a redemption that this journal does not know (an old disk). @param leftMs of its bought time */
  redeemedOnRouter(entitlementId: string, subject: Subject, leftMs: number): Change | undefined {
    const offlineVoucher = this.ofPurchase(entitlementId);
    if (!offlineVoucher?.terms || offlineVoucher.state !== "assigned") return undefined;
    return this.#redeem(offlineVoucher, offlineVoucher.terms, subject, leftMs).change;
  }

  /** Who has it, or that it is the worker's again; an assigned one comes back. Undefined while that cannot be decided. */
  giveBack(id: string, routerId: string, view: RouterView): OfflineVoucherAnswer | undefined {
    const offlineVoucher = this.get(id);
    if (offlineVoucher?.state === "redeemed") return this.#redeemed(offlineVoucher);
    if (!mayReturn(offlineVoucher, view)) return undefined;
    this.#file.commit("now", () => this.#return(offlineVoucher ?? unseen(id, routerId, 1)));
    return { state: "returned" };
  }

  /** The same for a device of this router: it redeems what is still assigned. */
  answer(
    id: string,
    routerId: string,
    subject: Subject,
    view: RouterView,
  ): { answer: OfflineVoucherAnswer | undefined; change: Change | undefined } {
    if (!mayReturn(this.get(id), view)) return { answer: undefined, change: undefined };
    this.#named?.add(id);
    const redemption = this.redeem(id, subject);
    const { change } = redemption.kind === "redeemed" ? redemption : { change: undefined };
    return { answer: this.giveBack(id, routerId, view), change };
  }

  /** Within the commit that forgets the router: what is assigned comes back; what was redeemed stays told. */
  forget(routerId: string, view: RouterView): void {
    const sql = "SELECT data FROM offline_vouchers WHERE router_id = ? AND state = 'assigned'";
    for (const offlineVoucher of this.#file.documents<StoredVoucher>(sql, routerId))
      if (mayReturn(offlineVoucher, view)) this.#return(offlineVoucher);
  }

  purge(): void {
    const sql = "DELETE FROM offline_vouchers WHERE state <> 'assigned' AND changed_at < ?";
    this.#file.run(sql, this.#file.now() - endedKeptMs);
  }

  #redeemed({ subject, redeemedAt }: StoredVoucher): OfflineVoucherAnswer {
    const ageMs = Math.max(0, this.#file.now() - (redeemedAt ?? 0));
    return { state: "redeemed", subject: subject ?? "device:", ageMs };
  }

  #take({ id, routerId, rev, spec }: OfflineVoucher, view: RouterView): void {
    const known = this.get(id);
    // Whoever was let in by it stays, whatever is said later: it is nobody else's any more.
    if (known?.state === "redeemed") return;
    if (spec.kind === "return") {
      const recalled = { ...(known ?? unseen(id, routerId, rev)), rev: Math.max(known?.rev ?? 0, rev) };
      if (mayReturn(known, view)) this.#return(recalled);
      else if (known) this.#save({ ...recalled, isRecalled: true });
      return;
    }
    this.#named?.add(id);
    if (known && known.rev >= rev) return;
    const expiresAt = spec.expiresInMs === null ? null : this.#file.now() + spec.expiresInMs;
    if (expiresAt !== null) this.#file.date();
    this.#save({ ...unseen(id, routerId, rev), state: "assigned", terms: spec, expiresAt });
    this.#events.note(routerId, this.#file.now(), { kind: "assigned", offlineVoucherId: id });
  }

  /** Said again where it was said before: who asks has not heard it. */
  #return(offlineVoucher: StoredVoucher): void {
    this.#save({ ...offlineVoucher, state: "returned" });
    this.#events.note(offlineVoucher.routerId, this.#file.now(), {
      kind: "returned",
      offlineVoucherId: offlineVoucher.id,
    });
  }

  /** The event first: the worker hears of the redemption before it hears of what that made. */
  #redeem(offlineVoucher: StoredVoucher, terms: OfflineTerms, subject: Subject, leftMs: number | null) {
    const { id, routerId } = offlineVoucher;
    const { entitlementId, upKbps, downKbps, durationMs, dataBytes, fairUse } = terms;
    return this.#file.commit("now", () => {
      const now = this.#file.now();
      const redeemedAt = leftMs === null ? now : now - Math.max(0, durationMs - leftMs);
      const redeemed: StoredVoucher = { ...offlineVoucher, state: "redeemed", subject, redeemedAt };
      this.#save(redeemed);
      this.#events.note(routerId, redeemedAt, { kind: "voucher_redeemed", offlineVoucherId: id, subject });
      if (leftMs !== null)
        this.#events.note(routerId, redeemedAt, { kind: "started", entitlementId, rev: 1 });
      // Behind everything that this device has already, whatever the clock says.
      const queue = this.#entitlements.ofDevice(routerId, subject).map(({ order }) => order);
      const [change] = this.#entitlements.desired([
        {
          id: entitlementId,
          routerId,
          rev: 1,
          order: Math.max(now, ...queue.map((one) => one + 1)),
          spec: {
            kind: "serve",
            subjects: [subject],
            upKbps,
            downKbps,
            durationMs,
            dataBytes,
            usedBytes: 0,
            fairUse,
            remainingMs: leftMs,
          },
        },
      ]);
      return { kind: "redeemed" as const, offlineVoucher: redeemed, change };
    });
  }

  #save(offlineVoucher: StoredVoucher): void {
    this.#file.run(
      "INSERT OR REPLACE INTO offline_vouchers (id, router_id, state, changed_at, data) VALUES (?, ?, ?, ?, ?)",
      offlineVoucher.id,
      offlineVoucher.routerId,
      offlineVoucher.state,
      this.#file.now(),
      JSON.stringify(offlineVoucher),
    );
  }
}

/** One that this disk never saw may have been redeemed on another one, by somebody who is on the router. */
function mayReturn(offlineVoucher: StoredVoucher | undefined, view: RouterView): boolean {
  if (offlineVoucher && offlineVoucher.state !== "assigned") return true;
  return offlineVoucher ? view !== "unread" : view === "clear";
}

const unseen = (id: string, routerId: string, rev: number): StoredVoucher => ({
  id,
  routerId,
  rev,
  state: "returned",
  terms: null,
  expiresAt: null,
  subject: null,
  redeemedAt: null,
});

function hashOf(key: string, code: string): string {
  return createHmac("sha256", Buffer.from(key, "hex")).update(code).digest("hex");
}
