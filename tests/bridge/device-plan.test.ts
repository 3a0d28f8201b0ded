import fc from "fast-check";
import { expect, test } from "vitest";
import { planDevice } from "../../bridge/lines/device-plan.ts";
import type { DeviceView } from "../../bridge/lines/device-rows.ts";
import type { DeviceLine } from "../../bridge/lines/line.ts";
import type { Step } from "../../bridge/lines/plan.ts";
import type { RouterRow } from "../../bridge/router.ts";
import { address, mac, otherMac } from "./devices-site.ts";

// Whatever stands at the router: rows that are somebody else's stay as they are, one round of steps is enough, and the address passes where the
// line is on, its device is the one that the router knows by it, and never else.

const addresses = [address, "10.20.0.8"];
const macs = [mac, otherMac];
const comments = ["MLG;line-1", "MLG;line-2", "MLG;gone", "by hand", ""];
const pick = <T>(all: readonly T[]) => fc.constantFrom(...all);
const flag = pick(["true", "false"]);

const lease = fc.record({
  address: pick(addresses),
  "mac-address": pick(macs),
  server: pick(["homes", "own", ""]),
  comment: pick(comments),
  dynamic: flag,
  disabled: flag,
});
const arp = fc.record({
  address: pick(addresses),
  "mac-address": pick(macs),
  interface: pick(["ether3", "ether4"]),
  comment: pick(comments),
  dynamic: flag,
  disabled: flag,
});
const queue = fc.record({
  name: pick(["mlango-line-1", "mlango-line-2", "total"]),
  target: pick([`${address}/32`, "10.20.0.0/24"]),
  "max-limit": pick(["2000000/8000000", "1M/1M", "odd"]),
  comment: pick(comments),
  dynamic: fc.constant("false"),
  disabled: flag,
});
const entry = fc.record({
  list: fc.constant("mlango-devices"),
  address: pick(addresses),
  comment: pick(comments),
  disabled: flag,
});

/** As a router keeps them: no two static leases of an address, no two entries of one, and names of their own. */
const once = (rows: readonly RouterRow[], keyOf: (row: RouterRow) => string): RouterRow[] => [
  ...new Map(rows.map((row) => [keyOf(row), row])).values(),
];
const world = fc
  .record({
    leases: fc.array(lease, { maxLength: 4 }),
    arp: fc.array(arp, { maxLength: 4 }),
    queues: fc.array(queue, { maxLength: 3 }),
    entries: fc.array(entry, { maxLength: 3 }),
  })
  .map((all): Record<string, RouterRow[]> => {
    const kept = {
      leases: once(all.leases, (row) => `${row.address} ${row.dynamic}`),
      arp: once(all.arp, (row) => `${row.address} ${row.interface} ${row.dynamic}`),
      queues: once(all.queues, (row) => row.name ?? ""),
      entries: once(all.entries, (row) => row.address ?? ""),
    };
    return Object.fromEntries(
      Object.entries(kept).map(([table, rows]) => [
        table,
        rows.map((row, index) => Object.assign({ ".id": `*${table}${index}` }, row)),
      ]),
    );
  });

const tables: Record<string, string> = {
  "/ip/dhcp-server/lease": "leases",
  "/ip/arp": "arp",
  "/queue/simple": "queues",
  "/ip/firewall/address-list": "entries",
};

function after(rows: Record<string, RouterRow[]>, steps: readonly Step[]): Record<string, RouterRow[]> {
  const next = structuredClone(rows);
  let made = 0;
  for (const step of steps) {
    if (step.verb === "cut" || step.verb === "cutSix") continue;
    const table = tables[step.path] ?? "";
    const all = next[table] ?? [];
    if (step.verb === "remove") next[table] = all.filter((row) => row[".id"] !== step.id);
    else if (step.verb === "add") {
      made += 1;
      const { "place-before": _place, ...values } = step.values;
      all.push(Object.assign({ ".id": `*new${made}`, dynamic: "false", disabled: "false" }, values));
    } else
      for (const row of all)
        if (row[".id"] === step.id)
          Object.assign(row, step.values, { disabled: step.values.disabled === "yes" ? "true" : "false" });
  }
  return next;
}

const viewOf = (rows: Record<string, RouterRow[]>): DeviceView => ({
  networks: new Set(["ether3", "ether4"]),
  servers: [{ name: "homes", interface: "ether3" }],
  leases: rows.leases ?? [],
  arp: rows.arp ?? [],
  queues: rows.queues ?? [],
  entries: rows.entries ?? [],
});

const line: DeviceLine = {
  id: "line-1",
  routerId: "r",
  rev: 1,
  spec: { kind: "device", mac, network: "ether3", address, upKbps: 2000, downKbps: 8000, openMs: null },
  deadline: null,
  hasMoved: false,
  applied: null,
  made: null,
  session: null,
};
const closing: DeviceLine = Object.assign({}, line, {
  spec: { kind: "close_device", mac, network: "ether3", address },
});
/** Line 2 is there, too. */
const isKept = (id: string) => id === "line-2";
const isForeign = ({ comment }: RouterRow) => !["MLG;line-1", "MLG;gone"].includes(comment ?? "");

test("any rows: foreign ones stay, one round is enough, and who is on passes, alone", () => {
  fc.assert(
    fc.property(world, pick(["open", "blocked"] as const), (rows, state) => {
      const first = planDevice(line, state, { view: viewOf(rows), isKept });
      const then = after(rows, first.steps);
      const again = planDevice(line, state, { view: viewOf(then), isKept });
      expect(again).toEqual({ hindrance: first.hindrance, steps: [] });
      for (const [table, before] of Object.entries(rows)) {
        const named = ({ name }: RouterRow) => table === "queues" && name === "mlango-line-1";
        // What was given for a while to this very device gives way to its own.
        const given = (row: RouterRow) => table === "leases" && row.dynamic === "true";
        const foreign = before.filter((row) => isForeign(row) && !named(row) && !given(row));
        expect(then[table]?.filter((row) => foreign.some((one) => one[".id"] === row[".id"]))).toEqual(
          foreign,
        );
      }
      const own = (then.entries ?? []).filter(({ comment }) => comment === "MLG;line-1");
      if (state === "blocked" || first.hindrance) expect(own).toEqual([]);
      else
        expect((then.entries ?? []).some((row) => row.address === address && row.disabled !== "true")).toBe(
          true,
        );
      // Nobody's static row says that the address of one who passes is another device's.
      if (own.length > 0)
        for (const table of ["leases", "arp"])
          for (const row of then[table] ?? [])
            if (row.address === address && row.dynamic !== "true" && row.disabled !== "true")
              if (table === "leases" || row.interface === "ether3") expect(row["mac-address"]).toBe(mac);
    }),
    { numRuns: 3_000 },
  );
});

test("given up it leaves none of its rows, and each of the others", () => {
  fc.assert(
    fc.property(world, (rows) => {
      const then = after(rows, planDevice(closing, "closed", { view: viewOf(rows), isKept }).steps);
      for (const [table, before] of Object.entries(rows))
        expect(then[table]).toEqual(
          before.filter(
            (row) => row.comment !== "MLG;line-1" || (table !== "entries" && row.dynamic === "true"),
          ),
        );
    }),
    { numRuns: 1_000 },
  );
});
