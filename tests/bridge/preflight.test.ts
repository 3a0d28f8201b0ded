import { describe, expect, type TestContext, test } from "vitest";
import { menuNames, preflight } from "#bridge/commands/preflight";
import { openRouter, type RouterOptions } from "#bridge/router";
import { RouterFacts } from "#contract/router-facts";
import { say, textIn } from "#contract/texts";
import { judge } from "#worker/features/routers/preflight/judge";
import {
  type Faults,
  type Image,
  memoryStore,
  RouterSimulator,
  type RouterVersion,
  type TrapImage,
  trapImages,
  wellKept,
} from "../simulators/routeros/index.ts";

// A router that is wrong in one way, read over its API and judged: the report names that, and nothing else.

const versions: readonly RouterVersion[] = ["6.49.18", "7.10.2", "7.18.2", "7.22.3"];

async function routerOf(t: TestContext, image: Image): Promise<RouterSimulator> {
  const simulator = new RouterSimulator({ clock: Date, store: memoryStore(), ...image });
  await simulator.listen();
  t.onTestFinished(() => simulator.close());
  return simulator;
}

/** @param shown what the hotspot answers to the bridge; undefined: nothing does */
async function read(
  simulator: RouterSimulator,
  options: RouterOptions = {},
  shown?: string,
  portalHosts?: string[],
  takesOver?: "all" | string[],
) {
  const { name: username = "", password = "" } = simulator.users[0] ?? {};
  const address = { host: "127.0.0.1", port: simulator.port, username, password };
  const router = openRouter(address, options);
  const told: number[] = [];
  const { facts, note } = await preflight({
    router,
    username,
    takesOver,
    now: () => Math.round(performance.now()),
    signal: new AbortController().signal,
    marks: { routerId: "router-1", portalHosts },
    own: "127.0.0.1",
    fetchPage: async () => shown,
    tell: (count) => told.push(count),
  });
  await router.close();
  // What it says must pass the link unchanged.
  expect(RouterFacts.parse(JSON.parse(JSON.stringify(facts)))).toEqual(facts);
  const clock = facts.clock && "value" in facts.clock ? facts.clock.value : null;
  const clockOffMs = clock && clock.at - (Date.now() - clock.ageMs);
  return { facts, note: note ? textIn("en", note) : "", told, findings: judge({ facts, clockOffMs }) };
}

const impatient = { connectTimeoutMs: 1_000, readTimeoutMs: 250 };

/** Everything that is not well: "clock mend clockOff". */
async function wrong(simulator: RouterSimulator): Promise<string[]> {
  const { findings } = await read(simulator);
  return findings
    .filter(({ verdict }) => verdict !== "fine")
    .map(({ check, verdict, code, why }) => [check, verdict, code, ...(why ? [why] : [])].join(" "));
}

/** None of the four versions is safe any more. */
const old = "version mend versionUnsafe";
const noVisitors = ["fastTrack", "unpaid", "radio", "wifiKey", "wifiApart"].map(
  (check) => `${check} unknown unread missing`,
);
const noHotspot = ["freePasses", "bridgePlace", "foreignUsers", "queues"].map(
  (check) => `${check} unknown unread missing`,
);

describe("a router that is well kept", () => {
  test.for(versions)("%s is ready, but for a release that is not safe any more", async (version, t) => {
    const simulator = await routerOf(t, wellKept(version));
    expect(await wrong(simulator)).toEqual([old]);
    expect(simulator.report().writes).toEqual([]);
  });

  test.for([
    ["6.49.18", "6.49.21"],
    ["7.22.3", "7.23.4"],
    ["7.22.3", "7.24.2"],
  ] as const)("%s as release %s is ready", async ([version, release], t) => {
    const { findings, note, told } = await read(await routerOf(t, wellKept(version, release)));
    expect(new Set(findings.map(({ verdict }) => verdict))).toEqual(new Set(["fine"]));
    expect(note).toBe("");
    expect(told).toEqual(menuNames.map((_, index) => index + 1));
  });
});

