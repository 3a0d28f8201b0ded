import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Journal } from "#bridge/journal";
import type { Fact, Loan } from "#contract/bridge";
import type { BridgeRequest, LoanAnswer } from "#contract/bridge-requests";
import { memoryClock } from "./memory-clock.ts";

/**
 * One site of a history: the real journal on a disk, a router that keeps its users, and the line with everything that is
 * under way on it. What it decides is the bridge's own code; what gets lost, dies or is put back is the history's choice.
 */
export class LentSite {
  readonly bridgeId: string;
  readonly routerId: string;
  /** Who is let in on the router, by device: the purchase. It survives every bridge. */
  readonly users: Map<string, string>;
  /** The worker's words that are under way. */
  readonly toBridge: Loan[][] = [];
  isLineUp = true;
  /** The answer to the next request gets lost, after the bridge has decided. */
  losesAnswer = false;
  /** Purchases of such users that the worker has taken in. */
  readonly explained = new Set<string>();
  /** Another bridge wrote its epoch on the router. */
  isSuperseded = false;
  #journal: Journal;
  /** What the worker has of each journal, by its name. */
  readonly #acked = new Map<string, number>();
  #copy: string | null = null;
  /** A bridge that came from an old disk says nothing of vouchers before it has heard the worker. */
  #hasHeard = true;
  readonly #folder: string;

  constructor(bridgeId: string, routerId: string, users: Map<string, string>) {
    this.bridgeId = bridgeId;
    this.routerId = routerId;
    this.users = users;
    this.#folder = mkdtempSync(join(tmpdir(), "mlango-lent-"));
    this.#journal = this.#open();
  }

  /** A device enters a code on the page. @returns whether it was let in */
  enter(code: string, mac: string): boolean {
    if (this.isSuperseded || !this.#hasHeard) return false;
    const loan = this.#journal.loans.ofCode(this.routerId, code);
    if (!loan) return false;
    return this.#letIn(this.#journal.loans.redeem(loan.id, mac).kind === "redeemed", mac);
  }

  /** Somebody entered it at the portal. @throws when no answer arrives */
  ask(request: Extract<BridgeRequest, { loanId: string }>): LoanAnswer {
    if (!this.isLineUp) throw new Error("no line");
    const { loans } = this.#journal;
    const isOurs = request.kind === "redeem" && !this.isSuperseded;
    const answer = isOurs
      ? loans.answer(request.loanId, this.routerId, request.mac, this.#view()).answer
      : loans.giveBack(request.loanId, this.routerId, this.#view());
    if (!answer) throw new Error("not now");
    if (isOurs) this.#letIn(answer.state === "redeemed" && answer.mac === request.mac, request.mac);
    if (!this.losesAnswer) return answer;
    this.losesAnswer = false;
    throw new Error("the answer was lost");
  }

  /** The next words of the worker arrive, or get lost. */
  hear(arrives: boolean): void {
    const loans = this.toBridge.shift();
    if (loans && arrives && this.isLineUp) this.#journal.loans.take(loans, () => this.#view());
  }

  /** The line is opened anew: what is old is dropped, and what the worker knows is said. */
  welcome(loans: Loan[]): void {
    this.isLineUp = true;
    this.toBridge.length = 0;
    const acked = this.#acked.get(this.#journal.id) ?? 0;
    if (acked > this.#journal.facts.lastSeq) this.#journal.reset();
    this.#hasHeard = true;
    this.#journal.loans.lineBegan();
    this.#journal.loans.take(loans, () => this.#view());
    this.#readRouter();
  }

  /** Users on the router that nobody here can explain; the worker is asked about them on every line. */
  strangers(): { mac: string; entitlementId: string }[] {
    const { loans, entitlements } = this.#journal;
    return [...this.users]
      .filter(([, id]) => !this.explained.has(id) && !entitlements.get(id) && !loans.ofPurchase(id))
      .map(([mac, entitlementId]) => ({ mac, entitlementId }));
  }

  #view() {
    if (this.isSuperseded) return "unread" as const;
    return this.strangers().length > 0 ? ("unknown_users" as const) : ("clear" as const);
  }

  /** Facts that the worker has not acknowledged. */
  untold(): Fact[] {
    return this.#journal.facts.after(0, 200);
  }

  acknowledged(seq: number): void {
    this.#acked.set(this.#journal.id, Math.max(this.#acked.get(this.#journal.id) ?? 0, seq));
    this.#journal.facts.acknowledge(seq);
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

  /** The copy is put in, with the line there: without it an old disk cannot know that it is one. */
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

  /** As its keeper does: after every start, and when vouchers were lent. */
  #readRouter(): void {
    if (this.isSuperseded) return;
    for (const [mac, entitlementId] of this.users)
      this.#journal.loans.redeemedOnRouter(entitlementId, mac, 3_000_000);
  }

  #letIn(isRedeemed: boolean, mac: string): boolean {
    for (const { id } of this.#journal.entitlements.ofDevice(this.routerId, mac)) this.users.set(mac, id);
    return isRedeemed;
  }

  #open(): Journal {
    return Journal.open(this.#folder, memoryClock, () => undefined);
  }

  #dropCopy(): void {
    if (this.#copy) rmSync(this.#copy, { recursive: true, force: true });
  }
}
