import type { Speed } from "#contract/values/speed";
import type { RouterRow } from "../router.ts";
import { parseFlag, parseRateLimit, printFlag, rateLimit } from "../router-values.ts";
import { arpPath, type DeviceView, devicesList, leasePath, queueName, queuePath } from "./device-rows.ts";
import type { DeviceLine, Hindrance, LineState } from "./line.ts";
import type { Step } from "./plan.ts";
import { entryComment, lineOfEntry, listPath } from "./router-lines.ts";

/** No steps: the router is equal to the journal. Hindered: what is written takes away alone. */
export type DevicePlan = { hindrance: Hindrance | null; steps: Step[] };

/** @property isKept that line is another device's here, and its rows are its own */
type Around = { view: DeviceView; isKept: (lineId: string) => boolean };

/**
 * Its address, whose it is, how fast it is, and last that it passes. Rows that somebody else made are left alone, also where they are
 * just what the line needs; rows of a line that is no more are taken over.
 */
export function planDevice(line: DeviceLine, state: LineState, around: Around): DevicePlan {
  const { spec } = line;
  if (spec.kind === "close_device") return { hindrance: null, steps: takenAway(line, around) };
  // An interface that is gone cannot be closed, and no packet comes in by it.
  if (!around.view.networks.has(spec.network)) return { hindrance: "network_gone", steps: [] };
  const lease = leaseSteps(line, around);
  const arp = arpSteps(line, around);
  const hindrance = lease.hindrance ?? arp.hindrance;
  // The address is another device's by the router's own word: it would pass unpaid.
  if (hindrance) return { hindrance, steps: shut(line, around) };
  const steps = [...lease.steps, ...arp.steps, ...queueSteps(line, spec, around)];
  return {
    hindrance: null,
    steps: state === "open" ? [...steps, ...passSteps(line, around)] : [...shut(line, around), ...steps],
  };
}

const isStatic = ({ dynamic }: RouterRow): boolean => !parseFlag(dynamic);
const isOwn = (line: DeviceLine, row: RouterRow): boolean => lineOfEntry(row) === line.id;

/** Of a line that was given up, or that is unknown here. */
function isLeft(row: RouterRow, { isKept }: Around): boolean {
  const id = lineOfEntry(row);
  return id !== undefined && !isKept(id);
}

const gone = (path: string, rows: readonly RouterRow[]): Step[] =>
  rows.map((row) => ({ verb: "remove", path, id: row[".id"] ?? "" }));

const isMac = (row: RouterRow, mac: string): boolean => row["mac-address"]?.toUpperCase() === mac;

type Planned = { hindrance: Hindrance | null; steps: Step[] };
const hindered = (hindrance: Hindrance): Planned => ({ hindrance, steps: [] });

/** Without a server there the address is set at the device itself. */
function leaseSteps(line: DeviceLine, around: Around): Planned {
  const { mac, address, network } = line.spec;
  const { leases, servers } = around.view;
  const server = servers.find((one) => one.interface === network)?.name;
  const own = leases.filter((row) => isStatic(row) && isOwn(line, row));
  if (server === undefined) return { hindrance: null, steps: gone(leasePath, own) };
  const isHere = (row: RouterRow) => [server, "all", "", undefined].includes(row.server);
  const others = leases.filter((row) => isStatic(row) && !isOwn(line, row));
  const rival = others.filter(
    (row) => row.address === address || (isMac(row, mac) && isHere(row) && !parseFlag(row.disabled)),
  );
  const left = rival.filter((row) => isLeft(row, around));
  const kept = rival.filter((row) => !left.includes(row));
  const fits = kept.find((row) => row.address === address && isMac(row, mac) && !parseFlag(row.disabled));
  const held = leases.filter((row) => !isStatic(row));
  const before = held.filter((row) => isMac(row, mac) && isHere(row));
  if (fits) return { hindrance: null, steps: gone(leasePath, own) };
  if (kept.some((row) => row.address === address)) return hindered("address_taken");
  if (kept.length > 0) return hindered("device_taken");
  const [row, ...more] = [...own, ...left];
  const wanted = { address, "mac-address": mac, server, comment: entryComment(line.id) };
  if (!row && held.some((one) => one.address === address && !isMac(one, mac)))
    return hindered("address_taken");
  const isRight =
    row !== undefined &&
    isMac(row, mac) &&
    Object.entries(wanted).every(([name, value]) => name === "mac-address" || row[name] === value) &&
    !parseFlag(row.disabled);
  // What it was given before would be its address until it is over.
  const steps = [...gone(leasePath, more), ...(isRight ? [] : gone(leasePath, before))];
  if (isRight) return { hindrance: null, steps };
  const step: Step = row
    ? {
        verb: "set",
        path: leasePath,
        id: row[".id"] ?? "",
        values: { ...wanted, disabled: printFlag(false) },
      }
    : { verb: "add", path: leasePath, values: wanted };
  return { hindrance: null, steps: [...steps, step] };
}

