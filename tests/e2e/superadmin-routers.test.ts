import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { expectAccessible, launchBrowser } from "../support/site/browser.ts";
import { ConsoleOperator, type OperatorOptions } from "../support/site/console-operator.ts";
import { startPart } from "../support/site/processes.ts";
import { readRows } from "../support/site/read-rows.ts";
import { testSite } from "../support/site/test-site.ts";

// The routers page of the super admin console with the real bridge of the site. What the page says stands in
// tests/ui/superadmin/routers.test.ts.

const { site } = testSite();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

async function come(options: OperatorOptions = {}) {
  const operator = await ConsoleOperator.come(site(), browser, options);
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
    field: (label: string) => dialog.getByLabel(label, { exact: true }),
    send: dialog.locator("button[type=submit]"),
    act: async (router: string, action: string) => {
      await page.getByRole("button", { name: `More actions for ${router}` }).click();
      await page.getByRole("menuitem", { name: action, exact: true }).click();
    },
  };
}

it("shows the site's routers as they are, and reaches one through its bridge", async () => {
  const operator = await come();
  const { toast, button, row } = parts(operator);
  const gate = row("Main Gate");
  for (const text of [`127.0.0.1:${site().routerPort}`, "Online", "KSh 0.00"])
    await gate.getByText(text, { exact: true }).first().waitFor();
  await gate.getByText("Demo WiFi").waitFor();
  await button("Test connection of Main Gate").click();
  await toast.getByText("Router is online and responding", { exact: true }).waitFor();
  expect(operator.faults).toEqual([]);
  await operator.leave();
});

it("takes a router from nothing to a provider, on and off, back, and away", async () => {
  const operator = await come();
  const { page } = operator;
  const { toast, field, send, row, act, dialog, button } = parts(operator);
  await button("Add Router").click();
  await field("Router name").fill("Garden");
  await field("Host").fill("192.0.2.9");
  await field("Username").fill("mlango");
  await field("Password").fill("secret");
  await send.click();
  await toast.getByText("Router Added", { exact: true }).waitFor();
  await row("Garden").getByText("Not assigned to a provider yet").waitFor();

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

it("a bridge of the platform is installed by its code, named by a router, and revoked", async () => {
  const operator = await come({ width: 360, height: 740 });
  const { page } = operator;
  const { dialog, toast, button, field, send } = parts(operator);
  const goTab = (name: string) => page.getByRole("tab", { name, exact: true }).click();
  await goTab("Bridges");
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
    name: "vpn-enrolment",
    script: "bridge/main.ts",
    arguments: ["enrol", code],
    env: { BRIDGE_DIR: folder, MLANGO_ORIGIN: site().main },
    logDir: site().logDir,
  });
  await enrolment.stop();
  const bridge = await site().startBridge(folder);
  await dialog.getByText("Connected", { exact: true }).waitFor({ timeout: 30_000 });
  await dialog.getByRole("button", { name: "Done" }).click();

  // The router moves to it and back, and is reached through each.
  await goTab("Routers");
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
        { interval: 1_500 },
      )
      .toBe("Connection Successful");
  };
  await moveTo("VPN box");
  await goTab("Bridges");
  await page.getByRole("listitem").filter({ hasText: "VPN box" }).getByText("Main Gate").first().waitFor();
  await goTab("Routers");
  await moveTo("Main Gate box");
  await goTab("Bridges");

  await button("Revoke VPN box").click();
  await dialog.getByText("Revoke VPN box?").waitFor();
  await button("Revoke bridge").click();
  await toast.getByText("VPN box is revoked").waitFor();
  await button("Revoke VPN box").waitFor({ state: "detached" });
  await bridge.stop();
  expect(operator.faults).toEqual([]);
  await operator.leave();
});

it.each([360, 1280])("is accessible at %i px, with its form, its menu and the checklist", async (width) => {
  const operator = await come({ width });
  const { page } = operator;
  const { dialog, act } = parts(operator);
  await page.getByText("Savanna Lodge").first().waitFor();
  await expectAccessible(page);
  await act("Savanna Lodge", "Edit");
  await dialog.waitFor();
  await expectAccessible(page);
  await dialog.getByRole("tab", { name: "Connection Type" }).click();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await act("Savanna Lodge", "Checklist");
  await dialog.getByText("No bridge installed", { exact: true }).waitFor();
  await expectAccessible(page);
  await operator.leave();
});
