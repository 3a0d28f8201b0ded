import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { listBridges, type OwnBridge } from "#contract/bridges";
import { handOverUsers, keepForeignUsers } from "#contract/foreign-users";
import { readOwnDevices, saveOwnDevices } from "#contract/own-devices";
import { type Preflight, readPreflight, runPreflight } from "#contract/preflight";
import {
  addTunnelRouter,
  createRouterSetup,
  type RouterSetup,
  readRouterSetup,
  readTunnelOffer,
} from "#contract/router-setup";
import { chooseRouterBridge, listRoutersOfProvider } from "#contract/routers";
import { catchFiles, catchShares } from "../support/browser-ports.ts";
import { ago, pass, runClock } from "../support/clock.ts";
import { answer, bodiesOf, refusal, sentTo, unreachable } from "../support/fake-server.ts";
import { openAdmin } from "../support/open-admin.tsx";
import {
  actOn,
  addressNow,
  button,
  dialog,
  fill,
  noDialog,
  offers,
  press,
  see,
  toastAfter,
  words,
} from "../support/page.ts";
import { ownBridge, router } from "../support/provider-rows.ts";
import { answerRouters, openRouters } from "../support/routers-page.ts";

// The windows of one router: its set-up, a tunnel, its checklist and its own devices (docs/behaviour/provider-console.md,
// PC-80 to PC-80b). The list stands in routers.test.ts.

const _success = { success: true as const, message: "" };

beforeEach(() => answerRouters([router("Gate"), router("Quay", { isOnline: false, lastSeen: null })]));

describe("the set-up of a router (PC-80)", () => {
  const setup: RouterSetup = {
    routerosVersion: "7.x",
    bridgeAddress: null,
    latest: null,
    undoScript: "/ip hotspot remove",
    undoCommand: "/tool fetch url=undo",
    unfetched: null,
    tunnel: null,
  };
  const made = {
    id: "x",
    command: '/tool fetch url="https://x"',
    expiresAt: ago(-30),
    script: "# script",
    fileName: "Gate_mlango_setup.rsc",
    routerosVersion: "7.x" as const,
  };
  const openSetup = async (known = setup) => {
    answer(readRouterSetup, known);
    await openRouters();
    await actOn("Gate", "Set up router");
  };
  /** The window is another one once the set-up was read. */
  const openForm = async (known = setup) => {
    await openSetup(known);
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
    await see("where it can't, it says that nothing was run. The file is the safer way then");
    expect(bodiesOf(createRouterSetup)).toEqual([
      { routerosVersion: "7.x", interface: "ether5", bridgeAddress: "192.168.88.10" },
    ]);
    await press("Download the script");
    expect(files.map(({ name }) => name)).toEqual(["Gate_mlango_setup.rsc"]);
    const latest = { id: "x", createdAt: ago(0), expiresAt: made.expiresAt, usedAt: null };
    const unfetched = { why: "Nothing has asked for this line yet.", next: "New router? Enter this." };
    answer(readRouterSetup, { ...setup, unfetched, latest: { ...latest, isSeenElsewhere: false } });
    await pass(5.0);
    await see("Nothing has asked for this line yet. New router? Enter this.");
    answer(readRouterSetup, { ...setup, latest: { ...latest, isSeenElsewhere: true } });
    await pass(5.0);
    await waitFor(() => expect(screen.queryByText("New router? Enter this.")).toBeNull());
    await see(/Somebody else asked for this line .* Make a new line/);
    answer(readRouterSetup, { ...setup, latest: { ...latest, usedAt: ago(0), isSeenElsewhere: false } });
    await pass(5.0);
    await see("The bridge has logged in to Gate and given it a password of its own.");
    await press("Done");
    await noDialog();
  });

  it("asks for no bridge's address where the router comes in at a host of the platform", async () => {
    answer(createRouterSetup, made);
    const form = await openForm({ ...setup, bridgeAddress: "10.67.0.1", comesInAtHost: true });
    expect(words(form)).not.toContain("Address of the bridge's machine");
    await press("Make the line", form);
    await button("Copy the line");
    expect(bodiesOf(createRouterSetup)).toEqual([{ routerosVersion: "7.x", interface: "bridge" }]);
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
    await actOn("Quay", "Set up router");
    await see("Error Loading the Set-up");
    answer(readRouterSetup, setup);
    await press("Try again");
    await button("Make the line");
  });
});

