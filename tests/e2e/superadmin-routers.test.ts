import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { GeneratedOvpn } from "#contract/openvpn";
import type { PlatformRouter } from "#contract/platform-routers";
import { expectAccessible, launchBrowser } from "../support/site/browser.ts";
import { ConsoleOperator, type OperatorOptions } from "../support/site/console-operator.ts";
import { startPart } from "../support/site/processes.ts";
import { readRows } from "../support/site/read-rows.ts";
import { testSite } from "../support/site/test-site.ts";

// The routers page of the super admin console (docs/behaviour/operator-console.md, "Routers"), with the real bridge of
// the site; answers that the site would have to break for are put in its place.

const { site } = testSite();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const lists = "**/api/superadmin/routers?**";
const revenues = "**/api/superadmin/routers/revenue**";

/** @param routers what the list answers instead of the site */
async function come({ routers, ...options }: OperatorOptions & { routers?: PlatformRouter[] } = {}) {
  const operator = await ConsoleOperator.come(site(), browser, options);
  if (routers) await operator.page.route(lists, (route) => route.fulfill({ json: routers }));
  await operator.open("/superadmin/routers");
  return operator;
}

function parts({ page }: ConsoleOperator) {
  const dialog = page.getByRole("dialog");
  return {
    dialog,
    toast: page.locator(".mantine-Notification-root"),
    button: (name: string) => page.getByRole("button", { name, exact: true }),
    row: (name: string) => page.getByRole("row", { name: new RegExp(`^${name}`) }),
    card: (name: string) => page.locator(".mantine-Card-root").filter({ hasText: name }).first(),
    tab: (name: string) => dialog.getByRole("tab", { name }),
    field: (label: string) => dialog.getByLabel(label, { exact: true }),
    send: dialog.locator("button[type=submit]"),
    act: async (router: string, action: string) => {
      await page.getByRole("button", { name: `More actions for ${router}` }).click();
      await page.getByRole("menuitem", { name: action, exact: true }).click();
    },
  };
}

const gate: PlatformRouter = {
  ...{ id: "11111111-1111-4111-8111-111111111111", name: "Gate", host: "192.168.88.1", port: 8728 },
  ...{ username: "api-user", routerosVersion: "7.x", connectionType: "direct", isActive: true },
  ...{ status: "active", isOnline: true, statusText: "Connected, RouterOS 7.18", providerId: "p" },
  ...{ lastSeen: new Date().toISOString(), provider: { businessName: "Coast WiFi" }, location: "Pier" },
  ...{ bridgeId: "b", bridgeName: "Pier box", ovpnServerHost: null, ovpnServerPort: null },
  ...{ ovpnUsername: null, ovpnTunnelIp: null, ovpnCertificate: null, ovpnCaFile: null },
  ...{ hasPassword: true, hasOvpnPassword: false, traps: null },
};
const tunnel: PlatformRouter = {
  ...gate,
  ...{ id: "22222222-2222-4222-8222-222222222222", name: "Hill", host: "10.8.0.2" },
  ...{ connectionType: "ovpn_client", routerosVersion: "6.x", isOnline: false, lastSeen: null },
  ...{ isActive: false, status: "suspended", providerId: null, provider: null, location: null },
  ...{ ovpnServerHost: "vpn.mlango.example", ovpnServerPort: 1194, ovpnUsername: "hill-1" },
  ...{ ovpnTunnelIp: "10.8.0.2", hasOvpnPassword: true, statusText: "Not assigned to a provider yet" },
};

