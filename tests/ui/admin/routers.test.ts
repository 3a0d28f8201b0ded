import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createBridgeCode, listBridges, type OwnBridge, revokeBridge } from "#contract/bridges";
import { readOwnDevices, saveOwnDevices } from "#contract/own-devices";
import { type Preflight, readPreflight, runPreflight } from "#contract/preflight";
import {
  addTunnelRouter,
  createRouterSetup,
  type RouterSetup,
  readRouterSetup,
  readTunnelOffer,
} from "#contract/router-setup";
import {
  addRouter,
  cancelScan,
  changeOwnRouter,
  discoverRouters,
  type FoundRouter,
  listRoutersOfProvider,
  readScan,
  removeRouter,
  type Scan,
  scanNetwork,
  testRouter,
} from "#contract/routers";
import { catchFiles } from "../support/browser-ports.ts";
import { ago, pass, runClock } from "../support/clock.ts";
import { answer, bodiesOf, held, refusal, sentTo, unreachable } from "../support/fake-server.ts";
import { openAdmin } from "../support/open-admin.tsx";
import {
  addressNow,
  button,
  card,
  dialog,
  fill,
  heads,
  noDialog,
  person,
  press,
  row,
  see,
  toastAfter,
  words,
} from "../support/page.ts";
import { router } from "../support/provider-rows.ts";

// The routers page of the provider console (docs/behaviour/provider-console.md, PC-72 to PC-83).

const tunnel = { connectionType: "ovpn_client" } as const;
const routers = [
  router("Gate", { location: "Kibera Drive" }),
  router("Lodge", {
    ...tunnel,
    ovpnTunnelIp: "10.8.0.6/24",
    ovpnServerHost: "vpn.example",
    findings: { blocks: 2, mend: 0 },
  }),
  router("Ferry", { ...tunnel, ovpnServerHost: "vpn.example", isActive: false }),
  router("Quay", { ...tunnel, isOnline: false, lastSeen: null, statusText: "No bridge installed" }),
];
const bridge: OwnBridge = {
  ...{ id: "b", name: "Gate box", isOnline: true, lastSeen: ago(0), enrolledAt: ago(9_000), routers: [] },
  ...{ version: "1.2.3", updateCommand: null },
};
const success = { success: true as const, message: "" };

beforeEach(() => {
  answer(listRoutersOfProvider, routers);
  answer(listBridges, [bridge]);
  answer(readTunnelOffer, { isOffered: false });
});
async function open(address = "/admin/routers"): Promise<void> {
  openAdmin(address);
  await row("Assigned Routers", "api-Gate");
}

describe("the list", () => {
  it("has the columns and words of PC-73, and counts that open their rows (PC-72)", async () => {
    await open();
    await screen.findByRole("heading", { level: 1, name: "Assigned Routers" });
    expect(await heads("Assigned Routers")).toEqual([
      "Router",
      "Connection",
      "Host/VPN",
      "Status",
      "Last Seen",
      "Actions",
    ]);
    const patterns = {
      Gate: /^Gate api-Gate · Kibera Drive Direct 10\.0\.0\.7:8728 Active Online 5 min ago/,
      Lodge: /OpenVPN 10\.8\.0\.6 Active Online VPN 2 things block selling /,
      Ferry: /OpenVPN vpn\.example Inactive Online VPN /,
      Quay: /OpenVPN VPN Active Offline VPN No bridge installed Never/,
    };
    for (const [name, pattern] of Object.entries(patterns))
      expect(await row("Assigned Routers", `api-${name}`)).toMatch(pattern);
    const counts = {
      Total: [4, ""],
      Online: [3, "?show=online"],
      Active: [3, "?show=active"],
      Offline: [1, "?show=offline"],
    };
    for (const [name, [count, query]] of Object.entries(counts))
      expect(await card(name)).toEqual({ text: `${name} ${count}`, address: `/admin/routers${query}` });
    await person.click(within(screen.getByRole("main")).getByRole("link", { name: /^Offline/ }));
    await see("1 of 4 routers");
    expect(addressNow()).toBe("/admin/routers?show=offline");
    await press("Show all");
    await row("Assigned Routers", "api-Gate");
  });

  it("without a router says what to do next (PC-82)", async () => {
    answer(listRoutersOfProvider, []);
    openAdmin("/admin/routers");
    await see(
      "No routers assigned Discover looks for MikroTik routers at your site; you can also add one by its address.",
    );
  });

  it("without a bridge that comes first, whatever is pressed (PC-82)", async () => {
    answer(listRoutersOfProvider, []);
    answer(listBridges, []);
    openAdmin("/admin/routers");
    await see("First install a bridge at your site; it then finds your routers.");
    await see("No bridge installed Without one your routers stay offline and nobody can be let in.");
    await press("Discover");
    await dialog("Install a bridge");
    expect(sentTo(discoverRouters)).toEqual([]);
  });

  it("that cannot be loaded says so to the letter, and Try again brings it (PC-83)", async () => {
    answer(listRoutersOfProvider, refusal(503, "Busy"));
    answer(listBridges, refusal(500));
    openAdmin("/admin/routers");
    await see("Error Loading Routers Failed to load routers. Please check your connection and try again.");
    await see("Error Loading Bridges Failed to load bridges.");
    answer(listRoutersOfProvider, routers);
    await press("Try again");
    await row("Assigned Routers", "api-Gate");
  });
});

