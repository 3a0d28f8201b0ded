import { expect, type TestContext, test } from "vitest";
import { dayMs } from "#contract/values/time";
import { device, lines, plug, portal, start } from "./devices-site.ts";
import { assignmentOf, minute, routerId, type TestSite } from "./test-site.ts";

// Histories of three customers and four devices in one network, with two addresses between them. Whoever paid is never without internet for
// longer than the bridge needs, whoever did not is never with it, whatever address is set by hand.

const macs = ["02:00:00:00:03:01", "02:00:00:00:03:02", "02:00:00:00:03:03", "02:00:00:00:03:04"];
const addresses = ["10.20.0.7", "10.20.0.8"];
const settledMs = 70_000;

/** The same numbers of the same seed. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A customer's present line, under a new name each time that it is made. */
type Held = { id: string; rev: number; mac: string; address: string; until: number };

class History {
  readonly #site: TestSite;
  readonly #next: (below: number) => number;
  #made = 0;
  readonly #held: Held[] = [];
  readonly told: string[] = [];

  constructor(site: TestSite, seed: number) {
    this.#site = site;
    this.#next = numbers(seed);
  }

  static async start(t: TestContext, seed: number): Promise<History> {
    return new History(await start(t), seed);
  }

  async step(): Promise<void> {
    const what = this.#next(10);
    if (what < 2) await this.#make();
    else if (what === 2) await this.#close();
    else if (what < 5) await this.#give();
    else if (what === 5) await this.#replace();
    else if (what === 6) await this.#away();
    else if (what === 7) await this.#restart();
    else this.#move();
    if (this.#next(12) === 0) this.#site.control({ reboot: true });
    await this.#site.pass(this.#next(20) * 1_000, 5_000);
  }

  /** After the bridge looked, and each device asked for its address anew, or has one by hand. */
  async judge(): Promise<void> {
    await this.#site.pass(settledMs, 2_500);
    for (const mac of macs) if (this.#next(3) > 0) plug(this.#site, { mac });
    for (const mac of macs) {
      const { address, internet, fastTracked } = this.#site.simulator.device(mac, portal);
      const own = this.#held.find((one) => one.mac === mac && one.address === address);
      const isPaid = own !== undefined && own.until > this.#site.clock.now();
      if (address === null) continue;
      // In a network that nobody has a line in, everybody passes.
      const wanted = this.#held.length === 0 ? true : isPaid;
      expect([mac, address, internet], this.told.join("; ")).toEqual([mac, address, wanted]);
      if (this.#held.length > 0) expect(fastTracked, this.told.join("; ")).toBe(false);
    }
    expect(this.#site.logged.filter(({ event }) => /not_equal|hindered/.test(event))).toEqual([]);
  }

  async #make(): Promise<void> {
    const address = addresses.find((one) => !this.#held.some((held) => held.address === one));
    const mac = this.#freeMac();
    if (address === undefined || mac === undefined) return;
    this.#made += 1;
    const held = { id: `line-${this.#made}`, rev: 0, mac, address, until: 0 };
    this.#held.push(held);
    await this.#say(held, 0);
  }

  async #close(): Promise<void> {
    const [held] = this.#held.splice(this.#next(Math.max(1, this.#held.length)), 1);
    if (!held) return;
    this.told.push(`${held.id} is given up`);
    const { id, rev, mac, address } = held;
    const spec = { kind: "close_device" as const, mac, network: "ether3", address };
    await lines(this.#site, { id, routerId, rev: rev + 1, spec });
  }

  async #give(): Promise<void> {
    const held = this.#any();
    const openMs = [dayMs, this.#next(10) * minute, 0][this.#next(3)] ?? 0;
    if (held) await this.#say(held, openMs);
  }

  async #replace(): Promise<void> {
    const [held, mac] = [this.#any(), this.#freeMac()];
    if (!held || mac === undefined) return;
    held.mac = mac;
    await this.#say(held, Math.max(0, held.until - this.#site.clock.now()));
  }

  async #say(held: Held, openMs: number): Promise<void> {
    held.rev += 1;
    held.until = this.#site.clock.now() + openMs;
    this.told.push(`${held.id}: ${held.mac} at ${held.address} has ${Math.round(openMs / minute)} min`);
    const { id, rev, mac, address } = held;
    await lines(this.#site, device(rev, { mac, address, openMs }, id));
  }

  #any = (): Held | undefined => this.#held[this.#next(Math.max(1, this.#held.length))];
  #freeMac(): string | undefined {
    const free = macs.filter((mac) => !this.#held.some((held) => held.mac === mac));
    return free[this.#next(Math.max(1, free.length))];
  }

  /** A device comes with an address by hand, often somebody else's, asks for one, or goes. */
  #move(): void {
    const mac = macs[this.#next(macs.length)] ?? "";
    const how = this.#next(4);
    const ip = addresses[this.#next(addresses.length)] ?? "";
    this.told.push(`${mac} ${["asks", `sets ${ip}`, `sets ${ip}`, "goes"][how]}`);
    if (how === 0) plug(this.#site, { mac });
    else if (how === 3) plug(this.#site, { mac, present: false });
    else plug(this.#site, { mac, ip });
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
}

test.for([11, 12, 13, 14, 15, 16])(
  "who paid passes, and nobody else, in any history (seed %i)",
  async (seed, t) => {
    const history = await History.start(t, seed);
    for (let step = 0; step < 40; step += 1) {
      await history.step();
      if (step % 4 === 3) await history.judge();
    }
  },
);
