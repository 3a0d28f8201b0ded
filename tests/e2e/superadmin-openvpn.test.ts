import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { GeneratedOvpn } from "#contract/openvpn";
import { expectAccessible, launchBrowser } from "../support/site/browser.ts";
import { ConsoleOperator, type OperatorOptions } from "../support/site/console-operator.ts";
import { testSite } from "../support/site/test-site.ts";

// OpenVPN in the super admin console (docs/behaviour/operator-console.md, "OpenVPN"): a router's configuration in its
// form, and the VPN host below the routers.

const { site } = testSite();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

async function come(options: OperatorOptions = {}) {
  const operator = await ConsoleOperator.come(site(), browser, options);
  await operator.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await operator.open("/superadmin/routers");
  return operator;
}

function parts({ page }: ConsoleOperator) {
  const dialog = page.getByRole("dialog");
  const toast = page.locator(".mantine-Notification-root");
  return {
    dialog,
    button: (name: string) => page.getByRole("button", { name, exact: true }),
    file: (name: string) => dialog.getByRole("button", { name }),
    tab: (name: string) => dialog.getByRole("tab", { name }),
    field: (label: string) => dialog.getByLabel(label, { exact: true }),
    send: dialog.locator("button[type=submit]"),
    hears: async (title: string, text?: string | RegExp) => {
      await toast.getByText(title, { exact: true }).waitFor();
      if (text) await toast.getByText(text, { exact: true }).waitFor();
    },
    row: (name: string) =>
      page.getByRole("table", { name: "Certificates" }).getByRole("row").filter({ hasText: name }),
  };
}

async function downloaded(operator: ConsoleOperator, press: () => Promise<void>) {
  const coming = operator.page.waitForEvent("download");
  await press();
  const download = await coming;
  const path = await download.path();
  return { name: download.suggestedFilename(), path, text: readFileSync(path, "utf8") };
}

/** The form of a new router that comes in through the tunnel, at its third tab. */
async function openConfig(operator: ConsoleOperator, name: string, version = "7.x") {
  const { button, dialog, tab, field } = parts(operator);
  await button("Add Router").click();
  await field("Router name").fill(name);
  await field("Username").fill("mlango");
  await field("Password").fill("api secret");
  await tab("Connection Type").click();
  await dialog.getByRole("radio", { name: "OpenVPN client" }).click();
  if (version === "6.x") await chooseVersion6(operator);
  await tab("OpenVPN Config").click();
}

async function chooseVersion6(operator: ConsoleOperator): Promise<void> {
  await parts(operator).dialog.getByRole("combobox", { name: "RouterOS version" }).click();
  await operator.page.getByRole("option", { name: "6.x (Legacy)" }).click();
}