/** What the report says of each image beside the old release. */
const expected: Record<keyof typeof trapImages, readonly string[]> = {
  "device-mode of a home router": [
    "deviceMode blocks modeForbids",
    "hotspot blocks hotspotDisabled",
    ...noVisitors,
  ],
  "no hotspot package": [
    "hotspotPackage blocks packageMissing",
    "hotspot unknown unread missing",
    "loginPages unknown unread missing",
    ...noHotspot,
    ...noVisitors,
  ],
  "hotspot package disabled": [
    "hotspotPackage blocks packageDisabled",
    "hotspot unknown unread missing",
    "loginPages unknown unread missing",
    ...noHotspot,
    ...noVisitors,
  ],
  "no hotspot": ["hotspot blocks hotspotAbsent", ...noVisitors],
  "licence for one visitor": ["license blocks licenseOne"],
  "virtual router without a licence": ["license mend licenseSlow"],
  "clock of 1970": ["clock mend clockUnset"],
  "clock two hours ahead": ["clock mend clockOff"],
  "no time server": ["clock mend clockAlone"],
  "a former owner's tunnel": ["tunnels mend tunnelsLeft"],
  "a former owner's login pages": ["loginPages blocks pagesOverridden"],
  "the modem's network on the hotspot": ["subnets blocks subnetsClash"],
  "addresses of another network": ["subnets blocks poolOutside"],
  "FastTrack for all": ["fastTrack mend fastTrackPasses"],
  "ICMP for all": ["unpaid mend unpaidIcmp"],
  "every site of the portal's addresses for all": ["unpaid mend unpaidSites"],
  "names without a limit for all": ["unpaid mend unpaidNames"],
  "a rule that accepts everything before ours": ["unpaid mend unpaidIcmp"],
  "a pass for somebody else's device": ["freePasses mend passesOthers"],
  "no way to the internet": ["internet blocks internetNoWay"],
  "no name server": ["internet blocks internetNoNames"],
  "no DHCP server": ["subnets mend addressesFromNobody"],
  "RouterOS' own login pages": ["loginPages blocks pagesOther"],
  "no login pages": ["loginPages blocks pagesMissing"],
  "a bridge among the visitors": ["bridgePlace mend bridgeAmongVisitors"],
  "a bridge among the visitors with a lent address": ["bridgePlace mend bridgeLent"],
  "a pass for whoever has the bridge's address": ["bridgePlace mend bridgeUnbound"],
  "hAP lite on an old release": ["version mend versionUnsafeSmall"],
  "IPv6 on the hotspot": ["ipv6 mend ipv6Open"],
  "management open to everybody": ["services mend servicesOpen"],
  "API user without write": ["rights blocks rightsTooFew"],
  "API user that may do everything": ["rights mend rightsTooMany"],
  "API user from anywhere": ["rights mend rightsFromAnywhere"],
  "users of a system before us": ["foreignUsers mend usersForeign"],
  "a radio that is off": ["radio mend radioOff"],
  "a newer radio that is off": ["radio mend radioOff"],
  "a radio that is another network's station": ["radio mend radioStation"],
  "a newer radio that is another network's station": ["radio mend radioStation"],
  "a radio that CAPsMAN manages": ["radio mend radioManaged"],
  "a newer radio that CAPsMAN manages": ["radio mend radioManaged"],
  "a WiFi with a key": ["wifiKey mend wifiLocked"],
  "a newer WiFi with a key": ["wifiKey mend wifiLocked"],
  "visitors that reach each other": ["wifiApart mend wifiTogether"],
  "visitors that reach each other on a newer radio": ["wifiApart mend wifiTogether"],
  "a former owner's scheduler": ["schedulers mend schedulersLeft"],
  "a former owner's scheduler that runs a script": ["schedulers mend schedulersLeft"],
  "a full flash": ["storage mend storageFull"],
  "a queue for all before the hotspot's": ["queues mend queuesBefore"],
};

const trapped = (Object.entries(trapImages) as [keyof typeof trapImages, TrapImage][]).flatMap(
  ([name, image]) => image.versions.map((version) => [name, version, image] as const),
);

describe("the report names", () => {
  test.for(trapped)("%s, on %s", async ([name, version, image], t) => {
    const simulator = await routerOf(t, image.make(version));
    const release = name === "hAP lite on an old release" ? [] : [old];
    expect((await wrong(simulator)).sort()).toEqual([...expected[name], ...release].sort());
  });
});

