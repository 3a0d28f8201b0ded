import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import {
  bridgeUpdates,
  createPlatformBridgeCode,
  listPlatformBridges,
  revokePlatformBridge,
  steerBridgeUpdates,
} from "#contract/bridges";
import {
  type GeneratedOvpn,
  generateOvpn,
  listVpnClients,
  regenerateScript,
  revokeVpnClient,
  type VpnClient,
} from "#contract/openvpn";
import { readOwnDevices } from "#contract/own-devices";
import { routersRevenue } from "#contract/platform-figures";
import {
  activateRouter,
  assignRouter,
  listPlatformRouters,
  routerCounts,
  suspendRouter,
  unassignRouter,
} from "#contract/platform-routers";
import { readPreflight } from "#contract/preflight";
import { listProviders, platformProvider } from "#contract/providers";
import { addRouter, changeRouter, reclaimRouter, removeRouter, testRouter } from "#contract/routers";
import { listTunnelHosts, removeTunnelHost, saveTunnelHost } from "#contract/tunnels";
import { catchFiles } from "../support/browser-ports.ts";
import { ago, pass, runClock } from "../support/clock.ts";
import { answer, bodiesOf, refusal, sentTo } from "../support/fake-server.ts";
import { openSuperadmin } from "../support/open-superadmin.tsx";
import {
  addressNow,
  button,
  card,
  choose,
  dialog,
  fill,
  heads,
  noDialog,
  offers,
  person,
  press,
  row,
  see,
  toastAfter,
  words,
} from "../support/page.ts";
import { noBridges, platformRouter, provider } from "../support/platform-rows.ts";

// The routers page of the super admin console with OpenVPN and bridges (docs/behaviour/operator-console.md, OC-51 to
// OC-69).

const gate = platformRouter("Gate");
/** Of the tunnel, in store and suspended. */
const hill = platformRouter("Hill", {
  host: "10.66.0.2",
  routerosVersion: "6.x",
  connectionType: "ovpn_client",
  isActive: false,
  status: "suspended",
  isOnline: false,
  lastSeen: null,
  statusText: "Not assigned",
  providerId: null,
  provider: null,
  location: null,
  bridgeId: null,
  bridgeName: null,
  ovpnServerPort: 1194,
  ovpnServerHost: "vpn.isp.example",
  ovpnUsername: "hill-1",
  ovpnTunnelIp: "10.66.0.2",
  hasOvpnPassword: true,
});
const done = { success: true as const, message: "Done." };

beforeEach(() => {
  answer(listPlatformRouters, [gate, hill]);
  answer(routerCounts, { total: 9, online: 4, assigned: 7, unassigned: 2 });
  answer(routersRevenue, [
    { routerId: "Gate", revenue: { today: 20, thisMonth: 1_234.5, total: 99_000 }, error: null },
    { routerId: "Hill", revenue: null, error: "Not now" },
  ]);
  answer(listProviders, [provider(1, { businessName: "Demo WiFi" })]);
  answer(platformProvider, provider(1, { businessName: "Demo WiFi" }));
  answer(listPlatformBridges, []);
  answer(bridgeUpdates, noBridges);
  answer(listVpnClients, []);
  answer(listTunnelHosts, []);
});
async function open(address = "/superadmin/routers"): Promise<void> {
  openSuperadmin(address);
  await row("Routers", "Gate");
}
async function openTab(tab: "hosts" | "bridges" | "openvpn"): Promise<void> {
  openSuperadmin(`/superadmin/routers?tab=${tab}`);
  await screen.findAllByRole("heading", { level: 1, name: "Router Management" });
}
/** By the menu of a router. */
const act = async (name: string, action: string) => {
  await press(`More actions for ${name}`);
  await person.click(await screen.findByRole("menuitem", { name: action }));
};

