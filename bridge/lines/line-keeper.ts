import { isAboutRow, type RouterRow } from "../router.ts";
import { ensureLineRules, ensurePortal } from "./firewall.ts";
import { type Line, stateOf } from "./line.ts";
import { ensureLineProfiles } from "./line-profiles.ts";
import { LineUsageReading } from "./line-usage.ts";
import { followSessions, LineWatch } from "./line-watch.ts";
import { type Keeping, LineWorklist } from "./line-worklist.ts";
import { planLine, secretOf } from "./plan.ts";
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

/** @property reach where blocked lines are led to */
type Parts = Keeping & { reach: PageReach };

/**
 * Keeps the lines of one router equal to the journal, over the connection that its reconciler compared. Where the router has no line,
 * nothing is read or written. A refusal concerns the line that met it; a connection that breaks is the reconciler's.
 */
export class LineKeeper {
  readonly #parts: Parts;
  readonly #watch: LineWatch;
  readonly #usage: LineUsageReading;
  readonly #worklist: LineWorklist<Line>;
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
    this.#worklist = new LineWorklist(parts, {
      kind: "names",
      live: () => this.#live(),
      get: (id) => this.#get(id),
    });
  }

  /** The worker wants something else of these. */
  take(ids: readonly string[]): void {
    this.#worklist.take(ids);
  }

  /** The connection is new: everything is compared anew. */
  startOver(): void {
    this.#worklist.startOver();
    this.#parts.reach.startOver();
    this.#hasSix = false;
    this.#profiles.clear();
    this.#watch.startOver();
    this.#usage.startOver();
  }

  get isNeeded(): boolean {
    return this.#worklist.isNeeded;
  }

  isDue(now: number): boolean {
    return this.#worklist.isDue(now);
  }

  /** Everything that is due. @throws RouterFault of the connection */
  work(): Promise<void> {
    return this.#worklist.work(
      (now) => this.#compare(now),
      (due, now) => this.#makeDue(due, now),
    );
  }

  /** With the rhythm of the sessions. @throws RouterFault of the connection */
  poll(): Promise<void> {
    return this.#worklist.poll(async (now) => {
      this.#worklist.suspect(
        await this.#watch.poll(now, this.#hasSix, (line) => this.#routes.get(line) ?? []),
      );
      await this.#usage.poll(now);
    });
  }

  async #compare(at: number): Promise<void> {
    await this.#prepare();
    let view = await this.#readKnown(at);
    if (!this.#hasSix && view.secrets.some(hasPrefix)) {
      this.#hasSix = true;
      await this.#ensureRules();
      view = await this.#readKnown(at);
    }
    this.#names.clear();
    this.#watch.seen(await this.#make(this.#live(), view, () => this.#readAll()), at);
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
      this.#worklist.say("rules", "lines.rules_refused", error.message);
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
    if (!hasAddresses)
      this.#worklist.say("addresses", "lines.no_addresses", "the server's profile gives none");
  }

  async #makeDue(due: readonly Line[], now: number): Promise<void> {
    await this.#ensureProfiles(due);
    const names = this.#namesOf(due);
    const read = () => this.#readAll(names);
    const view = await read();
    // Ours is not where it was: it was renamed or removed at the router.
    const isLost = due.some((line) => line.made !== null && !secretOf(line, view).own);
    const readAll = () => this.#readAll();
    if (isLost) this.#watch.seen(await this.#make(due, await readAll(), readAll), now);
    else this.#watch.seenOf(names, await this.#make(due, view, read), now);
  }

  #live(): Line[] {
    const { journal, assignment } = this.#parts.site;
    return journal.lines.live(assignment.routerId);
  }

  #get(id: string): Line | undefined {
    const { journal, assignment } = this.#parts.site;
    return journal.lines.get(assignment.routerId, id);
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
    const writes = await this.#worklist.write(lines, (id) => {
      const plan = this.#planned(id, view)?.plan;
      return plan?.kind === "steps" ? plan.steps : [];
    });
    const seen = writes === 0 ? view : await read();
    if (writes > 0) this.#follow(lines, seen);
    for (const { id } of lines) this.#judge(id, seen);
    this.#parts.told();
    return seen;
  }

  #judge(id: string, view: LinesView): void {
    const { site, log } = this.#parts;
    const planned = this.#planned(id, view);
    // News of it came meanwhile: they are on the list.
    if (!planned || this.#worklist.isChanged(id)) return;
    const { line, state, plan } = planned;
    if (plan.kind === "steps" && plan.steps.length === 0) {
      this.#worklist.equal(id);
      const { spec, rev, routerId } = line;
      const made = spec.kind === "serve" ? { upKbps: spec.upKbps, downKbps: spec.downKbps } : null;
      if (site.journal.lines.applied(line, rev, state, made))
        log("line.applied", { routerId, lineId: id, rev, state });
      return;
    }
    if (plan.kind === "foreign") {
      site.journal.lines.hindered(line, line.rev, "name_taken");
      this.#worklist.say(id, "line.hindered", "name_taken");
    }
    this.#worklist.differs(id);
  }

  #planned(id: string, view: LinesView) {
    const { journal, assignment } = this.#parts.site;
    const line = this.#get(id);
    if (!line) return undefined;
    const state = stateOf(line, journal.now());
    try {
      return { line, state, plan: planLine(line, state, view, assignment.servingEpoch) };
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.#worklist.say(id, "line.unreadable", error.message);
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
}