describe("users of a system before us", () => {
  const finding = (read: Awaited<ReturnType<typeof readUsers>>) =>
    read.find(({ check }) => check === "foreignUsers");
  const readUsers = async (simulator: RouterSimulator, takesOver?: "all" | string[]) =>
    (await read(simulator, {}, undefined, undefined, takesOver)).findings;

  test.for(versions)("are counted where they are in somebody's way, on %s", async (version, t) => {
    const simulator = await routerOf(t, trapImages["users of a system before us"].make(version));
    expect(finding(await readUsers(simulator))).toMatchObject({
      params: {
        count: 2,
        names: "4C:5E:0C:C3:00:02 (bitwave 0712345678), 4C:5E:0C:C3:00:03 (bitwave 0712345679)",
      },
    });
    expect(finding(await readUsers(simulator, ["4C:5E:0C:C3:00:02"]))?.params.count).toBe(1);
    expect(finding(await readUsers(simulator, "all"))).toMatchObject({
      verdict: "fine",
      code: "usersHandedOver",
      params: { count: 2 },
    });
    // At its limit it gives way by itself; what is ours is none of them.
    const [, , limited] = simulator.state.tables.users;
    if (limited?.used) limited.used.uptimeMs = 86_400_000;
    const [, first] = simulator.state.tables.users;
    if (first) first.values.comment = "MLG;e1;e1";
    expect(finding(await readUsers(simulator))?.code).toBe("usersNone");
  });
});

describe("a radio", () => {
  const of = (findings: Awaited<ReturnType<typeof read>>["findings"]) =>
    findings.flatMap(({ check, code }) => (/^(radio|wifi)/.test(check) ? code : []));

  test("outside of the visitors' network is nobody's concern, nor is a router without one", async (t) => {
    const image = trapImages["a WiFi with a key"].make("7.18.2");
    const simulator = await routerOf(t, image);
    const { menus } = simulator.state.box;
    menus["/interface/bridge/port"] = [{ interface: "wlan1", bridge: "office", disabled: "false" }];
    expect(of((await read(simulator)).findings)).toEqual(["radioElsewhere", "wifiOpen", "wifiApart"]);
    simulator.state.box = { ...simulator.state.box, lacks: ["wireless", "wifi"] };
    expect(of((await read(simulator)).findings)).toEqual(["radioElsewhere", "wifiOpen", "wifiApart"]);
  });

  test("that is off is no finding while somebody is online by an access point elsewhere, or by another radio", async (t) => {
    const image = trapImages["a radio that is off"].make("7.18.2");
    const simulator = await routerOf(t, image);
    const { menus } = simulator.state.box;
    const [radio = {}] = menus["/interface/wireless"];
    menus["/interface/wireless"] = [radio, { ...radio, name: "wlan2", disabled: "false" }];
    menus["/interface/bridge/port"].push({ interface: "wlan2", bridge: "bridge-hotspot" });
    expect(of((await read(simulator)).findings)[0]).toBe("radioServes");
    menus["/interface/wireless"] = [radio];
    simulator.state.tables.users.push({
      id: "*88",
      builtIn: false,
      used: null,
      values: { name: "02:00:00:00:00:01", password: "mac-secret" },
    });
    simulator.control({ host: { mac: "02:00:00:00:00:01", ip: "10.5.50.11", present: true } });
    expect(of((await read(simulator)).findings)[0]).toBe("radioElsewhere");
  });

  test("that is the hotspot's interface itself is looked at, and one that takes no key from a network without one", async (t) => {
    const simulator = await routerOf(t, trapImages["a newer WiFi with a key"].make("7.22.3"));
    const { menus } = simulator.state.box;
    menus["/interface/bridge/port"] = [];
    menus["/interface/wifi"] = [{ name: "bridge-hotspot", security: "sec1", disabled: "false" }];
    expect(of((await read(simulator)).findings)).toEqual(["radioServes", "wifiLocked", "wifiTogether"]);
    menus["/interface/wifi/security"] = [{ name: "sec1", "authentication-types": "owe" }];
    expect(of((await read(simulator)).findings)[1]).toBe("wifiOpen");
    // What stands at the radio counts before its profile.
    menus["/interface/wifi"] = [
      {
        name: "bridge-hotspot",
        security: "sec1",
        "security.authentication-types": "wpa2-psk",
        "datapath.client-isolation": "true",
        disabled: "false",
      },
    ];
    expect(of((await read(simulator)).findings).slice(1)).toEqual(["wifiLocked", "wifiApart"]);
  });
});

