/** What the maker of a simulator chooses, with the defaults filled in; and the state a router starts from. */

import type { SimulatorStore } from "../store.ts";
import { type BoxChanges, boxOf } from "./box.ts";
import type { Faults } from "./faults.ts";
import { toWire } from "./framing.ts";
import { noUsage, type RouterState, type StoredRow } from "./state.ts";
import { type RouterVersion, versionFacts } from "./version.ts";

export type Policy =
  | "api"
  | "read"
  | "write"
  | "sensitive"
  | "policy"
  | "test"
  | "reboot"
  | "password"
  | "ftp"
  | "winbox"
  | "web";

export interface ApiUser {
  readonly name: string;
  readonly password: string;
  readonly policies: readonly Policy[];
  /** Default: one of its own. */
  readonly group?: string;
  /** Networks from which it may log in; default anywhere. From elsewhere it is refused like a wrong password. */
  readonly address?: string;
}

export interface HotspotSettings {
  readonly macAuthPassword: string;
  /** Default "mac,http-chap". */
  readonly loginBy?: string;
  /** Default "mac-as-username". */
  readonly macAuthMode?: "mac-as-username" | "mac-as-username-and-password";
  /** Default "hotspot1". */
  readonly server?: string;
  /** Default "hsprof1". */
  readonly profile?: string;
  /** Default "2", as RouterOS; a number or "unlimited". Without a pool it limits nothing (manual of version 3). */
  readonly addressesPerMac?: string;
  /** `address-pool` of the server; default "none". */
  readonly addressPool?: string;
  /** Names of servers beside the first, each on an interface of its own. */
  readonly moreServers?: readonly string[];
  /** `html-directory-override` of its profile. */
  readonly htmlOverride?: string;
  /** Hotspot users that somebody made before: MAC log-in systems name them as the device, in capitals. */
  readonly users?: readonly Readonly<Record<string, string>>[];
  /** Rows of `/ip/hotspot/ip-binding`. */
  readonly bindings?: readonly Readonly<Record<string, string>>[];
  /** How often an unauthorised host is tried again by MAC; never by default, because nobody has seen a router do it. */
  readonly macLoginRetryMs?: number;
}

export interface RouterOptions {
  /** Milliseconds since 1970. */
  readonly clock: { now(): number };
  readonly store: SimulatorStore;
  /** Default "7.18.2". */
  readonly version?: RouterVersion;
  /** What it calls itself where that is another release of the version: "6.49.21". */
  readonly release?: string;
  /** How far its wall clock is ahead at the first start. */
  readonly clockOffMs?: number;
  /** What is around the hotspot, where that is not the usual. */
  readonly box?: BoxChanges;
  readonly users: readonly ApiUser[];
  /** Phones that are there when the router starts for the first time. */
  readonly hosts?: readonly { readonly mac: string; readonly ip: string }[];
  /** Absent: a router on which no hotspot was set up. */
  readonly hotspot?: HotspotSettings;
  readonly faults?: Partial<Faults>;
  /** Rows of `/ppp/secret`. */
  readonly secrets?: readonly Readonly<Record<string, string>>[];
  /** Default "MikroTik". */
  readonly identity?: string;
  /** Default "RB5009UG+S+". */
  readonly board?: string;
  /** Default "arm64". */
  readonly architecture?: string;
  /** Bytes of its storage; by default there is plenty. */
  readonly flash?: Flash;
  /** How long a reboot takes, on the router's clock; default 1000. */
  readonly rebootMs?: number;
  /** How long after a reboot the phones are seen again; default 500. */
  readonly phonesSeenAfterMs?: number;
}

interface Flash {
  readonly free: number;
  readonly total: number;
}

export interface Settings {
  readonly version: RouterVersion;
  readonly release: string;
  readonly users: readonly ApiUser[];
  readonly board: string;
  readonly architecture: string;
  readonly flash: Flash;
  readonly rebootMs: number;
  readonly phonesSeenAfterMs: number;
  readonly macLoginRetryMs: number | null;
}

export function settingsOf(options: RouterOptions): Settings {
  return {
    version: options.version ?? "7.18.2",
    release: releaseOf(options),
    users: options.users,
    board: options.board ?? "RB5009UG+S+",
    architecture: options.architecture ?? "arm64",
    flash: options.flash ?? { free: 998_244_352, total: 1_073_741_824 },
    rebootMs: options.rebootMs ?? 1000,
    phonesSeenAfterMs: options.phonesSeenAfterMs ?? 500,
    macLoginRetryMs: options.hotspot?.macLoginRetryMs ?? null,
  };
}

function releaseOf({ version = "7.18.2", release }: RouterOptions): string {
  return release ?? versionFacts(version).label.split(" ")[0] ?? version;
}

function builtIn(id: string, values: Record<string, string>, counted = false): StoredRow {
  return { id, values, used: counted ? noUsage() : null, builtIn: true };
}