describe("the list", () => {
  it("shows cards, the specified columns, the site's router as it is, and money with two decimals", async () => {
    const operator = await come();
    const { page } = operator;
    const { row, card } = parts(operator);
    await page.getByRole("heading", { level: 1, name: "Router Management" }).waitFor();
    const columns = ["Router", "Host", "Status", "Today's Revenue", "Monthly Revenue", "All Time Revenue"];
    await row("Main Gate").waitFor();
    for (const heading of [...columns, "Last Seen", "Actions"])
      expect(await page.getByRole("columnheader", { name: heading }).count()).toBe(1);
    const gateRow = row("Main Gate");
    for (const text of [`127.0.0.1:${site().routerPort}`, "Online", "KSh 0.00"])
      await gateRow.getByText(text, { exact: true }).first().waitFor();
    await gateRow.getByText("Demo WiFi").waitFor();
    for (const [name, count] of Object.entries({ Total: 2, Online: 1, Assigned: 2, Unassigned: 0 }))
      await expect
        .poll(async () => (await card(name).innerText()).replace(/\s/g, ""))
        .toBe(`${name}${count}`);
    expect(operator.faults).toEqual([]);
    await operator.leave();
  });

  it("asks for the revenue of a page once, and says Error in the row that failed", async () => {
    const operator = await ConsoleOperator.come(site(), browser);
    const { page, requests } = operator;
    const { row } = parts(operator);
    await page.route(lists, (route) => route.fulfill({ json: [gate, tunnel] }));
    await page.route(revenues, (route) =>
      route.fulfill({
        json: [
          { routerId: gate.id, revenue: { today: 20, thisMonth: 1234.5, total: 99_000 }, error: null },
          { routerId: tunnel.id, revenue: null, error: "Not now" },
        ],
      }),
    );
    await operator.open("/superadmin/routers");
    for (const text of ["KSh 20.00", "KSh 1,234.50", "KSh 99,000.00"])
      await row("Gate").getByText(text, { exact: true }).waitFor();
    expect(await row("Hill").getByText("Error", { exact: true }).count()).toBe(3);
    const asked = requests.filter((request) => request.includes("/revenue"));
    expect(asked).toEqual(["GET /api/superadmin/routers/revenue"]);
    await operator.leave();
  });

  it("is filtered and searched in the address, and Details say everything", async () => {
    const operator = await come();
    const { page } = operator;
    const { row, dialog, button } = parts(operator);
    await page.getByRole("searchbox", { name: "Search routers" }).fill("savanna");
    await row("Main Gate").waitFor({ state: "detached" });
    await row("Savanna Lodge").waitFor();
    expect(page.url()).toContain("q=savanna");
    await page.goto(`${operator.origin}/superadmin/routers?provider=unassigned`);
    await page.getByText("No router is like this").waitFor();
    await button("Show all").click();
    await row("Main Gate").waitFor();
    await page.getByRole("combobox", { name: "Provider" }).fill("Savanna");
    await page.getByRole("option", { name: "Savanna Net" }).click();
    await row("Main Gate").waitFor({ state: "detached" });
    expect(page.url()).toContain(`provider=${site().seeded.savanna.id}`);
    await page.route(lists, (route) => route.fulfill({ json: [tunnel] }));
    await page.reload();
    await button("Details of Hill").click();
    const said = await dialog.innerText();
    for (const text of [
      ...["Hill", "Suspended, Offline", "OpenVPN", "6.x", "10.8.0.2:8728", "api-user"],
      ...["vpn.mlango.example:1194", "10.8.0.2", "hill-1", "Never", "Unassigned"],
    ])
      expect(said).toContain(text);
    await operator.leave();
  });

  it("that cannot be loaded says so, and Try again brings it", async () => {
    const operator = await ConsoleOperator.come(site(), browser);
    const { page } = operator;
    await page.route(lists, (route) => route.fulfill({ status: 500, body: "" }));
    await operator.open("/superadmin/routers");
    const alert = page.getByRole("alert");
    await alert.getByText("Error Loading Routers", { exact: true }).waitFor();
    await page.unroute(lists);
    await alert.getByRole("button", { name: "Try again" }).click();
    await parts(operator).row("Main Gate").waitFor();
    await operator.leave();
  });
});

describe("the connection test", () => {
  it("reaches the router through its bridge", async () => {
    const operator = await come();
    const { toast, button } = parts(operator);
    await button("Test connection of Main Gate").click();
    await toast.getByText("Connection Successful", { exact: true }).waitFor();
    expect(await toast.getByText("Router is online and responding", { exact: true }).count()).toBe(1);
    await operator.leave();
  });

  it.each([
    [{ json: { success: false, message: "" } }, "Connection Failed", "Failed to connect to router"],
    [{ status: 500, body: "" }, "Connection Test Failed", "Failed to test router connection"],
  ])("that answers %j says so", async (answer, title, text) => {
    const operator = await come({ routers: [gate] });
    const { toast, button } = parts(operator);
    await operator.page.route("**/api/admin/routers/*/test", (route) => route.fulfill(answer));
    await button("Test connection of Gate").click();
    await toast.getByText(title, { exact: true }).waitFor();
    expect(await toast.getByText(text, { exact: true }).count()).toBe(1);
    await operator.leave();
  });
});