describe("the connection test (PC-75)", () => {
  it.each([
    [{ success: true, message: "RouterOS 7.18" }, "Connection Successful - RouterOS 7.18"],
    [{ success: false, message: "" }, "Connection Failed - Failed to connect to router"],
    [
      { success: false, message: "The router did not answer in time." },
      "Connection Failed - Failed to connect to router: The router did not answer in time.",
    ],
    [refusal(500), "Connection Test Failed - Failed to connect to router"],
  ])("answered %j", async (given, said) => {
    answer(testRouter, given);
    await open();
    expect(await toastAfter(() => press("Test connection of Gate"))).toBe(said);
    expect(sentTo(testRouter)).toMatchObject([{ params: { id: "Gate" } }]);
  });
});

describe("finding routers (PC-76, PC-77)", () => {
  const annex: FoundRouter = {
    ...{ address: "192.168.88.2", macAddress: "4C:5E:0C:00:00:02", identity: "Annex", version: "7.18" },
    ...{ board: "hAP", ports: [8728], routerId: null },
  };
  const scan = (changes: Partial<Scan> = {}): Scan => ({
    ...{ id: "s1", bridgeId: "b", done: false, checked: 10, total: 254, subnets: ["192.168.88.0/24"] },
    ...{ found: [], message: "", ...changes },
  });
  const panel = (name: string) => screen.findByRole("region", { name });

  it("Discover listens with visible progress and lists what it heard; Add opens the form filled in", async () => {
    const release = held(discoverRouters, {
      ...{ ...success, message: "2 MikroTik routers answered.", bridgeId: "b" },
      found: [annex, { ...annex, identity: "Gate", routerId: "Gate", address: "10.0.0.7" }],
    });
    await open();
    await press("Discover");
    within(await panel("Discovering routers")).getByRole("progressbar");
    release();
    await see("2 MikroTik routers answered.");
    const heard = words(await panel("Discovered routers"));
    expect(heard).toContain("Annex 192.168.88.2 · hAP · RouterOS 7.18 · 4C:5E:0C:00:00:02 · API port 8728");
    expect(heard).toContain("Added already");
    await press("Add Annex");
    const form = await dialog("Add router");
    const value = (label: RegExp) => within(form).getByLabelText<HTMLInputElement>(label).value;
    expect([value(/^Name/), value(/^Address/), value(/^API port/)]).toEqual([
      "Annex",
      "192.168.88.2",
      "8728",
    ]);
    expect(within(form).getByRole<HTMLInputElement>("combobox", { name: "Bridge" }).value).toBe("Gate box");
  });

  it("a scan tells how far it is, and Stop scan stops it", async () => {
    answer(scanNetwork, { ...success, scan: scan() });
    answer(readScan, scan({ checked: 20 }));
    await open();
    await press("Scan network");
    await see("20 of 254 addresses checked · 192.168.88.0/24");
    answer(cancelScan, { success: true });
    answer(readScan, scan({ checked: 20, done: true, message: "The scan was stopped." }));
    await press("Stop scan");
    await see("The scan was stopped.");
    expect(screen.queryByRole("button", { name: "Stop scan" })).toBeNull();
    expect(sentTo(cancelScan)).toMatchObject([{ params: { id: "s1" } }]);
  });

  it("a scan that nobody knows any more says so", async () => {
    answer(scanNetwork, { ...success, scan: scan() });
    answer(readScan, refusal(404));
    await open();
    expect(await toastAfter(() => press("Scan network"))).toBe(
      "Network Scan Failed - Failed to scan the network",
    );
  });

  it.each([
    ["Discover", discoverRouters, "Auto-Discovery Failed - Failed to discover MikroTik routers"],
    ["Scan network", scanNetwork, "Network Scan Failed - Failed to scan the network"],
  ] as const)("%s that fails says so", async (name, call, said) => {
    answer(call, refusal(500));
    await open();
    expect(await toastAfter(() => press(name))).toBe(said);
    expect(await button(name)).toHaveProperty("disabled", false);
    answer(call, refusal(503, "The bridge is away."));
    expect(await toastAfter(() => press(name))).toMatch(/ - The bridge is away\.$/);
  });
});

