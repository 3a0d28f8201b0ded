/** /ip/hotspot and what is configured below it. Arguments are those of the command trees of 7.10.2 to 7.22.3. */

import { serverChanged } from "./hosts.ts";
import type { Menu } from "./menu.ts";
import { type Field, tableMenu } from "./table-menu.ts";
import { failure } from "./trap.ts";
import * as kind from "./values.ts";
import type { World } from "./world.ts";

const text: Field = { kind: kind.text };
const loginWays = ["mac", "cookie", "http-chap", "https", "http-pap", "trial", "mac-cookie"];

/** Names are unique within their table. */
function uniqueName(what: string, table: "servers" | "serverProfiles" | "userProfiles") {
  return (world: World, values: Readonly<Record<string, string>>, self: { readonly id: string } | null) => {
    const twin = world.state.tables[table].find(
      (row) => row.values.name === values.name && row.id !== self?.id,
    );
    if (twin !== undefined) throw failure(`${what} with the same name already exists`);
  };
}

function refuseIfForbidden(world: World, disabled: string | undefined): void {
  if (!world.faults.hotspotAllowed && disabled !== "true") throw failure("not allowed by device-mode");
}

const servers = tableMenu({
  path: "/ip/hotspot",
  table: "servers",
  verbs: ["add", "set", "remove", "enable", "disable"],
  fields: {
    name: { kind: kind.requiredText, initial: "hotspot" },
    interface: { kind: kind.requiredText, required: true },
    "address-pool": { kind: kind.requiredText, initial: "none" },
    profile: { kind: kind.nameOf("serverProfiles"), initial: "default" },
    "idle-timeout": { kind: kind.durationOrNone, initial: "5m" },
    "keepalive-timeout": { kind: kind.durationOrNone, initial: "none" },
    "login-timeout": { kind: kind.durationOrNone, initial: "none" },
    "addresses-per-mac": { kind: kind.countOrUnlimited, initial: "2" },
  },
  check: (world, values, self) => {
    uniqueName("hotspot", "servers")(world, values, self);
    refuseIfForbidden(world, values.disabled);
  },
  shown: (world) => {
    if (world.faults.hotspotAllowed) return { invalid: "false", HTTPS: "false", "proxy-status": "running" };
    return {
      invalid: "false",
      HTTPS: "false",
      disabled: "true",
      comment: "inactivated, not allowed by device-mode",
    };
  },
  changed: serverChanged,
});

const serverProfiles = tableMenu({
  path: "/ip/hotspot/profile",
  table: "serverProfiles",
  verbs: ["add", "set", "remove"],
  fields: {
    name: { kind: kind.requiredText, required: true },
    "hotspot-address": { kind: kind.address, initial: "0.0.0.0" },
    "dns-name": text,
    "html-directory": { kind: kind.text, initial: "hotspot" },
    "html-directory-override": text,
    "http-cookie-lifetime": { kind: kind.duration, initial: "3d" },
    "http-proxy": { kind: kind.text, initial: "0.0.0.0:0" },
    "install-hotspot-queue": { kind: kind.yesNo, initial: "false" },
    "login-by": { kind: kind.listOf(...loginWays), initial: "cookie,http-chap" },
    "mac-auth-mode": {
      kind: kind.oneOf("mac-as-username", "mac-as-username-and-password"),
      initial: "mac-as-username",
    },
    "mac-auth-password": { kind: kind.text, sensitive: true },
    "nas-port-type": text,
    "radius-accounting": { kind: kind.yesNo },
    "radius-default-domain": text,
    "radius-interim-update": text,
    "radius-location-id": text,
    "radius-location-name": text,
    "radius-mac-format": text,
    "rate-limit": { kind: kind.rateLimit },
    "smtp-server": { kind: kind.address, initial: "0.0.0.0" },
    "split-user-domain": { kind: kind.yesNo, initial: "false" },
    "ssl-certificate": text,
    "trial-uptime-limit": { kind: kind.duration },
    "trial-uptime-reset": { kind: kind.duration },
    "trial-user-profile": { kind: kind.nameOf("userProfiles") },
    "use-radius": { kind: kind.yesNo, initial: "false" },
  },
  check: uniqueName("profile", "serverProfiles"),
  shown: (_world, row) => ({ default: String(row.builtIn) }),
});

const userProfiles = tableMenu({
  path: "/ip/hotspot/user/profile",
  table: "userProfiles",
  verbs: ["add", "set", "remove"],
  fields: {
    name: { kind: kind.requiredText, required: true },
    "address-pool": text,
    "session-timeout": { kind: kind.durationLimit },
    "idle-timeout": { kind: kind.durationOrNone, initial: "none" },
    "keepalive-timeout": { kind: kind.durationOrNone, initial: "2m" },
    "status-autorefresh": { kind: kind.durationOrNone, initial: "1m" },
    "shared-users": { kind: kind.countOrUnlimited, initial: "1" },
    "add-mac-cookie": { kind: kind.yesNo, initial: "true" },
    "mac-cookie-timeout": { kind: kind.durationOrNone, initial: "3d" },
    "rate-limit": { kind: kind.rateLimit },
    "address-list": text,
    "parent-queue": text,
    "queue-type": text,
    "insert-queue-before": text,
    "incoming-filter": text,
    "outgoing-filter": text,
    "incoming-packet-mark": text,
    "outgoing-packet-mark": text,
    "open-status-page": { kind: kind.oneOf("always", "http-login") },
    advertise: { kind: kind.yesNo },
    "advertise-url": text,
    "advertise-interval": text,
    "advertise-timeout": text,
    "on-login": text,
    "on-logout": text,
    "transparent-proxy": { kind: kind.yesNo, initial: "false" },
  },
  check: uniqueName("profile", "userProfiles"),
  shown: (_world, row) => ({ default: String(row.builtIn) }),
});

const cookies = tableMenu({
  path: "/ip/hotspot/cookie",
  table: "cookies",
  verbs: ["remove"],
  fields: { user: text, "mac-address": text },
});

const bindings = tableMenu({
  path: "/ip/hotspot/ip-binding",
  table: "bindings",
  verbs: ["add", "set", "remove", "enable", "disable"],
  fields: {
    address: { kind: kind.address },
    "mac-address": { kind: kind.mac },
    "to-address": { kind: kind.address },
    server: text,
    type: { kind: kind.oneOf("regular", "bypassed", "blocked"), initial: "regular" },
  },
  check: (world, values, self) => {
    const twin = world.state.tables.bindings.find(
      (row) =>
        row.id !== self?.id &&
        row.values.address === values.address &&
        row.values["mac-address"] === values["mac-address"],
    );
    if (twin !== undefined) throw failure("such client already exists");
  },
});

export const hotspotMenus: readonly Menu[] = [servers, serverProfiles, userProfiles, cookies, bindings];
