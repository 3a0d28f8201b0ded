import { createHmac } from "node:crypto";
import type { Loan } from "#contract/bridge";
import type { LoanAnswer } from "#contract/bridge-requests";
import type { Change, EntitlementStore } from "./entitlements.ts";
import type { EventStore } from "./events.ts";
import type { JournalFile } from "./file.ts";

type Lent = Extract<Loan["goal"], { kind: "lend" }>;

/** A lent voucher as the journal holds it. Moments are site time. `lent` null: it came back before it was ever seen. */
type StoredVoucher = {
  id: string;
  routerId: string;
  rev: number;
  state: "lent" | "returned" | "redeemed";
  lent: Lent | null;
  expiresAt: number | null;
  /** Asked for, and not given back yet: nobody redeems it any more. */
  isRecalled?: boolean;
  mac: string | null;
  redeemedAt: number | null;
};

/** What became of a typed code. `change`: the purchase that it made just now. */
type Redemption =
  | { kind: "redeemed"; loan: StoredVoucher; change: Change | undefined }
  | { kind: "used" | "expired" | "returned" };

/**
 * What is known of the router, since this process began, by which an old disk would show. `unread`: nothing yet;
 * `unknown_users`: it lets somebody out for a purchase that nobody here knows; `clear`: it knows nothing more than the journal.
 */
export type RouterView = "unread" | "unknown_users" | "clear";

/** Tombstones outlast everything that the worker may still send of them. */
const endedKeptMs = 60 * 24 * 3_600_000;

/**
 * Vouchers that work at this site without the internet. From `lent` to `returned` nobody but this journal decides about
 * them, so every decision is on disk, with the fact that tells it, before anybody hears of it.
 */
export class OfflineVoucherStore {
  readonly #file: JournalFile;
  readonly #facts: EventStore;
  readonly #entitlements: EntitlementStore;
  /** Loans that the worker has named since it was first heard by this process; null = it was not heard yet. */
  #named: Set<string> | null = null;

  constructor(file: JournalFile, facts: EventStore, entitlements: EntitlementStore) {
    this.#file = file;
    this.#facts = facts;
    this.#entitlements = entitlements;
  }

  /**
   * The line is there, and all loans that the worker knows to be here are named on it next. One that it does not name came
   * back, or was redeemed, by a disk that is newer than this one: nobody redeems it here any more.
   */
  lineBegan(): void {
    this.#named ??= new Set();
  }

