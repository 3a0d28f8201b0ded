import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Finding } from "#contract/preflight";
import { RouterFacts } from "#contract/router-facts";
import { checkNames } from "#contract/values/preflight-checks";
import { formatFinding } from "#web/console/preflight/format-finding.ts";
import { judge, weigh } from "#worker/features/routers/preflight/judge";
import { networkOf, overlap, rangesOf, within } from "#worker/features/routers/preflight/networks";
import { releaseOf, saferThan } from "#worker/features/routers/preflight/version";

const findingOf = (facts: RouterFacts, check: string) =>
  judge({ facts, clockOffMs: 0 }).find((finding) => finding.check === check);
const server = { value: [{ name: "h", interface: "visitors", profile: "p", enabled: true }] };

describe("a release", () => {
  test.each([
    ["6.49.18 (long-term)", "6.49.21"],
    ["6.49.21 (long-term)", undefined],
    ["7.10.2 (stable)", "7.23.4"],
    ["7.23.3", "7.23.4"],
    ["7.23.4", undefined],
    ["7.24 (stable)", "7.24.2"],
    ["7.24.2rc1 (testing)", "7.24.2"],
    ["7.24.2", undefined],
    ["7.25beta3 (testing)", undefined],
    ["8.1", undefined],
  ])("%s is to become %s", (text, safer) => {
    const release = releaseOf(text);
    expect(release && saferThan(release)?.join(".")).toBe(safer);
  });

  test("that is safe stays so in every later patch of its line", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 40 }), (minor, patch) => {
        const isSafe = (at: number) => saferThan({ numbers: [7, minor, at], isPreview: false }) === undefined;
        expect(isSafe(patch) && !isSafe(patch + 1)).toBe(false);
      }),
    );
  });
});

describe("networks", () => {
  const octet = fc.integer({ min: 0, max: 255 });
  const network = fc
    .tuple(octet, octet, octet, octet, fc.integer({ min: 0, max: 32 }))
    .map(([a, b, c, d, bits]) => `${a}.${b}.${c}.${d}/${bits}`);

  test("overlap exactly where one lies in the other", () => {
    fc.assert(
      fc.property(network, network, (first, second) => {
        const [one, other] = [networkOf(first), networkOf(second)];
        if (!one || !other) throw new Error("a network was not read");
        expect(overlap(one, other)).toBe(within(one, other) || within(other, one));
        expect(networkOf(one.cidr)).toEqual(one);
        expect(rangesOf(first)).toEqual([{ first: one.first, last: one.last, cidr: one.cidr }]);
      }),
    );
  });

  test("of any text are read without a fault", () => {
    fc.assert(fc.property(fc.string(), (text) => void [networkOf(text), rangesOf(text)]));
  });
});

describe("FastTrack", () => {
  const rule = (action: string, on: { in?: string; out?: string } = {}, isPlain = true) => ({
    action,
    in: on.in ?? null,
    out: on.out ?? null,
    isPlain,
  });
  const fast = rule("fasttrack-connection");
  const [from, to] = [rule("accept", { in: "visitors" }), rule("accept", { out: "visitors" })];

  test.each([
    ["for all", [fast], "fastTrackPasses"],
    ["behind both exceptions", [from, to, fast], "fastTrackAway"],
    ["behind one of them", [from, fast], "fastTrackPasses"],
    ["before them", [fast, from, to], "fastTrackPasses"],
    ["behind everything that is established", [rule("accept"), fast], "fastTrackAway"],
    [
      "of another interface",
      [rule("fasttrack-connection", { in: "office", out: "ether1" })],
      "fastTrackAway",
    ],
    ["of every interface but another", [rule("fasttrack-connection", { in: "!office" })], "fastTrackPasses"],
    [
      "of every interface but the visitors'",
      [rule("fasttrack-connection", { in: "!visitors", out: "!visitors" })],
      "fastTrackAway",
    ],
    ["that asks for more", [rule("fasttrack-connection", {}, false)], "fastTrackAway"],
    ["without rules", [], "fastTrackAway"],
  ])("%s", (_name, filter, code) => {
    expect(findingOf({ servers: server, filter: { value: filter } }, "fastTrack")?.code).toBe(code);
  });
});