describe("the list (OC-51 to OC-54)", () => {
  it("has cards, columns, and money with two decimals that was asked for once", async () => {
    await open();
    await screen.findByRole("heading", { level: 1, name: "Router Management" });
    for (const [name, count] of Object.entries({ Total: 9, Unassigned: 2 }))
      expect((await card(name)).text).toBe(`${name} ${count}`);
    await see("Online 4 Assigned 7");
    expect(await heads("Routers")).toEqual([
      ...["Router", "Host", "Status", "Today's Revenue", "Monthly Revenue", "All Time Revenue"],
      ...["Last Seen", "Actions"],
    ]);
    await see("KSh 20.00 KSh 1,234.50 KSh 99,000.00");
    expect(await row("Routers", "Gate")).toMatch(/Coast WiFi · Pier 192\.168\.88\.1: 8728 Online Connected /);
    expect(await row("Routers", "Hill")).toContain("Error Error Error Never");
    expect(sentTo(routersRevenue).map(({ query }) => query.ids)).toEqual(["Gate,Hill"]);
  });

  it("revenue that could not be read is read again when asked to", async () => {
    await open();
    await see("Error Loading Revenue");
    const revenue = { today: 5, thisMonth: 6, total: 7 };
    answer(
      routersRevenue,
      ["Gate", "Hill"].map((routerId) => ({ routerId, revenue, error: null })),
    );
    await press("Try again");
    await waitFor(async () => expect(await row("Routers", "Hill")).toContain("KSh 5.00 KSh 6.00 KSh 7.00"));
    expect(screen.queryByText("Error Loading Revenue")).toBeNull();
  });

  it("keeps the revenue for 30 s", async () => {
    runClock();
    await open();
    await see("KSh 20.00");
    await pass(61);
    await waitFor(() => expect(sentTo(routersRevenue)).toHaveLength(3));
  });

  it("offers what can be done with each", async () => {
    await open();
    for (const [name, acts] of Object.entries({
      Gate: ["Unassign", "Suspend", "Checklist", "Set up router", "Edit", "Delete"],
      Hill: ["Assign", "Activate", "Checklist", "Set up router", "Edit", "Delete"],
    })) {
      for (const one of [`Details of ${name}`, `Test connection of ${name}`]) await button(one);
      await press(`More actions for ${name}`);
      const items = await screen.findAllByRole("menuitem");
      expect(items.map((item) => words(item))).toEqual(acts);
      await person.keyboard("{Escape}");
      await waitFor(() => expect(screen.queryByRole("menuitem")).toBeNull());
    }
  });

  it("is filtered and searched in the address", async () => {
    await open();
    expect(await offers("Provider")).toEqual(["All routers", "Unassigned", "Demo WiFi"]);
    answer(listPlatformRouters, []);
    await choose("Provider", "Unassigned");
    await person.type(screen.getByRole("searchbox", { name: "Search routers" }), "dam");
    await see("No router is like this");
    await waitFor(() => expect(addressNow()).toBe("/superadmin/routers?provider=unassigned&q=dam"));
    const query = { provider: "unassigned", q: "dam" };
    await waitFor(() => expect(sentTo(listPlatformRouters).at(-1)?.query).toMatchObject(query));
    answer(listPlatformRouters, [gate, hill]);
    await press("Show all");
    await row("Routers", "Gate");
  });

  it("says everything of one in its details", async () => {
    await open();
    await press("Details of Hill");
    const details = await dialog("Details of Hill");
    for (const said of [
      ...["Name Hill", "Status Suspended, Offline – Not assigned", "Connection type OpenVPN"],
      ...["RouterOS version 6.x", "Host 10.66.0.2:8728", "Username api-user", "Password Set"],
      ...["OpenVPN server vpn.isp.example:1194", "Tunnel IP 10.66.0.2", "OpenVPN username hill-1"],
      ...["Location –", "Last Seen Never", "Assigned provider Unassigned", "Bridge No bridge"],
    ])
      expect(words(details)).toContain(said);
  });

  it("that is empty or cannot be loaded says so", async () => {
    answer(listPlatformRouters, refusal(500));
    openSuperadmin("/superadmin/routers");
    await see("Error Loading Routers");
    answer(listPlatformRouters, []);
    await press("Try again");
    await see("No routers yet");
    expect(await screen.findAllByRole("button", { name: "Add Router" })).toHaveLength(2);
  });

  it.each([
    ["Hill", "The whole platform"],
    ["Gate", "Demo WiFi"],
  ])("leads from the checklist of %s to a bridge for %s", async (name, owner) => {
    answer(readPreflight, {
      checkedAt: null,
      findings: [],
      note: "",
      running: null,
      hindrance: "No bridge installed",
      hasBridge: false,
    });
    answer(readOwnDevices, []);
    await open();
    await act(name, "Checklist");
    await press("Install a bridge", await dialog(`Checklist of ${name}`));
    const form = await dialog("Install a bridge");
    const choice = within(form).getByRole<HTMLInputElement>("combobox", { name: "For" });
    await waitFor(() => expect(choice.value).toBe(owner));
  });
});