describe("a router's configuration", () => {
  it("is generated, copied, downloaded as seven files, regenerated and saved; its secrets are never shown again", async () => {
    const operator = await come();
    const { page } = operator;
    const { button, file, dialog, hears, send, row } = parts(operator);
    const answers: string[] = [];
    let generated: GeneratedOvpn | undefined;
    page.on("response", async (response) => {
      if (!response.url().includes("/api/") || response.request().method() !== "GET") return;
      answers.push(await response.text().catch(String));
    });
    await openConfig(operator, "gate1");
    await dialog.getByText("No OpenVPN configuration yet").waitFor();
    const answer = page.waitForResponse("**/generate-ovpn");
    await button("Generate Configuration").click();
    generated = await (await answer).json();
    await hears("OpenVPN Configuration Generated");
    await dialog.getByText("The private key is shown only now").waitFor();
    await dialog.getByText(generated?.password ?? "", { exact: true }).waitFor();
    expect(await dialog.getByRole("region", { name: "Script" }).textContent()).toContain(
      "/interface ovpn-client add",
    );
    expect(await dialog.getByRole("region", { name: "Setup guide" }).textContent()).toContain(
      "# OpenVPN for gate1",
    );

    for (const [ending, content] of [
      ["_mikrotik_config.rsc", generated?.mikrotikScript],
      ["_openvpn_config.json", /"tunnelIp": "10\.66\./],
      ["_setup_guide.md", generated?.setupGuide],
      ["-client.crt", generated?.clientCertificate],
      ["-client.key", generated?.clientPrivateKey],
      ["-ca.crt", generated?.caCertificate],
      [".ovpn", /^client\ndev tun\nproto udp\n[\s\S]*cipher AES-256-CBC\n[\s\S]*auth SHA256\n/],
    ] as const) {
      const saved = await downloaded(operator, () => file(`gate1${ending}`).click());
      await hears("File Downloaded", `gate1${ending}`);
      expect(saved.name).toBe(`gate1${ending}`);
      if (content instanceof RegExp) expect(saved.text).toMatch(content);
      else expect(saved.text).toBe(content);
      expect(saved.text.length).toBeGreaterThan(100);
    }
    await button("Copy Script").click();
    await hears("Copied", "Script");
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(generated?.mikrotikScript);
    await button("Regenerate Script").click();
    await hears("Script Regenerated");

    answers.length = 0;
    await send.click();
    await hears("Router Added");
    await row("gate1").getByText("Valid", { exact: true }).waitFor();
    await page.reload();
    await row("gate1")
      .getByText(generated?.tunnelIp ?? "", { exact: true })
      .waitFor();
    expect(answers.length).toBeGreaterThan(3);
    const secrets = [
      generated?.password ?? "",
      generated?.clientPrivateKey.split("\n")[1] ?? "",
      "api secret",
    ];
    for (const secret of secrets) expect(answers.filter((text) => text.includes(secret))).toEqual([]);
    expect(answers.join()).not.toContain("PRIVATE KEY");
    expect(operator.faults).toEqual([]);
    await operator.leave();
  });

  it("needs a name first; one for RouterOS 7 is not regenerated for RouterOS 6, but generated anew", async () => {
    const operator = await come();
    const { button, hears, field, tab, dialog } = parts(operator);
    await openConfig(operator, "");
    await button("Generate Configuration").click();
    await hears("Missing Router Name", "Please enter a router name first");
    expect(operator.requests).not.toContain("POST /api/admin/routers/generate-ovpn");
    await tab("Basic Setup").click();
    await field("Router name").fill("Roof");
    await tab("OpenVPN Config").click();
    await button("Generate Configuration").click();
    await hears("OpenVPN Configuration Generated");
    await tab("Connection Type").click();
    await chooseVersion6(operator);
    await tab("OpenVPN Config").click();
    await button("Regenerate Script").click();
    await hears(
      "Error",
      "RouterOS 6 cannot use the certificate of this configuration. Please generate it again for RouterOS 6.x.",
    );
    await button("Generate a new configuration").click();
    await dialog.getByText("cipher=aes256 auth=sha1").waitFor();
    expect(operator.faults).toEqual([]);
    await operator.leave();
  });

  it.each([
    ["Certificate Not Available", "-client.crt"],
    ["Private Key Not Available", "-client.key"],
    ["CA Certificate Not Available", "-ca.crt"],
  ])("without the file says %s", async (title, ending) => {
    const operator = await come();
    const { button, file, hears } = parts(operator);
    const bare: GeneratedOvpn = {
      ...{ serverHost: "vpn.example", serverPort: 1194, username: "u", password: "p", tunnelIp: "10.66.0.2" },
      ...{ clientCertificate: "", clientPrivateKey: "", caCertificate: "", routerName: "bare" },
      ...{ mikrotikScript: "/", setupGuide: "#", ovpnFile: "client" },
    };
    await operator.page.route("**/generate-ovpn", (route) => route.fulfill({ json: bare }));
    await openConfig(operator, "bare");
    await button("Generate Configuration").click();
    await file(`bare${ending}`).click();
    await hears(title);
    await operator.leave();
  });

  it("that cannot be made says so to the letter", async () => {
    const operator = await come();
    const { button, hears } = parts(operator);
    const fails = (path: string) =>
      operator.page.route(path, (route) => route.fulfill({ status: 500, body: "" }));
    await fails("**/generate-ovpn");
    await openConfig(operator, "gate2");
    await button("Generate Configuration").click();
    await hears("Error", "Failed to generate OpenVPN configuration");
    await operator.page.unroute("**/generate-ovpn");
    await button("Generate Configuration").click();
    await hears("OpenVPN Configuration Generated");
    await fails("**/regenerate-script");
    await button("Regenerate Script").click();
    await hears("Error", "Failed to regenerate script");
    await operator.leave();
  });
});

describe("the VPN host", () => {
  it("gets its files as an archive, first all, later what changed; a certificate is revoked by name", async () => {
    const operator = await come();
    const { button, dialog, hears, row, send } = parts(operator);
    await openConfig(operator, "gate3");
    await button("Generate Configuration").click();
    await hears("OpenVPN Configuration Generated");
    await send.click();
    await hears("Router Added");

    await button("Make server files").click();
    await dialog.getByText("Make new server files?").waitFor();
    await dialog.getByRole("button", { name: "Make server files" }).click();
    await dialog.getByText("The server's keys are shown only now").waitFor();
    const server = await downloaded(operator, () => button("Download mlango-vpn-server.tar").click());
    const listed = execFileSync("tar", ["-tvf", server.path], { encoding: "utf8" });
    for (const name of ["mlango-udp.conf", "mlango-tcp.conf", "mlango/ccd/gate3-"])
      expect(listed).toContain(name);
    expect(listed).toMatch(/^-rw------- root\/root .* mlango\/server-ec\.key$/m);
    await dialog.getByRole("button", { name: "Close" }).click();
    await dialog.waitFor({ state: "detached" });

    await row("gate3")
      .getByRole("button", { name: /^Revoke gate3-/ })
      .click();
    await dialog.getByText("Revoke the certificate of gate3?").waitFor();
    await dialog.getByRole("button", { name: "Revoke certificate" }).click();
    await hears("Certificate revoked");
    await row("gate3").waitFor({ state: "detached" });
    await operator.page.getByRole("combobox", { name: "Show" }).click();
    await operator.page.getByRole("option", { name: "Revoked" }).click();
    await row("gate3").getByText("Revoked", { exact: true }).waitFor();
    expect(operator.page.url()).toContain("vpnShow=revoked");

    await button("Files for a running host").click();
    const changes = await downloaded(operator, () => button("Download mlango-vpn-clients.tar").click());
    expect(execFileSync("tar", ["-tf", changes.path], { encoding: "utf8" })).not.toMatch(/gate3|\.key/);
    expect(operator.faults).toEqual([]);
    await operator.leave();
  });

  it("that cannot be loaded says so, and Try again brings it", async () => {
    const operator = await ConsoleOperator.come(site(), browser);
    const { page } = operator;
    const paths = "**/api/superadmin/openvpn**";
    await page.route(paths, (route) =>
      route.fulfill({ status: 503, json: { code: "unavailable", message: "Busy", error: "Busy" } }),
    );
    await operator.open("/superadmin/routers");
    const alerts = page.getByRole("alert");
    await alerts.filter({ hasText: "Error Loading the VPN Host" }).waitFor();
    await page.unroute(paths);
    await alerts
      .filter({ hasText: "Error Loading the VPN Host" })
      .getByRole("button", { name: "Try again" })
      .click();
    await page.getByText(/of 32765 addresses of 10\.66\.0\.0\/17/).waitFor();
    await operator.leave();
  });

  it("without a certificate says where they come from", async () => {
    const operator = await ConsoleOperator.come(site(), browser);
    await operator.page.route("**/api/superadmin/openvpn/clients**", (route) => route.fulfill({ json: [] }));
    await operator.open("/superadmin/routers");
    await operator.page.getByText("No certificates", { exact: true }).waitFor();
    await operator.page.getByText("A router gets one in its form, under OpenVPN Config.").waitFor();
    await operator.leave();
  });
});

it.each([
  [360, false],
  [1280, true],
])("is accessible at %i px, dark: %s, with the configuration open", async (width, dark) => {
  const operator = await come({ width, dark });
  const { page } = operator;
  const { button, hears, dialog } = parts(operator);
  await page.getByText(/of 32765 addresses of 10\.66\.0\.0\/17/).waitFor();
  await page.getByRole("heading", { name: "VPN host" }).waitFor();
  await expectAccessible(page);
  await openConfig(operator, "Wide Gate");
  await button("Generate Configuration").click();
  await hears("OpenVPN Configuration Generated");
  await dialog.getByText("The private key is shown only now").waitFor();
  await expectAccessible(page);
  await operator.leave();
});