describe("commands", () => {
  test("hold names of the router as one word, whatever they are", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 200 }), (name) => {
        const facts: RouterFacts = {
          servers: { value: [{ name, interface: name, profile: name, enabled: true }] },
          profiles: { value: [{ name, override: "old" }] },
          tunnels: { value: [{ name, type: "l2tp-out" }] },
          filter: { value: [{ action: "fasttrack-connection", in: null, out: null, isPlain: true }] },
          ipv6: { value: { disabled: false } },
          ipv6Filter: { value: [] },
          ipv6Addresses: { value: [{ address: "2c0f::1/64", interface: name }] },
          addresses: { value: [{ address: "10.5.50.1/24", interface: name }] },
          schedulers: { value: [{ name, does: ["users"] }] },
          queues: { value: [{ name, target: "0.0.0.0/0", isBehind: false }] },
          radios: {
            value: ["wireless", "wifi"].map((menu) => ({
              menu,
              name,
              network: name,
              isOn: true,
              mode: "ap",
              isManaged: false,
              hasKey: true,
              isApart: false,
            })),
          },
          foreignUsers: { value: { count: 1, handedOver: 0, names: [name] } },
        };
        const commands = judge({ facts, clockOffMs: 0 }).flatMap(({ command }) => command?.split("\n") ?? []);
        expect(commands.length).toBeGreaterThanOrEqual(9);
        for (const line of commands)
          expect(line.replace(/"[^"\\$\n]*(\\([0-9A-F]{2}|n)[^"\\$\n]*)*"/g, "")).not.toMatch(/["\\$;{}]/);
      }),
    );
  });

  test("limit the API to where the router sees its bridge, and management to that network unless visitors are in it", () => {
    const facts = (visitors: string): RouterFacts => ({
      servers: { value: [{ name: "h", interface: visitors, profile: "p", enabled: true }] },
      services: { value: ["telnet", "ssh", "api", "winbox"].map((name) => ({ name, from: "" })) },
      addresses: { value: [{ address: "192.168.88.1/24", interface: "bridge" }] },
      peer: { value: "192.168.88.10" },
    });
    const service = (name: string, values: string) =>
      `:foreach mlgRow in=[/ip service find name="${name}"] do={ :do { /ip service set $mlgRow ${values} } on-error={} }`;
    const telnet = service("telnet", "disabled=yes");
    const api = service("api", "address=192.168.88.10/32");
    expect(findingOf(facts("hotspot"), "services")?.command?.split("\n")).toEqual([
      ...[telnet, api, service("ssh", "address=192.168.88.0/24")],
      service("winbox", "address=192.168.88.0/24"),
    ]);
    expect(findingOf(facts("bridge"), "services")?.command).toBe(`${telnet}\n${api}`);
    expect(findingOf({ ...facts("bridge"), peer: { value: null } }, "services")?.command).toBe(telnet);
  });

  const radio = {
    name: "r",
    network: "v",
    isOn: true,
    mode: "ap",
    isManaged: false,
    hasKey: false,
    isApart: true,
  };
  const visitors: RouterFacts["servers"] = {
    value: [{ name: "h", interface: "v", profile: "p", enabled: true }],
  };
  test.each([
    [
      "radio",
      { isOn: false },
      '/interface wireless enable [find name="r"]',
      '/interface wifi enable [find name="r"]',
    ],
    [
      "radio",
      { mode: "station" },
      '/interface wireless set [find name="r"] mode=ap-bridge',
      '/interface wifi set [find name="r"] configuration.mode=ap',
    ],
    [
      "radio",
      { isManaged: true },
      "/interface wireless cap set enabled=no",
      '/interface wifi set [find name="r"] configuration.manager=local',
    ],
    [
      "wifiKey",
      { hasKey: true },
      '/interface wireless security-profiles add name="mlango-open" mode=none\n/interface wireless set [find name="r"] security-profile="mlango-open"',
      '/interface wifi set [find name="r"] security.authentication-types=""',
    ],
    [
      "wifiApart",
      { isApart: false },
      '/interface wireless set [find name="r"] default-forwarding=no',
      '/interface wifi set [find name="r"] datapath.client-isolation=yes',
    ],
  ])("mend a radio in the menu where it is: %s %o", (check, wrong, older, newer) => {
    const command = (menu: string) =>
      findingOf({ servers: visitors, radios: { value: [{ ...radio, ...wrong, menu }] } }, check)?.command;
    expect([command("wireless"), command("wifi")]).toEqual([older, newer]);
  });

  test("remove the users of another system and none of ours", () => {
    const facts: RouterFacts = { foreignUsers: { value: { count: 2, handedOver: 0, names: ["a"] } } };
    expect(findingOf(facts, "foreignUsers")?.command).toBe(
      '/ip hotspot user remove [find name~"^\\5B0-9A-F\\5D\\5B0-9A-F\\5D(:\\5B0-9A-F\\5D\\5B0-9A-F\\5D)\\7B5\\7D\\24" and !(comment~"^MLG;")]',
    );
  });
});