describe("what is done with a router (OC-57 to OC-63)", () => {
  it.each([
    [{ success: true, message: "RouterOS 7.18" }, "Connection Successful - Router is online and responding"],
    [{ success: false, message: "" }, "Connection Failed - Failed to connect to router"],
    [refusal(500), "Connection Test Failed - Failed to test router connection"],
  ])("a test that answers %j", async (given, said) => {
    answer(testRouter, given);
    await open();
    expect(await toastAfter(() => press("Test connection of Gate"))).toBe(said);
  });

  it.each([
    [
      "Suspend",
      suspendRouter,
      "Suspend Gate?",
      "Suspend Failed - Failed to suspend router",
      "Router Suspended",
    ],
    [
      ...(["Unassign", unassignRouter, "Take Gate from Coast WiFi?"] as const),
      ...(["Unassignment Failed - Failed to unassign router", "Router Unassigned"] as const),
    ],
    ["Delete", removeRouter, "Delete Gate?", "Delete Failed - Failed to delete router", "Router Deleted"],
  ] as const)("%s is asked about, and says what came of it", async (action, call, title, failed, said) => {
    await open();
    const confirmed = async () => {
      await act("Gate", action);
      const question = await dialog(title);
      if (action === "Delete") expect(words(question)).toContain("This cannot be undone.");
      await press(`${action} router`, question);
    };
    answer(call, refusal(500));
    expect(await toastAfter(confirmed)).toBe(failed);
    await noDialog();
    answer(call, done);
    expect(await toastAfter(confirmed)).toBe(`${said} - Done.`);
  });

  it("one that another bridge took over is got back, asked about once, and no other is offered that", async () => {
    const ridge = platformRouter("Ridge", { state: "taken_over", isOnline: false, bridgeName: "Tower" });
    answer(listPlatformRouters, [gate, ridge]);
    await open();
    await press("More actions for Gate");
    await screen.findByRole("menuitem", { name: "Unassign" });
    expect(screen.queryByRole("menuitem", { name: "Get it back" })).toBeNull();
    await person.keyboard("{Escape}");
    const confirmed = async () => {
      await act("Ridge", "Get it back");
      const question = await dialog("Get Ridge back?");
      expect(words(question)).toContain(
        "Its bridge Tower runs it again, and the one that took it over stops",
      );
      await press("Get it back", question);
    };
    answer(reclaimRouter, refusal(503, "The bridge at this site is not connected."));
    expect(await toastAfter(confirmed)).toBe("Update Failed - The bridge at this site is not connected.");
    await noDialog();
    answer(reclaimRouter, done);
    expect(await toastAfter(confirmed)).toBe("Router Updated - Done.");
    expect(sentTo(reclaimRouter).at(-1)?.params).toEqual({ id: "Ridge" });
  });

  it("with running purchases the server's sentence is asked again before it is done (OC-57)", async () => {
    const sentence = "This router still has 1 purchase that runs or waits.";
    answer(unassignRouter, ({ query }) => (query.confirm ? done : refusal(409, sentence, "conflict")));
    await open();
    await act("Gate", "Unassign");
    await press("Unassign router");
    await see(sentence);
    expect(await toastAfter(() => press("Unassign it all the same"))).toBe("Router Unassigned - Done.");
    expect(sentTo(unassignRouter).map(({ query }) => query)).toEqual([{}, { confirm: "true" }]);
  });

  it("Activate and Assign say what came of it; a provider has to be chosen", async () => {
    await open();
    answer(activateRouter, refusal(500));
    const activate = () => act("Hill", "Activate");
    expect(await toastAfter(activate)).toBe("Activation Failed - Failed to activate router");
    answer(activateRouter, done);
    expect(await toastAfter(activate)).toBe("Router Activated - Done.");
    await act("Hill", "Assign");
    const form = await dialog("Assign Hill");
    const assign = () => press("Assign router", form);
    await assign();
    await see("Choose a provider", () => form);
    await choose("Provider", "Demo WiFi", form);
    await fill({ "Location (optional)": "By the dam" }, form);
    answer(assignRouter, refusal(500));
    expect(await toastAfter(assign)).toBe("Assignment Failed - Failed to assign router");
    answer(assignRouter, done);
    expect(await toastAfter(assign)).toBe("Router Assigned - Done.");
    expect(bodiesOf(assignRouter)[1]).toEqual({
      routerId: "Hill",
      providerId: "p1",
      location: "By the dam",
      sharesLogIn: false,
    });
  });
});

