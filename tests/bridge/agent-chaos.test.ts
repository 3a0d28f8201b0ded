import fc from "fast-check";
import { expect, test } from "vitest";
import type { DesiredEntitlement, SiteEvent } from "#contract/bridge";
import { deviceSubject } from "#contract/values/subject";
import { desired, minute, otherPhone, phone, serve, TestSite } from "./test-site.ts";

// Everything that happens at a site, in any order. Afterwards, in calm, what is online must be what was bought.

const macs = [phone, otherPhone];
const address = (mac: string) => (mac === phone ? "10.5.50.11" : "10.5.50.12");
const ids = ["e1", "e2", "e3", "e4"];
const durationMs = 20 * minute;

const event = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("buy" as const),
      id: fc.constantFrom(...ids),
      macs: fc.subarray(macs, { minLength: 1 }),
      speed: fc.constantFrom(1_000, 5_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("cut" as const), id: fc.constantFrom(...ids) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("pass" as const),
      ms: fc.integer({ min: 500, max: 4 * minute }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("phone" as const),
      mac: fc.constantFrom(...macs),
      here: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("traffic" as const), mac: fc.constantFrom(...macs) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("reboot" as const), clean: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("reach" as const), reachable: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("link" as const), up: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("restart" as const),
      offMs: fc.integer({ min: 0, max: minute }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("break" as const),
      how: fc.constantFrom("reset", "end", "stall"),
    }),
  },
);
type Event = typeof event extends fc.Arbitrary<infer One> ? One : never;

/** The worker's side of the story: what it wants, and what it was told. */
class Wants {
  readonly all = new Map<string, DesiredEntitlement>();
  readonly site: TestSite;

  constructor(site: TestSite) {
    this.site = site;
  }

  private told(id: string, kind: SiteEvent["kind"]): boolean {
    return this.site.events.some(
      (event) => event.kind === kind && "entitlementId" in event && event.entitlementId === id,
    );
  }

  change(id: string, spec: DesiredEntitlement["spec"]): void {
    if (this.told(id, "ended")) return;
    const rev = (this.all.get(id)?.rev ?? 0) + 1;
    const wanted = desired(id, rev, spec, { order: ids.indexOf(id) });
    this.all.set(id, wanted);
    if (this.site.isOnline) this.site.agent.receive({ type: "desired", desiredEntitlements: [wanted] });
  }

  /** Purchases that could let this device out: wanted, and not told to be over. */
  open(mac: string): string[] {
    return [...this.all.values()]
      .filter(
        ({ id, spec }) =>
          spec.kind === "serve" && spec.subjects.includes(deviceSubject(mac)) && !this.told(id, "ended"),
      )
      .map(({ id }) => id);
  }
}

async function happen(site: TestSite, desiredEntitlements: Wants, one: Event): Promise<void> {
  if (one.kind === "buy") {
    const spec = serve({ subjects: one.macs.map(deviceSubject), durationMs, downKbps: one.speed });
    desiredEntitlements.change(one.id, spec);
  } else if (one.kind === "cut") {
    if (desiredEntitlements.all.has(one.id))
      desiredEntitlements.change(one.id, {
        kind: "end",
        subjects: macs.map(deviceSubject),
        reason: "cut_off",
      });
  } else if (one.kind === "pass") await site.pass(one.ms, Math.max(1_000, one.ms / 20));
  else if (one.kind === "phone") {
    site.control({ host: { mac: one.mac, ip: address(one.mac), present: one.here } });
  } else if (one.kind === "traffic") {
    if (site.simulator.report().hosts.some((host) => host.mac === one.mac))
      site.control({ traffic: { mac: one.mac, bytesIn: 1_000, bytesOut: 50_000 } });
  } else if (one.kind === "reboot") site.control({ reboot: true, clean: one.clean });
  else if (one.kind === "reach") site.control({ reachable: one.reachable });
  else if (one.kind === "link") await (one.up ? linkUp(site, desiredEntitlements) : site.linkDown());
  else if (one.kind === "restart") {
    await site.restart(() => site.clock.restartMachine(one.offMs));
    await linkUp(site, desiredEntitlements);
  } else site.control({ faults: { broken: [{ how: one.how, when: "mid", times: 1 }] } });
  await site.work();
}

async function linkUp(site: TestSite, desiredEntitlements: Wants): Promise<void> {
  await site.welcome();
  await site.desired(...desiredEntitlements.all.values());
}

async function calm(site: TestSite, desiredEntitlements: Wants): Promise<void> {
  site.control({ reachable: true, faults: { broken: [] } });
  for (const mac of macs) site.control({ host: { mac, ip: address(mac), present: true } });
  await linkUp(site, desiredEntitlements);
  await site.pass(70_000);
}

function check(site: TestSite, desiredEntitlements: Wants): void {
  const { active } = site.simulator.report();
  for (const mac of macs) {
    const open = desiredEntitlements.open(mac);
    const comment = site.user(mac)?.comment ?? "";
    const sessions = active.filter((session) => session.mac === mac);
    expect({ mac, online: sessions.length }).toEqual({ mac, online: open.length > 0 ? 1 : 0 });
    if (open.length > 0) expect(open.map((id) => `MLG;${id};e1`)).toContain(comment);
    else expect(comment).toBe("");
  }
  const names = site.simulator.state.tables.users.map((row) => row.values.name);
  expect(names).toHaveLength(new Set(names).size);
  for (const id of ids) {
    const own = site.events.filter((event) => "entitlementId" in event && event.entitlementId === id);
    expect(own.filter((event) => event.kind === "started").length).toBeLessThanOrEqual(1);
    expect(own.filter((event) => event.kind === "ended").length).toBeLessThanOrEqual(1);
    if (desiredEntitlements.all.get(id)?.spec.kind === "end")
      expect(own.at(-1)).toMatchObject({ kind: "applied", state: "ended" });
  }
  expect(site.events.map((event) => event.seq)).toEqual(site.events.map((_, index) => index + 1));
}

test("whatever happens at a site, in calm exactly what was bought and is not over is online", async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 5, maxLength: 25 }), async (events) => {
      const site = await TestSite.start(t, { rebootMs: 20_000 });
      site.timeouts = { readTimeoutMs: 300, writeTimeoutMs: 300 };
      await site.restart();
      await site.welcome();
      const desiredEntitlements = new Wants(site);
      for (const one of events) await happen(site, desiredEntitlements, one);
      await calm(site, desiredEntitlements);
      check(site, desiredEntitlements);
      await site.stop();
      await site.simulator.close();
    }),
    { numRuns: Number(process.env.CHAOS_RUNS ?? 12), interruptAfterTimeLimit: 300_000 },
  );
}, 600_000);
