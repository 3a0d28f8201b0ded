import { readFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { GeneratedOvpn } from "#contract/openvpn";
import { ask } from "../support/site/ask.ts";
import { expectAccessible, launchBrowser } from "../support/site/browser.ts";
import { ConsoleOperator, type OperatorOptions, operatorCookie } from "../support/site/console-operator.ts";
import { testSite } from "../support/site/test-site.ts";

// OpenVPN in a real browser: a router's configuration, as it is saved. What the page says stands in tests/ui/superadmin/routers.test.ts,
// and that a router comes in by it in tests/journeys/tunnel.test.ts.

const { site } = testSite();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
  const headers = { cookie: await operatorCookie(site()) };
  const json = { name: "Host one", address: "vpn1.mlango.example" };
  expect((await ask(site().main, "/api/superadmin/tunnel-hosts", { headers, json })).status).toBe(200);
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
    field: (label: string) => dialog.getByLabel(label, { exact: true }),
    send: dialog.locator("button[type=submit]"),
    hears: (title: string) => toast.getByText(title, { exact: true }).waitFor(),
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

/** In the form of a new router that comes in through the tunnel, at its third tab. */
async function generate(operator: ConsoleOperator, name: string): Promise<GeneratedOvpn> {
  const { button, dialog, field, hears } = parts(operator);
  await button("Add Router").click();
  await field("Router name").fill(name);
  await field("Username").fill("mlango");
  await field("Password").fill("api secret");
  await dialog.getByRole("tab", { name: "Connection Type" }).click();
  await dialog.getByRole("radio", { name: "OpenVPN client" }).click();
  await dialog.getByRole("tab", { name: "OpenVPN Config" }).click();
  const answer = operator.page.waitForResponse("**/generate-ovpn");
  await button("Generate Configuration").click();
  await hears("OpenVPN Configuration Generated");
  await dialog.getByText("The private key is shown only now").waitFor();
  return (await answer).json();
}

it("a router's configuration is copied, downloaded and saved; its secrets are never shown again", async () => {
  const operator = await come();
  const { page } = operator;
  const { button, dialog, hears, send, row } = parts(operator);
  const answers: string[] = [];
  page.on("response", async (response) => {
    if (!response.url().includes("/api/") || response.request().method() !== "GET") return;
    answers.push(await response.text().catch(String));
  });
  const made = await generate(operator, "gate1");
  const files = { "-client.key": made.clientPrivateKey, ".ovpn": made.ovpnFile };
  for (const [ending, content] of Object.entries(files)) {
    const file = dialog.getByRole("button", { name: `gate1${ending}` });
    const saved = await downloaded(operator, () => file.click());
    expect([saved.name, saved.text]).toEqual([`gate1${ending}`, content]);
  }
  expect(made.ovpnFile).toMatch(
    /^client\ndev tun\nproto udp\n[\s\S]*cipher AES-256-CBC\n[\s\S]*auth SHA256\n/,
  );
  await button("Copy Script").click();
  await hears("Copied");
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe(made.mikrotikScript);
  await button("Regenerate Script").click();
  await hears("Script Regenerated");
  answers.length = 0;
  await send.click();
  await hears("Router Added");
  await page.getByRole("tab", { name: "OpenVPN" }).click();
  await row("gate1").getByText("Valid", { exact: true }).waitFor();
  await page.reload();
  await row("gate1").getByText(made.tunnelIp, { exact: true }).waitFor();
  expect(answers.length).toBeGreaterThan(3);
  for (const secret of [
    made.password,
    made.clientPrivateKey.split("\n")[1] ?? "",
    "api secret",
    "PRIVATE KEY",
  ])
    expect(answers.filter((text) => text.includes(secret))).toEqual([]);

  await row("gate1")
    .getByRole("button", { name: /^Revoke gate1-/ })
    .click();
  await dialog.getByRole("button", { name: "Revoke certificate" }).click();
  await hears("Certificate revoked");
  await row("gate1").waitFor({ state: "detached" });
  expect(operator.faults).toEqual([]);
  await operator.leave();
});

it.each([
  [360, false],
  [1280, true],
])("is accessible at %i px, dark: %s, with the configuration open", async (width, dark) => {
  const operator = await come({ width, dark });
  await operator.page.getByRole("tab", { name: "OpenVPN" }).click();
  await operator.page.getByRole("heading", { name: "OpenVPN" }).waitFor();
  await expectAccessible(operator.page);
  await operator.page.getByRole("tab", { name: "Routers" }).click();
  await generate(operator, "Wide Gate");
  await expectAccessible(operator.page);
  await operator.leave();
});