const whole = { "Router name": "Garden", Host: "192.0.2.9", Username: "mlango", Password: "secret" };
const openForm = async () => {
  await open();
  await press("Add Router");
  return dialog("Add Router");
};
const goTab = async (name: string) => person.click(await screen.findByRole("tab", { name }));
const send = async () => press("Add Router", await dialog("Add Router"));
const field = (label: string) =>
  within(screen.getByRole("dialog")).getByLabelText<HTMLInputElement>(label, { exact: true });

describe("the form (OC-55, OC-56)", () => {
  it("says that a router of that name is there, and lets it be saved", async () => {
    const form = await openForm();
    await fill({ ...whole, "Router name": " gate" }, form);
    await see("There is a Gate already: give this one a name that tells them apart.", () => form);
    answer(addRouter, platformRouter("Gate", { id: "gate-2" }));
    expect(await toastAfter(send)).toMatch(/^Router Added - /);
  });

  it("says to the letter what is missing or wrong, for either way; OpenVPN Config opens for the tunnel alone", async () => {
    const form = await openForm();
    expect(
      within(form)
        .getAllByRole("tab")
        .map((tab) => words(tab)),
    ).toEqual([...["Basic Setup", "Connection Type", "OpenVPN Config"]]);
    const config = () => screen.getByRole("tab", { name: "OpenVPN Config" });
    expect([config().hasAttribute("disabled"), field("API port").value]).toEqual([true, "8728"]);
    const missing = "Missing Information - Please fill in all required fields";
    for (const label of Object.keys(whole)) {
      await fill({ ...whole, [label]: "" }, form);
      expect(await toastAfter(send)).toBe(missing);
    }
    for (const host of ["a b", "http://192.168.88.1"]) {
      await fill({ ...whole, Host: host }, form);
      expect(await toastAfter(send)).toMatch(/^Invalid Host - Enter an address or a host name alone/);
    }
    await fill(whole, form);
    for (const port of ["0", "70000", ""]) {
      await fill({ "API port": port }, form);
      expect(await toastAfter(send)).toBe("Invalid Port - Please enter a valid port number (1-65535)");
    }
    await fill({ "API port": "8728" }, form);
    await goTab("Connection Type");
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "Direct" }).checked).toBe(true);
    expect(field("RouterOS version").value).toBe("7.x (Recommended)");
    expect(await offers("RouterOS version", form)).toEqual(["7.x (Recommended)", "6.x (Legacy)"]);
    await person.click(screen.getByRole("radio", { name: "OpenVPN client" }));
    expect(config().hasAttribute("disabled")).toBe(false);
    await goTab("Basic Setup");
    await fill({ "Router name": "", Host: "" }, form);
    expect(field("Host").placeholder).toBe("auto-detect");
    expect(await toastAfter(send)).toBe(
      "Missing Information - Please fill in router name, username, and password",
    );
    expect(sentTo(addRouter)).toEqual([]);
  });

  it("adds, edits without the password, and says what came of it (OC-61, OC-63)", async () => {
    const form = await openForm();
    await fill(whole, form);
    answer(addRouter, refusal(500));
    expect(await toastAfter(send)).toBe("Addition Failed - Failed to add or update the router");
    answer(addRouter, { ...gate, name: "Garden" });
    expect(await toastAfter(send)).toBe("Router Added - Garden: Connected");
    await noDialog();
    await act("Gate", "Edit");
    const edit = await dialog("Edit Gate");
    const update = () => press("Update Router", edit);
    expect(field("Password").value).toBe("");
    await fill({ "Router name": "Orchard" }, edit);
    await person.click(within(edit).getByRole("switch", { name: /may have the log-in/ }));
    answer(changeRouter, refusal(500));
    expect(await toastAfter(update)).toBe("Error - Failed to add or update the router");
    answer(changeRouter, { ...gate, name: "Orchard" });
    expect(await toastAfter(update)).toBe("Router Updated - Orchard: Connected");
    expect(bodiesOf(changeRouter)[1]).toMatchObject({ name: "Orchard", password: "", sharesLogIn: true });
  });
});

const vpnBox = {
  id: "b1",
  name: "VPN box",
  provider: null,
  isOnline: true,
  lastSeen: ago(0),
  enrolledAt: ago(9),
  routers: ["Gate"],
  version: "1.2.3",
  updateCommand: null,
  isOld: false,
  updatedBy: "itself" as const,
  isUpdating: false,
  updateFailure: null,
};
const host = {
  id: "1",
  name: "Host one",
  address: "vpn1.isp.example",
  publicKey: "k",
  bridgeId: "b9",
  isOnline: true,
  lastSeen: ago(0),
  version: "1.2.3",
  updateCommand: null,
  isOld: false,
  updatedBy: "itself" as const,
  isUpdating: false,
  updateFailure: null,
  routers: 3,
  strangers: 0,
};

