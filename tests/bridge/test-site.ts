import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type TestContext } from "vitest";
import { type Agent, createAgent } from "#bridge/agent";
import type { Clock } from "#bridge/clock";
import { Journal } from "#bridge/journal";
import type { BlockedPage } from "#bridge/lines/blocked-page";
import type { LogFields } from "#bridge/log";
import { openRouter, type Router, type RouterOptions } from "#bridge/router";
import { SiteNetwork } from "#bridge/site-network";
import type {
  DesiredEntitlement,
  EntitlementSpec,
  FromBridge,
  RouterAssignment,
  SiteEvent,
  ToBridge,
} from "#contract/bridge";
import { deviceSubject } from "#contract/values/subject";
import {
  type ControlBody,
  memoryStore,
  RouterSimulator,
  type RouterOptions as SimulatorOptions,
} from "../simulators/routeros/index.ts";

export const routerId = "router-1";
export const bridgeId = "bridge-1";
export const phone = "02:00:00:00:00:01";
export const otherPhone = "02:00:00:00:00:02";
export const macAuthPassword = "mac-secret";
export const minute = 60_000;
export const hour = 60 * minute;

/** Moves only when told. */
export class TestClock implements Clock {
  wall = Date.UTC(2026, 10, 20, 9);
  steady = 1_000_000;
  machineBoot = "boot-1";
  now = () => this.wall;
  monotonic = () => this.steady;

  pass(ms: number): void {
    this.wall += ms;
    this.steady += ms;
  }

  /** Somebody sets the system clock. */
  step(ms: number): void {
    this.wall += ms;
  }

  /** The machine is off for `ms`, the last five seconds of which it needs to start again. */
  restartMachine(ms: number): void {
    this.wall += ms;
    this.steady = Math.min(5_000, ms);
    this.machineBoot += "'";
  }
}

export function testFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "mlango-bridge-"));
  t.onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export const quietLog = () => undefined;

/** One hour at 512 kbit/s up and 2 Mbit/s down for `phone`. */
export function serve(changes: Partial<Extract<EntitlementSpec, { kind: "serve" }>> = {}): EntitlementSpec {
  return {
    kind: "serve",
    subjects: [deviceSubject(phone)],
    upKbps: 512,
    downKbps: 2000,
    durationMs: hour,
    remainingMs: null,
    dataBytes: null,
    usedBytes: 0,
    ...changes,
  };
}

export function desired(
  id: string,
  rev: number,
  spec: EntitlementSpec,
  changes: Partial<DesiredEntitlement> = {},
): DesiredEntitlement {
  return { id, routerId, rev, order: 1, spec, ...changes };
}

export type TestRouter = { simulator: RouterSimulator; port: number };

/** A router with a hotspot that sees `phone` and `otherPhone`, on a clock that the test moves. */
export async function testRouter(
  t: TestContext,
  clock: Clock,
  options: Partial<SimulatorOptions> = {},
): Promise<TestRouter> {
  const simulator = new RouterSimulator({
    clock,
    store: memoryStore(),
    users: [{ name: "mlango", password: "secret", policies: ["api", "read", "write", "sensitive"] }],
    hotspot: { macAuthPassword },
    hosts: [
      { mac: phone, ip: "10.5.50.11" },
      { mac: otherPhone, ip: "10.5.50.12" },
    ],
    ...options,
  });
  const { port } = await simulator.listen();
  t.onTestFinished(() => simulator.close());
  return { simulator, port };
}

export function assignmentOf(port: number, changes: Partial<RouterAssignment> = {}): RouterAssignment {
  return {
    routerId,
    servingEpoch: 1,
    host: "127.0.0.1",
    port,
    username: "mlango",
    password: "secret",
    macAuthPassword,
    ...changes,
  };
}

type Asked = Extract<ToBridge, { type: "request" }>["request"];
type Answered = Extract<FromBridge, { type: "answer" }>;

/** A bridge without its link: the test speaks for the worker. */
export class TestSite {
  readonly clock: TestClock;
  readonly simulator: RouterSimulator;
  readonly port: number;
  readonly folder: string;
  /** Everything said to the worker; events once, however often they were sent. */
  readonly sent: FromBridge[] = [];
  readonly events: SiteEvent[] = [];
  readonly logged: { event: string; fields: LogFields }[] = [];
  /** False: the internet is away. */
  isOnline = true;
  /** False: events are heard, but not acknowledged. */
  acknowledges = true;
  redials = 0;
  /** Deadlines of the router's driver, real time. */
  timeouts: RouterOptions = {};
  /** What happens just before the bridge sends this command. */
  beforeWrite: (command: string) => void = () => undefined;
  /** Of the next start. */
  blockedPage: BlockedPage | undefined;
  agent: Agent;
  journal: Journal;
  private journalId: string;
  private readonly bridgeId: string;
  private isStopped = false;
  private asked = 0;

  static async start(t: TestContext, options: Partial<SimulatorOptions> = {}): Promise<TestSite> {
    const clock = new TestClock();
    const site = new TestSite(t, clock, await testRouter(t, clock, options), testFolder(t));
    await site.welcome();
    return site;
  }

  /** Another bridge that can reach the same router, on the same clock; its link is down. */
  beside(t: TestContext, name: string): TestSite {
    return new TestSite(t, this.clock, this, testFolder(t), name);
  }