const profileDefaults = {
  "hotspot-address": "0.0.0.0",
  "html-directory": "hotspot",
  "http-cookie-lifetime": "3d",
  "http-proxy": "0.0.0.0:0",
  "install-hotspot-queue": "false",
  "login-by": "cookie,http-chap",
  "mac-auth-mode": "mac-as-username",
  "smtp-server": "0.0.0.0",
  "split-user-domain": "false",
  "use-radius": "false",
};

const userProfileDefaults = {
  name: "default",
  "idle-timeout": "none",
  "keepalive-timeout": "2m",
  "status-autorefresh": "1m",
  "shared-users": "1",
  "add-mac-cookie": "true",
  "mac-cookie-timeout": "3d",
  "transparent-proxy": "false",
};

/** Without addresses, as they come: who dials in by one of them is let in and gets none. */
export function firstPppProfiles(): StoredRow[] {
  const values = { "change-tcp-mss": "yes", "only-one": "default" };
  return [
    builtIn("*0", { name: "default", ...values }),
    builtIn("*FFFFFFFE", { name: "default-encryption", ...values, "use-encryption": "yes" }),
  ];
}

export const firstInterfaceLists = (): StoredRow[] =>
  ["all", "none", "dynamic", "static"].map((name, index) => builtIn(`*200000${index}`, { name }));

/** A router fresh from its first boot, with a hotspot if one was asked for. Phones are added by the caller. */
export function firstState(options: RouterOptions, now: number): RouterState {
  const wanted = options.hotspot;
  const profiles = [builtIn("*0", { name: "default", ...profileDefaults })];
  const servers: StoredRow[] = [];
  if (wanted !== undefined) {
    const profile = toWire(wanted.profile ?? "hsprof1");
    profiles.push({
      id: "*1",
      builtIn: false,
      used: null,
      values: {
        ...profileDefaults,
        name: profile,
        "hotspot-address": "10.5.50.1",
        "login-by": wanted.loginBy ?? "mac,http-chap",
        "mac-auth-mode": wanted.macAuthMode ?? "mac-as-username",
        "mac-auth-password": toWire(wanted.macAuthPassword),
        ...(wanted.htmlOverride === undefined ? {} : { "html-directory-override": wanted.htmlOverride }),
      },
    });
    const names = [wanted.server ?? "hotspot1", ...(wanted.moreServers ?? [])];
    for (const [index, name] of names.entries())
      servers.push({
        id: `*${index + 1}`,
        builtIn: false,
        used: null,
        values: {
          name: toWire(name),
          interface: index === 0 ? "bridge-hotspot" : `vlan-${toWire(name)}`,
          "address-pool": wanted.addressPool ?? "none",
          profile,
          "idle-timeout": "5m",
          "keepalive-timeout": "none",
          "login-timeout": "none",
          "addresses-per-mac": wanted.addressesPerMac ?? "2",
          disabled: "false",
        },
      });
  }
  const trial = { name: "default-trial", comment: "counters and limits for trial users", disabled: "false" };
  return {
    identity: toWire(options.identity ?? "MikroTik"),
    nextId:
      2 +
      Math.max(
        wanted?.moreServers?.length ?? 0,
        wanted?.bindings?.length ?? 0,
        wanted?.users?.length ?? 0,
        options.secrets?.length ?? 0,
      ),
    advancedMs: 0,
    wallOffsetMs: options.clockOffMs ?? 0,
    timeZone: "Africa/Nairobi",
    bootedAt: now,
    boots: 1,
    reachable: true,
    rebootingUntil: null,
    phonesSeenAt: null,
    tables: {
      servers,
      serverProfiles: profiles,
      users: [
        builtIn("*0", trial, true),
        ...(wanted?.users ?? []).map((row, index) => ({
          id: `*${(index + 1).toString(16).toUpperCase()}`,
          used: noUsage(),
          builtIn: false,
          values: { server: "all", profile: "default", disabled: "false", ...row },
        })),
      ],
      userProfiles: [builtIn("*0", { ...userProfileDefaults })],
      cookies: [],
      bindings: (wanted?.bindings ?? []).map((row, index) => ({
        id: `*${(index + 1).toString(16).toUpperCase()}`,
        used: null,
        builtIn: false,
        values: { type: "regular", disabled: "false", ...row },
      })),
      secrets: (options.secrets ?? []).map((row, index) => ({
        id: `*${(index + 1).toString(16).toUpperCase()}`,
        used: null,
        builtIn: false,
        values: { service: "any", profile: "default", disabled: "false", ...row },
      })),
      pppProfiles: firstPppProfiles(),
      addressLists: [],
      addressLists6: [],
      interfaceLists: firstInterfaceLists(),
      leases: [],
      arp: [],
      queues: [],
    },
    box: boxOf(options.version ?? "7.18.2", releaseOf(options), options.box),
    phones: [],
    hosts: [],
    sessions: [],
    dialled: [],
    wired: [],
    arpModes: {},
    writes: [],
    writeCommands: 0,
    logins: 0,
    failedLogins: 0,
    connections: 0,
  };
}