describe("the subjects of the page, each in a tab with an address (OC-51b)", () => {
  const chosen = () => words(screen.getByRole("tab", { selected: true }));

  it("are the routers at first; a tab leaves the filter of the routers where it was", async () => {
    answer(listTunnelHosts, [host]);
    await open("/superadmin/routers?provider=unassigned");
    expect(screen.getAllByRole("tab").map((tab) => words(tab))).toEqual([
      ...["Routers", "Hosts", "Bridges", "OpenVPN"],
    ]);
    expect(chosen()).toBe("Routers");
    const before = sentTo(listPlatformBridges).length;
    await goTab("Hosts");
    await screen.findByRole("list", { name: "Hosts" });
    expect(addressNow()).toBe("/superadmin/routers?provider=unassigned&tab=hosts");
    expect(screen.queryByRole("button", { name: "Add Router" })).toBeNull();
    await goTab("Routers");
    await row("Routers", "Gate");
    expect(addressNow()).toBe("/superadmin/routers?provider=unassigned");
    // What is not looked at is not asked for.
    expect(sentTo(listPlatformBridges)).toHaveLength(before);
  });

  it.each([
    ["?bridges=2", "Bridges"],
    ["?vpnShow=revoked", "OpenVPN"],
    ["?vpn=roof", "OpenVPN"],
    ["?q=Gate", "Routers"],
    ["?tab=nothing", "Routers"],
  ])("an address of before there were tabs opens its own: %s", async (query, name) => {
    openSuperadmin(`/superadmin/routers${query}`);
    await waitFor(() => expect(chosen()).toBe(name));
  });
});

describe("the way from a provider (OC-51a)", () => {
  it("opens the checklist of the router that it names, as its mark does; closed, it stays closed", async () => {
    const blocked = platformRouter("Gate", { findings: { blocks: 1, mend: 0 } });
    answer(listPlatformRouters, [blocked]);
    answer(readPreflight, {
      checkedAt: ago(5),
      findings: [],
      note: "",
      running: null,
      hindrance: "",
      hasBridge: true,
    });
    answer(readOwnDevices, []);
    await open("/superadmin/routers?q=Gate&check=1");
    await dialog("Checklist of Gate");
    await press("Close");
    await noDialog();
    await waitFor(() => expect(addressNow()).toBe("/superadmin/routers?q=Gate"));
    await press("1 thing blocks selling");
    await dialog("Checklist of Gate");
  });

  it("to a router for it: where none waits one is added, and then assigned to it", async () => {
    answer(listPlatformRouters, []);
    openSuperadmin("/superadmin/routers?provider=unassigned&for=p1");
    await see(
      "No router waits to be assigned Add one; then it is assigned to the provider that you came from.",
    );
    await person.click((await screen.findAllByRole("button", { name: "Add Router" }))[0] as HTMLElement);
    await fill(whole, await dialog("Add Router"));
    answer(addRouter, platformRouter("Garden", { providerId: null, provider: null }));
    expect(await toastAfter(send)).toMatch(/^Router Added - /);
    const form = await dialog("Assign Garden");
    answer(assignRouter, done);
    expect(await toastAfter(() => press("Assign router", form))).toBe("Router Assigned - Done.");
    expect(bodiesOf(assignRouter)[0]).toMatchObject({ routerId: "Garden", providerId: "p1" });
  });

  it("to its own routers: one that is added there is offered to it, and does not vanish unassigned", async () => {
    answer(listPlatformRouters, []);
    openSuperadmin("/superadmin/routers?provider=p1");
    await see("No router is like this");
    await person.click((await screen.findAllByRole("button", { name: "Add Router" }))[0] as HTMLElement);
    await fill(whole, await dialog("Add Router"));
    answer(addRouter, platformRouter("Garden", { providerId: null, provider: null }));
    expect(await toastAfter(send)).toMatch(/^Router Added - /);
    const form = await dialog("Assign Garden");
    answer(assignRouter, done);
    expect(await toastAfter(() => press("Assign router", form))).toBe("Router Assigned - Done.");
    expect(bodiesOf(assignRouter)[0]).toMatchObject({ routerId: "Garden", providerId: "p1" });
  });
});

