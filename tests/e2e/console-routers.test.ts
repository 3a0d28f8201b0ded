import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AssignedRouter, Scan } from "#contract/routers";
import { ageSilence } from "../support/site/aged-silence.ts";
import { expectAccessible, launchBrowser } from "../support/site/browser.ts";
import { type AdminOptions, ConsoleAdmin } from "../support/site/console-admin.ts";
import { startPart } from "../support/site/processes.ts";
import { testSite } from "../support/site/test-site.ts";

// The routers page of the provider console (docs/behaviour/provider-console.md, "Routers"), with the real bridge of the
// site; answers that the site would have to break for are put in its place.

const { site } = testSite();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const lists = "**/api/admin/routers/provider/*";

async function come(options: AdminOptions & { routers?: AssignedRouter[] } = {}) {
  const { routers, ...rest } = options;
  const admin = await ConsoleAdmin.come(site(), browser, rest);
  if (routers) await admin.page.route(lists, (route) => route.fulfill({ json: routers }));
  await admin.open("/admin/routers");
  return admin;
}

function parts({ page }: ConsoleAdmin) {
  const dialog = page.getByRole("dialog");
  return {
    dialog,
    toast: page.locator(".mantine-Notification-root"),
    button: (name: string) => page.getByRole("button", { name, exact: true }),
    row: (name: string) => page.getByRole("row", { name: new RegExp(`^${name}`) }),
    card: (name: string) => page.getByRole("link", { name: new RegExp(`^${name}`) }),
    panel: (name: string) => page.getByRole("region", { name }),
  };
}

const gate: AssignedRouter = {
  id: "11111111-1111-4111-8111-111111111111",
  name: "Gate",
  host: "192.168.88.1",
  port: 8728,
  username: "api-user",
  isActive: true,
  isOnline: true,
  lastSeen: new Date().toISOString(),
  location: null,
  connectionType: "direct",
  ovpnTunnelIp: null,
  ovpnServerHost: null,
  providerId: "p",
  bridgeId: null,
  traps: null,
  statusText: "Connected, RouterOS 7.18",
};
const tunnel: AssignedRouter = {
  ...gate,
  ...{ id: "22222222-2222-4222-8222-222222222222", name: "Roof", connectionType: "ovpn_client" },
  ...{ ovpnTunnelIp: "10.8.0.2/24", isOnline: false, isActive: false, lastSeen: null },
  statusText: "No bridge installed",
};