describe("the form", () => {
  async function openForm() {
    const operator = await come();
    await parts(operator).button("Add Router").click();
    await parts(operator).dialog.waitFor();
    return operator;
  }

  it("says to the letter what is missing or wrong, for either way; OpenVPN Config opens for the tunnel alone", async () => {
    const operator = await openForm();
    const { toast, field, send, tab, dialog } = parts(operator);
    const refused = async (title: string, text: string) => {
      await send.click();
      await toast.getByText(title, { exact: true }).waitFor();
      await toast.getByText(text, { exact: true }).waitFor();
    };
    await refused("Missing Information", "Please fill in all required fields");
    expect(await tab("OpenVPN Config").isDisabled()).toBe(true);
    expect(await field("API port").inputValue()).toBe("8728");
    await field("Router name").fill("Garden");
    await field("Username").fill("mlango");
    await field("Password").fill("secret");
    // Only the address is missing.
    await refused("Missing Information", "Please fill in all required fields");
    await field("Host").fill("192.0.2.9");
    for (const port of ["0", "70000", ""]) {
      await field("API port").fill(port);
      await refused("Invalid Port", "Please enter a valid port number (1-65535)");
    }
    await field("API port").fill("8728");
    await tab("Connection Type").click();
    expect(await dialog.getByRole("radio", { name: "Direct" }).isChecked()).toBe(true);
    expect(await dialog.getByRole("combobox", { name: "RouterOS version" }).inputValue()).toBe(
      "7.x (Recommended)",
    );
    await dialog.getByRole("radio", { name: "OpenVPN client" }).click();
    expect(await tab("OpenVPN Config").isDisabled()).toBe(false);
    await tab("Basic Setup").click();
    await field("Host").fill("");
    await field("Password").fill("");
    await refused("Missing Information", "Please fill in router name, username, and password");
    expect(operator.requests).not.toContain("POST /api/admin/routers");
    expect(operator.faults).toEqual([]);
    await operator.leave();
  });

  it("takes a router from nothing to a provider, on and off, back, and away", async () => {
    const operator = await openForm();
    const { page } = operator;
    const { toast, field, send, row, act, dialog, button } = parts(operator);
    await field("Router name").fill("Garden");
    await field("Host").fill("192.0.2.9");
    await field("Username").fill("mlango");
    await field("Password").fill("secret");
    await send.click();
    await toast.getByText("Router Added", { exact: true }).waitFor();
    await row("Garden").getByText("Not assigned to a provider yet").waitFor();

    for (const [router, owner] of [
      ["Garden", "The whole platform"],
      ["Savanna Lodge", "Savanna Net"],
    ] as const) {
      await act(router, "Checklist");
      await dialog.getByText("No bridge installed", { exact: true }).waitFor();
      await expectAccessible(page);
      await dialog.getByRole("button", { name: "Install a bridge" }).click();
      await dialog
        .getByRole("combobox", { name: "For" })
        .and(page.locator(`[value="${owner}"]`))
        .waitFor();
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
    }

    await act("Garden", "Assign");
    await send.click();
    await dialog.getByText("Choose a provider", { exact: true }).waitFor();
    await dialog.getByRole("combobox", { name: "Provider" }).fill("savanna");
    await page.getByRole("option", { name: "Savanna Net" }).click();
    await dialog.getByLabel("Location (optional)").fill("By the dam");
    await send.click();
    await toast.getByText("Router Assigned", { exact: true }).waitFor();
    await row("Garden").getByText("Savanna Net · By the dam").waitFor();

    await act("Garden", "Edit");
    expect(await field("Password").inputValue()).toBe("");
    await field("Router name").fill("Orchard");
    await send.click();
    await toast.getByText("Router Updated", { exact: true }).waitFor();

    await act("Orchard", "Suspend");
    await dialog.getByText("Suspend Orchard?").waitFor();
    await dialog.getByRole("button", { name: "Suspend router" }).click();
    await toast.getByText("Router Suspended", { exact: true }).waitFor();
    await row("Orchard").getByText("Suspended", { exact: true }).waitFor();
    await act("Orchard", "Activate");
    await toast.getByText("Router Activated", { exact: true }).waitFor();

    await act("Orchard", "Unassign");
    await dialog.getByText("Take Orchard from Savanna Net?").waitFor();
    await button("Unassign router").click();
    await toast.getByText("Router Unassigned", { exact: true }).waitFor();
    await row("Orchard").getByText("Unassigned").waitFor();

    await act("Orchard", "Delete");
    await dialog.getByText("This cannot be undone.").waitFor();
    await button("Delete router").click();
    await toast.getByText("Router Deleted", { exact: true }).waitFor();
    await row("Orchard").waitFor({ state: "detached" });
    expect(operator.faults).toEqual([]);
    const actions = await readRows(
      site(),
      "SELECT action FROM audit WHERE action LIKE 'router.%' ORDER BY at, rowid",
    );
    expect(actions.map(({ action }) => action)).toEqual([
      ...["router.add", "router.assign", "router.change", "router.suspend", "router.activate"],
      ...["router.unassign", "router.remove"],
    ]);
    await operator.leave();
  });

  it("sends what was generated for the tunnel, without the private key", async () => {
    const operator = await openForm();
    const { page } = operator;
    const { field, send, tab, dialog, toast } = parts(operator);
    const sent: Record<string, unknown>[] = [];
    await page.route("**/api/admin/routers", (route) => {
      sent.push(route.request().postDataJSON());
      return route.fulfill({ json: { ...tunnel, location: null } });
    });
    const config: GeneratedOvpn = {
      ...{
        serverHost: "vpn.mlango.example",
        serverPort: 1194,
        username: "hill-1",
        password: "tunnel secret",
      },
      ...{ tunnelIp: "10.8.0.2", clientCertificate: "CERT", clientPrivateKey: "KEY", caCertificate: "CA" },
      ...{ routerName: "Hill", mikrotikScript: "/interface", setupGuide: "# Hill", ovpnFile: "client" },
    };
    await page.route("**/api/admin/routers/generate-ovpn", (route) => route.fulfill({ json: config }));
    await field("Router name").fill("Hill");
    await field("Username").fill("mlango");
    await field("Password").fill("secret");
    await tab("Connection Type").click();
    await dialog.getByRole("radio", { name: "OpenVPN client" }).click();
    await tab("OpenVPN Config").click();
    await dialog.getByRole("button", { name: /^Generate/ }).click();
    await toast.getByText("OpenVPN Configuration Generated", { exact: true }).waitFor();
    await send.click();
    await toast.getByText("Router Added", { exact: true }).waitFor();
    expect(sent).toEqual([
      {
        ...{ name: "Hill", host: "auto-detect", port: 8728, username: "mlango", password: "secret" },
        ...{ location: "", bridgeId: "none", routerosVersion: "7.x", connectionType: "ovpn_client" },
        ...{ isActive: true, ovpnServerHost: "vpn.mlango.example", ovpnServerPort: 1194 },
        ...{ ovpnUsername: "hill-1", ovpnPassword: "tunnel secret", ovpnTunnelIp: "10.8.0.2" },
        ...{ ovpnCertificate: "CERT", ovpnCaFile: "CA" },
      },
    ]);
    await operator.leave();
  });
});