describe("adding and removing (PC-78, PC-79)", () => {
  it("a form that is not complete says what is missing; a complete one brings the router", async () => {
    await open();
    await press("Add router");
    const form = await dialog("Add router");
    await fill({ "API port": "" }, form);
    await press("Add router", form);
    for (const said of [
      "Give the router a name",
      "Enter the router's address",
      "Enter the API user",
      "Enter a port from 1 to 65535",
    ])
      expect(words(form)).toContain(said);
    expect(sentTo(addRouter)).toEqual([]);
    await fill(
      {
        Name: "Garden",
        Address: "192.0.2.9",
        "API port": "8728",
        "API user": "mlango",
        "API password": "secret",
      },
      form,
    );
    answer(addRouter, refusal(409, "There is a router of this name."));
    await press("Add router", form);
    await see("There is a router of this name.", () => form);
    answer(addRouter, router("Garden", { statusText: "Connecting" }));
    expect(await toastAfter(() => press("Add router", form))).toMatch(/^Garden added/);
    // Its bridge reaches it within seconds: the list is asked for twice more in ten, and not after half a minute.
    const asked = sentTo(listRoutersOfProvider).length;
    await waitFor(() => expect(sentTo(listRoutersOfProvider).length).toBeGreaterThan(asked + 1), {
      timeout: 10_000,
    });
    await noDialog();
    expect(bodiesOf(addRouter)[1]).toMatchObject({
      name: "Garden",
      host: "192.0.2.9",
      port: 8728,
      bridgeId: "b",
    });
  });

  const remove = async () => {
    await press("Remove Gate");
    await dialog("Remove Gate?");
    await press("Remove router");
  };

  it("with running purchases the server's sentence is asked again before it is done", async () => {
    answer(removeRouter, ({ query }) =>
      query.confirm
        ? { success: true as const, message: "Gate was removed." }
        : refusal(409, "1 purchase runs or waits at this router."),
    );
    await open();
    await remove();
    await see("1 purchase runs or waits at this router.");
    expect(await toastAfter(() => press("Remove it all the same"))).toBe(
      "Router removed - Gate was removed.",
    );
    expect(sentTo(removeRouter).map(({ query }) => query)).toEqual([{}, { confirm: "true" }]);
  });

  it("a removal that fails says Delete Failed", async () => {
    answer(removeRouter, refusal(500));
    await open();
    expect(await toastAfter(remove)).toBe("Delete Failed - Failed to remove the router");
  });
});