/** Facts of any router, well or badly behaved: every shape that the link lets through. */
const someFacts = (() => {
  const text = fc.string({ maxLength: 12 });
  const flag = fc.boolean();
  const why = fc.constantFrom("missing", "forbidden", "silent", "unclear");
  const reading = (value: fc.Arbitrary<unknown>) =>
    fc.option(
      fc.oneof(
        value.map((one) => ({ value: one })),
        why.map((unread) => ({ unread })),
      ),
      { nil: undefined },
    );
  const rows = (shape: Record<string, fc.Arbitrary<unknown>>) =>
    reading(fc.array(fc.record(shape), { maxLength: 4 }));
  const address = fc.oneof(
    text,
    fc.ipV4().map((ip) => `${ip}/24`),
  );
  const action = fc.constantFrom("accept", "drop", "reject", "fasttrack-connection", "log");
  const name = fc.constantFrom("a", "b", "!a");
  const rule = { action, in: fc.option(name), out: fc.option(name), isPlain: flag };
  return fc.record({
    resource: reading(
      fc.record(
        { version: fc.oneof(text, fc.constant("7.1.2 (stable)")), board: text, freeBytes: fc.nat(2_000_000) },
        { requiredKeys: ["version", "board"] },
      ),
    ),
    clock: reading(fc.record({ at: fc.integer(), ageMs: fc.nat() })),
    ntp: reading(fc.record({ enabled: flag })),
    deviceMode: reading(fc.record({ mode: text, hotspot: fc.option(flag), flagged: flag })),
    packages: rows({ name: text, enabled: flag }),
    license: reading(fc.record({ level: fc.oneof(text, fc.constantFrom("0", "3", "4")), isVirtual: flag })),
    servers: rows({ name, interface: name, profile: name, enabled: flag }),
    profiles: rows({ name, override: text }),
    sessions: reading(fc.nat()),
    radios: rows({
      menu: fc.constantFrom("wireless", "wifi"),
      name,
      network: name,
      isOn: flag,
      mode: fc.constantFrom("ap", "ap-bridge", "station", ""),
      isManaged: flag,
      hasKey: fc.option(flag),
      isApart: fc.option(flag),
    }),
    schedulers: rows({ name: text, does: fc.array(fc.constantFrom("tunnels", "users"), { maxLength: 2 }) }),
    queues: rows({ name: text, target: fc.oneof(text, name, address), isBehind: flag }),
    foreignUsers: reading(
      fc.record({ count: fc.nat(3), handedOver: fc.nat(3), names: fc.array(text, { maxLength: 3 }) }),
    ),
    addresses: rows({ address, interface: name }),
    pools: rows({ name, ranges: fc.oneof(text, fc.ipV4()) }),
    dhcp: rows({ interface: name, pool: name }),
    tunnels: rows({ name: text, type: text }),
    filter: rows(rule),
    ipv6: reading(fc.record({ disabled: flag })),
    ipv6Addresses: rows({ address: text, interface: name }),
    ipv6Filter: rows(rule),
    services: rows({
      name: fc.constantFrom("telnet", "api", "ssh", "other"),
      from: fc.oneof(fc.constant(""), text),
    }),
    user: reading(fc.option(fc.record({ name: text, group: name, from: text }))),
    peer: reading(fc.option(fc.oneof(fc.ipV4(), fc.ipV6()))),
    groups: rows({
      name,
      policies: fc.array(fc.constantFrom("api", "read", "write", "ftp"), { maxLength: 4 }),
    }),
  });
})();