describe("what is refused", () => {
  const gateway = { status: 500, body: "" };
  it.each([
    ["Suspend", "Suspend router", "Suspend Failed", "Failed to suspend router", "suspend"],
    ["Unassign", "Unassign router", "Unassignment Failed", "Failed to unassign router", "unassign"],
    ["Delete", "Delete router", "Delete Failed", "Failed to delete router", ""],
  ])("%s that fails says so", async (action, yes, title, text, path) => {
    const operator = await come({ routers: [gate] });
    const { toast, act, button } = parts(operator);
    const address = path === "" ? `**/api/admin/routers/${gate.id}` : `**/api/superadmin/routers/*/${path}`;
    await operator.page.route(address, (route) => route.fulfill(gateway));
    await act("Gate", action);
    await button(yes).click();
    await toast.getByText(title, { exact: true }).waitFor();
    expect(await toast.getByText(text, { exact: true }).count()).toBe(1);
    await operator.leave();
  });

  it("with running purchases the server's sentence is asked again before it is done", async () => {
    const operator = await come({ routers: [gate] });
    const { toast, act, button, dialog } = parts(operator);
    const sentence = "This router still has 1 purchase that runs or waits.";
    const asked: string[] = [];
    await operator.page.route(`**/api/superadmin/routers/${gate.id}/unassign*`, (route) => {
      asked.push(new URL(route.request().url()).search);
      return asked.length === 1
        ? route.fulfill({ status: 409, json: { code: "conflict", message: sentence, error: sentence } })
        : route.fulfill({ json: { success: true, message: "Gate was taken back." } });
    });
    await act("Gate", "Unassign");
    await button("Unassign router").click();
    await dialog.getByText(sentence).waitFor();
    await button("Unassign it all the same").click();
    await toast.getByText("Gate was taken back.").waitFor();
    expect(asked).toEqual(["", "?confirm=true"]);
    await operator.leave();
  });
});