describe("bridges (PC-81)", () => {
  it("are listed with what they serve, their version and the line that updates them", async () => {
    answer(listBridges, [{ ...bridge, isOnline: false, updateCommand: "curl install | sudo sh" }]);
    await open();
    const list = await screen.findByRole("list", { name: "Bridges" });
    expect(words(list)).toMatch(
      /^Gate box Offline Gate, Lodge, Ferry, Quay Last Seen: Just now.* Version 1\.2\.3 /,
    );
    expect(words(list)).toContain(
      "A newer version is there. On the bridge's machine enter: curl install | sudo sh",
    );
  });

  it("a new one is installed by its code, turns to Connected by itself", async () => {
    runClock();
    const expiresAt = new Date(Date.now() + 15 * 60_000).toISOString();
    answer(createBridgeCode, {
      code: "AAAA-BBBB-CCCC-DDDD",
      expiresAt,
      installCommand: "curl x | sh -s -- AAAA-BBBB-CCCC-DDDD",
    });
    await open();
    await press("Install a bridge");
    const form = await dialog("Install a bridge");
    await press("Show the code", form);
    await see("Give the bridge a name", () => form);
    await fill({ "Name of the bridge": "Roof box" }, form);
    await press("Show the code", form);
    await dialog("Install Roof box");
    await see(
      /curl x \| sh -s -- AAAA-BBBB-CCCC-DDDD .*Good for 1[45]:\d\d, and once Waiting for the bridge …/,
    );
    const roof = {
      ...bridge,
      id: "r",
      name: "Roof box",
      isOnline: false,
      enrolledAt: new Date().toISOString(),
    };
    answer(listBridges, [bridge, roof]);
    await pass(3.1);
    await see("Installed. Waiting for its line …");
    answer(listBridges, [bridge, { ...roof, isOnline: true }]);
    await pass(3.1);
    await see("Connected Roof box is connected. Your routers are reached through it from now on.");
    await press("Done");
    await noDialog();
  });

  it("a code that ran out makes way for a new one", async () => {
    runClock();
    const expiresAt = new Date(Date.now() + 15 * 60_000).toISOString();
    answer(createBridgeCode, { code: "AAAA", expiresAt, installCommand: "x" });
    await open();
    await press("Install a bridge");
    await fill({ "Name of the bridge": "Roof box" });
    await press("Show the code");
    await dialog("Install Roof box");
    vi.spyOn(performance, "now").mockReturnValue(performance.now() + 15 * 60_000);
    await pass(1.1);
    await see("This code is no longer good");
    await press("Make a new code");
    await dialog("Install a bridge");
  });

  it.each([
    [{ success: true as const }, "Gate box is revoked"],
    [refusal(500), "Revoke Failed - Failed to revoke the bridge"],
  ])("one is revoked after a question: %j", async (given, said) => {
    answer(revokeBridge, given);
    await open();
    await press("Revoke Gate box");
    await dialog("Revoke Gate box?");
    await see("They stay offline until another bridge is installed. This cannot be undone.");
    expect(await toastAfter(() => press("Revoke bridge"))).toBe(said);
  });
});