  /**
   * Takes what is new of these. A lower rev than the known one says nothing. Nothing is given back before the router
   * was asked who was let in: the worker says it again.
   */
  take(loans: readonly Loan[], viewOf: (routerId: string) => RouterView): void {
    this.#file.commit("now", () => {
      for (const loan of loans) this.#take(loan, viewOf(loan.routerId));
    });
  }

  get(id: string): StoredVoucher | undefined {
    return this.#file.documents<StoredVoucher>("SELECT data FROM loans WHERE id = ?", id)[0];
  }

  /** Whether anybody at this router may come with a code: some are lent, or were redeemed within a day. */
  isOpen(routerId: string): boolean {
    const sql =
      "SELECT 1 FROM loans WHERE router_id = ? AND (state = 'lent' OR (state = 'redeemed' AND changed_at > ?)) LIMIT 1";
    return this.#file.rows(sql, routerId, this.#file.now() - 24 * 3_600_000).length > 0;
  }

  /** The loan whose code this is. @param code in the stored form */
  ofCode(routerId: string, code: string): StoredVoucher | undefined {
    const all = this.#file.documents<StoredVoucher>("SELECT data FROM loans WHERE router_id = ?", routerId);
    const fits = all.filter(({ lent }) => lent !== null && hashOf(lent.key, code) === lent.hash);
    // One that came back and was lent again has two.
    return fits.find(({ state }) => state !== "returned") ?? fits[0];
  }

  /** The loan that made or will make this purchase. */
  ofPurchase(entitlementId: string): StoredVoucher | undefined {
    const sql = "SELECT data FROM loans WHERE json_extract(data, '$.lent.entitlementId') = ?";
    return this.#file.documents<StoredVoucher>(sql, entitlementId)[0];
  }

  /** Exchanges a loan for access of this device. The same device again is the same redemption. */
  redeem(id: string, mac: string): Redemption {
    const loan = this.get(id);
    if (!loan?.lent || loan.state === "returned") return { kind: "returned" };
    if (loan.state === "redeemed")
      return loan.mac === mac ? { kind: "redeemed", loan, change: undefined } : { kind: "used" };
    if (loan.isRecalled || this.#named?.has(id) === false) return { kind: "returned" };
    const now = this.#file.now();
    if (loan.expiresAt !== null && loan.expiresAt <= now) return { kind: "expired" };
    return this.#redeem(loan, loan.lent, mac, null);
  }

  /**
   * A user on the router shows that it was redeemed, and this journal does not know it (an old disk).
   * @param leftMs of its bought time, as the router has it
   */
  redeemedOnRouter(entitlementId: string, mac: string, leftMs: number): Change | undefined {
    const loan = this.ofPurchase(entitlementId);
    if (!loan?.lent || loan.state !== "lent") return undefined;
    return this.#redeem(loan, loan.lent, mac, leftMs).change;
  }

  /**
   * What the worker is told that asks: who has it, or that it decides again. One that is still lent comes back; undefined
   * while that cannot be decided.
   */
  giveBack(id: string, routerId: string, view: RouterView): LoanAnswer | undefined {
    const loan = this.get(id);
    if (loan?.state === "redeemed") return this.#redeemed(loan);
    if (!mayReturn(loan, view)) return undefined;
    this.#file.commit("now", () => this.#return(loan ?? unseen(id, routerId, 1)));
    return { state: "returned" };
  }

  /** The same for a device of this router: it redeems what is still lent. */
  answer(
    id: string,
    routerId: string,
    mac: string,
    view: RouterView,
  ): { answer: LoanAnswer | undefined; change: Change | undefined } {
    if (!mayReturn(this.get(id), view)) return { answer: undefined, change: undefined };
    this.#named?.add(id);
    const redemption = this.redeem(id, mac);
    const { change } = redemption.kind === "redeemed" ? redemption : { change: undefined };
    return { answer: this.giveBack(id, routerId, view), change };
  }

  /** Within the commit that forgets the router: what is lent comes back; what was redeemed stays told. */
  forget(routerId: string, view: RouterView): void {
    const sql = "SELECT data FROM loans WHERE router_id = ? AND state = 'lent'";
    for (const loan of this.#file.documents<StoredVoucher>(sql, routerId))
      if (mayReturn(loan, view)) this.#return(loan);
  }

  purge(): void {
    const sql = "DELETE FROM loans WHERE state <> 'lent' AND changed_at < ?";
    this.#file.run(sql, this.#file.now() - endedKeptMs);
  }

  #redeemed({ mac, redeemedAt }: StoredVoucher): LoanAnswer {
    const ageMs = Math.max(0, this.#file.now() - (redeemedAt ?? 0));
    return { state: "redeemed", mac: mac ?? "", ageMs };
  }

  #take({ id, routerId, rev, goal }: Loan, view: RouterView): void {
    const known = this.get(id);
    // Whoever was let in by it stays, whatever is said later: it is nobody else's any more.
    if (known?.state === "redeemed") return;
    if (goal.kind === "recall") {
      const recalled = { ...(known ?? unseen(id, routerId, rev)), rev: Math.max(known?.rev ?? 0, rev) };
      if (mayReturn(known, view)) this.#return(recalled);
      else if (known) this.#save({ ...recalled, isRecalled: true });
      return;
    }
    this.#named?.add(id);
    if (known && known.rev >= rev) return;
    const expiresAt = goal.expiresInMs === null ? null : this.#file.now() + goal.expiresInMs;
    if (expiresAt !== null) this.#file.date();
    this.#save({ ...unseen(id, routerId, rev), state: "lent", lent: goal, expiresAt });
    this.#facts.note(routerId, this.#file.now(), { kind: "lent", loanId: id });
  }

  /** Said again where it was said before: who asks has not heard it. */
  #return(loan: StoredVoucher): void {
    this.#save({ ...loan, state: "returned" });
    this.#facts.note(loan.routerId, this.#file.now(), { kind: "returned", loanId: loan.id });
  }

  /** The fact first: the worker hears of the redemption before it hears of what that made. */
  #redeem(loan: StoredVoucher, lent: Lent, mac: string, leftMs: number | null) {
    const { id, routerId } = loan;
    const { entitlementId, upKbps, downKbps, durationMs, dataBytes } = lent;
    return this.#file.commit("now", () => {
      const now = this.#file.now();
      const redeemedAt = leftMs === null ? now : now - Math.max(0, durationMs - leftMs);
      const redeemed: StoredVoucher = { ...loan, state: "redeemed", mac, redeemedAt };
      this.#save(redeemed);
      this.#facts.note(routerId, redeemedAt, { kind: "voucher_redeemed", loanId: id, mac });
      if (leftMs !== null) this.#facts.note(routerId, redeemedAt, { kind: "started", entitlementId, rev: 1 });
      // Behind everything that this device has already, whatever the clock says.
      const queue = this.#entitlements.ofDevice(routerId, mac).map(({ order }) => order);
      const [change] = this.#entitlements.want([
        {
          ...{ id: entitlementId, routerId, rev: 1, order: Math.max(now, ...queue.map((one) => one + 1)) },
          goal: {
            ...{ kind: "serve", macs: [mac], upKbps, downKbps, durationMs, dataBytes, usedBytes: 0 },
            remainingMs: leftMs,
          },
        },
      ]);
      return { kind: "redeemed" as const, loan: redeemed, change };
    });
  }

  #save(loan: StoredVoucher): void {
    this.#file.run(
      "INSERT OR REPLACE INTO loans (id, router_id, state, changed_at, data) VALUES (?, ?, ?, ?, ?)",
      loan.id,
      loan.routerId,
      loan.state,
      this.#file.now(),
      JSON.stringify(loan),
    );
  }
}

/** One that this disk never saw may have been redeemed on another one, by somebody who is on the router. */
function mayReturn(loan: StoredVoucher | undefined, view: RouterView): boolean {
  if (loan && loan.state !== "lent") return true;
  return loan ? view !== "unread" : view === "clear";
}

const unseen = (id: string, routerId: string, rev: number): StoredVoucher => ({
  ...{ id, routerId, rev, state: "returned", lent: null },
  ...{ expiresAt: null, mac: null, redeemedAt: null },
});

function hashOf(key: string, code: string): string {
  return createHmac("sha256", Buffer.from(key, "hex")).update(code).digest("hex");
}
