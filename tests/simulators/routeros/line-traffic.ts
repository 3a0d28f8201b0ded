/**
 * /ip/firewall/connection and the same of IPv6, of lines that download: one connection each, which the rules let through or not. What FastTrack took meets no
 * rule any more until the connection is removed; a client whose connection ended tries again. Fields are those of the command trees
 * of 7.9 to 7.24; the same in version 6 by its manual.
 */

import { allFates, type End, elsewhere, elsewhere6, endOfLine, fatesOf, passes } from "./line-report.ts";
import { hasSix, sixAddressOf } from "./line-six.ts";
import { chosen, type Menu, nothing, readVerbs } from "./menu.ts";
import type { Row } from "./query.ts";
import { countInQueue } from "./queues.ts";
import { isAnswered } from "./wired.ts";
import { newId, type World } from "./world.ts";

/** What a client on a dialled line fetches all the time. */
export interface Download {
  readonly bytesPerSecond: number;
  /** Over IPv6. */
  readonly isSix?: boolean;
  /** Counted until then. */
  until: number;
  /** That reached the client. */
  bytes: number;
  /** Null while none stands. */
  connection: { readonly id: string; isFastTracked: boolean } | null;
}

/** Lets pass what was due under the rules that stood until now. Says whether anything did. */
export function passDownloads(world: World): boolean {
  const now = world.now();
  const loading = loads(world).filter(({ download }) => download.until < now);
  for (const load of loading) passDownload(world, load, now);
  return loading.length > 0;
}

type Load = { end: End; download: Download; isHeard: boolean };

/** Of dialled lines, and of devices in the router's networks. A device whose address leads to another one hears nothing. */
function loads(world: World): Load[] {
  const dialled = world.state.dialled.flatMap((line) => {
    const { name, download } = line;
    const address = download?.isSix ? sixAddressOf(line) : line.address;
    return download && address !== undefined
      ? [{ end: endOfLine({ address, name }), download, isHeard: true }]
      : [];
  });
  const wired = world.state.wired.flatMap((device) =>
    device.download && device.isPresent && device.address !== "" && world.state.rebootingUntil === null
      ? [{ end: device, download: device.download, isHeard: isAnswered(world, device) }]
      : [],
  );
  return [...dialled, ...wired];
}

function passDownload(world: World, { end, download, isHeard }: Load, now: number): void {
  const ms = now - download.until;
  download.until = now;
  const fates = (state: "new" | "established") =>
    fatesOf(world, end, download.isSix ? elsewhere6 : elsewhere, state);
  const isLetIn = (state: "new" | "established") => !fates(state).some((fate) => fate === "drop");
  if (!isHeard) return;
  if (download.connection === null && isLetIn("new"))
    download.connection = { id: newId(world), isFastTracked: false };
  if (download.connection === null) return;
  const { connection } = download;
  if (!connection.isFastTracked) {
    if (!isLetIn("established")) return;
    connection.isFastTracked = fates("established").includes("fasttrack");
  }
  const bytes = Math.round((download.bytesPerSecond * ms) / 1_000);
  download.bytes += bytes;
  // What is tracked fast meets no queue.
  if (!connection.isFastTracked) countInQueue(world, end.address, bytes);
}

/** What a client sent and got at once, where the rules let it. @param name of a dialled line, or a device's MAC */
export function carry(world: World, { name, up, down }: { name: string; up: number; down: number }): boolean {
  const line = world.state.dialled.find((one) => one.name === name);
  const device = world.state.wired.find((one) => one.mac === name && one.isPresent && one.address !== "");
  const end = line ? endOfLine(line) : device;
  const isHeard = device === undefined || isAnswered(world, device);
  if (!end || !isHeard || passes(allFates(world, end, elsewhere)) !== true) return false;
  if (line) line.passed = { up: (line.passed?.up ?? 0) + up, down: (line.passed?.down ?? 0) + down };
  else countInQueue(world, end.address, down, up);
  return true;
}

const open = (world: World, isSix: boolean) =>
  [
    ...world.state.dialled.map((line) => ({
      address: isSix ? sixAddressOf(line) : line.address,
      download: line.download,
    })),
    ...world.state.wired,
  ].flatMap(({ address, download }) => {
    const connection = download?.connection;
    if (!connection || !address || (download.isSix ?? false) !== isSix) return [];
    return [{ address, download, connection }];
  });

/** Ends of IPv6 stand in brackets where they have a port. */
const endOf = (address: string, port: number) =>
  address.includes(":") ? `[${address}]:${port}` : `${address}:${port}`;

const rows = (world: World, isSix: boolean): Row[] =>
  open(world, isSix).map(({ address, download, connection }) => {
    const other = endOf(isSix ? elsewhere6 : elsewhere, 443);
    return {
      ".id": connection.id,
      protocol: "tcp",
      "src-address": endOf(address, 50_000),
      "dst-address": other,
      "reply-src-address": other,
      "reply-dst-address": isSix ? endOf(address, 50_000) : "192.168.1.2:50000",
      "tcp-state": "established",
      timeout: "23:59:59",
      "repl-bytes": String(download.bytes),
      "seen-reply": "true",
      assured: "true",
      fasttrack: String(connection.isFastTracked),
    };
  });

function connectionMenu(path: string, isSix: boolean): Menu {
  const all = (world: World) => rows(world, isSix);
  return {
    path,
    rows: all,
    exists: (world) => !isSix || hasSix(world),
    verbs: new Map([
      ...readVerbs(all),
      [
        "remove",
        {
          writes: true,
          parameters: () => [".id", "numbers"],
          run: (call) => {
            const gone = chosen(call, (key) =>
              open(call.world, isSix).find(({ connection }) => connection.id === key),
            );
            for (const { download } of gone) download.connection = null;
            return nothing;
          },
        },
      ],
    ]),
  };
}

export const connectionMenus: readonly Menu[] = [
  connectionMenu("/ip/firewall/connection", false),
  connectionMenu("/ipv6/firewall/connection", true),
];
