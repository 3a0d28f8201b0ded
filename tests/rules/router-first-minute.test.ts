import { describe, expect, test } from "vitest";
import { allowCommand } from "#contract/values/device-mode";
import { lineThatRuns } from "#worker/features/routers/setup-script/checked-fetch";
import { roots, rootsFile } from "#worker/features/routers/setup-script/roots";
import { setUpScript } from "#worker/features/routers/setup-script/set-up-script";
import type { RouterSetup } from "#worker/features/routers/setup-script/setup";
import { undoScript } from "#worker/features/routers/setup-script/undo-script";
import type { ConsoleRouter } from "../simulators/routeros/console/console-router.ts";
import { homeRouter, inMode, smallRouter } from "../simulators/routeros/console/images.ts";
import { opensPortal } from "../simulators/routeros/console/unpaid.ts";
import type { RouterVersion } from "../simulators/routeros/version.ts";
import { box as setup } from "../support/router-scripts.ts";

// The line that is pasted into a router as it came from the shop, and what is left there of one that stopped.

const address = "https://mlango.app/api/router-setup/00112233445566778899aabbccddeeff";
const line = lineThatRuns(address, "mlango-setup.rsc", true);
const versions: RouterVersion[] = ["6.49.18", "7.10.2", "7.18.2", "7.22.3"];

/** Pastes the line. @returns what was asked for, and the sentences in the terminal */
function paste(router: ConsoleRouter, given: Partial<RouterSetup> = {}, spoil = (script: string) => script) {
  const asked: string[] = [];
  router.said.length = 0;
  router.onFetch = (url) => {
    asked.push(url);
    if (url.endsWith("/api/router-roots")) return rootsFile;
    return url.startsWith("https://download.mikrotik.com/")
      ? "package"
      : spoil(setUpScript({ ...setup, ...given }, url.endsWith("/6") ? "6.x" : "7.x"));
  };
  try {
    router.import(line);
  } catch (cause) {
    router.said.push(String(cause));
  }
  return { asked, said: router.said.join("\n") };
}

const runs = (router: ConsoleRouter) =>
  router.menu("/ip hotspot").some(({ disabled, invalid }) => disabled === "no" && invalid !== "yes");
const files = (router: ConsoleRouter) => router.menu("/file").map(({ name }) => name);

describe.each(["7.18.2", "7.22.3"] as const)("a new router with RouterOS %s", (version) => {
  test("that may not fetch says so, with what to enter; nothing is asked of the server, and nothing changed", () => {
    const router = inMode(homeRouter(version), "home");
    const before = router.state;
    const { asked, said } = paste(router);
    expect(said).toContain(
      `Device mode forbids the fetch. Enter ${allowCommand} and confirm within 5 minutes`,
    );
    expect([asked, router.state]).toEqual([[], before]);
    // What it said is taken, and enough.
    router.import(/\/system device-mode update [a-z= ]+(?= and)/.exec(said)?.[0] ?? "");
    router.confirmMode();
    paste(router);
    expect(runs(router)).toBe(true);
    expect(router.menu("/ip hotspot walled-garden")[0]).not.toHaveProperty("invalid");
  });

  test("that does not answer whether it may, says it all the same", () => {
    const router = inMode(homeRouter(version, undefined, { modeIsReadable: false }), "home");
    const { asked, said } = paste(router);
    expect(said).toContain("nothing was run.");
    expect(said).toContain(`Is it new? Enter ${allowCommand} and confirm`);
    expect(asked).toEqual([]);
  });

  test("that may fetch but be no hotspot is refused untouched, with the same command", () => {
    const router = inMode(homeRouter(version), "basic");
    for (const { name, fingerprint } of roots) router.put("/certificate", { name, fingerprint });
    const before = router.state;
    expect(paste(router).said).toContain(
      `Device mode forbids the hotspot. Enter ${allowCommand} and confirm`,
    );
    expect(router.state).toEqual(before);
  });

  test("that allows no proxy still opens the portal to a phone that did not ask it for the name", () => {
    const router = inMode(homeRouter(version), "advanced");
    Object.assign(router.menu("/system device-mode")[0] ?? {}, { proxy: "no" });
    paste(router);
    expect(router.menu("/ip hotspot walled-garden")).toMatchObject([{ invalid: "yes" }]);
    for (const asked of [true, false]) expect(opensPortal(router, "cafe.mlango.app", { asked })).toBe(true);
    expect(opensPortal(router, "other.mlango.app", { asked: true })).toBe(false);
    // The provider's own address changed: the list follows.
    paste(router, { portalOrigin: "https://other.mlango.app" });
    expect(opensPortal(router, "other.mlango.app", { asked: false })).toBe(true);
    expect(opensPortal(router, "cafe.mlango.app", { asked: true })).toBe(false);
    router.import(undoScript());
    expect(router.menu("/ip firewall address-list")).toEqual([]);
    expect(router.menu("/ip hotspot walled-garden ip")).toEqual([]);
  });
});

