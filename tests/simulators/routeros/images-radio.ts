/** Routers whose radio keeps the network from its visitors, or lets them reach each other. */

import type { BoxChanges } from "./box.ts";
import { all, changed, type TrapImage } from "./image-kit.ts";
import type { Row } from "./query.ts";
import type { RouterVersion } from "./version.ts";

/** A used board's older radio in the visitors' bridge: on, open, and its phones apart, unless told. */
const wireless = (radio: Row, more: BoxChanges["menus"] = {}): BoxChanges["menus"] => ({
  "/interface/bridge/port": [port("ether2"), port("wlan1")],
  "/interface/wireless": [
    {
      name: "wlan1",
      "interface-type": "Atheros AR9300",
      mode: "ap-bridge",
      ssid: "WiFi",
      disabled: "false",
      "security-profile": "default",
      "default-forwarding": "false",
      running: "true",
      ...radio,
    },
  ],
  ...more,
});

/** The same with a newer radio, whose settings stand in profiles. */
const wifi = (radio: Row, more: BoxChanges["menus"] = {}): BoxChanges["menus"] => ({
  "/interface/bridge/port": [port("ether2"), port("wifi1")],
  "/interface/wifi": [
    { name: "wifi1", configuration: "cfg1", "configuration.mode": "ap", disabled: "false", ...radio },
  ],
  "/interface/wifi/configuration": [{ name: "cfg1", ssid: "WiFi", datapath: "dp1" }],
  "/interface/wifi/datapath": [{ name: "dp1", "client-isolation": "true" }],
  ...more,
});
const port = (name: string): Row => ({
  interface: name,
  bridge: "bridge-hotspot",
  disabled: "false",
  dynamic: "false",
});
const withRadio = (menus: () => BoxChanges["menus"], versions: readonly RouterVersion[]): TrapImage => ({
  versions,
  make: (version) => changed(version, menus()),
});
const newerSevens: readonly RouterVersion[] = ["7.18.2", "7.22.3"];

export const radioImages = {
  "a radio that is off": withRadio(() => wireless({ disabled: "true", running: "false" }), all),
  "a newer radio that is off": withRadio(() => wifi({ disabled: "true" }), newerSevens),
  "a radio that is another network's station": withRadio(() => wireless({ mode: "station" }), all),
  "a newer radio that is another network's station": withRadio(
    () => wifi({ "configuration.mode": "station-bridge" }),
    newerSevens,
  ),
  "a radio that CAPsMAN manages": withRadio(
    () => wireless({}, { "/interface/wireless/cap": [{ enabled: "true", interfaces: "wlan1" }] }),
    all,
  ),
  "a newer radio that CAPsMAN manages": withRadio(
    () =>
      wifi(
        { "configuration.manager": "capsman-or-local" },
        { "/interface/wifi/cap": [{ enabled: "true", "discovery-interfaces": "bridge" }] },
      ),
    newerSevens,
  ),
  "a WiFi with a key": withRadio(
    () =>
      wireless(
        { "security-profile": "sticker" },
        {
          "/interface/wireless/security-profiles": [
            { name: "default", mode: "none", default: "true" },
            { name: "sticker", mode: "dynamic-keys", "authentication-types": "wpa2-psk", default: "false" },
          ],
        },
      ),
    all,
  ),
  "a newer WiFi with a key": withRadio(
    () =>
      wifi(
        {},
        {
          "/interface/wifi/configuration": [{ name: "cfg1", security: "sec1", datapath: "dp1" }],
          "/interface/wifi/security": [{ name: "sec1", "authentication-types": "wpa2-psk,wpa3-psk" }],
        },
      ),
    newerSevens,
  ),
  "visitors that reach each other": withRadio(() => wireless({ "default-forwarding": "true" }), all),
  "visitors that reach each other on a newer radio": withRadio(
    () => wifi({}, { "/interface/wifi/configuration": [{ name: "cfg1", ssid: "WiFi" }] }),
    newerSevens,
  ),
} as const satisfies Record<string, TrapImage>;
