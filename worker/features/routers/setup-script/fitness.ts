import type { SetupStop } from "../../../contract/router-setup.ts";
import { setupUser, siteUser } from "../../../contract/values/router-setup.ts";
import { quoted } from "../../../contract/values/routeros-text.ts";
import { eachWhere, mark, ownNetwork, type RouterosVersion, type RouterSetup } from "./setup.ts";
import { ends } from "./tunnel.ts";

/**
 * Whether the router is fit for a hotspot. Stands before everything that writes: whoever reads one of these sentences has
 * the router that they had.
 */
export function fitnessLines(setup: RouterSetup, version: RouterosVersion): string[] {
  const on = quoted(setup.interface);
  const ours = quoted(mark);
  const users = setup.tunnel ? [setupUser, siteUser] : [setupUser];
  return [
    `:do { [[:parse ${quoted("/ip hotspot find")}]] } on-error={ ${refusal(setup, "package", "This router has no hotspot package. Install the full RouterOS package of its version, or use another router.")} }`,
    ...(version === "7.x" ? deviceModeLines(setup) : []),
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
      ...(["/ip address", "network", quoted(ownNetwork.network)] as const),
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

/** Home routers of 2025 and later forbid the hotspot until somebody at the site allows it. Older ones have no such word. */
const deviceModeLines = (setup: RouterSetup) => [
  ":local mlgAllowed true",
  `:do { :set mlgAllowed [[:parse ${quoted(":return [/system device-mode get hotspot]")}]] } on-error={}`,
  refuseIf(
    setup,
    "device_mode",
    "$mlgAllowed = false",
    "Device mode forbids the hotspot. Enter /system device-mode update hotspot=yes fetch=yes scheduler=yes and confirm within 5 minutes by the router's button or by taking its power; then paste again.",
  ),
];

function refuseIf(setup: RouterSetup, stop: SetupStop, condition: string, sentence: string): string {
  return `:if (${condition}) do={ ${refusal(setup, stop, sentence)} }`;
}

function refusal(setup: RouterSetup, stop: SetupStop, sentence: string): string {
  return ends(setup, stop, `Mlango: ${sentence} Nothing was changed.`);
}
