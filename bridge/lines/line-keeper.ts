import type { Log } from "../log.ts";
import type { Site } from "../reconciler/device-queue.ts";
import { sideBySide } from "../reconciler/side-by-side.ts";
import { isAboutRow, type RouterRow } from "../router.ts";
import { ensureLineRules, ensurePortal } from "./firewall.ts";
import { type Line, stateOf } from "./line.ts";
import { ensureLineProfiles } from "./line-profiles.ts";
import { LineUsageReading } from "./line-usage.ts";
import { followSessions, LineWatch } from "./line-watch.ts";
import { carryOut, planLine, secretOf } from "./plan.ts";
import { ensureRedirect, type PageReach } from "./redirect.ts";
import {
  type LineService,
  type LinesView,
  lineOfSecret,
  lineProfile,
  readLines,
  readSecrets,
  routesOf,
  speedOfLineProfile,
} from "./router-lines.ts";
import { hasPrefix } from "./six.ts";
import { ensureSixRules } from "./six-firewall.ts";

const compareEveryMs = 600_000;
/** A write that the router refuses, and a name that another row has, are tried again this often. */
const refusedEveryMs = 60_000;
const mostInHand = 16;

type Parts = {
  site: Site;
  log: Log;
  now: () => number;
  /** Where blocked lines are led to. */
  reach: PageReach;
  /** Events were journalled. */
  told: () => void;
};

/**
 * Keeps the lines of one router equal to the journal, over the connection that its reconciler compared. Where the router has no line,
 * nothing is read or written. A refusal concerns the line that met it; a connection that breaks is the reconciler's.
 */
