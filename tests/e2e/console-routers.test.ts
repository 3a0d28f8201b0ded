import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { OwnBridge } from "#contract/bridges";
import { ageSilence } from "../support/site/aged-silence.ts";
import { ask } from "../support/site/ask.ts";
import { expectAccessible } from "../support/site/browser.ts";
import { originOf, signIn } from "../support/site/console.ts";
import { type AdminOptions, ConsoleAdmin } from "../support/site/console-admin.ts";
import { startPart } from "../support/site/processes.ts";
import { testBrowser } from "../support/site/test-browser.ts";
import { testSite } from "../support/site/test-site.ts";
import { until } from "../support/site/visitor.ts";

// The routers page of the provider console with the real bridge of the site. What the page says stands in
// tests/ui/admin/routers.test.ts.

const { site } = testSite();
const browser = testBrowser();

async function come(options: AdminOptions = {}) {
  const admin = await ConsoleAdmin.come(site(), browser(), options);
  await admin.open("/admin/routers");
  return admin;
}

function parts({ page }: ConsoleAdmin) {
  const dialog = page.getByRole("dialog");
  return {
    dialog,
    toast: page.locator(".mantine-Notification-root"),
    button: (name: string) => page.getByRole("button", { name, exact: true }),
    /** One of the ways that the plus offers. */
    addBy: async (way: string) => {
      await page.getByRole("button", { name: "Add router", exact: true }).click();
      await dialog.getByRole("button", { name: way }).click();
    },
    row: (name: string) => page.getByRole("row", { name: new RegExp(`^${name}`) }),
    card: (name: string) => page.getByRole("link", { name: new RegExp(`^${name}`) }),
    panel: (name: string) => page.getByRole("region", { name }),
  };
}

describe("finding routers", () => {
  it("Discover listens with visible progress and lists what it heard; Add opens the form filled in", async () => {
    const admin = await come();
    const { dialog, button, panel, addBy } = parts(admin);
    await addBy("Discover");
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
    const { button, panel, addBy } = parts(admin);
    await addBy("Scan network");
    const scan = panel("Network scan");
    await scan.getByText("6 of 6 addresses checked").waitFor();
    await scan.getByText("Found one router.").waitFor();
    await scan.getByRole("listitem").filter({ hasText: "127.0.0.1" }).getByText("Added already").waitFor();
    expect(await button("Stop scan").count()).toBe(0);
    expect(admin.faults).toEqual([]);
    await admin.leave();
  });
});

it("a router is tested, added and removed", async () => {
  const admin = await come();
  const { page } = admin;
  const { dialog, toast, row, addBy } = parts(admin);
  await row("Main Gate").getByText("Online", { exact: true }).waitFor();
  await row("Main Gate").getByRole("button", { name: "Test connection" }).click();
  await toast.getByText("Connection Successful", { exact: true }).waitFor();
  await addBy("By its address");
  const typed = { Name: "Garden", Address: "192.0.2.9", "API user": "mlango", "API password": "secret" };
  for (const [label, text] of Object.entries(typed)) await dialog.getByLabel(label).fill(text);
  await dialog.getByRole("button", { name: "Add router" }).click();
  await toast.getByText("Garden added", { exact: true }).waitFor();
  await row("Garden").getByText("192.0.2.9:8728").waitFor();
  await row("Garden").click();
  await page.getByRole("dialog", { name: "Garden" }).getByRole("button", { name: "Remove router" }).click();
  await page
    .getByRole("dialog", { name: /^Remove / })
    .getByRole("button", { name: "Remove router" })
    .click();
  await row("Garden").waitFor({ state: "detached" });
  expect(admin.faults).toEqual([]);
  await admin.leave();
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
      name: "roof-enrolment",
      script: "bridge/main.ts",
      arguments: ["enrol", code],
      env: { BRIDGE_DIR: folder, MLANGO_ORIGIN: site().main },
      logDir: site().logDir,
    });
    await enrolment.stop();
    await dialog.getByText("Installed. Waiting for its connection …").waitFor();
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
});

describe("a site that falls silent", () => {
  /** When the worker last heard of the site's bridge, UTC ms. */
  async function lastSeen(): Promise<number> {
    const { demo } = site().seeded;
    const cookie = await signIn(site(), demo);
    const { text } = await ask(originOf(site(), demo), "/api/admin/bridges", { headers: { cookie } });
    const own = (JSON.parse(text) as OwnBridge[]).find(({ name }) => name === "Main Gate box");
    return Date.parse(own?.lastSeen ?? "");
  }

  /** The titles of the news on the Billing page, as they are shown; the page is left open. */
  async function news(language: "en" | "sw", options: AdminOptions = {}) {
    const admin = await ConsoleAdmin.come(site(), browser(), options);
    await admin.context.addInitScript(`localStorage.setItem("console-language", "${language}")`);
    await admin.open("/admin/billing");
    return {
      admin,
      list: admin.page.locator("section", { has: admin.page.locator("#news") }).getByRole("listitem"),
    };
  }

  it("is offline with the moment at which it was last heard; its owner is told after four minutes, and of its end", async () => {
    const stoppedAt = Date.now();
    await site().bridge?.stop();
    await until("its farewell", lastSeen, (at) => at >= stoppedAt);
    // Short of the four minutes: an alarm that is half a minute late means that the platform was away, which is no outage of a site.
    const aged = 4 * 60_000 - 15_000;
    const silentSince = Date.now() - aged;
    await ageSilence(site(), aged);
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

    const sixMinutes = silentSince + 6 * 60_000 - Date.now();
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, sixMinutes)));
    await site().startBridge();
    const back = await news("en");
    // Told when the bridge has been back for a minute.
    await back.list.getByText(/^Site online again: /).waitFor({ timeout: 180_000 });
    await back.list.getByText(/is back since .* It was away for [67] min\.$/).waitFor();
    await back.admin.leave();
  }, 300_000);
});
