import { expect, type TestContext, test } from "vitest";
import type { DesiredLine } from "#contract/bridge-lines";
import { dayMs } from "#contract/values/time";
import { assignmentOf, minute, routerId, TestSite } from "./test-site.ts";

// Histories of three lines that share two addresses. Whoever paid and is dialled in is never without internet for longer than the
// bridge needs to look, whoever did not is never with it, and nothing of it costs a redial.

const portal = "cafe.mlango.app";
const names = ["wanjiku", "otieno", "njeri"] as const;
const addresses = ["10.7.0.2", "10.7.0.3"];
/** Between two readings of all sessions, with one more round. */
const settledMs = 40_000;

/** The same numbers of the same seed. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

class History {
  readonly #site: TestSite;
  readonly #next: (below: number) => number;
  readonly #revs = new Map<string, number>();
  /** Paid until, on the site's clock. */
  readonly #until = new Map<string, number>();
  readonly told: string[] = [];

  static async start(t: TestContext, seed: number): Promise<History> {
    const site = await TestSite.start(t, {
      box: {
        menus: { "/interface/pppoe-server/server": [{ interface: "ether2", "default-profile": "homes" }] },
      },
    });
    const homes = { name: "homes", "local-address": "10.7.0.1", "remote-address": "10.7.0.2" };
    // Every second one has IPv6 as well.
    const six = { "remote-ipv6-prefix-pool": "six", "dhcpv6-pd-pool": "six-homes" };
    const values = seed % 2 === 0 ? Object.assign(six, homes) : homes;
    site.control({ made: { table: "pppProfiles", values } });
    await site.welcome([assignmentOf(site.port, { portalHosts: [portal] })]);
    const history = new History(site, numbers(seed));
    for (const name of names) await history.#give(name, 0);
    return history;
  }

  private constructor(site: TestSite, next: (below: number) => number) {
    this.#site = site;
    this.#next = next;
  }

  async step(): Promise<void> {
    const name = names[this.#next(names.length)] ?? names[0];
    const what = this.#next(9);
    if (what < 2) this.#dial(name);
    else if (what === 2) this.#hangUp(name);
    else if (what === 3) await this.#give(name, dayMs);
    else if (what === 4) await this.#give(name, this.#next(10) * minute);
    else if (what === 5) await this.#give(name, 0);
    else if (what === 6) await this.#away();
    else if (what === 7) await this.#restart();
    else this.#reboot();
    await this.#site.pass(this.#next(20) * 1_000, 5_000);
  }

  /** After the bridge looked. */
  async judge(): Promise<void> {
    await this.#site.pass(settledMs, 2_500);
    for (const name of names) {
      const report = this.#site.simulator.line(name, portal);
      const { dialled, internet, internet6, portal: there, fastTracked } = report;
      const isPaid = (this.#until.get(name) ?? 0) > this.#site.clock.now();
      if (dialled)
        expect([name, internet, internet6 ?? isPaid, there, fastTracked], this.told.join("; ")).toEqual([
          name,
          isPaid,
          isPaid,
          true,
          false,
        ]);
    }
    expect(this.#site.writes.filter((one) => one.startsWith("/ppp/active/remove"))).toEqual([]);
    expect(this.#site.logged.filter(({ event }) => /refused|not_equal|unreadable/.test(event))).toEqual([]);
  }

  async #give(name: string, openMs: number): Promise<void> {
    const rev = (this.#revs.get(name) ?? 0) + 1;
    this.#revs.set(name, rev);
    this.#until.set(name, this.#site.clock.now() + openMs);
    const spec = {
      kind: "serve",
      login: name,
      password: "pw",
      upKbps: 2000,
      downKbps: 8000,
      openMs,
    } as const;
    const line: DesiredLine = { id: `line-${name}`, routerId, rev, spec };
    this.told.push(`${name} has ${openMs / minute} min`);
    this.#site.agent.receive({ type: "lines", lines: [line] });
    await this.#site.work();
  }

  #dial(name: string): void {
    const ip = addresses[this.#next(addresses.length)] ?? "";
    const { status } = this.#site.simulator.control({ dial: { name, service: "pppoe", ip } });
    if (status === 200) this.told.push(`${name} dials ${ip}`);
  }

  #hangUp(name: string): void {
    this.told.push(`${name} hangs up`);
    this.#site.control({ hangUp: { name } });
  }

  async #away(): Promise<void> {
    this.told.push("the router is away for a while");
    this.#site.control({ reachable: false });
    await this.#site.pass(this.#next(20) * minute, minute);
    this.#site.control({ reachable: true });
  }

  async #restart(): Promise<void> {
    this.told.push("the bridge restarts");
    await this.#site.restart(() => this.#site.clock.pass(this.#next(15) * minute));
    await this.#site.welcome([assignmentOf(this.#site.port, { portalHosts: [portal] })]);
  }

  #reboot(): void {
    this.told.push("the router reboots");
    this.#site.control({ reboot: true });
  }
}

test.for(Array.from({ length: 12 }, (_, index) => index + 1))(
  "history %i",
  { timeout: 60_000 },
  async (seed, t) => {
    const history = await History.start(t, seed);
    for (let round = 0; round < 8; round++) {
      for (let step = 0; step < 4; step++) await history.step();
      await history.judge();
    }
  },
);