test("any router gets one finding for each trap, in order, in words, and never a fault", () => {
  fc.assert(
    fc.property(someFacts, fc.option(fc.integer()), (made, clockOffMs) => {
      const facts = RouterFacts.parse(JSON.parse(JSON.stringify(made)));
      const findings = judge({ facts, clockOffMs });
      expect(findings.map(({ check }) => check)).toEqual(checkNames);
      for (const finding of findings) {
        expect(Finding.parse(finding)).toEqual(finding);
        const { found, todo } = formatFinding(finding);
        expect(found).not.toMatch(/^$|Not known/);
        expect(todo === "").toBe(finding.verdict === "fine");
      }
      const { blocks, mend } = weigh(findings);
      expect(blocks + mend).toBeLessThanOrEqual(checkNames.length);
    }),
    { numRuns: 300 },
  );
});

test("facts of a newer bridge are taken as far as they are understood", () => {
  const newer = { servers: server, holiday: { value: 1 }, ntp: { unread: "asleep" } };
  expect(RouterFacts.parse(newer)).toEqual({ servers: server, ntp: { unread: "unclear" } });
});

const ends = {
  "7": { address: "10.67.3.4/16", interface: "wg-mlango" },
  "6": { address: "10.67.131.4/32", interface: "ovpn-mlango-1" },
} as const;

describe.each(["7", "6"] as const)(
  "a router with RouterOS %s that comes in at the platform's hosts",
  (major) => {
    const facts: RouterFacts = {
      servers: server,
      peer: { value: "10.67.0.1" },
      addresses: {
        value: [{ address: "10.5.50.1/24", interface: "visitors" }, ends[major]],
      },
      tunnels: { value: [{ name: ends[major].interface, type: "tunnel" }] },
      services: {
        value: [
          { name: "api", from: "" },
          { name: "winbox", from: "" },
        ],
      },
      user: { value: { name: "mlango-api", group: "mlango", from: "" } },
      groups: { value: [{ name: "mlango", policies: ["api", "read", "write", "sensitive", "password"] }] },
    };

    test("has no stranger's tunnel", () => {
      expect(findingOf(facts, "tunnels")?.code).toBe("tunnelsNone");
    });

    test.each([
      ["a host", "10.67.0.1"],
      ["a box at its site", "192.168.88.20"],
    ])("is never told to lock hosts, box or owner out while %s drives it", (_who, peer) => {
      const services = findingOf({ ...facts, peer: { value: peer } }, "services");
      expect(services).toMatchObject({
        code: "servicesOpen",
        command: expect.stringContaining(
          "/ip service set $mlgRow address=10.67.0.0/29,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16 }",
        ),
      });
    });

    test("lets its user in from any host", () => {
      expect(findingOf(facts, "rights")?.command).toBe(
        '/user set [find name="mlango-api"] address=10.67.0.0/29',
      );
    });
  },
);