test("a queue for all behind the hotspot's own slows nobody", async (t) => {
  const simulator = await routerOf(t, trapImages["a queue for all before the hotspot's"].make("7.18.2"));
  const { menus } = simulator.state.box;
  const code = async () => (await read(simulator)).findings.find(({ check }) => check === "queues")?.code;
  menus["/queue/simple"].unshift({
    name: "<hotspot-02:00:00:00:00:01>",
    target: "10.5.50.11/32",
    dynamic: "true",
  });
  expect(await code()).toBe("queuesNone");
  menus["/queue/simple"].unshift({
    name: "all",
    target: "bridge-hotspot",
    dynamic: "false",
    disabled: "false",
  });
  expect(await code()).toBe("queuesBefore");
});

test("connections of a service that 7.19 lists beside it are not taken for the service", async (t) => {
  const simulator = await routerOf(t, wellKept("7.22.3"));
  const router = openRouter(
    { host: "127.0.0.1", port: simulator.port, username: "mlango", password: "secret" },
    {},
  );
  t.onTestFinished(() => router.close());
  const rows = await router.print("/ip/service", { name: "api" }, ["name", "dynamic"]);
  expect(rows.length).toBeGreaterThan(1);
  const { findings } = await read(simulator);
  expect(findings.find(({ check }) => check === "services")?.code).toBe("servicesClosed");
});

test("what the hotspot answers counts for more than the file, where it answers", async (t) => {
  const simulator = await routerOf(t, wellKept("7.22.3"));
  const verdict = async (shown: string | undefined) =>
    (await read(simulator, {}, shown)).findings.find(({ check }) => check === "loginPages")?.code;
  expect(await verdict(undefined)).toBe("pagesOurs");
  expect(await verdict("<a href='https://cafe.mlango.app/?routerId=router-1&mac=1'>")).toBe("pagesSeen");
  expect(await verdict('<form name="login"><input name="dst"><input name="username">')).toBe("pagesOther");
  expect(await verdict("<title>RouterOS</title><form id='webfig'>")).toBe("pagesOurs");
  simulator.setFaults({ hiddenMenus: ["/file"] });
  expect(await verdict(undefined)).toBe("unread");
  expect(await verdict("router-1")).toBe("pagesSeen");
});

test("pages that lead to the provider who had the router before are no pages of ours", async (t) => {
  const simulator = await routerOf(t, wellKept("7.22.3"));
  const verdict = async (shown: string | undefined, hosts: string[]) =>
    (await read(simulator, {}, shown, hosts)).findings.find(({ check }) => check === "loginPages")?.code;
  const shown = "<a href='https://cafe.mlango.app/?routerId=router-1&mac=1'>";
  expect(await verdict(shown, ["cafe.mlango.app", "mlango.app"])).toBe("pagesSeen");
  expect(await verdict(shown, ["hill.mlango.app", "mlango.app"])).toBe("pagesOther");
  expect(await verdict(undefined, ["hill.mlango.app", "mlango.app"])).toBe("pagesOther");
});

/** Ways in which a router is hard to talk to, and still tells everything. */
const nuisances: readonly (readonly [string, Partial<Faults>])[] = [
  ["bytes that come one by one", { segments: "one byte" }],
  ["the last byte of a reply by itself", { segments: "before final zero" }],
  ["a tag in second place, and bare rows", { tagPosition: "second", bareRow: true }],
  ["!empty", { empty: "print+write" }],
  ["late replies", { late: "after done" }],
  ["a connection that drops", { broken: [{ how: "reset", command: "/ip/address" }] }],
  ["a connection that ends in the middle", { broken: [{ how: "end", command: "/ip/service", when: "mid" }] }],
  ["!fatal", { broken: [{ how: "fatal", command: "/user/print" }] }],
  ["slow replies", { delayMs: 20 }],
];

describe("in spite of", () => {
  test.for(
    versions.flatMap((version) => nuisances.map(([name, faults]) => [name, version, faults] as const)),
  )("%s, %s tells everything", async ([_name, version, faults], t) => {
    const simulator = await routerOf(t, wellKept(version));
    simulator.setFaults(faults);
    const { findings, note } = await read(simulator);
    expect(note).toBe("");
    expect(findings.filter(({ verdict }) => verdict === "unknown")).toEqual([]);
  });
});