describe("the set-up of a router (PC-80)", () => {
  const setup: RouterSetup = {
    routerosVersion: "7.x",
    bridgeAddress: null,
    latest: null,
    undoScript: "/ip hotspot remove",
    undoCommand: "/tool fetch url=undo",
    tunnel: null,
  };
  const made = {
    ...{ id: "x", command: '/tool fetch url="https://x"', expiresAt: ago(-30), script: "# script" },
    fileName: "Gate_mlango_setup.rsc",
  };
  const openSetup = async () => {
    answer(readRouterSetup, setup);
    await open();
    await press("Set up Gate");
  };
  /** The window is another one once the set-up was read. */
  const openForm = async () => {
    await openSetup();
    await button("Make the line");
    return dialog("Set up Gate");
  };

  it("leads from the form to the line, and sees when the bridge has logged in by it", async () => {
    runClock();
    const files = catchFiles();
    const form = await openForm();
    await see("One line in the router's terminal makes it a hotspot that leads to your portal.");
    await fill({ "Address of the bridge's machine": "the office" }, form);
    await press("Make the line", form);
    await see("Enter the address of the bridge's machine, for example 192.168.88.10");
    await fill(
      { "Interface of the visitors": "ether5", "Address of the bridge's machine": "192.168.88.10" },
      form,
    );
    answer(createRouterSetup, made);
    await press("Make the line", form);
    await see(
      /\/tool fetch url="https:\/\/x" .*Good for \d\d:\d\d, until the bridge logs in Waiting for the router …/,
    );
    expect(bodiesOf(createRouterSetup)).toEqual([
      { routerosVersion: "7.x", interface: "ether5", bridgeAddress: "192.168.88.10" },
    ]);
    await press("Download the script");
    expect(files.map(({ name }) => name)).toEqual(["Gate_mlango_setup.rsc"]);
    answer(readRouterSetup, {
      ...setup,
      latest: { id: "x", createdAt: ago(0), expiresAt: made.expiresAt, usedAt: ago(0) },
    });
    await pass(5.0);
    await see("The bridge has logged in to Gate and given it a password of its own.");
    await press("Done");
    await noDialog();
  });

  it("is taken back by one line, or by a script", async () => {
    const form = await openForm();
    await press("Take a set-up back", form);
    await see("/tool fetch url=undo");
    await waitFor(() => expect(screen.getByLabelText("Undo script").textContent).toBe("/ip hotspot remove"));
    await press("Back");
    await button("Make the line");
  });

  it("that cannot be read says so, and offers another try", async () => {
    await openSetup();
    answer(readRouterSetup, unreachable);
    await press("Close");
    answer(readRouterSetup, refusal(503));
    await press("Set up Quay");
    await see("Error Loading the Set-up");
    answer(readRouterSetup, setup);
    await press("Try again");
    await button("Make the line");
  });
});

describe("a router without a computer at its site (PC-80a)", () => {
  const made = {
    ...{ id: "x", routerId: "kiosk", command: '/tool fetch url="https://x"', expiresAt: ago(-30) },
    ...{ script: "# script", fileName: "Kiosk_mlango_setup.rsc" },
  };
  const setup = (tunnel: RouterSetup["tunnel"], usedAt: string | null = null): RouterSetup => ({
    ...{
      routerosVersion: "7.x",
      bridgeAddress: null,
      undoScript: "/ip hotspot remove",
      undoCommand: "/undo",
    },
    latest: { id: "x", createdAt: ago(0), expiresAt: made.expiresAt, usedAt },
    tunnel,
  });

  it("is the first thing offered to who has none, where the platform has a host", async () => {
    answer(readTunnelOffer, { isOffered: true });
    answer(listRoutersOfProvider, []);
    answer(listBridges, []);
    openAdmin("/admin/routers");
    await see("Paste one line into your MikroTik router and it sells: no computer is needed at the site.");
  });

  it("leads from its name to the line and its steps; a step that stops says why and what to do", async () => {
    runClock();
    answer(readTunnelOffer, { isOffered: true });
    await open();
    await press("Set up by one line");
    const form = await dialog("Set up a router by one line");
    await press("Make the line", form);
    await see("Give the router a name");
    await fill({ Name: "Kiosk", "Location (optional)": "Jetty" }, form);
    answer(addTunnelRouter, refusal(503));
    await press("Make the line", form);
    await see("Failed to add the router");
    answer(addTunnelRouter, made);
    answer(readRouterSetup, setup({ done: ["fetched", "keyed"], stopped: null }));
    await press("Make the line", form);
    await see(/\/tool fetch url="https:\/\/x"/);
    expect(bodiesOf(addTunnelRouter).at(-1)).toEqual({
      name: "Kiosk",
      location: "Jetty",
      interface: "bridge",
    });
    await see("The router fetched the script, done Key posted, done Tunnel up The platform has logged in");
    answer(
      readRouterSetup,
      setup({
        done: ["fetched", "keyed"],
        stopped: { why: "Nothing comes through.", next: "Try another uplink." },
      }),
    );
    await pass(5.0);
    await see("Nothing comes through. Try another uplink.");
    const all = ["fetched", "keyed", "tunnel", "logged_in", "hotspot", "device"] as const;
    answer(readRouterSetup, setup({ done: [...all], stopped: null }, ago(0)));
    await pass(5.0);
    await see("First device seen, done");
    await see("Join its WiFi with a phone: your portal opens.");
    await press("Done");
    await noDialog();
  });

  it("is set up again without an address of a bridge", async () => {
    answer(readRouterSetup, { ...setup({ done: [], stopped: null }), latest: null });
    await open();
    await press("Set up Gate");
    await button("Make the line");
    const form = await dialog("Set up Gate");
    expect(words(form)).not.toContain("Address of the bridge's machine");
    answer(createRouterSetup, made);
    await press("Make the line", form);
    await see(/\/tool fetch url="https:\/\/x"/);
    expect(bodiesOf(createRouterSetup)).toEqual([{ routerosVersion: "7.x", interface: "bridge" }]);
  });
});