describe("OpenVPN Config (OC-64 to OC-67)", () => {
  const made: GeneratedOvpn = {
    serverHost: "vpn.isp.example",
    serverPort: 1194,
    username: "hill-1",
    password: "tunnel secret",
    tunnelIp: "10.67.96.9",
    clientCertificate: "CERT",
    clientPrivateKey: "KEY",
    caCertificate: "CA",
    routerName: "Roof",
    mikrotikScript: "/interface",
    setupGuide: "# Roof",
    ovpnFile: "client",
  };
  /** At the third tab of a new router. */
  const openConfig = async (name = "Roof") => {
    const form = await openForm();
    await fill({ "Router name": name, Username: "mlango", Password: "secret" }, form);
    await goTab("Connection Type");
    await person.click(screen.getByRole("radio", { name: "OpenVPN client" }));
    await goTab("OpenVPN Config");
    await see("No OpenVPN configuration yet");
  };
  const generate = () => press("Generate Configuration");

  it("needs a name first, and says when it cannot be made", async () => {
    await openConfig("");
    expect(await toastAfter(generate)).toBe("Missing Router Name - Please enter a router name first");
    await goTab("Basic Setup");
    await fill({ "Router name": "Roof" });
    await goTab("OpenVPN Config");
    answer(generateOvpn, refusal(500));
    expect(await toastAfter(generate)).toBe("Error - Failed to generate OpenVPN configuration");
    answer(generateOvpn, made);
    expect(await toastAfter(generate)).toMatch(/^OpenVPN Configuration Generated - /);
    const again = () => press("Regenerate Script");
    answer(regenerateScript, refusal(500));
    expect(await toastAfter(again)).toBe("Error - Failed to regenerate script");
    answer(regenerateScript, { mikrotikScript: "/new", setupGuide: "# New" });
    expect(await toastAfter(again)).toBe("Script Regenerated - It is for RouterOS 7.x.");
    expect(bodiesOf(generateOvpn)[1]).toEqual({ routerName: "Roof", routerosVersion: "7.x" });
  });

  it("chooses the bridge of the host where the router comes in; who takes it away again means it", async () => {
    answer(generateOvpn, { ...made, serverHost: host.address });
    answer(listTunnelHosts, [host]);
    answer(listPlatformBridges, [{ ...vpnBox, id: "b9", name: "Host one" }]);
    await openConfig();
    await generate();
    await see("The private key is shown only now");
    await goTab("Basic Setup");
    await waitFor(() => expect(field("Bridge").value).toBe("Host one (the whole platform)"));
    await choose("Bridge", "No bridge", await dialog("Add Router"));
    await waitFor(() => expect(field("Bridge").value).toBe("No bridge"));
  });

  it("says where the host itself is not set up yet", async () => {
    answer(generateOvpn, { ...made, serverHost: host.address });
    answer(listTunnelHosts, [{ ...host, bridgeId: null }]);
    await openConfig();
    await generate();
    await see("Host one is not set up yet The line that sets it up was not run on its machine.");
  });

  it("is shown, copied, downloaded as seven files, and saved without the private key", async () => {
    const files = catchFiles();
    answer(generateOvpn, made);
    await openConfig();
    await generate();
    await see("The private key is shown only now");
    for (const [name, content] of [
      ...[["Roof_mikrotik_config.rsc", "/interface"] as const, ["Roof_setup_guide.md", "# Roof"] as const],
      ...[["Roof-client.crt", "CERT"] as const, ["Roof-client.key", "KEY"] as const],
      ...[["Roof-ca.crt", "CA"] as const, ["Roof.ovpn", "client"] as const],
      ["Roof_openvpn_config.json", '"tunnelIp": "10.67.96.9"'] as const,
    ]) {
      expect(await toastAfter(() => press(new RegExp(` ${name}$`)))).toBe(`File Downloaded - ${name}`);
      expect(files.at(-1)?.name).toBe(name);
      expect(await files.at(-1)?.content.text()).toContain(content);
    }
    expect(await toastAfter(() => press("Copy Script"))).toBe("Copied - Script");
    expect(await navigator.clipboard.readText()).toBe("/interface");
    answer(addRouter, hill);
    expect(await toastAfter(send)).toMatch(/^Router Added - /);
    expect(bodiesOf(addRouter)).toEqual([
      {
        name: "Roof",
        host: "auto-detect",
        port: 8728,
        username: "mlango",
        password: "secret",
        location: "",
        bridgeId: "none",
        routerosVersion: "7.x",
        connectionType: "ovpn_client",
        isActive: true,
        sharesLogIn: false,
        ovpnServerHost: "vpn.isp.example",
        ovpnServerPort: 1194,
        ovpnUsername: "hill-1",
        ovpnPassword: "tunnel secret",
        ovpnTunnelIp: "10.67.96.9",
        ovpnCertificate: "CERT",
        ovpnCaFile: "CA",
      },
    ]);
  });

  it("says which file a configuration lacks", async () => {
    answer(generateOvpn, { ...made, clientCertificate: "", clientPrivateKey: "", caCertificate: "" });
    await openConfig();
    await generate();
    for (const [ending, title] of [
      ["-client.crt", "Certificate Not Available"],
      ["-client.key", "Private Key Not Available"],
      ["-ca.crt", "CA Certificate Not Available"],
    ])
      expect(await toastAfter(() => press(new RegExp(`Roof${ending}`)))).toMatch(new RegExp(`^${title} - `));
  });
});