/** A static row of ARP: answers to this address go to this device, also where another one sets it by hand. */
function arpSteps(line: DeviceLine, around: Around): Planned {
  const { mac, address, network } = line.spec;
  const here = around.view.arp.filter(
    (row) => isStatic(row) && row.address === address && row.interface === network,
  );
  const own = around.view.arp.filter((row) => isStatic(row) && isOwn(line, row));
  const rival = here.filter((row) => !isOwn(line, row));
  const left = rival.filter((row) => isLeft(row, around));
  const kept = rival.filter((row) => !left.includes(row) && !parseFlag(row.disabled));
  if (kept.some((row) => !isMac(row, mac))) return hindered("address_taken");
  if (kept.length > 0) return { hindrance: null, steps: gone(arpPath, own) };
  const [row, ...more] = [...own, ...left];
  const wanted = { address, "mac-address": mac, interface: network, comment: entryComment(line.id) };
  const steps = gone(arpPath, more);
  if (!row) return { hindrance: null, steps: [...steps, { verb: "add", path: arpPath, values: wanted }] };
  const isRight =
    isMac(row, mac) &&
    row.address === address &&
    row.interface === network &&
    row.comment === wanted.comment &&
    !parseFlag(row.disabled);
  if (isRight) return { hindrance: null, steps };
  const values = { ...wanted, disabled: printFlag(false) };
  return { hindrance: null, steps: [...steps, { verb: "set", path: arpPath, id: row[".id"] ?? "", values }] };
}

/** Before the router's own, of which the first that fits is the one that counts. */
function queueSteps(line: DeviceLine, speed: Speed, { view }: Around): Step[] {
  const name = queueName(line.id);
  const own = view.queues.filter((row) => isOwn(line, row) || row.name === name);
  const [row, ...more] = own;
  const target = `${line.spec.address}/32`;
  const wanted = { name, target, "max-limit": rateLimit(speed), comment: entryComment(line.id) };
  const steps = gone(queuePath, more);
  if (!row) {
    const first = view.queues.find(isStatic)?.[".id"];
    const place = first === undefined ? {} : { "place-before": first };
    return [...steps, { verb: "add", path: queuePath, values: { ...wanted, ...place } }];
  }
  const isRight =
    row.name === name &&
    row.comment === wanted.comment &&
    (row.target === target || row.target === line.spec.address) &&
    hasSpeed(row["max-limit"], speed) &&
    !parseFlag(row.disabled);
  if (isRight) return steps;
  const values = { ...wanted, disabled: printFlag(false) };
  return [...steps, { verb: "set", path: queuePath, id: row[".id"] ?? "", values }];
}

function hasSpeed(text: string | undefined, { upKbps, downKbps }: Speed): boolean {
  try {
    const speed = parseRateLimit(text);
    return speed.upKbps === upKbps && speed.downKbps === downKbps;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

const entriesOf = (line: DeviceLine, { view }: Around) => ({
  own: view.entries.filter((row) => isOwn(line, row)),
  atAddress: view.entries.filter((row) => row.address === line.spec.address && !isOwn(line, row)),
});

/** It stays without us, and through a restart of the router: an entry with an end would cut off who has paid. */
function passSteps(line: DeviceLine, around: Around): Step[] {
  const { own, atAddress } = entriesOf(line, around);
  const { address } = line.spec;
  const isLasting = (row: RouterRow) => row.address === address && !row.timeout && !parseFlag(row.disabled);
  const left = atAddress.filter((row) => isLeft(row, around));
  const isThere = atAddress.some((row) => !left.includes(row) && isLasting(row));
  const kept = own.find(isLasting);
  const steps = gone(
    listPath,
    [...own, ...left].filter((row) => row !== kept),
  );
  if (kept || isThere) return steps;
  const values = { list: devicesList, address, comment: entryComment(line.id) };
  return [...steps, { verb: "add", path: listPath, values }];
}

/** It passes no more, and what is tracked fast, from before its network was closed, ends. */
function shut(line: DeviceLine, around: Around): Step[] {
  const { own, atAddress } = entriesOf(line, around);
  const entries = [...own, ...atAddress.filter((row) => isLeft(row, around))];
  const { address } = line.spec;
  return entries.length === 0 ? [] : [...gone(listPath, entries), { verb: "cut", address }];
}

function takenAway(line: DeviceLine, around: Around): Step[] {
  const { leases, arp, queues } = around.view;
  const own = (rows: readonly RouterRow[]) => rows.filter((row) => isStatic(row) && isOwn(line, row));
  const entries = around.view.entries.filter((row) => isOwn(line, row));
  const cut: Step[] = entries.length > 0 ? [{ verb: "cut", address: line.spec.address }] : [];
  return [
    ...gone(listPath, entries),
    ...cut,
    ...gone(queuePath, own(queues)),
    ...gone(arpPath, own(arp)),
    ...gone(leasePath, own(leases)),
  ];
}