describe("the checklist of a router (PC-80)", () => {
  const empty: Preflight = {
    checkedAt: null,
    findings: [],
    note: "",
    running: null,
    hindrance: "",
    hasBridge: true,
  };
  const openList = async (checklist: Preflight) => {
    answer(readPreflight, checklist);
    answer(readOwnDevices, []);
    await open();
    await press("Checklist of Gate");
    return dialog("Checklist of Gate");
  };

  it("names traps, the heaviest first, with what to do, and has them checked again", async () => {
    const findings: Preflight["findings"] = [
      { check: "hotspot", verdict: "fine", code: "hotspotRuns", params: {}, why: null, command: null },
      {
        check: "deviceMode",
        verdict: "blocks",
        code: "modeForbids",
        params: {},
        why: null,
        command: "/system device-mode update hotspot=yes",
      },
    ];
    const list = await openList({ ...empty, checkedAt: ago(0), findings });
    await see("1 thing blocks selling here Last checked: Just now", () => list);
    const points = within(screen.getByRole("list", { name: "Checklist" })).getAllByRole("listitem");
    expect(words(points[0])).toMatch(
      /^Device mode Blocks selling .* \/system device-mode update hotspot=yes$/,
    );
    answer(runPreflight, refusal(500));
    expect(await toastAfter(() => press("Check again"))).toBe("Check Failed - Failed to check the router");
  });

  it("tells of a router never checked, and of a check that runs", async () => {
    runClock();
    await openList(empty);
    await see("Not checked yet");
    answer(runPreflight, { success: true, message: "" });
    answer(readPreflight, { ...empty, running: { checked: 5, total: 21 } });
    await press("Check now");
    await see("Asking the router: 5 of 21");
    expect(sentTo(runPreflight)).toHaveLength(1);
  });

  it("tells what could not be read, and why nothing can be checked now", async () => {
    const unread: Preflight["findings"] = [
      { check: "services", verdict: "unknown", code: "unread", params: {}, why: "silent", command: null },
    ];
    const hindrance = "The bridge at this site is not connected.";
    await openList({ ...empty, checkedAt: ago(0), findings: unread, note: "Half of it.", hindrance });
    await see(
      "It cannot be checked now The bridge at this site is not connected. Not everything could be read Half of it. 1 thing could not be read",
    );
    expect(await button("Check again")).toHaveProperty("disabled", true);
  });

  it("leads to a bridge where there is none, and says when it cannot be read", async () => {
    await openList({ ...empty, hindrance: "No bridge installed", hasBridge: false });
    await press("Install a bridge", await dialog("Checklist of Gate"));
    await dialog("Install a bridge");
    await press("Close");
    answer(readPreflight, refusal(503));
    await press("Checklist of Quay");
    await see("Error Loading the Checklist Failed to load the checklist.");
  });
});