describe("certificates of OpenVPN (OC-68)", () => {
  const client: VpnClient = {
    id: "c1",
    routerosVersion: "7.x",
    username: "roof-1",
    routerName: "Roof",
    routerId: "r9",
    tunnelIp: "10.67.96.9",
    fingerprint: "ab",
    createdAt: ago(60),
    expiresAt: ago(-900_000),
    revokedAt: null,
  };

  it("are none at first: that says where they come from, or that there is no host yet", async () => {
    answer(listTunnelHosts, [host]);
    await openTab("openvpn");
    await see("No certificates A router gets one in its form, under OpenVPN Config.");
    answer(listTunnelHosts, []);
    await openTab("openvpn");
    await see(
      "No certificates No host is set up yet at which a router could come in. Set one up under Hosts first.",
    );
  });

  it("are revoked by name", async () => {
    answer(listVpnClients, [client]);
    await openTab("openvpn");
    expect(await row("Certificates", "roof-1")).toMatch(/^Roof roof-1 · RouterOS 7\.x 10\.67\.96\.9 Valid /);
    const revoke = async () => {
      await press("Revoke roof-1");
      await press("Revoke certificate", await dialog("Revoke the certificate of Roof?"));
    };
    answer(revokeVpnClient, refusal(500));
    expect(await toastAfter(revoke)).toBe("Revoke Failed - Failed to revoke the certificate");
    await noDialog();
    answer(revokeVpnClient, done);
    expect(await toastAfter(revoke)).toBe("Certificate revoked - Done.");
    await choose("Show", "Revoked");
    expect(addressNow()).toContain("vpnShow=revoked");
  });
});

it("bridges are installed for the platform or a provider, and revoked after a question (OC-69)", async () => {
  answer(listPlatformBridges, [vpnBox]);
  await openTab("bridges");
  const list = await screen.findByRole("list", { name: "Bridges" });
  expect(words(list)).toContain("VPN box Online The whole platform · Gate");
  answer(createPlatformBridgeCode, { code: "AAAA", expiresAt: ago(-15), installCommand: "curl x" });
  await press("Install a bridge");
  const form = await dialog("Install a bridge");
  await choose("For", "Demo WiFi", form);
  await fill({ "Name of the bridge": "Roof box" }, form);
  await press("Show the code", form);
  await dialog("Install Roof box");
  expect(bodiesOf(createPlatformBridgeCode)).toEqual([{ name: "Roof box", providerId: "p1" }]);
  await press("Close");
  await noDialog();
  answer(revokePlatformBridge, { success: true });
  await press("Revoke VPN box");
  await dialog("Revoke VPN box?");
  expect(await toastAfter(() => press("Revoke bridge"))).toBe("VPN box is revoked");
});