export class LineKeeper {
  readonly #parts: Parts;
  readonly #watch: LineWatch;
  readonly #usage: LineUsageReading;
  /** Undefined: not compared on this connection. */
  #comparedAt: number | undefined;
  readonly #changed = new Set<string>();
  readonly #later = new Map<string, number>();
  /** What was last said of a line that is not right, so that it is said once. */
  readonly #said = new Map<string, string>();
  #notBefore = Number.NEGATIVE_INFINITY;
  /** Lines whose time is over since then, site time, are due. */
  #lookedAt = 0;
  /** The router was seen to give lines prefixes of IPv6, on this connection. */
  #hasSix = false;
  /** Profiles that were seen on this connection, by their names. */
  readonly #profiles = new Set<string>();
  /** Names of `/ppp/secret` as they are spelled, and whose mark they have. */
  readonly #names = new Map<string, string | undefined>();
  /** Networks that rows of lines lead there, by the line. */
  readonly #routes = new Map<string, readonly string[]>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#watch = new LineWatch(parts.site, parts.told);
    this.#usage = new LineUsageReading(parts.site);
  }

  get isNeeded(): boolean {
    const { journal, assignment } = this.#parts.site;
    return journal.lines.isNeeded(assignment.routerId);
  }

  /** The worker wants something else of these. */
  take(ids: readonly string[]): void {
    for (const id of ids) {
      this.#changed.add(id);
      this.#later.delete(id);
    }
    this.#notBefore = Number.NEGATIVE_INFINITY;
  }

  /** The connection is new: everything is compared anew. */
  startOver(): void {
    this.#comparedAt = undefined;
    this.#parts.reach.startOver();
    this.#hasSix = false;
    this.#profiles.clear();
    this.#later.clear();
    this.#watch.startOver();
    this.#usage.startOver();
  }

  isDue(now: number): boolean {
    if (now < this.#notBefore || !this.isNeeded) return false;
    return this.#isComparisonDue(now) || this.#changed.size > 0 || this.#isAnyOver() || this.#isRetryDue(now);
  }

  /** Everything that is due. @throws RouterFault of the connection */
  async work(): Promise<void> {
    const now = this.#parts.now();
    const isWhole = this.#isComparisonDue(now);
    await this.#unlessRefused(now, () => (isWhole ? this.#compare() : this.#makeDue(now)));
  }

  /** With the rhythm of the sessions. @throws RouterFault of the connection */
  async poll(): Promise<void> {
    const now = this.#parts.now();
    if (!this.isNeeded || this.#comparedAt === undefined || now < this.#notBefore) return;
    await this.#unlessRefused(now, async () => {
      for (const id of await this.#watch.poll(now, this.#hasSix, (line) => this.#routes.get(line) ?? []))
        if (!this.#later.has(id)) this.#changed.add(id);
      await this.#usage.poll(now);
    });
  }

  /** Without PPP, or where a menu is forbidden, every line meets the same refusal: all wait. */
  async #unlessRefused(now: number, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!isAboutRow(error)) throw error;
      this.#notBefore = now + refusedEveryMs;
      this.#say("", "lines.refused", error.message);
    }
  }

  #isComparisonDue(now: number): boolean {
    return this.#comparedAt === undefined || now - this.#comparedAt >= compareEveryMs;
  }

  #isAnyOver(): boolean {
    const { journal, assignment } = this.#parts.site;
    return journal.lines.isAnyOver(assignment.routerId, this.#lookedAt);
  }

  #isRetryDue(now: number): boolean {
    return [...this.#later.values()].some((at) => at <= now);
  }

  async #compare(): Promise<void> {
    const { site, now } = this.#parts;
    const at = now();
    this.#changed.clear();
    this.#later.clear();
    this.#lookedAt = site.journal.now();
    await this.#prepare();
    let view = await this.#readKnown(at);
    if (!this.#hasSix && view.secrets.some(hasPrefix)) {
      this.#hasSix = true;
      await this.#ensureRules();
      view = await this.#readKnown(at);
    }
    this.#names.clear();
    this.#watch.seen(await this.#make(this.#live(), view, () => this.#readAll()), at);
    this.#comparedAt = at;
    this.#said.delete("");
  }

  /** All, but of those who are dialled in only what is not known. */
  async #readKnown(now: number): Promise<LinesView> {
    const [secrets, live] = await Promise.all([
      readSecrets(this.#parts.site.router),
      this.#watch.read(now, this.#hasSix ? "all" : "none"),
    ]);
    return { secrets, ...live };
  }

  #readAll(names?: readonly string[]): Promise<LinesView> {
    return readLines(this.#parts.site.router, this.#hasSix, names);
  }

  /** What all lines share. */
  async #prepare(): Promise<void> {
    this.#profiles.clear();
    await this.#ensureProfiles(this.#live());
    await this.#ensureRules();
  }

  /** Where the rules are refused, lines are still opened, and blocked at their next dial. */
  async #ensureRules(): Promise<void> {
    const { reach, site } = this.#parts;
    const { router, assignment } = site;
    try {
      const portalHosts = assignment.portalHosts ?? [];
      await ensurePortal(router, portalHosts);
      const page = await reach.place(router);
      await ensureLineRules(router, portalHosts, page);
      await ensureRedirect(router, page);
      if (this.#hasSix) await ensureSixRules(router);
    } catch (error) {
      if (!isAboutRow(error)) throw error;
      this.#say("rules", "lines.rules_refused", error.message);
    }
  }

  async #ensureProfiles(lines: readonly Line[]): Promise<void> {
    const services = new Map<string, LineService>(
      lines.flatMap(({ spec }) =>
        spec.kind === "serve"
          ? [
              [
                lineProfile(spec, false),
                { upKbps: spec.upKbps, downKbps: spec.downKbps, former: spec.former },
              ],
            ]
          : [],
      ),
    );
    for (const known of this.#profiles) services.delete(known);
    if (services.size === 0) return;
    const { hasAddresses, hasSix } = await ensureLineProfiles(this.#parts.site.router, [
      ...services.values(),
    ]);
    this.#hasSix ||= hasSix;
    for (const name of services.keys()) this.#profiles.add(name);
    if (!hasAddresses) this.#say("addresses", "lines.no_addresses", "the server's profile gives none");
  }

  async #makeDue(now: number): Promise<void> {
    const { site } = this.#parts;
    const live = this.#live();
    const present = site.journal.now();
    const isOver = ({ deadline }: Line) =>
      deadline !== null && deadline > this.#lookedAt && deadline <= present;
    const due = live.filter(
      (line) => this.#changed.has(line.id) || isOver(line) || (this.#later.get(line.id) ?? now + 1) <= now,
    );
    const ids = due.map(({ id }) => id);
    this.#changed.clear();
    for (const [id, at] of this.#later) if (at <= now) this.#later.delete(id);
    const before = this.#lookedAt;
    this.#lookedAt = present;
    try {
      await this.#ensureProfiles(due);
      const names = this.#namesOf(due);
      const read = () => this.#readAll(names);
      const view = await read();
      // Ours is not where it was: it was renamed or removed at the router.
      const isLost = due.some((line) => line.made !== null && !secretOf(line, view).own);
      const readAll = () => this.#readAll();
      if (isLost) this.#watch.seen(await this.#make(due, await readAll(), readAll), now);
      else this.#watch.seenOf(names, await this.#make(due, view, read), now);
    } catch (error) {
      // What was not done is due again, on the next connection or in a while.
      this.#lookedAt = before;
      for (const id of ids) this.#changed.add(id);
      throw error;
    }
  }

  #live(): Line[] {
    const { journal, assignment } = this.#parts.site;
    return journal.lines.live(assignment.routerId);
  }

  /** By which these lines' rows may be found: as they shall be, as they are spelled, and as they were renamed at the router. */
  #namesOf(lines: readonly Line[]): string[] {
    const logins = new Set(lines.map(({ spec }) => spec.login.toLowerCase()));
    const ids = new Set(lines.map(({ id }) => id));
    const known = [...this.#names].filter(
      ([name, lineId]) => logins.has(name.toLowerCase()) || (lineId !== undefined && ids.has(lineId)),
    );
    return [...new Set([...lines.map(({ spec }) => spec.login), ...known.map(([name]) => name)])];
  }

  /** Writes what differs, reads back, and says of what is equal that it is. Gives what was read last. */
  async #make(lines: readonly Line[], view: LinesView, read: () => Promise<LinesView>): Promise<LinesView> {
    this.#follow(lines, view);
    const open = [...lines];
    let writes = 0;
    await sideBySide(
      mostInHand,
      () => open.shift(),
      async (line) => {
        writes += await this.#write(line.id, view);
      },
    );
    const seen = writes === 0 ? view : await read();
    if (writes > 0) this.#follow(lines, seen);
    for (const { id } of lines) this.#judge(id, seen);
    this.#parts.told();
    return seen;
  }

  /** Gives how much was written, or tried. */
  async #write(id: string, view: LinesView): Promise<number> {
    const planned = this.#planned(id, view);
    if (planned?.plan.kind !== "steps" || planned.plan.steps.length === 0) return 0;
    try {
      await carryOut(this.#parts.site.router.apart(), planned.plan.steps);
    } catch (error) {
      if (!isAboutRow(error)) throw error;
      this.#say(id, "line.refused", error.message);
    }
    return planned.plan.steps.length;
  }

  #judge(id: string, view: LinesView): void {
    const { site, log, now } = this.#parts;
    const { routerId } = site.assignment;
    const planned = this.#planned(id, view);
    // News of it came meanwhile: they are on the list.
    if (!planned || this.#changed.has(id)) return;
    const { line, state, plan } = planned;
    if (plan.kind === "steps" && plan.steps.length === 0) {
      this.#later.delete(id);
      this.#said.delete(id);
      const { spec, rev } = line;
      const made = spec.kind === "serve" ? { upKbps: spec.upKbps, downKbps: spec.downKbps } : null;
      if (site.journal.lines.applied(line, rev, state, made))
        log("line.applied", { routerId, lineId: id, rev, state });
      return;
    }
    this.#later.set(id, now() + refusedEveryMs);
    if (plan.kind === "foreign") {
      site.journal.lines.hindered(line, line.rev, "name_taken");
      this.#say(id, "line.hindered", "name_taken");
    } else if (!this.#said.has(id))
      this.#say(id, "line.not_equal", "the router was written and reads otherwise");
  }

  #planned(id: string, view: LinesView) {
    const { journal, assignment } = this.#parts.site;
    const line = journal.lines.get(assignment.routerId, id);
    if (!line) return undefined;
    const state = stateOf(line, journal.now());
    try {
      return { line, state, plan: planLine(line, state, view, assignment.servingEpoch) };
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.#say(id, "line.unreadable", error.message);
      return undefined;
    }
  }

  #follow(lines: readonly Line[], view: LinesView): void {
    for (const row of view.secrets) {
      const lineId = lineOfSecret(row);
      this.#names.set(row.name ?? "", lineId);
      if (lineId !== undefined) this.#routes.set(lineId, routesOf(row));
    }
    const secretOfLine = (line: Line): RouterRow | undefined => secretOf(line, view).own;
    followSessions(this.#parts.site.journal, lines, view.sessions, (line) => {
      const own = secretOfLine(line);
      return own && { name: own.name ?? "", speed: speedOfLineProfile(own.profile) };
    });
  }

  #say(id: string, event: string, message: string): void {
    const text = `${event} ${message}`;
    if (this.#said.get(id) === text) return;
    this.#said.set(id, text);
    const { routerId } = this.#parts.site.assignment;
    this.#parts.log(event, {
      routerId,
      ...(this.#isLine(id) && { lineId: id }),
      message: message.slice(0, 300),
    });
  }

  #isLine(id: string): boolean {
    return this.#parts.site.journal.lines.get(this.#parts.site.assignment.routerId, id) !== undefined;
  }
}