describe("a provider's own devices at a router", () => {
  const till = { mac: "02:11:22:33:44:55", name: "Till" };
  const openWith = async (devices: (typeof till)[]) => {
    answer(readPreflight, {
      ...{ checkedAt: null, findings: [], note: "", running: null, hindrance: "" },
      hasBridge: true,
    });
    answer(readOwnDevices, devices);
    await open();
    await press("Checklist of Gate");
    return dialog("Checklist of Gate");
  };

  it("are named with their MAC address, whatever its spelling, and pass from then on", async () => {
    const list = await openWith([]);
    await press("Let it pass", list);
    await see("Name the device", () => list);
    await fill({ Name: " Printer ", "MAC address": "02-aa-bb-cc-dd-ee" }, list);
    const printer = { mac: "02:AA:BB:CC:DD:EE", name: "Printer" };
    answer(saveOwnDevices, [printer]);
    answer(readOwnDevices, [printer]);
    expect(await toastAfter(() => press("Let it pass", list))).toContain("passes now");
    expect(bodiesOf(saveOwnDevices)).toEqual([{ devices: [printer] }]);
    await see("Printer 02:AA:BB:CC:DD:EE", () => list);
  });

  it("are taken off the list, and a fault leaves them on it", async () => {
    const list = await openWith([till]);
    await fill({ Name: "Again", "MAC address": till.mac }, list);
    await press("Let it pass", list);
    await see("This device is on the list already", () => list);
    answer(saveOwnDevices, refusal(500));
    await press("Remove Till", list);
    await see("Failed to save your own devices", () => list);
    answer(saveOwnDevices, []);
    answer(readOwnDevices, []);
    expect(await toastAfter(() => press("Remove Till", list))).toContain("has to pay now");
    expect(bodiesOf(saveOwnDevices).at(-1)).toEqual({ devices: [] });
    answer(readOwnDevices, refusal(503));
    await press("Close", list);
    await press("Checklist of Quay");
    await see("Error Loading Own Devices Failed to load your own devices.");
  });
});

it("speaks Kiswahili of a site, too", async () => {
  localStorage.setItem("console-language", "sw");
  const said = (language: string | null) =>
    language === "sw" ? "Hakuna daraja lililosakinishwa" : "No bridge installed";
  answer(listRoutersOfProvider, ({ language }) => [router("Gate", { statusText: said(language) })]);
  openAdmin("/admin/routers");
  await person.click(await screen.findByRole("radio", { name: "Kiswahili" }));
  await waitFor(() => expect(document.documentElement.lang).toBe("sw"));
  await waitFor(() => expect(words(screen.getByRole("main"))).toContain("Hakuna daraja lililosakinishwa"));
});

describe("editing a router", () => {
  const gate = router("Gate", { location: "Kibera" });
  const openForm = async () => {
    answer(listRoutersOfProvider, [gate]);
    openAdmin("/admin/routers");
    await press("Edit Gate");
    return dialog("Edit Gate");
  };

  it("is tried by its bridge first; a password that is left empty stays", async () => {
    const form = await openForm();
    await fill({ Name: "Main Gate", Address: "10.0.0.8", "API port": "8729" }, form);
    answer(changeOwnRouter, { ...gate, name: "Main Gate", statusText: "Connected, RouterOS 7.18" });
    expect(await toastAfter(() => press("Test and save", form))).toBe(
      "Main Gate changed - Connected, RouterOS 7.18",
    );
    expect(sentTo(changeOwnRouter)[0]?.params).toEqual({ id: "Gate" });
    expect(bodiesOf(changeOwnRouter)).toEqual([
      {
        ...{ name: "Main Gate", host: "10.0.0.8", port: 8_729, username: "api-Gate" },
        ...{ password: "", location: "Kibera" },
      },
    ]);
  });

  it("that does not let the bridge in says why, and can be saved all the same", async () => {
    const form = await openForm();
    answer(changeOwnRouter, refusal(409, "Nothing was changed: the password is wrong."));
    await fill({ "API password": "guess" }, form);
    await press("Test and save", form);
    await see("Nothing was changed: the password is wrong.", () => form);
    answer(changeOwnRouter, gate);
    await press("Save without a test", form);
    await noDialog();
    expect(bodiesOf(changeOwnRouter).at(-1)).toMatchObject({ password: "guess", untested: true });
  });

  it.each([
    [{ "API port": "0" }, "Enter a port from 1 to 65535"],
    [{ "API port": "8e3" }, "Enter a port from 1 to 65535"],
    [{ Name: " " }, "Give the router a name"],
    [{ Address: "" }, "Enter the router's address"],
  ])("refuses %j: %s", async (typed, said) => {
    const form = await openForm();
    await fill(typed as Record<string, string>, form);
    await press("Test and save", form);
    await see(said, () => form);
    expect(sentTo(changeOwnRouter)).toEqual([]);
  });
});