describe("the update of all bridges (OC-58a)", () => {
  const older = { itself: 29, hand: 1, image: 2 };
  const some = {
    ...noBridges,
    versions: [
      { version: "0.2.0", bridges: 1 },
      { version: "0.1.0", bridges: 32 },
    ],
    older,
  };
  const wave = {
    version: "0.2.0",
    state: "running" as const,
    step: 1,
    startedAt: ago(4),
    done: 1,
    updating: 2,
    left: 0,
    stoppedAt: null,
    stoppedFor: "",
  };
  const versions = () => screen.getByRole("region", { name: "Versions of the bridges" });

  it("is begun by one press after a question, and says how far it is", async () => {
    answer(bridgeUpdates, some);
    await openTab("bridges");
    await see("1 bridge with 0.2.0 · 32 bridges with 0.1.0 The server has version 0.2.0.", versions);
    await see("1 older one is updated at the machine, by the line on its card.", versions);
    await see("2 older ones run in a container, and gets a new image.", versions);
    answer(steerBridgeUpdates, { success: true });
    await press("Update bridges");
    const question = await dialog("Update all bridges to version 0.2.0?");
    expect(words(question)).toContain("It stops by itself where one does not come back.");
    answer(bridgeUpdates, { ...some, wave });
    await press("Update bridges", question);
    await see("Updating To 0.2.0: one bridge in twenty. 1 updated, 2 under way, 0 left out.", versions);
    await press("Stop");
    await waitFor(() => expect(bodiesOf(steerBridgeUpdates)).toEqual([{ act: "start" }, { act: "stop" }]));
  });

  it("that stopped says why, and is gone on with; a refusal is said", async () => {
    const stoppedFor = "Box 30 was told to update itself, and did not come back.";
    answer(bridgeUpdates, { ...some, wave: { ...wave, state: "stopped", stoppedAt: ago(1), stoppedFor } });
    await openTab("bridges");
    await see(
      `Stopped To 0.2.0: one bridge in twenty. 1 updated, 2 under way, 0 left out. ${stoppedFor}`,
      versions,
    );
    answer(steerBridgeUpdates, refusal(500));
    await press("Go on");
    await dialog("Go on with the update?");
    const goOn = async () => press("Go on", await dialog("Go on with the update?"));
    expect(await toastAfter(goOn)).toBe("Update Failed - The update of the bridges was not changed");
  });

  it("is not offered where nothing is signed, or all run the newest", async () => {
    answer(bridgeUpdates, { ...some, isSigned: false });
    await openTab("bridges");
    await see("This server's bridge is not signed: each one is updated by hand.", versions);
    expect(screen.queryByRole("button", { name: "Update bridges" })).toBeNull();
  });
});

describe("hosts, at which tunnels end (OC-68a)", () => {
  it("are none at first, and set up by one line", async () => {
    await openTab("hosts");
    await see("No host yet With one, a provider sets a router up by one line");
    await press("Set up a host");
    const form = await dialog("Set up a host");
    await fill({ "Public address of the machine": "vpn1.isp.example", "Name of the host": "Host one" }, form);
    answer(saveTunnelHost, refusal(409));
    await press("Show the code", form);
    await see("Failed to make a code");
    answer(saveTunnelHost, { id: "1", code: "AAAA", expiresAt: ago(-15), installCommand: "curl x --host 1" });
    await press("Show the code", form);
    await dialog("Install Host one");
    await see("curl x --host 1");
    expect(bodiesOf(saveTunnelHost).at(-1)).toEqual({ name: "Host one", address: "vpn1.isp.example" });
  });

  it("show how they stand, and are removed after a question", async () => {
    answer(listTunnelHosts, [host]);
    await openTab("hosts");
    const list = await screen.findByRole("list", { name: "Hosts" });
    expect(words(list)).toContain("Host one Online vpn1.isp.example · Drives 3 routers");
    expect(words(list)).not.toContain("no tunnel to it yet");
    const remove = async () => {
      await press("Remove Host one");
      await dialog("Remove Host one?");
      return press("Remove host");
    };
    answer(removeTunnelHost, refusal(409));
    expect(await toastAfter(remove)).toBe("Remove Failed - Failed to remove the host");
    await noDialog();
    answer(removeTunnelHost, { success: true, message: "Host one is no host any more." });
    expect(await toastAfter(remove)).toBe("Host removed - Host one is no host any more.");
  });

  it("whose line was not run yet show it anew", async () => {
    answer(listTunnelHosts, [{ ...host, bridgeId: null, isOnline: false, lastSeen: null, version: null }]);
    await openTab("hosts");
    await see("Its line was not run on its machine yet.");
    await press("Show the line of Host one");
    const form = await dialog("Set up a host");
    answer(saveTunnelHost, { id: "1", code: "BBBB", expiresAt: ago(-15), installCommand: "curl y --host 1" });
    await press("Show the code", form);
    await see("curl y --host 1");
    expect(bodiesOf(saveTunnelHost)).toEqual([{ name: "Host one", address: "vpn1.isp.example" }]);
  });

  it("say how many routers they could not take over", async () => {
    answer(listTunnelHosts, [host, { ...host, id: "2", name: "Host two", routers: 0, strangers: 3 }]);
    await openTab("hosts");
    await see("3 routers have no tunnel to it yet. “Set up router” makes it.");
  });
});
