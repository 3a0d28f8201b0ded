/** /ip/hotspot/user: who may log in, how long, how much. */

import { formatDuration } from "./duration.ts";
import type { Row } from "./query.ts";
import type { Usage } from "./state.ts";
import { tableMenu } from "./table-menu.ts";
import { failure } from "./trap.ts";
import * as kind from "./values.ts";
import { factsOf, type World } from "./world.ts";

/** Decimal text, 64 bits. */
export function usageRow(used: Usage): Row {
  return {
    uptime: formatDuration(used.uptimeMs),
    "bytes-in": used.bytesIn.toString(),
    "bytes-out": used.bytesOut.toString(),
    "packets-in": used.packetsIn.toString(),
    "packets-out": used.packetsOut.toString(),
  };
}

/** Rows that only the `bulkUsers` fault shows; their ids collide with nothing real. */
function bulk(world: World): Row[] {
  return Array.from({ length: world.faults.bulkUsers }, (_unused, index) => ({
    ".id": `*F${index.toString(16).toUpperCase().padStart(6, "0")}`,
    name: `bulk-${index}`,
    server: "all",
    profile: "default",
    "limit-uptime": "1d",
    uptime: formatDuration(index * 1000),
    "bytes-in": String(index * 1000),
    "bytes-out": String(index * 10_000),
    "packets-in": String(index),
    "packets-out": String(index * 10),
    dynamic: "false",
    disabled: "false",
    comment: "somebody else's user",
  }));
}

export const userMenu = tableMenu({
  path: "/ip/hotspot/user",
  table: "users",
  counted: true,
  verbs: ["add", "set", "remove", "enable", "disable"],
  fields: {
    server: { kind: kind.nameOf("servers", "all"), initial: "all" },
    name: { kind: kind.requiredText, required: true },
    password: { kind: kind.text, sensitive: true },
    "otp-secret": { kind: kind.text, sensitive: true, exists: (world) => factsOf(world).userOtpSecret },
    address: { kind: kind.address },
    "mac-address": { kind: kind.mac },
    profile: { kind: kind.nameOf("userProfiles"), initial: "default" },
    routes: { kind: kind.text },
    email: { kind: kind.text },
    "limit-uptime": { kind: kind.durationLimit },
    "limit-bytes-in": { kind: kind.bytes },
    "limit-bytes-out": { kind: kind.bytes },
    "limit-bytes-total": { kind: kind.bytes },
  },
  check: (world, values, self) => {
    const twin = world.state.tables.users.find(
      (row) =>
        row.id !== self?.id &&
        row.values.name === values.name &&
        (row.values.server ?? "all") === (values.server ?? "all"),
    );
    if (twin !== undefined) throw failure("already have user with this name for this server");
  },
  shown: (_world, row) => ({
    ...(row.used === null ? {} : usageRow(row.used)),
    dynamic: "false",
    ...(row.builtIn ? { default: "true" } : {}),
  }),
  extra: bulk,
});
