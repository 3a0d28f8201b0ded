/** What images of routers are made of: one that is well kept, and ways to change it. */

import type { BoxChanges } from "./box.ts";
import type { BoxMenu } from "./box-menus.ts";
import type { Row } from "./query.ts";
import type { ApiUser, RouterOptions } from "./settings.ts";
import type { RouterVersion } from "./version.ts";

export type Image = Pick<RouterOptions, "version" | "users"> &
  Partial<
    Pick<
      RouterOptions,
      "release" | "box" | "faults" | "hotspot" | "clockOffMs" | "board" | "architecture" | "flash"
    >
  >;

/** What is wrong with it is in its name; `versions` are those that can be wrong in this way. */
export type TrapImage = { readonly versions: readonly RouterVersion[]; make(version: RouterVersion): Image };

export const all: readonly RouterVersion[] = ["6.49.18", "7.10.2", "7.18.2", "7.22.3"];
export const sevens = all.filter((version) => version.startsWith("7."));

export const bridge: ApiUser = {
  name: "mlango",
  password: "secret",
  group: "mlango",
  address: "127.0.0.1/32",
  policies: ["api", "read", "write", "sensitive", "password"],
};
export const hotspot = { macAuthPassword: "mac-secret" };

/** Services as the set-up advises: what nobody needs is off, the rest is for the own network. */
export const services = (allowed: "address" | "available-from"): Row[] =>
  [
    ["telnet", true, ""],
    ["ftp", true, ""],
    ["www", true, ""],
    ["ssh", false, "192.168.1.0/24"],
    ["api", false, "127.0.0.1/32"],
    ["winbox", false, "192.168.1.0/24"],
    ["api-ssl", true, ""],
  ].map(([name, disabled, from]) => ({
    name: String(name),
    port: "1",
    invalid: "false",
    disabled: String(disabled),
    [allowed]: String(from),
  }));

/** Nothing is wrong with it, but that some versions are not safe any more; `release` is another one of its version. */
export function wellKept(version: RouterVersion, release?: string): Image {
  const allowed =
    release !== undefined && /^7\.(2[4-9]|[3-9]\d)/.test(release) ? "available-from" : "address";
  return {
    version,
    users: [bridge],
    hotspot,
    box: { menus: { "/ip/service": services(allowed) } },
    ...(release === undefined ? {} : { release }),
  };
}

export const changed = (
  version: RouterVersion,
  menus: BoxChanges["menus"],
  lacks?: BoxChanges["lacks"],
): Image => {
  const image = wellKept(version);
  return {
    ...image,
    box: { menus: { ...image.box?.menus, ...menus }, ...(lacks ? { lacks } : {}) },
  };
};
export const with1 = (menu: BoxMenu, rows: (version: RouterVersion) => Row[]): TrapImage => ({
  versions: all,
  make: (version) => changed(version, { [menu]: rows(version) }),
});
