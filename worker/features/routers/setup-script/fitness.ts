import type { SetupStop } from "../../../contract/router-setup.ts";
import { smallArchitecture, smallPackageCommands } from "../../../contract/values/hotspot-package.ts";
import { setupUser, siteUser } from "../../../contract/values/router-setup.ts";
import { quoted } from "../../../contract/values/routeros-text.ts";
import { allow, whereForbidden } from "./device-mode.ts";
import { eachWhere, mark, ownNetwork, type RouterosVersion, type RouterSetup } from "./setup.ts";
import { ends, endsSaying } from "./tunnel.ts";

/**
 * Whether the router is fit for a hotspot. Stands before everything that writes: whoever reads one of these sentences has
 * the router that they had.
 */
export function fitnessLines(setup: RouterSetup, version: RouterosVersion): string[] {
  const on = quoted(setup.interface);
  const ours = quoted(mark);
  const users = setup.tunnel ? [setupUser, siteUser] : [setupUser];
  return [
    `:do { [[:parse ${quoted("/ip hotspot find")}]] } on-error={ ${version === "7.x" ? `${smallBoard(setup)}; ` : ""}${refusal(setup, "package", noPackage)} }`,
    ...(version === "7.x" ? whereForbidden("hotspot", refusal(setup, "device_mode", noHotspot)) : []),
    refuseIf(
      setup,
      "interface",
      `[:len [/interface find name=${on}]] = 0`,
      `There is no interface ${setup.interface}.`,
    ),
    refuseIf(
      setup,
      "bridge_port",
      `[:len [/interface bridge port find interface=${on}]] > 0`,
      `${setup.interface} is a port of a bridge: choose that bridge.`,
    ),
    refuseIf(
      setup,
      "uplink",
      `[:len [/ip dhcp-client find interface=${on}]] > 0`,
      `${setup.interface} is the way to the internet: choose the interface of the visitors.`,
    ),
    refuseIf(
      setup,
      "hotspot",
      `[:len [/ip hotspot find interface=${on} name!=${ours}]] > 0`,
      `There is another hotspot on ${setup.interface}: remove it, or choose another interface.`,
    ),
    refuseIf(
      setup,
      "other_interface",
      `[:len [/ip hotspot find name=${ours} interface!=${on}]] > 0`,
      `Our hotspot is on another interface of this router. To move it to ${setup.interface}, paste the undo script first.`,
    ),
    `:if ([:len [/ip address find interface=${on}]] = 0) do={ ${eachWhere(
      "/ip address",
      "network",
      quoted(ownNetwork.network),
      refusal(
        setup,
        "address",
        `Give ${setup.interface} an address: ${ownNetwork.cidr} is in use on another interface.`,
      ),
    )} }`,
    ...users.map((user) =>
      refuseIf(
        setup,
        "user",
        `[:len [/user find name=${quoted(user)}]] > [:len [/user find name=${quoted(user)} comment~"^mlango:"]]`,
        `There is a user ${user} that is not ours: rename it.`,
      ),
    ),
  ];
}

const noPackage = "This router has no hotspot package. Install the full RouterOS package of its version.";
const noHotspot = `Device mode forbids the hotspot. ${allow}`;

/** Where the hotspot is a package of its own the router says what brings it, for the version that it has. */
function smallBoard(setup: RouterSetup): string {
  const version = "<version>";
  const sentence = `Mlango: This router has no hotspot package: on a small board it is a file of its own. Enter ${smallPackageCommands(version).join(" and then ")}, confirm with y, and paste again when it is back. Nothing was changed.`;
  const parts = sentence.split(version).map((part) => quoted(part));
  return [
    ':local mlgVersion ([/system resource get version] . " ")',
    ':set mlgVersion [:pick $mlgVersion 0 [:find $mlgVersion " "]]',
    `:if ([:tostr [/system resource get architecture-name]] = ${quoted(smallArchitecture)}) do={ ${endsSaying(setup, "package", `(${parts.join(" . $mlgVersion . ")})`)} }`,
  ].join("; ");
}

function refuseIf(setup: RouterSetup, stop: SetupStop, condition: string, sentence: string): string {
  return `:if (${condition}) do={ ${refusal(setup, stop, sentence)} }`;
}

function refusal(setup: RouterSetup, stop: SetupStop, sentence: string): string {
  return ends(setup, stop, `Mlango: ${sentence} Nothing was changed.`);
}
