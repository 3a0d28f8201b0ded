/**
 * /ip/firewall/connection, of lines that download: one connection each, which the rules let through or not. What FastTrack took meets no
 * rule any more until the connection is removed; a client whose connection ended tries again. Fields are those of the command trees
 * of 7.9 to 7.24; the same in version 6 by its manual.
 */

import { elsewhere, fatesOf } from "./line-report.ts";
import { chosen, type Menu, nothing, readVerbs } from "./menu.ts";
import type { Row } from "./query.ts";
import type { Dialled } from "./state.ts";
import { newId, type World } from "./world.ts";

/** What a client on a dialled line fetches all the time. */
export interface Download {
  readonly bytesPerSecond: number;
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
  const loading = world.state.dialled.filter(
    ({ download }) => download !== undefined && download.until < now,
  );
  for (const line of loading) passDownload(world, line, now);
  return loading.length > 0;
}

function passDownload(world: World, line: Dialled, now: number): void {
  const { download } = line;
  if (!download) return;
  const ms = now - download.until;
  download.until = now;
  const isLetIn = (state: "new" | "established") =>
    !fatesOf(world, line, elsewhere, state).some((fate) => fate === "drop");
  if (download.connection === null && isLetIn("new"))
    download.connection = { id: newId(world), isFastTracked: false };
  if (download.connection === null) return;
  const { connection } = download;
  if (!connection.isFastTracked) {
    if (!isLetIn("established")) return;
    connection.isFastTracked = fatesOf(world, line, elsewhere, "established").includes("fasttrack");
  }
  download.bytes += Math.round((download.bytesPerSecond * ms) / 1_000);
}

const open = ({ state }: World) =>
  state.dialled.flatMap(({ address, download }) =>
    download?.connection ? [{ address, download, connection: download.connection }] : [],
  );

const rows = (world: World): Row[] =>
  open(world).map(({ address, download, connection }) => ({
    ".id": connection.id,
    protocol: "tcp",
    "src-address": `${address}:50000`,
    "dst-address": `${elsewhere}:443`,
    "reply-src-address": `${elsewhere}:443`,
    "reply-dst-address": "192.168.1.2:50000",
    "tcp-state": "established",
    timeout: "23:59:59",
    "repl-bytes": String(download.bytes),
    "seen-reply": "true",
    assured: "true",
    fasttrack: String(connection.isFastTracked),
  }));

export const connectionMenu: Menu = {
  path: "/ip/firewall/connection",
  rows,
  verbs: new Map([
    ...readVerbs(rows),
    [
      "remove",
      {
        writes: true,
        parameters: () => [".id", "numbers"],
        run: (call) => {
          const gone = chosen(call, (key) =>
            open(call.world).find(({ connection }) => connection.id === key),
          );
          for (const { download } of gone) download.connection = null;
          return nothing;
        },
      },
    ],
  ]),
};

/** The interface and the queue of each dialled line, as the router makes them. */
export const lineInterfaces = ({ state }: World): Row[] =>
  state.dialled.map(({ id, name, download }) => ({
    ".id": `${id}F2`,
    name: `<pppoe-${name}>`,
    type: "pppoe-in",
    "actual-mtu": "1480",
    "tx-byte": String(download?.bytes ?? 0),
    disabled: "false",
    dynamic: "true",
    running: "true",
  }));

export const lineQueues = ({ state }: World): Row[] =>
  state.dialled
    .filter(({ rateLimit }) => rateLimit !== "")
    .map(({ id, name, rateLimit }) => ({
      ".id": `${id}F3`,
      name: `<pppoe-${name}>`,
      target: `<pppoe-${name}>`,
      "max-limit": rateLimit.split(" ")[0] ?? "",
      disabled: "false",
      dynamic: "true",
      invalid: "false",
    }));