describe("a router that", () => {
  const menuOf = (findings: Awaited<ReturnType<typeof read>>["findings"]) =>
    findings.filter(({ why }) => why !== null).map(({ check, why }) => `${check} ${why}`);

  test("is silent on one menu has that left open, and the rest told", async (t) => {
    const simulator = await routerOf(t, wellKept("7.22.3"));
    simulator.setFaults({ broken: [{ how: "stall", command: "/ip/service", times: 9 }] });
    const { findings, note } = await read(simulator, impatient);
    expect(menuOf(findings)).toEqual(["services silent"]);
    expect(note).toMatch(/^The router answered 30 of 31 questions \(.*ip\/service.*\)\.$/);
  });

  test("falls silent for good is given up after three menus, with what it said until then", async (t) => {
    const simulator = await routerOf(t, wellKept("7.22.3"));
    simulator.setFaults({
      broken: ["/system/package", "/system/device-mode", "/ip/hotspot"].map((command) => ({
        how: "stall" as const,
        command,
        times: 99,
      })),
    });
    const began = performance.now();
    const { findings, note, told } = await read(simulator, impatient);
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(findings.find(({ check }) => check === "version")?.code).toBe("versionUnsafe");
    expect(findings.find(({ check }) => check === "services")?.why).toBe("silent");
    expect(note).toContain("The router answered");
    expect(told.at(-1)).toBe(menuNames.length);
  });

  test("cannot be reached, accepts and says nothing, or refuses the password ends in a sentence", async (t) => {
    const simulator = await routerOf(t, wellKept("7.10.2"));
    for (const [faults, note] of [
      [{ accept: "silent" as const }, /^The router did not answer \(/],
      [{ accept: "close" as const }, /^The router did not answer \(/],
    ] as const) {
      simulator.setFaults(faults);
      const said = await read(simulator, { connectTimeoutMs: 150 });
      expect(said.note).toMatch(note);
      expect(new Set(said.findings.map(({ why }) => why))).toEqual(new Set(["silent"]));
    }
    simulator.setFaults({ accept: "normal" });
    simulator.setAccount({ name: "mlango", password: "another", policies: ["api", "read"] });
    const router = openRouter(
      { host: "127.0.0.1", port: simulator.port, username: "mlango", password: "secret" },
      {},
    );
    t.onTestFinished(() => router.close());
    const { note } = await preflight({
      router,
      username: "mlango",
      now: () => performance.now(),
      tell: () => undefined,
      marks: { routerId: "router-1" },
      own: "127.0.0.1",
      signal: new AbortController().signal,
    });
    expect(note).toEqual(say("log_in_refused_why", { why: "invalid user name or password (6)" }));
    expect(simulator.report().failedLogins).toBe(1);
  });

  test("lets the user read nothing, or one menu less, says of each that the user may not", async (t) => {
    const image = wellKept("7.18.2");
    const simulator = await routerOf(t, image);
    simulator.setFaults({ hiddenMenus: ["/user", "/ip/firewall/filter"] });
    expect(menuOf((await read(simulator)).findings)).toEqual([
      "rights forbidden",
      "unpaid forbidden",
      "fastTrack forbidden",
    ]);
    const [user] = image.users;
    if (user) simulator.setAccount({ ...user, policies: ["api", "write"] });
    const { findings, note } = await read(simulator);
    expect(new Set(findings.map(({ why }) => why))).toEqual(new Set(["forbidden"]));
    expect(note).toBe("");
  });

  test("says what no router says has that left open, and nothing breaks", async (t) => {
    const simulator = await routerOf(t, wellKept("7.18.2"));
    const { menus } = simulator.state.box;
    menus["/system/license"] = [{ "software-id": "X" }];
    menus["/ip/address"] = [{ address: "not an address", interface: "ether1", disabled: "perhaps" }];
    menus["/ip/pool"] = [{ name: "hs-pool", ranges: "dhcp-of-my-cousin" }];
    const { findings, note } = await read(simulator);
    expect(menuOf(findings)).toEqual([
      ...["license unclear", "subnets unclear", "bridgePlace unclear", "queues unclear"],
    ]);
    expect(note).toBe("");
  });
});