it("a bridge of the platform is installed by its code, named by a router, and revoked", async () => {
  const operator = await come({ width: 360, height: 740 });
  const { page } = operator;
  const { dialog, toast, button, field, send } = parts(operator);
  await button("Install a bridge").click();
  expect(await dialog.getByRole("combobox", { name: "For" }).inputValue()).toBe("The whole platform");
  await field("Name of the bridge").fill("VPN box");
  await send.click();
  const line = (await dialog.locator("pre").textContent()) ?? "";
  const code = /-- ([A-Z0-9-]{19})$/.exec(line)?.[1] ?? "";
  await dialog.getByRole("button", { name: "Copy the line" }).waitFor();
  await expectAccessible(page);
  const folder = join(site().dir, "vpn-box");
  const enrolment = await startPart({
    ...{ name: "vpn-enrolment", script: "bridge/main.ts", arguments: ["enrol", code] },
    ...{ env: { BRIDGE_DIR: folder, MLANGO_ORIGIN: site().main }, logDir: site().logDir },
  });
  await enrolment.stop();
  const bridge = await site().startBridge(folder);
  await dialog.getByText("Connected", { exact: true }).waitFor({ timeout: 30_000 });
  await dialog.getByRole("button", { name: "Done" }).click();

  // The router moves to it and back, and is reached through each.
  const moveTo = async (name: string) => {
    await button("More actions for Main Gate").click();
    await page.getByRole("menuitem", { name: "Edit", exact: true }).click();
    await dialog.getByRole("combobox", { name: "Bridge" }).fill(name.slice(0, 6));
    await page.getByRole("option", { name: new RegExp(`^${name}`) }).click();
    await send.click();
    await toast.getByText("Router Updated", { exact: true }).waitFor();
    await expect
      .poll(
        async () => {
          await button("Test connection of Main Gate").click();
          return toast.locator(".mantine-Notification-title").textContent();
        },
        { timeout: 30_000, interval: 1_500 },
      )
      .toBe("Connection Successful");
  };
  await moveTo("VPN box");
  await page.getByRole("listitem").filter({ hasText: "VPN box" }).getByText("Main Gate").first().waitFor();
  await moveTo("Main Gate box");

  await button("Revoke VPN box").click();
  await dialog.getByText("Revoke VPN box?").waitFor();
  await button("Revoke bridge").click();
  await toast.getByText("VPN box is revoked").waitFor();
  await button("Revoke VPN box").waitFor({ state: "detached" });
  await bridge.stop();
  expect(operator.faults).toEqual([]);
  await operator.leave();
});

it.each([360, 1280])("is accessible at %i px, with its form and its menu", async (width) => {
  const operator = await come({ width, routers: [gate, tunnel] });
  const { button, dialog, tab } = parts(operator);
  await operator.page.getByText("Hill").first().waitFor();
  await expectAccessible(operator.page);
  await button("More actions for Hill").click();
  await operator.page.getByRole("menuitem", { name: "Edit", exact: true }).click();
  await dialog.waitFor();
  await expectAccessible(operator.page);
  await tab("Connection Type").click();
  await expectAccessible(operator.page);
  await operator.leave();
});