describe("the list", () => {
  it("shows the site's router as it is: name, user, way, address, state, when it was seen; and the counts", async () => {
    const admin = await come();
    const { page } = admin;
    const { row, card } = parts(admin);
    await page.getByRole("heading", { level: 1, name: "Assigned Routers" }).waitFor();
    await page.getByRole("table", { name: "Assigned Routers" }).waitFor();
    for (const heading of ["Router", "Connection", "Host/VPN", "Status", "Last Seen", "Actions"])
      expect(await page.getByRole("columnheader", { name: heading }).count()).toBe(1);
    for (const text of ["mlango", "Direct", `127.0.0.1:${site().routerPort}`, "Active", "Online"])
      await row("Main Gate")
        .getByText(text, { exact: text !== "mlango" })
        .first()
        .waitFor();
    await row("Main Gate").getByText("Just now").waitFor();
    for (const [name, count] of [
      ["Total", 1],
      ["Online", 1],
      ["Active", 1],
      ["Offline", 0],
    ] as const)
      await expect.poll(() => card(name).textContent()).toBe(`${name}${count}`);
    expect(admin.faults).toEqual([]);
    await admin.leave();
  });

  it("a router in a tunnel shows its tunnel address, a VPN badge, and Never; a count opens what it counted", async () => {
    const admin = await come({ routers: [gate, tunnel] });
    const { page } = admin;
    const { row, card, button } = parts(admin);
    for (const text of ["OpenVPN", "10.8.0.2", "Inactive", "Offline", "VPN", "Never", "No bridge installed"])
      await row("Roof").getByText(text, { exact: true }).waitFor();
    await row("Gate").getByText("192.168.88.1:8728").waitFor();
    await card("Offline").click();
    await row("Gate").waitFor({ state: "detached" });
    expect(page.url()).toContain("show=offline");
    await button("Show all").click();
    await row("Gate").waitFor();
    await admin.leave();
  });

  it("without a router says No routers assigned and what to do next", async () => {
    const admin = await come({ routers: [] });
    await admin.page.getByText("No routers assigned", { exact: true }).waitFor();
    await admin.page.getByText("Discover looks for MikroTik routers at your site").waitFor();
    await admin.leave();
  });

  it("that cannot be loaded says so to the letter, and Try again brings it", async () => {
    const admin = await ConsoleAdmin.come(site(), browser);
    const { page } = admin;
    await page.route(lists, (route) =>
      route.fulfill({ status: 503, json: { code: "unavailable", message: "Busy", error: "Busy" } }),
    );
    await admin.open("/admin/routers");
    const alert = page.getByRole("alert");
    await alert.getByText("Error Loading Routers", { exact: true }).waitFor();
    await alert
      .getByText("Failed to load routers. Please check your connection and try again.", { exact: true })
      .waitFor();
    await page.unroute(lists);
    await alert.getByRole("button", { name: "Try again" }).click();
    await parts(admin).row("Main Gate").waitFor();
    await admin.leave();
  });

  it("is read every 30 seconds", async () => {
    const admin = await ConsoleAdmin.come(site(), browser);
    const { page, requests } = admin;
    const reads = () => requests.filter((request) => /^GET .*\/routers\/provider\//.test(request)).length;
    await page.clock.install();
    await admin.open("/admin/routers");
    await parts(admin).row("Main Gate").waitFor();
    const before = reads();
    await page.clock.runFor(27_000);
    expect(reads()).toBe(before);
    await page.clock.runFor(6_000);
    await expect.poll(reads).toBe(before + 1);
    await admin.leave();
  });
});

describe("the connection test", () => {
  const tests = "**/api/admin/routers/*/test";

  it("reaches the router through its bridge", async () => {
    const admin = await come();
    const { toast, row } = parts(admin);
    await row("Main Gate").getByRole("button", { name: "Test connection" }).click();
    await toast.getByText("Connection Successful", { exact: true }).waitFor();
    await admin.leave();
  });

  it.each([
    [
      "that ran and failed",
      { json: { success: false, message: "The router did not answer in time." } },
      "Connection Failed",
      "Failed to connect to router: The router did not answer in time.",
    ],
    [
      "that could not run",
      { status: 500, body: "" },
      "Connection Test Failed",
      "Failed to connect to router",
    ],
  ])("%s says so", async (_, answer, title, text) => {
    const admin = await come({ routers: [gate] });
    const { toast, row } = parts(admin);
    await admin.page.route(tests, (route) => route.fulfill(answer));
    await row("Gate").getByRole("button", { name: "Test connection" }).click();
    await toast.getByText(title, { exact: true }).waitFor();
    expect(await toast.getByText(text, { exact: true }).count()).toBe(1);
    await admin.leave();
  });
});

describe("finding routers", () => {
  it("Discover listens with visible progress and lists what it heard; Add opens the form filled in", async () => {
    const admin = await come();
    const { dialog, button, panel } = parts(admin);
    await button("Discover").click();
    await panel("Discovering routers").getByRole("progressbar").waitFor();
    const heard = panel("Discovered routers");
    await heard.getByText("2 MikroTik routers answered.").waitFor({ timeout: 20_000 });
    await heard.getByRole("listitem").filter({ hasText: "Main Gate" }).getByText("Added already").waitFor();
    await button("Add Annex").click();
    expect(await dialog.getByLabel("Name").inputValue()).toBe("Annex");
    expect(await dialog.getByLabel("Address").inputValue()).toBe("192.168.88.2");
    expect(await dialog.getByLabel("API port").inputValue()).toBe("8728");
    expect(await dialog.getByRole("combobox", { name: "Bridge" }).inputValue()).toBe("Main Gate box");
    expect(admin.faults).toEqual([]);
    await admin.leave();
  });

  it("Scan network shows how far it is until it is done, and what answered", async () => {
    const admin = await come();
    const { button, panel } = parts(admin);
    await button("Scan network").click();
    const scan = panel("Network scan");
    await scan.getByText("6 of 6 addresses checked").waitFor();
    await scan.getByText("Found one router.").waitFor();
    await scan.getByRole("listitem").filter({ hasText: "127.0.0.1" }).getByText("Added already").waitFor();
    expect(await button("Stop scan").count()).toBe(0);
    expect(admin.faults).toEqual([]);
    await admin.leave();
  });

  it("a scan is asked about every second, and Stop scan stops it", async () => {
    const admin = await come();
    const { page, requests } = admin;
    const { button, panel } = parts(admin);
    let stopped = false;
    let checked = 0;
    const now = (): Scan => ({
      ...{ id: "s.1", bridgeId: "b", done: stopped, checked, total: 254, subnets: ["192.168.88.0/24"] },
      ...{ found: [], message: stopped ? "The scan was stopped." : "" },
    });
    await page.route("**/api/admin/routers/scan-network", (route) =>
      route.fulfill({ json: { success: true, message: "", scan: now() } }),
    );
    await page.route("**/api/admin/routers/scans/*", (route) => {
      if (route.request().method() === "DELETE") stopped = true;
      else checked += 10;
      return route.fulfill({ json: stopped && checked === 0 ? { success: true } : now() });
    });
    await button("Scan network").click();
    await panel("Network scan").getByText("30 of 254 addresses checked").waitFor();
    const reads = () =>
      requests.filter((request) => request.includes("GET /api/admin/routers/scans/")).length;
    expect(reads()).toBe(3);
    const bar = panel("Network scan").getByRole("progressbar");
    expect(Number(await bar.getAttribute("aria-valuenow"))).toBeGreaterThan(10);
    await button("Stop scan").click();
    await panel("Network scan").getByText("The scan was stopped.").waitFor();
    const after = reads();
    await page.waitForTimeout(1_500);
    expect(reads()).toBe(after);
    await admin.leave();
  });

  it.each([
    ["Discover", "discover", "Auto-Discovery Failed", "Failed to discover MikroTik routers"],
    ["Scan network", "scan-network", "Network Scan Failed", "Failed to scan the network"],
  ])("%s that fails says so", async (name, path, title, text) => {
    const admin = await come();
    const { toast, button } = parts(admin);
    await admin.page.route(`**/api/admin/routers/${path}`, (route) =>
      route.fulfill({ status: 500, body: "" }),
    );
    await button(name).click();
    await toast.getByText(title, { exact: true }).waitFor();
    expect(await toast.getByText(text, { exact: true }).count()).toBe(1);
    expect(await button(name).isEnabled()).toBe(true);
    await admin.leave();
  });
});

describe("adding and removing", () => {
  it("a form that is not complete says what is missing; a complete one brings the router, which can be removed", async () => {
    const admin = await come();
    const { page } = admin;
    const { dialog, toast, button, row } = parts(admin);
    await button("Add router").click();
    await dialog.getByLabel("API port").fill("");
    await dialog.getByRole("button", { name: "Add router" }).click();
    for (const text of ["Give the router a name", "Enter the router's address", "Enter the API user"])
      await dialog.getByText(text, { exact: true }).waitFor();
    await dialog.getByText("Enter a port from 1 to 65535", { exact: true }).waitFor();
    expect(admin.requests).not.toContain("POST /api/admin/routers");

    await dialog.getByLabel("Name").fill("Garden");
    await dialog.getByLabel("Address").fill("192.0.2.9");
    await dialog.getByLabel("API port").fill("8728");
    await dialog.getByLabel("API user").fill("mlango");
    await dialog.getByLabel("API password").fill("secret");
    await dialog.getByRole("button", { name: "Add router" }).click();
    await toast.getByText("Garden added", { exact: true }).waitFor();
    await row("Garden").getByText("192.0.2.9:8728").waitFor();

    await page.getByRole("button", { name: "Remove Garden" }).click();
    await dialog.getByText("Remove Garden?").waitFor();
    await dialog.getByRole("button", { name: "Remove router" }).click();
    await toast.getByText("Router removed", { exact: true }).waitFor();
    await row("Garden").waitFor({ state: "detached" });
    expect(admin.faults).toEqual([]);
    await admin.leave();
  });

  it("with running purchases the server's sentence is asked again before it is done", async () => {
    const admin = await come({ routers: [gate] });
    const { page } = admin;
    const { dialog, toast } = parts(admin);
    const sentence = "1 purchase runs or waits at this router.";
    const asked: string[] = [];
    await page.route(`**/api/admin/routers/${gate.id}*`, (route) => {
      asked.push(new URL(route.request().url()).search);
      return asked.length === 1
        ? route.fulfill({ status: 409, json: { code: "conflict", message: sentence, error: sentence } })
        : route.fulfill({ json: { success: true, message: "Gate was removed." } });
    });
    await page.getByRole("button", { name: "Remove Gate" }).click();
    await dialog.getByRole("button", { name: "Remove router" }).click();
    await dialog.getByText(sentence).waitFor();
    await dialog.getByRole("button", { name: "Remove it all the same" }).click();
    await toast.getByText("Gate was removed.").waitFor();
    expect(asked).toEqual(["", "?confirm=true"]);
    await admin.leave();
  });

  it("a removal that fails says Delete Failed", async () => {
    const admin = await come({ routers: [gate] });
    const { dialog, toast } = parts(admin);
    await admin.page.route(`**/api/admin/routers/${gate.id}*`, (route) =>
      route.fulfill({ status: 500, body: "" }),
    );
    await admin.page.getByRole("button", { name: "Remove Gate" }).click();
    await dialog.getByRole("button", { name: "Remove router" }).click();
    await toast.getByText("Delete Failed", { exact: true }).waitFor();
    await admin.leave();
  });
});

describe("bridges", () => {
  it("a new one is installed by its code, turns to Connected by itself, and can be revoked", async () => {
    const admin = await come({ width: 360, height: 740 });
    const { page } = admin;
    const { dialog, toast, button } = parts(admin);
    await button("Install a bridge").click();
    await dialog.getByRole("button", { name: "Show the code" }).click();
    await dialog.getByText("Give the bridge a name", { exact: true }).waitFor();
    await dialog.getByLabel("Name of the bridge").fill("Roof box");
    await dialog.getByRole("button", { name: "Show the code" }).click();
    await dialog.getByText(/^Good for 14:5\d, and once$/).waitFor();
    await dialog.getByRole("button", { name: "Copy the line" }).waitFor();
    const line = (await dialog.locator("pre").textContent()) ?? "";
    const code = /-- ([A-Z0-9-]{19})$/.exec(line)?.[1] ?? "";
    await dialog.getByText(code, { exact: true }).waitFor();
    await dialog.getByText("Waiting for the bridge …").waitFor();
    await expectAccessible(page);

    const folder = join(site().dir, "roof-box");
    const enrolment = await startPart({
      ...{ name: "roof-enrolment", script: "bridge/main.ts", arguments: ["enrol", code] },
      ...{ env: { BRIDGE_DIR: folder, MLANGO_ORIGIN: site().main }, logDir: site().logDir },
    });
    await enrolment.stop();
    await dialog.getByText("Installed. Waiting for its line …").waitFor();
    const bridge = await site().startBridge(folder);
    await dialog.getByText("Connected", { exact: true }).waitFor({ timeout: 30_000 });
    await dialog.getByRole("button", { name: "Done" }).click();

    const card = page.getByRole("listitem").filter({ hasText: "Roof box" });
    await card.getByText("Online", { exact: true }).waitFor();
    await card.getByRole("button", { name: "Revoke" }).click();
    await dialog.getByText("Revoke Roof box?").waitFor();
    await dialog.getByRole("button", { name: "Revoke bridge" }).click();
    await toast.getByText("Roof box is revoked").waitFor();
    await card.waitFor({ state: "detached" });
    await bridge.stop();
    expect(admin.faults).toEqual([]);
    await admin.leave();
  });

  it("without one the empty page leads to the installation first", async () => {
    const admin = await ConsoleAdmin.come(site(), browser);
    const { page } = admin;
    const { dialog, button } = parts(admin);
    await page.route(lists, (route) => route.fulfill({ json: [] }));
    await page.route("**/api/admin/bridges", (route) => route.fulfill({ json: [] }));
    await admin.open("/admin/routers");
    await page.getByText("First install a bridge at your site; it then finds your routers.").waitFor();
    await page.getByText("No bridge installed", { exact: true }).waitFor();
    await button("Discover").click();
    await dialog.getByLabel("Name of the bridge").waitFor();
    expect(admin.requests).not.toContain("POST /api/admin/routers/discover");
    await admin.leave();
  });
});

it.each([
  [360, false],
  [360, true],
  [1280, false],
  [1280, true],
])("is accessible at %i px, dark: %s", async (width, dark) => {
  const admin = await come({ width, dark, routers: [gate, tunnel] });
  await admin.page.getByText("Roof").first().waitFor();
  await admin.page.getByText("Main Gate box").first().waitFor();
  await expectAccessible(admin.page);
  await admin.leave();
});

describe("a site that falls silent", () => {
  /** The titles of the news on the Billing page, as they are shown; the page is left open. */
  async function news(language: "en" | "sw", options: AdminOptions = {}) {
    const admin = await ConsoleAdmin.come(site(), browser, options);
    await admin.context.addInitScript(`localStorage.setItem("console-language", "${language}")`);
    await admin.open("/admin/billing");
    return {
      admin,
      list: admin.page.locator("section", { has: admin.page.locator("#news") }).getByRole("listitem"),
    };
  }

  it("is offline with the moment at which it was last heard; its owner is told after five minutes, and of its end", async () => {
    await site().bridge?.stop();
    await ageSilence(site(), 6 * 60_000);
    const routers = await come();
    await parts(routers).row("Main Gate").getByText("Offline", { exact: true }).waitFor();
    await parts(routers)
      .row("Main Gate")
      .getByText(/^The bridge at this site is offline since \d+ \w+, \d\d:\d\d\.$/)
      .waitFor();
    await routers.leave();
    for (const width of [360, 1280]) {
      const { admin, list } = await news("en", { width });
      await list.getByText("Site offline: Main Gate box", { exact: true }).waitFor({ timeout: 90_000 });
      await list
        .getByText(
          /^Nothing was heard of the bridge "[^"]+" \(Main Gate\) since \d+ \w+, \d\d:\d\d\. Nobody new gets online/,
        )
        .waitFor();
      expect(await list.getByText(/^Site offline/).count()).toBe(1);
      await expectAccessible(admin.page);
      expect(admin.faults).toEqual([]);
      await admin.leave();
    }
    const swahili = await news("sw", { width: 360 });
    await swahili.list.getByText(/^Mahali hapako mtandaoni: /).waitFor();
    await swahili.list.getByText(/^Hakuna kilichosikika kutoka kwa daraja "/).waitFor();
    await swahili.admin.open("/admin/routers");
    await swahili.admin.page
      .getByText(/^Daraja la mahali hapa halipo mtandaoni tangu /)
      .first()
      .waitFor();
    await swahili.admin.leave();

    await site().startBridge();
    const back = await news("en");
    // Told when the bridge has been back for a minute.
    await back.list.getByText(/^Site online again: /).waitFor({ timeout: 180_000 });
    await back.list.getByText(/is back since .* It was away for [67] min\.$/).waitFor();
    await back.admin.leave();
  }, 300_000);
});
