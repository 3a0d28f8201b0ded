import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createBridgeCode, listBridges, type OwnBridge, revokeBridge, updateBridge } from "#contract/bridges";
import { readTunnelOffer } from "#contract/router-setup";
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
import { pass, runClock } from "../support/clock.ts";
import { answer, bodiesOf, held, refusal, sentTo } from "../support/fake-server.ts";
import { openAdmin } from "../support/open-admin.tsx";
import {
  actOn,
  addressNow,
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
import { ownBridge, router } from "../support/provider-rows.ts";
import { answerRouters, openRouters } from "../support/routers-page.ts";

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
  // Switched off: what its last look found is red nowhere.
  router("Ferry", {
    ...tunnel,
    ovpnServerHost: "vpn.example",
    isActive: false,
    findings: { blocks: 1, mend: 0 },
  }),
  router("Quay", { ...tunnel, isOnline: false, lastSeen: null, statusText: "No bridge installed" }),
];
const success = { success: true as const, message: "" };

beforeEach(() => answerRouters(routers));
/** One of the ways that the plus offers. */
async function addBy(way: string): Promise<void> {
  await press("Add router");
  await press(way, await dialog("Add a router"));
}

describe("the list", () => {
  it("has the columns and words of PC-73, and counts that open their rows (PC-72)", async () => {
    await openRouters();
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
      Ferry: /OpenVPN vpn\.example Inactive Online VPN (?!1 thing)/,
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
    await waitFor(() => expect(addressNow()).toBe("/admin/routers?show=offline"));
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
    await addBy("Discover");
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

describe("the ways to add a router (PC-77a)", () => {
  const ways = async () => {
    const window = await dialog("Add a router");
    return within(window)
      .getAllByRole("button")
      .map((one) => words(one))
      .filter(Boolean);
  };
  const rest = ["Discover", "Scan network", "By its address"];

  it.each<[string, boolean, OwnBridge[], string[]]>([
    ["one line first, where the platform has a host", true, [ownBridge], ["Set up by one line", ...rest]],
    [
      "one line first and a bridge below it, of who has none",
      true,
      [],
      ["Set up by one line", "Install a bridge", ...rest],
    ],
    ["a bridge first, where the platform has no host", false, [], ["Install a bridge", ...rest]],
    ["Discover first, through the bridge that is there", false, [ownBridge], rest],
  ])("are %s", async (_what, isOffered, bridges, expected) => {
    answer(readTunnelOffer, { isOffered });
    answer(listBridges, bridges);
    await openRouters();
    await press("Add router");
    expect(await ways()).toEqual(expected);
  });

  it("stand open for who was led to them, and stay closed once closed", async () => {
    answer(readTunnelOffer, { isOffered: true });
    await openRouters("/admin/routers?add=1");
    expect(await ways()).toContain("Set up by one line");
    await waitFor(() => expect(addressNow()).toBe("/admin/routers"));
    await press("Close");
    await noDialog();
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
    await openRouters();
    expect(await toastAfter(() => press("Test connection of Gate"))).toBe(said);
    expect(sentTo(testRouter)).toMatchObject([{ params: { id: "Gate" } }]);
  });
});

describe("finding routers (PC-76, PC-77)", () => {
  const annex: FoundRouter = {
    address: "192.168.88.2",
    macAddress: "4C:5E:0C:00:00:02",
    identity: "Annex",
    version: "7.18",
    board: "hAP",
    ports: [8728],
    routerId: null,
  };
  const scan = (changes: Partial<Scan> = {}): Scan => ({
    id: "s1",
    bridgeId: "b",
    done: false,
    checked: 10,
    total: 254,
    subnets: ["192.168.88.0/24"],
    found: [],
    message: "",
    ...changes,
  });
  const panel = (name: string) => screen.findByRole("region", { name });

  it("Discover listens with visible progress and lists what it heard; Add opens the form filled in", async () => {
    const release = held(discoverRouters, {
      ...success,
      message: "2 MikroTik routers answered.",
      bridgeId: "b",
      found: [annex, { ...annex, identity: "Gate", routerId: "Gate", address: "10.0.0.7" }],
    });
    await openRouters();
    await addBy("Discover");
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
    await openRouters();
    await addBy("Scan network");
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
    await openRouters();
    expect(await toastAfter(() => addBy("Scan network"))).toBe(
      "Network Scan Failed - Failed to scan the network",
    );
  });

  it.each([
    ["Discover", discoverRouters, "Auto-Discovery Failed - Failed to discover MikroTik routers"],
    ["Scan network", scanNetwork, "Network Scan Failed - Failed to scan the network"],
  ] as const)("%s that fails says so", async (name, call, said) => {
    answer(call, refusal(500));
    await openRouters();
    expect(await toastAfter(() => addBy(name))).toBe(said);
    answer(call, refusal(503, "The bridge is away."));
    expect(await toastAfter(() => addBy(name))).toMatch(/ - The bridge is away\.$/);
  });
});

describe("adding and removing (PC-78, PC-79)", () => {
  it("a name that another router has is said, and not refused", async () => {
    await openRouters();
    await addBy("By its address");
    const form = await dialog("Add router");
    await fill({ Name: " gate" }, form);
    await see("There is a Gate already: give this one a name that tells them apart.", () => form);
    await fill({ Name: "Gate 2" }, form);
    await waitFor(() => expect(words(form)).not.toContain("already"));
  });

  it("a form that is not complete says what is missing; a complete one brings the router", async () => {
    await openRouters();
    await addBy("By its address");
    const form = await dialog("Add router");
    await fill({ "API port": "" }, form);
    await press("Add router", form);
    for (const said of [
      "Give the router a name",
      "Enter the API user",
      "Please enter a valid port number (1-65535)",
    ])
      await see(said, () => form);
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
    await actOn("Gate", "Remove router");
    await press("Remove router", await dialog("Remove Gate?"));
  };

  it("with running purchases the server's sentence is asked again before it is done", async () => {
    answer(removeRouter, ({ query }) =>
      query.confirm
        ? { success: true as const, message: "Gate was removed." }
        : refusal(409, "1 purchase runs or waits at this router."),
    );
    await openRouters();
    await remove();
    await see("1 purchase runs or waits at this router.");
    expect(await toastAfter(() => press("Remove it all the same"))).toBe(
      "Router removed - Gate was removed.",
    );
    expect(sentTo(removeRouter).map(({ query }) => query)).toEqual([{}, { confirm: "true" }]);
  });

  it("a removal that fails says Delete Failed", async () => {
    answer(removeRouter, refusal(500));
    await openRouters();
    expect(await toastAfter(remove)).toBe("Delete Failed - Failed to remove the router");
  });
});

describe("bridges (PC-81)", () => {
  it("are listed with what they serve, their version and the line that updates them", async () => {
    answer(listBridges, [
      {
        ...ownBridge,
        isOnline: false,
        isOld: true,
        updatedBy: "hand",
        updateCommand: "curl install | sudo sh",
      },
    ]);
    await openRouters();
    const list = await screen.findByRole("list", { name: "Bridges" });
    expect(words(list)).toMatch(
      /^Gate box Offline Gate, Lodge, Ferry, Quay Last Seen: Just now.* Version 1\.2\.3 /,
    );
    expect(words(list)).toContain(
      "A newer version is there. On the bridge's machine enter: curl install | sudo sh",
    );
  });

  it("one that updates itself does so by a press, and says how that goes", async () => {
    const old = { ...ownBridge, isOld: true, updateCommand: "sudo mlango-bridge update" };
    answer(listBridges, [old]);
    await openRouters();
    const list = await screen.findByRole("list", { name: "Bridges" });
    expect(words(list)).toContain("A newer version is there. Who is online stays online. Update");
    expect(words(list)).not.toContain("sudo");
    answer(updateBridge, refusal(500));
    expect(await toastAfter(() => press("Update Gate box"))).toBe(
      "Update Failed - Failed to update the bridge",
    );
    answer(updateBridge, { success: true, message: "The bridge updates itself." });
    answer(listBridges, [{ ...old, isUpdating: true }]);
    expect(await toastAfter(() => press("Update Gate box"))).toBe("Gate box - The bridge updates itself.");
    await see("It is being updated. That takes a minute or two; who is online stays online.");
    expect(screen.queryByRole("button", { name: "Update Gate box" })).toBeNull();
  });

  it("one whose update failed says why, with the line for its machine; one in a container has none", async () => {
    const old = { ...ownBridge, isOld: true, updateCommand: "sudo mlango-bridge update" };
    const box = { ...ownBridge, id: "c", name: "Box", isOld: true, updatedBy: "image" as const };
    answer(listBridges, [{ ...old, updateFailure: "No space left" }, box]);
    await openRouters();
    await see("The last update did not succeed: No space left A newer version is there.");
    await see("sudo mlango-bridge update");
    await see("A newer version is there. It runs in a container: start it with a new image.");
  });

  it("a new one is installed by its code, turns to Connected by itself", async () => {
    runClock();
    const expiresAt = new Date(Date.now() + 15 * 60_000).toISOString();
    answer(createBridgeCode, {
      code: "AAAA-BBBB-CCCC-DDDD",
      expiresAt,
      installCommand: "curl x | sh -s -- AAAA-BBBB-CCCC-DDDD",
    });
    await openRouters();
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
    const letter = screen.getByRole("link", { name: "E-mail" }).getAttribute("href");
    expect(letter).toMatch(/^mailto:\?subject=Install%20Roof%20box&body=curl%20x/);
    const roof = {
      ...ownBridge,
      id: "r",
      name: "Roof box",
      isOnline: false,
      enrolledAt: new Date().toISOString(),
    };
    answer(listBridges, [ownBridge, roof]);
    await pass(3.1);
    await see("Installed. Waiting for its connection …");
    answer(listBridges, [ownBridge, { ...roof, isOnline: true }]);
    await pass(3.1);
    await see("Connected Roof box is connected. Your routers are reached through it from now on.");
    await press("Done");
    await noDialog();
  });

  it("a code that ran out makes way for a new one", async () => {
    runClock();
    const expiresAt = new Date(Date.now() + 15 * 60_000).toISOString();
    answer(createBridgeCode, { code: "AAAA", expiresAt, installCommand: "x" });
    await openRouters();
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
    await openRouters();
    await press("Revoke Gate box");
    await dialog("Revoke Gate box?");
    await see("They stay offline until another bridge is installed. This cannot be undone.");
    expect(await toastAfter(() => press("Revoke bridge"))).toBe(said);
  });
});

it("speaks Kiswahili of a site, too", async () => {
  localStorage.setItem("console-language", "sw");
  const said = (language: string | null) =>
    language === "sw" ? "Hakuna daraja lililosakinishwa" : "No bridge installed";
  answer(listRoutersOfProvider, ({ language }) => [router("Gate", { statusText: said(language) })]);
  openAdmin("/admin/routers");
  await press("Language, theme and logout");
  await person.click(await screen.findByRole("radio", { name: "Kiswahili" }));
  await waitFor(() => expect(document.documentElement.lang).toBe("sw"));
  await waitFor(() => expect(words(screen.getByRole("main"))).toContain("Hakuna daraja lililosakinishwa"));
});

describe("editing a router", () => {
  const gate = router("Gate", { location: "Kibera" });
  const openForm = async () => {
    answer(listRoutersOfProvider, [gate]);
    openAdmin("/admin/routers");
    await actOn("Gate", "Edit");
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
        name: "Main Gate",
        host: "10.0.0.8",
        port: 8_729,
        username: "api-Gate",
        password: "",
        location: "Kibera",
      },
    ]);
  });

  it("that was away is not told what its bridge said before", async () => {
    const refused = router("Gate", { isOnline: false, statusText: "The router refused the password." });
    const form = await openForm();
    await fill({ "API password": "right" }, form);
    answer(changeOwnRouter, refused);
    expect(await toastAfter(() => press("Test and save", form))).toBe("Gate changed");
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
    [{ "API port": "0" }, "Please enter a valid port number (1-65535)"],
    [{ "API port": "8e3" }, "Please enter a valid port number (1-65535)"],
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