describe("a router without a computer at its site (PC-80a)", () => {
  const made = {
    id: "x",
    routerId: "kiosk",
    command: '/tool fetch url="https://x"',
    expiresAt: ago(-30),
    script: "# script",
    fileName: "Kiosk_mlango_setup.rsc",
    routerosVersion: "7.x" as const,
  };
  const setup = (tunnel: RouterSetup["tunnel"], usedAt: string | null = null): RouterSetup => ({
    routerosVersion: "7.x",
    bridgeAddress: null,
    undoScript: "/ip hotspot remove",
    undoCommand: "/undo",
    unfetched: null,
    latest: { id: "x", createdAt: ago(0), expiresAt: made.expiresAt, usedAt, isSeenElsewhere: false },
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
    await openRouters();
    await press("Add router");
    await press("Set up by one line", await dialog("Add a router"));
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
    // No bridge logs in at a router that comes in by a tunnel.
    await see(/\/tool fetch url="https:\/\/x" .*Good for \d\d:\d\d, until the router logs in/);
    const shared = catchShares(true);
    await press("Send the line to my computer");
    await waitFor(() => expect(shared).toEqual([made.command]));
    const letter = screen.getByRole("link", { name: "E-mail" }).getAttribute("href") ?? "";
    expect(letter).toBe(
      "mailto:?subject=Set%20up%20Kiosk&body=%2Ftool%20fetch%20url%3D%22https%3A%2F%2Fx%22",
    );
    await see("Where it can't, it says that nothing was run: set its clock (System, Clock)");
    expect(bodiesOf(addTunnelRouter).at(-1)).toEqual({
      name: "Kiosk",
      location: "Jetty",
      interface: "bridge",
    });
    await see("The router fetched the script, done Key posted, done Tunnel up The platform has logged in");
    const unfetched = { why: "Nothing has asked for this line yet.", next: "New router? Enter this." };
    answer(readRouterSetup, { ...setup({ done: [], stopped: null }), unfetched });
    await pass(5.0);
    await see("Nothing has asked for this line yet. New router? Enter this.");
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
    await openRouters();
    await actOn("Gate", "Set up router");
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
    await openRouters();
    await actOn("Gate", "Checklist");
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

  it("that is closed comes back to the sheet from which it was opened; closed as well, nothing is left open", async () => {
    await press("Close", await openList({ ...empty, checkedAt: ago(0), findings: [] }));
    const sheet = await dialog("Gate");
    await button("Remove router", sheet);
    await waitFor(() => expect(addressNow()).toBe("/admin/routers?router=Gate"));
    await press("Close", sheet);
    await noDialog();
    await waitFor(() => expect(addressNow()).toBe("/admin/routers"));
  });

  it("leads to the set-up line, once, where findings send one to it", async () => {
    const points = [
      { check: "rights", verdict: "mend", code: "rightsTooMany", params: {}, why: null, command: null },
      { check: "loginPages", verdict: "blocks", code: "pagesOther", params: {}, why: null, command: null },
    ] satisfies Preflight["findings"];
    const list = await openList({ ...empty, checkedAt: ago(0), findings: points });
    await see("Paste the set-up line again", () => list);
    answer(readRouterSetup, refusal(500));
    const [first, second] = within(screen.getByRole("list", { name: "Checklist" })).getAllByRole("listitem");
    expect(words(first)).toMatch(/^Login pages Blocks selling .* Set up router$/);
    expect(words(second)).not.toContain("Set up router");
    await press("Set up router", first);
    await dialog("Set up Gate");
  });

  it("hands users of another system over by one press, and leaves them alone again", async () => {
    const foreign = (code: "usersForeign" | "usersHandedOver"): Preflight => ({
      ...empty,
      checkedAt: ago(0),
      findings: [
        {
          check: "foreignUsers",
          verdict: code === "usersForeign" ? "mend" : "fine",
          code,
          params: { count: 2, names: "4C:5E:0C:C3:00:02 (bitwave)" },
          why: null,
          command: null,
        },
        { check: "tunnels", verdict: "fine", code: "tunnelsNone", params: {}, why: null, command: null },
      ],
    });
    const list = await openList(foreign("usersForeign"));
    await see(
      "2 devices have a user of another system on this router: 4C:5E:0C:C3:00:02 (bitwave). What they buy here does not let them in.",
      () => list,
    );
    answer(handOverUsers, refusal(500));
    expect(await toastAfter(() => press("Hand over to Mlango", list))).toBe(
      "Not handed over - Nothing was changed. Please try again.",
    );
    answer(handOverUsers, { success: true, message: "From now on." });
    answer(readPreflight, foreign("usersHandedOver"));
    expect(await toastAfter(() => press("Hand over to Mlango", list))).toBe("Handed over - From now on.");
    expect(sentTo(handOverUsers).at(-1)).toMatchObject({ body: { macAddress: null } });
    await see("2 users are handed over to Mlango", () => list);
    answer(keepForeignUsers, { success: true, message: "Left." });
    await press("Leave them alone again", list);
    await waitFor(() => expect(sentTo(keepForeignUsers)).toHaveLength(1));
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
    await actOn("Quay", "Checklist");
    await see("Error Loading the Checklist Failed to load the checklist.");
  });
});

describe("a provider's own devices at a router", () => {
  const till = { mac: "02:11:22:33:44:55", name: "Till" };
  const openWith = async (devices: (typeof till)[]) => {
    answer(readPreflight, {
      checkedAt: null,
      findings: [],
      note: "",
      running: null,
      hindrance: "",
      hasBridge: true,
    });
    answer(readOwnDevices, devices);
    await openRouters();
    await actOn("Gate", "Checklist");
    return dialog("Checklist of Gate");
  };

  it("are named with their MAC address, whatever its spelling, and pass from then on", async () => {
    const list = await openWith([]);
    await press("Let it pass", list);
    await see("Name the device, with 60 characters at most", () => list);
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
    expect(await toastAfter(() => press("Remove Till", list))).toBe(
      "Not changed - Failed to save your own devices",
    );
    answer(saveOwnDevices, []);
    answer(readOwnDevices, []);
    expect(await toastAfter(() => press("Remove Till", list))).toContain("has to pay now");
    expect(bodiesOf(saveOwnDevices).at(-1)).toEqual({ devices: [] });
    answer(readOwnDevices, refusal(503));
    await press("Close", list);
    await actOn("Quay", "Checklist");
    await see("Error Loading Own Devices Failed to load your own devices.");
  });
});

describe("who runs a router with a tunnel (PC-80c)", () => {
  const openWindow = async (bridgeId: string, bridges: OwnBridge[]) => {
    answer(listRoutersOfProvider, [router("Gate", { connectionType: "tunnel", bridgeId }), router("Quay")]);
    answer(listBridges, bridges);
    await openRouters();
    await press(/^Quay ?api-Quay/);
    const other = await dialog("Quay");
    await button("Edit", other);
    expect(within(other).queryByRole("button", { name: "Who runs it" })).toBeNull();
    await press("Close", other);
    await noDialog();
    await actOn("Gate", "Who runs it");
    return dialog("Who runs Gate");
  };
  const away: OwnBridge = { ...ownBridge, id: "a", name: "Hut box", isOnline: false };

  it("is a bridge of the provider's own that is chosen, and the reason is said where it does not find the router", async () => {
    const form = await openWindow("host", [away, ownBridge]);
    await see("The platform runs Gate through its tunnel.");
    expect(await offers("Bridge at the site", form)).toEqual(["Hut box (offline)", "Gate box"]);
    answer(chooseRouterBridge, refusal(409, "The bridge says: At 192.168.88.1 it is another router."));
    await press("Let this bridge run it", form);
    await see("The bridge says: At 192.168.88.1 it is another router.");
    answer(chooseRouterBridge, { success: true, message: "Gate is run by the box at its site now." });
    const said = await toastAfter(() => press("Let this bridge run it", form));
    expect(said).toContain("Gate is run by the box at its site now.");
    expect(bodiesOf(chooseRouterBridge)).toEqual([{ bridgeId: "b" }, { bridgeId: "b" }]);
    await noDialog();
  });

  it("is the platform again once the bridge gives it back", async () => {
    const form = await openWindow("b", [ownBridge]);
    await see("Gate box runs Gate. Its tunnel stays up");
    answer(chooseRouterBridge, { success: true, message: "Gate is run by the platform again." });
    expect(await toastAfter(() => press("Give it back to the platform", form))).toContain("again");
    expect(bodiesOf(chooseRouterBridge)).toEqual([{ bridgeId: null }]);
  });

  it("is nobody else without a bridge, which is offered", async () => {
    await openWindow("host", []);
    await press("Install a bridge", await dialog("Who runs Gate"));
    await dialog("Install a bridge");
  });
});
