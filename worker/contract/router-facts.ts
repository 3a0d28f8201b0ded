import * as z from "zod";

// What a bridge reads of a router before anybody relies on it. Facts, not judgements: what counts as a finding is the
// worker's to say (`features/routers/preflight`), so that a new safe version needs no new bridge at any site.

/** Text of a router: somebody else's words, cut. */
const Text = z.string().max(200);

/** Never more rows of one menu, whatever a router has. */
export const mostRows = 300;

/** Not in this version, not allowed, no answer in time, or an answer that made no sense. */
export const WhyUnread = z.enum(["missing", "forbidden", "silent", "unclear"]);
export type WhyUnread = z.infer<typeof WhyUnread>;

const reading = <T extends z.ZodType>(value: T) =>
  z.union([z.object({ value }), z.object({ unread: WhyUnread.catch("unclear") })]).optional();
const rows = <T extends z.ZodType>(row: T) => reading(z.array(row).max(mostRows));

/** An enabled rule of the chain `forward`; its order is the router's. */
const Rule = z.object({
  action: Text,
  in: Text.nullable(),
  out: Text.nullable(),
  /** It concerns connections that are established, and asks for nothing else beside the interfaces. */
  isPlain: z.boolean(),
});

/** An enabled, static rule of any chain, as far as it says what an unpaid device may do. */
const LimitRule = z.object({
  chain: Text,
  action: Text,
  /** Where it jumps to; "" for none. */
  target: Text,
  /** "from-client,!auth"; "" for every packet. */
  hotspot: Text,
  /** "" for every one. */
  protocol: Text,
  port: Text,
  /** It concerns connections beyond a number of bytes, or packets within a rate. */
  isByBytes: z.boolean(),
  isByRate: z.boolean(),
  /** It asks for interfaces, addresses or lists. */
  isNarrow: z.boolean(),
});

const Radio = z.object({
  menu: Text,
  name: Text,
  /** The bridge that it is a port of, or itself. */
  network: Text,
  isOn: z.boolean(),
  /** As the router words it: "ap-bridge", "ap", "station". */
  mode: Text,
  /** What it does is said by another router (CAPsMAN). */
  isManaged: z.boolean(),
  /** Null: that could not be seen. */
  hasKey: z.boolean().nullable(),
  /** Devices on it do not reach each other. */
  isApart: z.boolean().nullable(),
});

/** Each menu on its own; one that an older bridge does not read is absent. Made when it is first read: it is many schemas. */
export const RouterFacts = z.lazy(() =>
  z.object({
    /** `architecture` is absent from older bridges: "smips", "arm64". `freeBytes`: of its storage. */
    resource: reading(
      z.object({
        version: Text,
        board: Text,
        architecture: Text.optional(),
        freeBytes: z.number().min(0).optional(),
      }),
    ),
    /** The router's wall time as UTC milliseconds, by its own date, time and zone; how long ago it said so. */
    clock: reading(z.object({ at: z.number(), ageMs: z.int().min(0) })),
    /** Whether it asks a time server. */
    ntp: reading(z.object({ enabled: z.boolean() })),
    /** `hotspot` null: this version has no word for the feature. */
    deviceMode: reading(z.object({ mode: Text, hotspot: z.boolean().nullable(), flagged: z.boolean() })),
    packages: rows(z.object({ name: Text, enabled: z.boolean() })),
    /** `6` or, of a virtual router, `free`, `p1` … */
    license: reading(z.object({ level: Text, isVirtual: z.boolean() })),
    servers: rows(z.object({ name: Text, interface: Text, profile: Text, enabled: z.boolean() })),
    profiles: rows(z.object({ name: Text, override: Text })),
    /** Sessions right now. */
    sessions: reading(z.int().min(0)),
    /** Enabled IPv4 addresses like "192.168.88.1/24". */
    addresses: rows(z.object({ address: Text, interface: Text })),
    pools: rows(z.object({ name: Text, ranges: z.string().max(1000) })),
    dhcp: rows(z.object({ interface: Text, pool: Text })),
    /** Enabled interfaces that lead somewhere else: type as the router words it, "l2tp-out". */
    tunnels: rows(z.object({ name: Text, type: Text })),
    filter: rows(Rule),
    ipv6: reading(z.object({ disabled: z.boolean() })),
    /** Enabled and not link-local. */
    ipv6Addresses: rows(z.object({ address: Text, interface: Text })),
    ipv6Filter: rows(Rule),
    /** Those that are enabled; `from` "" is everybody. */
    services: rows(z.object({ name: Text, from: z.string().max(1000) })),
    /** The API user of the bridge itself, and no other. Null: it is not on the list. */
    user: reading(z.object({ name: Text, group: Text, from: z.string().max(1000) }).nullable()),
    groups: rows(z.object({ name: Text, policies: z.array(z.string().max(40)).max(40) })),
    /** From which address the router sees the bridge; null where it lists no session of it. */
    peer: reading(z.string().max(64).nullable()),
    limits: rows(LimitRule),
    /** The router's own, of the menus `wireless` and `wifi`. */
    radios: rows(Radio),
    /** Enabled ones; what they reach for: `tunnels`, `users`, `fetch`. */
    schedulers: rows(z.object({ name: Text, does: z.array(Text).max(10) })),
    /** Enabled static ones; `isBehind`: one of the hotspot's own stands before it. */
    queues: rows(z.object({ name: Text, target: z.string().max(1000), isBehind: z.boolean() })),
    /** Foreign hotspot users named by a MAC address that still give access: how many, and some of their names. */
    foreignUsers: reading(
      z.object({ count: z.int().min(0), handedOver: z.int().min(0), names: z.array(Text).max(10) }),
    ),
    /** Devices that pass the hotspot by (`ip-binding` of type bypassed); `comment` says whether they are ours. */
    passes: rows(z.object({ address: Text, mac: Text, comment: Text })),
    /** The bridge's own lease, by the address of its machine; null where it has none. */
    lease: reading(z.object({ isLent: z.boolean() }).nullable()),
    /** How many name servers the router asks. */
    names: reading(z.object({ servers: z.int().min(0) })),
    /** How many ways to the internet work now. */
    ways: reading(z.object({ active: z.int().min(0) })),
    /**
     * What a visitor is shown: the login page's file in the folder of the profile, and what the hotspot answers to the bridge.
     * `ours` names this router; `none` where nothing of a hotspot answers there, or the file cannot be read.
     */
    pages: reading(
      z.object({
        profile: Text,
        folder: Text,
        file: z.enum(["ours", "other", "missing", "unread"]),
        page: z.enum(["ours", "other", "none"]),
      }),
    ),
  }),
);
export type RouterFacts = z.infer<typeof RouterFacts>;

export type Menu = keyof RouterFacts;
export type Read<M extends Menu> = Extract<NonNullable<RouterFacts[M]>, { value: unknown }>["value"];