  private constructor(
    t: TestContext,
    clock: TestClock,
    router: TestRouter,
    folder: string,
    name: string = bridgeId,
  ) {
    this.bridgeId = name;
    this.clock = clock;
    this.simulator = router.simulator;
    this.port = router.port;
    this.folder = folder;
    this.journal = Journal.open(folder, clock, quietLog);
    this.journalId = this.journal.id;
    this.agent = this.newAgent();
    t.onTestFinished(() => this.stop());
  }

  private newAgent(): Agent {
    return createAgent({
      bridgeId: this.bridgeId,
      journal: this.journal,
      clock: this.clock,
      network: new SiteNetwork(),
      fetchPage: async () => undefined,
      blockedPage: this.blockedPage,
      openRouter: (address, options) => this.watched(openRouter(address, { ...options, ...this.timeouts })),
      log: (event, fields = {}) => void this.logged.push({ event, fields }),
      send: (message) => this.hear(message),
      redial: () => {
        this.redials += 1;
      },
    });
  }

  private watched(router: Router): Router {
    const { apart, set, remove, run } = router;
    router.apart = () => this.watched(apart());
    router.set = (path, ...row) => {
      this.beforeWrite(`${path}/set`);
      return set(path, ...row);
    };
    router.remove = (path, ...row) => {
      this.beforeWrite(`${path}/remove`);
      return remove(path, ...row);
    };
    router.run = (command, ...row) => {
      this.beforeWrite(command);
      return run(command, ...row);
    };
    return router;
  }

  private hear(message: FromBridge): boolean {
    if (!this.isOnline) return false;
    this.sent.push(message);
    if (message.type !== "events") return true;
    for (const event of message.events) {
      if (!this.events.some((known) => known.seq === event.seq)) this.events.push(event);
    }
    const seq = Math.max(...message.events.map((event) => event.seq));
    if (this.acknowledges) queueMicrotask(() => this.agent.receive({ type: "ack", seq }));
    return true;
  }

  /** The worker's question, and what the bridge answers. */
  async ask(request: Asked): Promise<Answered> {
    this.asked += 1;
    const id = `asked-${this.asked}`;
    const answered = () =>
      this.sent.find((message): message is Answered => message.type === "answer" && message.id === id);
    this.agent.receive({ type: "request", id, request });
    await expect.poll(answered).toBeDefined();
    return answered() as Answered;
  }

  /** The link comes up and the worker knows of nothing to do. */
  async welcome(routers = [assignmentOf(this.port)], journal: "keep" | "drop" = "keep"): Promise<void> {
    this.isOnline = true;
    this.agent.receive({ type: "welcome", journal, ackedSeq: 0, routers });
    this.agent.receive({ type: "desired", desiredEntitlements: [] });
    await this.work();
  }

  linkDown(): void {
    this.isOnline = false;
    this.agent.linkDown();
  }

  async desired(...desiredEntitlements: DesiredEntitlement[]): Promise<void> {
    this.agent.receive({ type: "desired", desiredEntitlements });
    await this.work();
  }

  /** What is due at this moment. */
  async work(): Promise<void> {
    this.agent.tick();
    await this.agent.idle();
    this.agent.tick();
    await this.agent.idle();
  }

  /** Time goes by in steps of at most a second, as the bridge's own timer would see it. */
  async pass(ms: number, stepMs = 1_000): Promise<void> {
    for (let left = ms; left > 0; left -= stepMs) {
      this.clock.pass(Math.min(left, stepMs));
      await this.work();
    }
  }

  /** The process ends, `meanwhile` happens, and it starts again from what is in its folder. */
  async restart(meanwhile: () => void = () => undefined): Promise<void> {
    await this.stop();
    meanwhile();
    this.journal = Journal.open(this.folder, this.clock, quietLog);
    if (this.journal.id !== this.journalId) this.events.length = 0;
    this.journalId = this.journal.id;
    this.isStopped = false;
    this.agent = this.newAgent();
  }

  /** The disk of the bridge is lost, its identity is not. */
  loseDisk(): void {
    rmSync(this.folder, { recursive: true });
  }

  async stop(): Promise<void> {
    if (this.isStopped) return;
    this.isStopped = true;
    this.linkDown();
    await this.agent.stop();
    this.journal.close();
  }

  /** Events of one purchase in order, without numbers and ages: "started 1", "applied 1 online", "ended 1 time". */
  story(entitlementId: string): string[] {
    return this.events.flatMap((event) => {
      if (!("entitlementId" in event) || event.entitlementId !== entitlementId) return [];
      const more =
        event.kind === "applied" ? ` ${event.state}` : event.kind === "ended" ? ` ${event.reason}` : "";
      return [`${event.kind} ${event.rev}${more}`];
    });
  }

  /** The state last said of a purchase. */
  state(id: string): string | undefined {
    return this.sent
      .flatMap((message) => (message.type === "state" ? message.entitlements : []))
      .findLast((entry) => entry.id === id)?.state;
  }

  /** The state last said of the router. */
  get routerState(): Extract<FromBridge, { type: "router" }> | undefined {
    return this.sent.findLast((message) => message.type === "router");
  }

  /** A hotspot user of the router by name, read behind the bridge's back. */
  user(name: string): Record<string, string> | undefined {
    return this.simulator.state.tables.users.find((row) => row.values.name === name)?.values;
  }

  profile(name: string): Record<string, string> | undefined {
    return this.simulator.state.tables.userProfiles.find((row) => row.values.name === name)?.values;
  }

  /** What happens around the router; see the simulator's control. */
  control(body: ControlBody): void {
    expect(this.simulator.control(body).status).toBe(200);
  }

  get writes(): string[] {
    return this.simulator.report().writes.map((write) => `${write.command} ${write.outcome}`);
  }
}