describe("a small board", () => {
  test("without the hotspot says what brings it for its version; then the same line sets it up", () => {
    const router = smallRouter("7.22.3");
    const { said } = paste(router);
    const [, fetch = "", reboot = ""] =
      /Enter (\/tool fetch \S+) and then (\/system reboot),/.exec(said) ?? [];
    expect(fetch).toBe(
      "/tool fetch url=https://download.mikrotik.com/routeros/7.22.3/hotspot-7.22.3-smips.npk",
    );
    expect(said).toContain("Nothing was changed.");
    router.import(fetch);
    router.import(reboot);
    paste(router);
    expect(runs(router)).toBe(true);
  });

  test.each(["7.10.2", "7.18.2"] as const)("of RouterOS %s has it", (version) => {
    const router = smallRouter(version);
    paste(router);
    expect(runs(router)).toBe(true);
  });

  test.each(versions)("is what no other one is told to be: RouterOS %s", (version) => {
    const { said } = paste(homeRouter(version, { hotspot: false, ipv6: true }));
    expect(said).toContain("Install the full RouterOS package of its version.");
    expect(said).not.toContain("smips");
  });
});

describe.each(versions)("of a script that stopped nothing stays on RouterOS %s", (version) => {
  const secret = /first0password|mac0password/;
  test.each<[string, Partial<RouterSetup>, (script: string) => string]>([
    ["because it is not fit", { interface: "wlan9" }, (script) => script],
    ["at a word that it does not know", {}, (script) => script.replace(/\n/, "\n/no such menu\n")],
    ["in its middle", {}, (script) => script.replace(/(?=\n\/ip hotspot walled-garden set)/, "\n:error x")],
    ["at its end", {}, (script) => `${script}:error "late"\n`],
  ])("where it stopped %s", (_where, given, spoil) => {
    const router = homeRouter(version);
    const { said } = paste(router, given, spoil);
    expect(said).toContain("Mlango: the script stopped.");
    expect(files(router)).not.toContain("mlango-setup.rsc");
    expect(JSON.stringify(router.menu("/file"))).not.toMatch(secret);
  });

  test("not even where the terminal was closed meanwhile, once the undo script ran", () => {
    const router = homeRouter(version);
    const before = files(router);
    for (const name of [
      "mlango-setup.rsc",
      "mlango-tunnel.pem",
      "mlango-roots.pem",
      "flash/mlango-setup.rsc",
    ])
      router.put("/file", { name, contents: "first0password" });
    router.put("/file", { name: "mlango-setup.rsc.backup" });
    router.import(undoScript());
    expect(files(router)).toEqual([...before, "mlango-setup.rsc.backup"]);
  });
});

test("what a refused script says is read in the terminal, although its error is caught", () => {
  expect(paste(homeRouter("7.18.2"), { interface: "wlan9" }).said).toBe(
    "Mlango: There is no interface wlan9. Nothing was changed.\nConsoleFault: Mlango: the script stopped. If it said nothing, import it as a file: the router then names the line.",
  );
});
